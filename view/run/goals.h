#pragma once

#include "view/run/frame.h"

/// Goals of buttons, keys and sticks.
namespace ventosa::view {

/// Requested walk, in the body's frame.
struct Walk {
  double forwards_m_s = 0, left_m_s = 0, turn_rad_s = 0;
  bool operator==(const Walk&) const = default;
  bool stands() const { return forwards_m_s == 0 && left_m_s == 0 && turn_rad_s == 0; }
};

/// Largest requested speeds: those that the goal's gait reaches in all directions.
struct WalkLimits {
  double speed_m_s = 0, turn_rad_s = 0;
};
WalkLimits walk_limits(const Frame& frame);

/// Goal of walking from the body's reference; hold if the walk is zero.
controller::Goal walking(const Frame& frame, const Walk& walk);

/// The present goal in another gait.
controller::Goal in_gait(const Frame& frame, int gait);

/// Number of the gait after the goal's: the tables of the robot, then the free gait.
int next_gait(const Frame& frame);

/// Goal of shifting the body over fixed feet, from its goal or its reference.
/// @param way_B  [m] displacement, in B
controller::Goal shifted(const Frame& frame, const controller::Vector3d& way_B);

inline constexpr double kShift_m = 0.01;  ///< body shift per button press or key press

/// Action of the operator's button: HOLD while the robot moves. The key H never arms.
hal::OperatorAction hold_or_go_on(hal::GuardMode mode);

}  // namespace ventosa::view
