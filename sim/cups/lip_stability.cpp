#include "sim/cups/lip_stability.h"

#include <algorithm>

#include "controller/model/rotation.h"

namespace ventosa::sim {
namespace {

/// Mass and inertia of the links that hang on the wrist point W, at zero joint angles. Rotor
/// inertia is left out: within the backlash the rotors do not move with the links.
struct WristInertia {
  double mass_kg = 0;
  controller::Matrix3d J_W = controller::Matrix3d::Zero();  ///< inertia about the wrist
};

WristInertia wrist_inertia(const controller::Leg& leg) {
  WristInertia wrist;
  controller::Vector3d p_WJ = controller::Vector3d::Zero();
  for (int i = leg.n_arm; i < leg.n_joints; ++i) {
    const auto j = static_cast<std::size_t>(i);
    if (i > leg.n_arm) p_WJ += leg.joint[j].p_PJ;
    const controller::Link& link = leg.link[j];
    const controller::Matrix3d S = controller::skew(p_WJ + link.p_JC);
    wrist.mass_kg += link.mass_kg;
    wrist.J_W += link.I_C - link.mass_kg * S * S;
  }
  return wrist;
}

}  // namespace

bool lip_is_stable(const models::Lip& lip, double lip_radius_m, const controller::Leg& leg,
                   double step_s) noexcept {
  const WristInertia wrist = wrist_inertia(leg);
  const controller::Matrix3d R = leg.X_JF.linear(), J = R.transpose() * wrist.J_W * R;
  const double factor_s2 = step_s * (step_s + 2 * lip.damping_s) / 4;
  const double r2 = lip_radius_m * lip_radius_m, L2 = leg.foot.standoff_m * leg.foot.standoff_m;
  const double k = lip.stiffness_N_m * factor_s2, k_t = lip.shear_stiffness_N_m * factor_s2;
  return k < wrist.mass_kg && k_t * L2 + k * r2 / 2 < std::min(J(0, 0), J(1, 1)) &&
         k_t * r2 < J(2, 2);
}

}  // namespace ventosa::sim
