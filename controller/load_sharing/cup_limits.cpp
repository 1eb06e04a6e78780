#include "controller/load_sharing/cup_limits.h"

namespace ventosa::controller {
namespace {

constexpr double kCos45 = 0.70710678118654752;
constexpr double kCos22 =
    0.92387953251128676;  // cos(pi / 8): face of an octagon in the unit circle

/// Unit vectors across the faces of the octagon, in S.
constexpr std::array<std::array<double, 2>, kConeFaces> kFaces{{{1, 0},
                                                                {kCos45, kCos45},
                                                                {0, 1},
                                                                {-kCos45, kCos45},
                                                                {-1, 0},
                                                                {-kCos45, -kCos45},
                                                                {0, -1},
                                                                {kCos45, -kCos45}}};

/// t . (F_c + lean) <= ratio (F_c,n + V) across every face t, shrunk by the availability.
/// @param ratio    of the true cone
/// @param lean_B   [N] shear that is there even with F_c = 0
/// @param lost_N   of the bound, safety factor apart
void add_cone(const CupHold& hold, double ratio, const Vector3d& lean_B, double lost_N, Limit limit,
              SharingFoot& foot) {
  const double inscribed = kCos22 * ratio / hold.safety_factor;
  for (const auto& [x, y] : kFaces) {
    const Vector3d t = hold.R_BS.col(0) * x + hold.R_BS.col(1) * y;
    const Vector3d a = t - inscribed * hold.R_BS.col(2);
    foot.add({.a = a,
              .offset = a.dot(hold.weight_B) - hold.availability * (t.dot(lean_B) + lost_N),
              .scale = hold.availability * inscribed * hold.grip_force_N,
              .limit = limit});
  }
}

/// a . F_c <= bound, shrunk by the availability.
void add_plane(const CupHold& hold, const Vector3d& a, double bound_N, Limit limit,
               SharingFoot& foot) {
  foot.add({.a = a,
            .offset = a.dot(hold.weight_B),
            .scale = hold.availability * bound_N / hold.safety_factor,
            .limit = limit});
}

}  // namespace

void add_cup_rows(const CupHold& hold, SharingFoot& foot) noexcept {
  const double peel_ratio = hold.lip_radius_m / (2 * hold.wrist_to_lip_m);
  const Vector3d lean_B = hold.weight_B - hold.peel_weight_B;  // F - w_p = F_c + lean
  add_cone(hold, hold.friction, Vector3d::Zero(), 0, Limit::kSlip, foot);
  add_cone(hold, peel_ratio, lean_B, hold.wrist_moment_Nm / hold.wrist_to_lip_m, Limit::kPeel,
           foot);

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
