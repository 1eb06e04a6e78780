#pragma once

#include <optional>

#include "view/panels/ui.h"
#include "view/window/window.h"

/// Walking with a gamepad: left stick for the direction, right stick for turning.
namespace ventosa::view {

class Gamepad {
 public:
  /// Processes the sticks, once per frame. Released sticks, or a removed gamepad, stop the robot.
  void use(const std::optional<Sticks>& sticks, const Frame& frame, const Ask& ask);

 private:
  Sticks last_;
};

}  // namespace ventosa::view
