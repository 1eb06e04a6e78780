#pragma once

#include "controller/diagnostics.h"

/// Tells a foot that slips or comes off from the innovations of its wrist point. A foot that stands
/// has white ones; one that moves pulls their running mean e away from zero, and
///
///   T = e' (a / (2 - a) S)^-1 e,  e <- (1 - a) e + a z
///
/// is chi-square(3) while it stands. The alarm rings when T has been high for a time, and stops
/// when T has been low for a longer one.
namespace ventosa::controller {

/// Chance 1e-6 that a standing foot passes it.
inline constexpr double kImprobable = 30.66;

struct SlipWatch {
  Vector3d drift_W = Vector3d::Zero();  ///< [m] e: how far the foot runs ahead of its anchor
  std::int32_t ticks = 0;               ///< on the way to the next alarm, or out of this one
  FootAlarm alarm = FootAlarm::kNone;
};

/// One tick of one foot.
struct FootInnovation {
  Vector3d z_W = Vector3d::Zero();  ///< [m] measured less expected wrist point
  Matrix3d S = Matrix3d::Zero();    ///< [m2] its covariance
  double nis = 0;                   ///< z' S^-1 z
};

/// @param outwards_W  unit normal of the surface, towards the robot
void watch_slip(const FootInnovation& seen, const Vector3d& outwards_W, double period_s,
                SlipWatch& watch) noexcept;

}  // namespace ventosa::controller
