#include "controller/kinematics/arm_geometry.h"

#include <cmath>

namespace ventosa::controller {
namespace {

const Joint* arm_of(const Leg& leg) { return &leg.joint[static_cast<std::size_t>(leg.n_lead())]; }

/// [m] wrist point in the forearm's link frame; without wrist the foot.
Vector3d wrist_in_forearm(const Leg& leg) {
  return leg.has_wrist() ? leg.joint[static_cast<std::size_t>(leg.n_arm)].p_PJ
                         : Vector3d(leg.X_JF.translation());
}

bool slides_before_arm(const Leg& leg) {
  return std::any_of(leg.joint.begin(), leg.joint.begin() + leg.n_lead(),
                     [](const Joint& joint) { return joint.slides(); });
}

bool has_elbow(const Leg& leg) {
  const Vector3d y = Vector3d::UnitY();
  const Joint* arm = arm_of(leg);
  if (arm[0].slides() || arm[1].slides() || arm[2].slides()) return false;
  const Vector3d &shoulder = arm[1].p_PJ, &upper = arm[2].p_PJ;
  const bool axes = arm[0].axis == Vector3d::UnitZ() && arm[1].axis == -y &&
                    (arm[2].axis == y || arm[2].axis == -y);
  return axes && shoulder.tail<2>().isZero(0) && upper.y() == 0 && wrist_in_forearm(leg).y() == 0;
}

bool slides_in_its_plane(const Leg& leg) {
  const Joint* arm = arm_of(leg);
  const bool slide = !arm[0].slides() && arm[1].slides() && arm[2].slides();
  const bool axes = arm[0].axis == Vector3d::UnitZ() && arm[1].axis == Vector3d::UnitX() &&
                    arm[2].axis == Vector3d::UnitZ();
  return slide && axes && arm[1].p_PJ.y() == 0 && arm[2].p_PJ.y() == 0 &&
         leg.X_JF.translation().y() == 0;
}

bool has_spherical_wrist(const Leg& leg) {
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY();
  const Joint* wrist = &leg.joint[static_cast<std::size_t>(leg.n_arm)];
  const bool axes = wrist[0].axis == -x && wrist[1].axis == -y && wrist[2].axis == x;
  return axes && wrist[1].p_PJ.isZero(0) && wrist[2].p_PJ.isZero(0) &&
         leg.X_JF.linear().col(2) == x && leg.X_JF.translation().tail<2>().isZero(0);
}

}  // namespace

bool has_sliders(const Leg& leg) noexcept { return arm_of(leg)[1].slides(); }

Vector2d slider_zero(const Leg& leg) noexcept {
  const Joint* arm = arm_of(leg);
  const Vector3d p = arm[1].p_PJ + arm[2].p_PJ + wrist_in_forearm(leg);
  return {p.x(), p.z()};
}

Vector2d slider_angles(const Leg& leg, const Vector2d& p_m) noexcept {
  const Joint* arm = arm_of(leg);
  return (p_m - slider_zero(leg)).cwiseQuotient(Vector2d(arm[1].slide_m_rad, arm[2].slide_m_rad));
}

ArmGeometry arm_geometry(const Leg& leg) noexcept {
  const Joint* arm = arm_of(leg);
  const Vector3d upper = arm[2].p_PJ, fore = wrist_in_forearm(leg);
  return {.L1 = arm[1].p_PJ.x(),
          .Lc = std::hypot(upper.x(), upper.z()),
          .Ld = std::hypot(fore.x(), fore.z()),
          .alpha = std::atan2(-upper.z(), upper.x()),
          .beta = std::atan2(fore.z(), fore.x()),
          .s = arm[2].axis.y()};
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

bool has_closed_form(const Leg& leg) noexcept {
  const int n_wrist = leg.n_joints - leg.n_arm;
  if (leg.n_arm < 3 || leg.n_joints > kMaxJoints || slides_before_arm(leg)) return false;
  if (has_sliders(leg)) return n_wrist == 0 && slides_in_its_plane(leg);
  return has_elbow(leg) && (n_wrist == 0 || (n_wrist == 3 && has_spherical_wrist(leg)));
}

}  // namespace ventosa::controller
