#pragma once

#include <filesystem>
#include <memory>

#include "sim/twin.h"

namespace ventosa::sim {

/// Renders a twin off-screen.
///
/// The camera looks obliquely at the robot's surface and follows its body. A cup's colour shows its
/// phase: grey free, yellow sealing, green attached, red releasing. An arrow at a sealed cup's rim,
/// or at a point foot, shows the force of the surface on it, 5 mm per newton.
class Picture {
 public:
  /// Chooses the view direction by the twin's present pose.
  /// @throws std::runtime_error without OpenGL
  explicit Picture(const Twin& twin, int width = 1200, int height = 800);
  ~Picture();

  /// Writes a PNG of the twin's present state.
  /// @param twin  a twin of the same robot and configuration
  /// @throws std::runtime_error naming the file
  void write(const Twin& twin, const std::filesystem::path& file);

 private:
  struct Studio;
  std::unique_ptr<Studio> studio_;
};

}  // namespace ventosa::sim
