#include "controller/estimation/measured_force.h"

#include <cmath>

namespace ventosa::controller {
namespace {

/// a . F = z +- sd
ForceReading along(const Vector3d& a, double z, double sd) {
  const double precision = 1 / (sd * sd);
  if (!std::isfinite(a.sum() + z + precision)) return {};
  return {precision * a * a.transpose(), precision * z * a};
}

}  // namespace

ForceReading from_torques(const Leg& leg, const ArmJacobian& J_BW, const LegReading& reading,
                          const PerJoint<double>& tau_free_Nm,
                          const PerJoint<double>& sd_Nm) noexcept {
  ForceReading all;
  for (int j = 0; j < leg.n_arm; ++j)
    all += along(J_BW.col(j), tau_free_Nm[j] - reading.joint[j].tau_Nm, sd_Nm[j]);
  return all;
}

ForceReading from_lip(const Lip& lip, const CupReading& reading, double grip_force_N,
                      const Vector3d& n_B, const Vector3d& hanging_weight_B) noexcept {
  const double d_m = mean_distance_m(reading);
  if (!(d_m < kNoDistance_m && lip.stiffness_N_m > 0 && lip.rest_m > 0)) return {};
  const double push_N = lip.stiffness_N_m * (lip.rest_m - d_m);
  return along(n_B, push_N - grip_force_N + n_B.dot(hanging_weight_B),
               lip.stiffness_N_m * lip.distance_sd_m);
}

ForceReading from_guess(const Vector3d& F_B, double sd_N) noexcept {
  const double precision = 1 / (sd_N * sd_N);
  return {precision * Matrix3d::Identity(), precision * F_B};
}

ForceEstimate estimate(const ForceReading& reading) noexcept {
  ForceReading all = from_guess(Vector3d::Zero(), kAnyForce_N);
  all += reading;
  const Matrix3d covariance = all.precision_B.inverse();
  return {covariance * all.weighted_B, covariance};
}

}  // namespace ventosa::controller
