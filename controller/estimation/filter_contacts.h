#pragma once

#include "controller/estimation/invariant_filter.h"

/// Contact points of the filter, and the innovations of their readings.
namespace ventosa::controller {

/// Angular velocity of the body in B [rad/s]: gyroscope minus bias; zero without an IMU.
Vector3d turn_rate_B(const OdometryInput& input, const InvariantFilter& filter) noexcept;

/// Body pose `age_s` ago.
Isometry3d body_then(const OdometryInput& input, double age_s,
                     const InvariantFilter& filter) noexcept;

/// @return index k of the leg's contact point; -1: none
int place_of(int leg, const InvariantFilter& filter) noexcept;

/// Innovation of a foot that has a contact point; reads the lower triangle of P.
FootInnovation innovation(const FilterConfig& config, const OdometryInput& input, std::size_t foot,
                          const InvariantFilter& filter) noexcept;

/// P H' of a measured wrist point, H = xi_p - age xi_v - xi_d; reads the lower triangle of P.
ErrorColumns measured_columns(const FootInnovation& seen, const InvariantFilter& filter) noexcept;

/// H W
Matrix3d measured_rows(const FootInnovation& seen, const ErrorColumns& W,
                       const InvariantFilter& filter) noexcept;

/// Adds a foot: its contact point follows from the body pose.
void attach_foot(const FilterConfig& config, const OdometryInput& input, std::size_t foot,
                 InvariantFilter& filter) noexcept;

/// Removes the k-th contact point; the last one takes its index.
void detach_foot(int k, InvariantFilter& filter) noexcept;

/// Removes the contact points of feet that are not in the input.
void let_go(const OdometryInput& input, InvariantFilter& filter) noexcept;

}  // namespace ventosa::controller
