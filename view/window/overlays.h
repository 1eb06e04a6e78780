#pragma once

#include <vector>

#include "view/run/frame.h"

/// What is drawn beside the robot.
namespace ventosa::view {

struct Overlays {
  bool true_forces = true, estimated_forces = false, planned_forces = true;
  bool limits = false;
  bool centre_of_mass = true, support = true, footholds = true, path = false, gravity = true;
  bool edges = false, known = false, camera = false;
};

inline constexpr double kArrow_m_N = 0.004;  ///< length of a force

/// @param towards_W  from the robot to the camera: forces stand at the rims on its side, where the
///                   legs do not hide them; a push begins there, a pull ends
std::vector<sim::Mark> marks_of(const Frame& frame, const Overlays& overlays,
                                const controller::Vector3d& towards_W);

/// By leg.
std::vector<sim::Rgba> cup_colours(const Frame& frame);

}  // namespace ventosa::view
