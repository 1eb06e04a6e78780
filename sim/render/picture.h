#pragma once

#include <filesystem>
#include <memory>

#include "sim/twin.h"

namespace ventosa::sim {

/// Draws a twin off-screen, without window or display.
///
/// The camera looks obliquely at the surface the robot stands on and follows its body. A cup's
/// colour tells its phase: grey free, yellow sealing, green attached, red releasing. An arrow at
/// a sealed cup's rim is the force of the surface on it, 5 mm per newton.
class Picture {
 public:
  /// The view is chosen by the twin's present pose.  @throws std::runtime_error without OpenGL
  explicit Picture(const Twin& twin, int width = 1200, int height = 800);
  ~Picture();

  /// Writes a PNG of the twin as it is now; of the robot and configuration given at the start.
  /// @throws std::runtime_error naming the file
  void write(const Twin& twin, const std::filesystem::path& file);

 private:
  struct Studio;
  std::unique_ptr<Studio> studio_;
};

}  // namespace ventosa::sim
