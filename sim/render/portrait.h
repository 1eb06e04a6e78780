#pragma once

#include <filesystem>

#include "models/robot.h"

namespace ventosa::sim {

/// Draws a robot standing on level ground into a PNG, off-screen and without physics.
/// @param q_rad  joint angles of its legs; the lowest lip is on the ground
/// @throws std::runtime_error  without OpenGL, or naming the file
void draw_portrait(const models::Robot& robot,
                   const controller::PerLeg<controller::PerJoint<double>>& q_rad,
                   const std::filesystem::path& file, int width_px = 1200, int height_px = 800);

}  // namespace ventosa::sim
