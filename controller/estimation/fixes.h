#pragma once

#include <optional>

#include "controller/estimation/invariant_filter.h"
#include "controller/model/description.h"
#include "controller/model/observation.h"

/// Readings of the body's place in W: GPS fixes and compass headings. With psi the heading of B's x
/// axis, b the compass' deviation, and G the antenna,
///
///   fix      y = p + R p_BG + noise,   p^_G - y = xi_p + xi_R x p_G + noise   (horizontal part)
///   heading  y = psi + b + noise,      psi^ + b^ - y = h . xi_R + xi_b + noise
///
/// A heading alone gives only psi + b; the fixes of a walk along a line give psi, so the filter
/// tells the two apart.
///
/// A correction moves the estimate in W by a turn about the vertical and a horizontal shift, with
/// all contact points alike. The legs must not follow it. The stages of a tick therefore work in
/// the frame O of odometry: W as the start pose tells it. A correction moves O in W and leaves the
/// body's place in O as it is. Goals and surveyed surfaces are turned from W into O, and the
/// recorded results from O into W: odometry_frame.h. Without corrections O is W. The filter itself
/// works in W.
namespace ventosa::controller {

/// Readings of one sensor so far.
struct ReadingWatch {
  std::int64_t seen_ns = kNeverReceived;  ///< time of the last reading, used or not
  std::int64_t used_ns = kNeverReceived;
  std::int32_t used = 0;
  std::int32_t left_out = 0;  ///< not finite, improbable, older than kOldestFix_s, or out of order
  double nis = 0;             ///< normalised innovation squared of the last plausible one
};

void describe(auto& field, Is<ReadingWatch> auto& watch) {
  field("used", watch.used);
  field("left_out", watch.left_out);
  field("nis", watch.nis);
}

/// Oldest reading that is used. The filter extrapolates back with the present velocity.
inline constexpr double kOldestFix_s = 0.5;

/// Chi-square thresholds with 2 and 1 degrees of freedom: a good reading exceeds them with
/// probability 1e-6.
inline constexpr double kImprobableFix = 27.63, kImprobableHeading = 23.93;

struct Fixes {
  ReadingWatch fix, heading;
  std::optional<Isometry3d> X_WO{};  ///< no value: no correction yet
};

/// Corrects the filter with the observation's new fix and heading. A reading that is left out
/// changes nothing but its counter.
/// @param p_BG  [m] antenna, in B
void correct_by_fixes(const FilterConfig& config, const Vector3d& p_BG, const Observation& seen,
                      const OdometryInput& input, InvariantFilter& filter, Fixes& fixes) noexcept;

/// Compass deviation by the filter, with its standard deviation; zero without one.
struct Deviation {
  double angle_rad = 0;
  double sd_rad = 0;
};
Deviation deviation_of(const InvariantFilter& filter) noexcept;

void describe(auto& field, Is<Deviation> auto& deviation) {
  field("angle", deviation.angle_rad, "rad");
  field("sd", deviation.sd_rad, "rad");
}

}  // namespace ventosa::controller
