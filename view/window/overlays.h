#pragma once

#include <vector>

#include "view/run/frame.h"

/// Marks drawn in addition to the robot.
namespace ventosa::view {

struct Overlays {
  bool true_forces = true, estimated_forces = false, planned_forces = true;
  bool limits = false;
  bool centre_of_mass = true, support = true, footholds = true, path = false, gravity = true;
  bool edges = false, known = false, camera = false;
};

/// Length of a force arrow: 4 mm per N, doubled until the weight is about 0.4 m long.
double arrow_m_N(const Frame& frame);

/// @param towards_W  unit vector from the robot to the camera: forces are drawn at the rims on that
/// side, where the legs do not hide them; a push starts there, a pull ends there
std::vector<sim::Mark> marks_of(const Frame& frame, const Overlays& overlays,
                                const controller::Vector3d& towards_W);

/// Colours of the cups, by leg.
std::vector<sim::Rgba> cup_colours(const Frame& frame);

}  // namespace ventosa::view
