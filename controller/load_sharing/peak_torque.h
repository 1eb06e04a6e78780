#pragma once

#include "controller/load_sharing/load_sharing.h"

/// Shares a load so that the worst joint torque over its limit is least: the linear program
///
///   min r   s.t.  sum G_i F_i = w,  the cups' rows,  a.F <= offset + r scale  for torque rows
///
/// Its least ratio r* is the slack of share_load() with the cups' rows hard. The forces are then
/// the optimum of the problem's own objective with every torque inside r* + kPeakRoom (1 - r*):
/// without that room they would sit in a corner of the program, and jump from corner to corner as
/// the stance moves.
namespace ventosa::controller {

/// The share of what the least ratio leaves that the forces get to move smoothly in: most where the
/// torques are far from their limits, little where the peak counts.
inline constexpr double kPeakRoom = 0.05;

/// A start for the next answer. Any content is allowed.
struct PeakTorqueStart {
  SharingWarmStart rows;  ///< active at the least ratio
  double ratio = 0;       ///< r*
};

struct PeakTorqueSharing {
  /// As share_load() gives it: margin and limit are those of the problem's limits. Where cups and
  /// torque limits cannot both be kept, share_load()'s answer itself.
  Sharing sharing;
  /// r*; above 1 where the cups hold but torques do not, infinite where the cups cannot hold.
  double least_ratio = 0;
};

/// @param warm  of the forces, as in share_load()
/// @param room  instead of kPeakRoom, where nothing moves: 0..1, above rounding
[[nodiscard]] PeakTorqueSharing share_peak_torque(const SharingProblem& problem,
                                                  SharingWarmStart& warm, PeakTorqueStart& peak,
                                                  double room = kPeakRoom) noexcept;

}  // namespace ventosa::controller
