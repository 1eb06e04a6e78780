#include "controller/kinematics/workspace.h"

#include <cmath>
#include <numbers>

#include "controller/kinematics/arm_geometry.h"
#include "controller/kinematics/forward_kinematics.h"
#include "controller/kinematics/joint_limits.h"
#include "controller/kinematics/slider_reach.h"

namespace ventosa::controller {
namespace {

struct Interval {
  double low, high;
  bool holds(double x) const { return x >= low && x <= high; }
};

/// The angle of an interval nearest on the circle.
double nearest_in(const Interval& range, double angle_rad) {
  constexpr double kTurn = 2 * std::numbers::pi;
  const double turned = angle_rad - kTurn * std::floor((angle_rad - range.low) / kTurn);
  if (turned <= range.high) return turned;
  return turned - range.high < range.low + kTurn - turned ? range.high : range.low;
}

/// Reduced angles in the arm's plane and the squared distance of the wrist point from the target.
struct PlanarArm {
  double Q2 = 0, Q3 = 0;
  double off2 = std::numeric_limits<double>::infinity();
};

/// The arm in its vertical plane through joint 1: rho from joint 2, z up.
class ArmPlane {
 public:
  ArmPlane(const ArmGeometry& arm, const Joint& joint2, const Joint& joint3)
      : arm_(arm),
        Q2_{arm.Q2(joint2.q_min_rad), arm.Q2(joint2.q_max_rad)},
        Q3_{arm.Q3(arm.s > 0 ? joint3.q_min_rad : joint3.q_max_rad),
            arm.Q3(arm.s > 0 ? joint3.q_max_rad : joint3.q_min_rad)} {}

  PlanarArm nearest_on_edge(double rho, double z) const {
    PlanarArm best;
    for (const double Q3 : {0.0, Q3_.low, Q3_.high})
      if (Q3_.holds(Q3)) keep_nearer(on_elbow_circle(rho, z, Q3), best);
    for (const double Q2 : {Q2_.low, Q2_.high}) keep_nearer(on_shoulder_edge(rho, z, Q2), best);
    return best;
  }

 private:
  PlanarArm measured(double rho, double z, double Q2, double Q3) const {
    const double d_rho = arm_.Lc * std::cos(Q2) + arm_.Ld * std::cos(Q2 - Q3) - rho;
    const double d_z = arm_.Lc * std::sin(Q2) + arm_.Ld * std::sin(Q2 - Q3) - z;
    return {Q2, Q3, d_rho * d_rho + d_z * d_z};
  }
  PlanarArm on_elbow_circle(double rho, double z, double Q3) const {
    const double slant = std::atan2(arm_.Ld * std::sin(Q3), arm_.Lc + arm_.Ld * std::cos(Q3));
    return measured(rho, z, nearest_in(Q2_, std::atan2(z, rho) + slant), Q3);
  }
  PlanarArm on_shoulder_edge(double rho, double z, double Q2) const {
    const double forearm = std::atan2(z - arm_.Lc * std::sin(Q2), rho - arm_.Lc * std::cos(Q2));
    return measured(rho, z, Q2, nearest_in(Q3_, Q2 - forearm));
  }
  static void keep_nearer(const PlanarArm& arm, PlanarArm& best) {
    if (arm.off2 < best.off2) best = arm;
  }

  ArmGeometry arm_;
  Interval Q2_, Q3_;
};

/// The arm's two joints after the first, and the squared distance of their point from the target.
struct InPlane {
  Vector2d q_rad;
  double off2 = 0;
};

InPlane nearest_with_elbow(const Leg& leg, double radius_m, double z_m) {
  const ArmGeometry arm = arm_geometry(leg);
  const Joint* joint = &leg.joint[static_cast<std::size_t>(leg.n_lead())];
  const PlanarArm edge = ArmPlane(arm, joint[1], joint[2]).nearest_on_edge(radius_m - arm.L1, z_m);
  return {{nearest_turn(joint[1], arm.q2(edge.Q2), edge.Q2),
           nearest_turn(joint[2], arm.q3(edge.Q3), edge.Q3)},
          edge.off2};
}

InPlane nearest_with_sliders(const Leg& leg, double radius_m, double z_m) {
  const Joint* joint = &leg.joint[static_cast<std::size_t>(leg.n_lead())];
  const Vector2d goal(radius_m, z_m), q_rad = nearest_sliders(leg, goal);
  const Vector2d slope_m_rad(joint[1].slide_m_rad, joint[2].slide_m_rad);
  return {q_rad, (slider_zero(leg) + slope_m_rad.cwiseProduct(q_rad) - goal).squaredNorm()};
}

/// A reachable point by its arm joints, with its squared distance from the target.
struct Nearest {
  PerJoint<double> q{};
  double off2 = 0;
};

/// The nearest reachable point within the arm's plane, with that plane as near to the target as q1
/// allows.
/// @param behind  the target is behind the hip
Nearest nearest_in_plane(const Leg& leg, const Vector3d& p_AW, bool behind,
                         const PerJoint<double>& q_last) {
  const auto a = static_cast<std::size_t>(leg.n_lead());
  const Joint* joint = &leg.joint[a];
  Nearest found{.q = q_last};
  const double azimuth = std::atan2(p_AW.y(), p_AW.x()) + (behind ? std::numbers::pi : 0);
  const double Q1 = nearest_in({joint[0].q_min_rad, joint[0].q_max_rad},
                               p_AW.head<2>().isZero(0) ? q_last[a] : azimuth);
  const Vector3d ahead(std::cos(Q1), std::sin(Q1), 0);
  const double along = ahead.dot(p_AW);
  const Vector3d in_plane = along * ahead + p_AW.z() * Vector3d::UnitZ();
  found.off2 = (p_AW - in_plane).squaredNorm();
  if (solve_arm(leg, arm_base(leg, q_last) * in_plane, found.q) == IkStatus::kOk) return found;

  const InPlane edge = has_sliders(leg) ? nearest_with_sliders(leg, along, p_AW.z())
                                        : nearest_with_elbow(leg, along, p_AW.z());
  found.q[a] = Q1;
  found.q[a + 1] = edge.q_rad[0];
  found.q[a + 2] = edge.q_rad[1];
  found.off2 += edge.off2;
  return found;
}

}  // namespace

Reach project_on_reach(const Leg& leg, const Vector3d& p_LW,
                       const PerJoint<double>& q_last_rad) noexcept {
  constexpr double kFar_m = 1e6;  // beyond it only the direction matters
  Reach reach{.status = IkStatus::kBadInput, .p_LW = p_LW, .q_rad = q_last_rad};
  reach.status = solve_arm(leg, p_LW, reach.q_rad);
  if (reach.status == IkStatus::kOk) return reach;
  if (reach.status == IkStatus::kBadInput) return Reach{};
  const double far = p_LW.lpNorm<Eigen::Infinity>();
  const Vector3d near_LW = far > kFar_m ? Vector3d(p_LW * (kFar_m / far)) : p_LW;
  const Vector3d p_AW = arm_base(leg, q_last_rad).inverse() * near_LW;
  const Nearest front = nearest_in_plane(leg, p_AW, false, q_last_rad);
  const Nearest behind = nearest_in_plane(leg, p_AW, true, q_last_rad);
  reach.q_rad = front.off2 <= behind.off2 ? front.q : behind.q;
  reach.p_LW = leg.X_BL.inverse() * leg_pose(leg, reach.q_rad).p_BW;
  return reach;
}

}  // namespace ventosa::controller
