#pragma once

#include <filesystem>
#include <memory>

#include "models/robot.h"
#include "sim/render/scene.h"

namespace ventosa::sim {

/// View of a point.
struct Look {
  controller::Vector3d at_W = controller::Vector3d::Zero();
  Viewpoint from{};
};

/// Pictures of a robot in any pose among surfaces, off-screen and without physics.
class Portraits {
 public:
  /// @throws std::runtime_error  without OpenGL
  Portraits(const models::Robot& robot, const controller::PatchList& surfaces, int width_px = 1200,
            int height_px = 800);
  ~Portraits();

  /// Writes a PNG.  @throws std::runtime_error  naming the file
  void draw(const RobotPose& pose, const Look& look, const std::filesystem::path& file);

 private:
  struct Studio;
  std::unique_ptr<Studio> studio_;
};

/// Draws a robot standing on level ground into a PNG.
/// @param q_rad  joint angles of its legs; the lowest lip is on the ground
/// @throws std::runtime_error  without OpenGL, or naming the file
void draw_portrait(const models::Robot& robot,
                   const controller::PerLeg<controller::PerJoint<double>>& q_rad,
                   const std::filesystem::path& file);

/// Distance from which a whole robot with these joint angles is seen.
double portrait_distance_m(const controller::RobotModel& robot,
                           const controller::PerLeg<controller::PerJoint<double>>& q_rad);

}  // namespace ventosa::sim
