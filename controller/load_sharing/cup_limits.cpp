#include "controller/load_sharing/cup_limits.h"

namespace ventosa::controller {
namespace {

/// Cone |P (F_c + lean)| <= ratio (F_c,n + V), shrunk by the availability.
/// @param lean_B  [N] shear that is present at F_c = 0
/// @param lost_N  subtracted from the bound, before the safety factor
SharingCone cone_of(const CupHold& hold, double true_ratio, const Vector3d& lean_B, double lost_N,
                    Limit limit) {
  const Vector3d n = hold.R_BS.col(2);
  const double ratio = true_ratio / hold.safety_factor;
  return {.n = n,
          .ratio = ratio,
          .centre_N = hold.weight_B - hold.availability * lean_B,
          .offset = -ratio * n.dot(hold.weight_B) - hold.availability * lost_N,
          .scale = hold.availability * ratio * hold.grip_force_N,
          .limit = limit};
}

/// Adds the row a . F_c <= bound, shrunk by the availability.
void add_plane(const CupHold& hold, const Vector3d& a, double bound_N, Limit limit,
               SharingFoot& foot) {
  foot.add({.a = a,
            .offset = a.dot(hold.weight_B),
            .scale = hold.availability * bound_N / hold.safety_factor,
            .limit = limit});
}

}  // namespace

void add_foot_limits(const CupHold& hold, SharingFoot& foot) noexcept {
  const double peel_ratio = hold.lip_radius_m / (2 * hold.wrist_to_lip_m);
  const Vector3d lean_B = hold.weight_B - hold.peel_weight_B;  // F - w_p = F_c + lean
  foot.add(cone_of(hold, hold.friction, Vector3d::Zero(), 0, Limit::kSlip));
  foot.add(
      cone_of(hold, peel_ratio, lean_B, hold.wrist_moment_Nm / hold.wrist_to_lip_m, Limit::kPeel));

  const Vector3d n = hold.R_BS.col(2);
  add_plane(hold, -n, kMaxPullRatio * hold.grip_force_N, Limit::kPullOff, foot);
  add_plane(hold, n, hold.max_push_N, Limit::kPush, foot);
}

void add_torque_rows(const ArmJacobian& J_BW, const ArmVector& tau_g, const ArmVector& limit_Nm,
                     SharingFoot& foot) noexcept {
  for (int j = 0; j < J_BW.cols(); ++j) {
    const Vector3d a = J_BW.col(j);
    foot.add({.a = -a, .offset = -tau_g[j], .scale = limit_Nm[j], .limit = Limit::kTorque});
    foot.add({.a = a, .offset = tau_g[j], .scale = limit_Nm[j], .limit = Limit::kTorque});
  }
}

}  // namespace ventosa::controller
