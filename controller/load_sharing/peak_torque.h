#pragma once

#include "controller/load_sharing/load_sharing.h"

/// Load sharing that minimises the largest joint torque over its limit: the linear program
///
///   min r   s.t.  sum G_i F_i = w,  the cups' rows,  a.F <= offset + r scale  for torque rows
///
/// The least ratio r* is the slack of share_load() with the cups' rows hard. The forces are then
/// the optimum of the problem's own objective with every torque within r* + kPeakRoom (1 - r*).
/// Without that tolerance they would be at a corner of the program and jump between corners as the
/// stance moves.
namespace ventosa::controller {

/// Tolerance above the least ratio, as a share of 1 - r*, that keeps the forces smooth: large for
/// low torques, small near the limits.
inline constexpr double kPeakRoom = 0.05;

/// Start of the next solution. Any content is allowed.
struct PeakTorqueStart {
  SharingWarmStart rows;  ///< active at the least ratio
  double ratio = 0;       ///< r*
};

struct PeakTorqueSharing {
  /// Result like that of share_load(), with margin and limit for the problem's own limits. If cup
  /// and torque limits cannot both be met, it is the result of share_load().
  Sharing sharing;
  /// Least ratio r*. Above 1 if the limits of the cups can be met but not those of the torques,
  /// infinite if not even those of the cups can be met.
  double least_ratio = 0;
};

/// @param warm  start of the solution, as in share_load()
/// @param room  tolerance instead of kPeakRoom for a static stance: 0..1, above rounding
[[nodiscard]] PeakTorqueSharing share_peak_torque(const SharingProblem& problem,
                                                  SharingWarmStart& warm, PeakTorqueStart& peak,
                                                  double room = kPeakRoom) noexcept;

}  // namespace ventosa::controller
