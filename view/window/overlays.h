#pragma once

#include <vector>

#include "view/run/frame.h"

/// What is drawn beside the robot.
namespace ventosa::view {

struct Overlays {
  bool true_forces = true, estimated_forces = false, planned_forces = true;
  bool limits = false;
  bool centre_of_mass = true, support = true, footholds = true, path = false, gravity = true;
};

inline constexpr double kArrow_m_N = 0.004;  ///< length of a force

std::vector<sim::Mark> marks_of(const Frame& frame, const Overlays& overlays);

/// By leg.
std::vector<sim::Rgba> cup_colours(const Frame& frame);

}  // namespace ventosa::view
