#include "controller/kinematics/arm_geometry.h"

#include <cmath>

namespace ventosa::controller {
namespace {

bool has_romerin_axes(const Leg& leg) {
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
  const std::array<Vector3d, 6> axis{z, -y, y, -x, -y, x};
  for (std::size_t j = 0; j < axis.size(); ++j)
    if (leg.joint[j + static_cast<std::size_t>(leg.n_lead())].axis != axis[j]) return false;
  return leg.X_JF.linear().col(2) == x;
}

bool has_romerin_links(const Leg& leg) {
  const Joint* arm = &leg.joint[static_cast<std::size_t>(leg.n_lead())];
  const Vector3d &shoulder = arm[1].p_PJ, &upper = arm[2].p_PJ, &fore = arm[3].p_PJ;
  const bool plane = shoulder.tail<2>().isZero(0) && upper.y() == 0 && fore.y() == 0;
  const bool wrist = arm[4].p_PJ.isZero(0) && arm[5].p_PJ.isZero(0);
  return plane && wrist && leg.X_JF.translation().tail<2>().isZero(0);
}

}  // namespace

ArmGeometry arm_geometry(const Leg& leg) noexcept {
  const Joint* arm = &leg.joint[static_cast<std::size_t>(leg.n_lead())];
  const Vector3d &upper = arm[2].p_PJ, &fore = arm[3].p_PJ;
  return {.L1 = arm[1].p_PJ.x(),
          .Lc = std::hypot(upper.x(), upper.z()),
          .Ld = std::hypot(fore.x(), fore.z()),
          .alpha = std::atan2(-upper.z(), upper.x()),
          .beta = std::atan2(fore.z(), fore.x())};
}

Isometry3d arm_base(const Leg& leg, const PerJoint<double>& q_rad) noexcept {
  const auto n = static_cast<std::size_t>(leg.n_lead());
  Isometry3d X_LA = Isometry3d::Identity();
  for (std::size_t j = 0; j < n; ++j) {
    X_LA.translate(leg.joint[j].p_PJ);
    X_LA.rotate(Eigen::AngleAxisd(q_rad[j], leg.joint[j].axis));
  }
  return X_LA.translate(leg.joint[n].p_PJ);
}

bool is_romerin(const Leg& leg) noexcept {
  return leg.n_arm >= 3 && leg.n_joints == leg.n_arm + 3 && leg.n_joints <= kMaxJoints &&
         has_romerin_axes(leg) && has_romerin_links(leg);
}

}  // namespace ventosa::controller
