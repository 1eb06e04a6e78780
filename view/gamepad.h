#pragma once

#include <optional>

#include "view/panels/ui.h"
#include "view/window/window.h"

/// Walking by a gamepad: left stick for the way, right stick for turning.
namespace ventosa::view {

class Gamepad {
 public:
  /// Once a frame. Sticks that are let go, and a gamepad that is unplugged, let the robot stand.
  void use(const std::optional<Sticks>& sticks, const Frame& frame, const Ask& ask);

 private:
  Sticks last_;
};

}  // namespace ventosa::view
