#pragma once

#include "controller/estimation/invariant_filter.h"

/// The filter's contact points: which feet it has, and what a reading implies for them.
namespace ventosa::controller {

/// By the gyroscope less its bias; none without an IMU: the body goes on as it went.  [rad/s]
Vector3d turn_rate_B(const OdometryInput& input, const InvariantFilter& filter) noexcept;

/// @return k, or -1
int place_of(int leg, const InvariantFilter& filter) noexcept;

/// Of a foot that has a contact point; reads the lower triangle of P.
FootInnovation innovation(const FilterConfig& config, const OdometryInput& input, std::size_t foot,
                          const InvariantFilter& filter) noexcept;

/// P H' of a measured wrist point, H = xi_p - age xi_v - xi_d; reads the lower triangle of P.
ErrorColumns measured_columns(const FootInnovation& seen, const InvariantFilter& filter) noexcept;

/// H W
Matrix3d measured_rows(const FootInnovation& seen, const ErrorColumns& W,
                       const InvariantFilter& filter) noexcept;

/// Takes up a foot: its contact point follows from the body pose.
void attach_foot(const FilterConfig& config, const OdometryInput& input, std::size_t foot,
                 InvariantFilter& filter) noexcept;

/// Forgets the k-th contact point; the last one takes its place.
void detach_foot(int k, InvariantFilter& filter) noexcept;

/// Forgets those that are not in the input.
void let_go(const OdometryInput& input, InvariantFilter& filter) noexcept;

}  // namespace ventosa::controller
