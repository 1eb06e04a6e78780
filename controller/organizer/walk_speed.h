#pragma once

#include "controller/model/config/gait.h"

/// How fast a gait can take the body, one foot after the other.
namespace ventosa::controller {

inline constexpr double kFootReach_m = 0.3;  ///< lever that compares turning with moving

/// Of one foot, without the time that its cup takes to let go and to seal  [s]
double shortest_step_s(const GaitConfig& gait) noexcept;

/// Mean speed of the body when each foot takes so long: stride / (legs x step_s)  [m/s]
double walk_speed_m_s(const GaitConfig& gait, int n_legs, double step_s) noexcept;

/// Mean rate of turning on the spot: the feet go as far as they walk  [rad/s]
inline double turn_rate_rad_s(double walk_speed_m_s) { return walk_speed_m_s / kFootReach_m; }

}  // namespace ventosa::controller
