#pragma once

#include <cmath>
#include <numbers>

#include "controller/model/robot_model.h"

/// The ROMERIN module in Denavit-Hartenberg notation: an oracle that is independent of the
/// controller's joint table.
/// Prados 2023, Tables 1 and 2, with joint 4's offset d = -L4 (printed: -L3), joint 3 turned by
/// -pi/2 and the true alpha = atan(L3 / L2). Row 0 is an addition: joint 0 rolls about x of L, and
/// L0 separates it from joint 1.
namespace ventosa::test {

struct DhRow {
  double theta, d, a, alpha;
};

// T = Rz(theta) Tz(d) Tx(a) Rx(alpha)
inline controller::Isometry3d transform(const DhRow& row) {
  using controller::Vector3d;
  controller::Isometry3d T(Eigen::AngleAxisd(row.theta, Vector3d::UnitZ()));
  T.translate(Vector3d(row.a, 0, row.d));
  return T.rotate(Eigen::AngleAxisd(row.alpha, Vector3d::UnitX()));
}

struct DhPose {
  controller::Vector3d p_LW;
  controller::Isometry3d X_LF;
};

/// @param q  angles of joints 1 to 6
inline DhPose dh_pose(const controller::Isometry3d& X_LA, const double* q) {
  constexpr double L1 = 0.068, L2 = 0.22045, L3 = 0.01492, L4 = 0.27991, L5 = 0.02245, L6 = 0.087;
  constexpr double kQuarter = std::numbers::pi / 2;
  const double alpha = std::atan(L3 / L2);
  const DhRow rows[] = {{q[0], 0, L1, kQuarter},
                        {q[1] - alpha, 0, L2 / std::cos(alpha), 2 * kQuarter},
                        {q[2] - kQuarter - alpha, 0, L5, kQuarter},
                        {q[3], -L4, 0, kQuarter},
                        {q[4], 0, 0, kQuarter},
                        {q[5] - kQuarter, L6, 0, 0}};
  DhPose pose{{}, X_LA};
  for (const DhRow& row : rows) {
    pose.X_LF = pose.X_LF * transform(row);
    if (&row == &rows[3]) pose.p_LW = pose.X_LF.translation();
  }
  return pose;
}

/// Pose of the lip and the wrist point in L, for six joints or seven.
inline DhPose dh_pose(const controller::Leg& leg, const controller::PerJoint<double>& q) {
  constexpr double L0 = 0.20464;
  controller::Isometry3d X_LA = controller::Isometry3d::Identity();
  if (leg.n_joints == 6) return dh_pose(X_LA, q.data());
  // z along joint 0, x across the leg; a quarter turn leads to the frame of the six-joint leg
  X_LA.linear() << 0, 0, 1, -1, 0, 0, 0, -1, 0;
  X_LA = X_LA * transform({q[0], L0, 0, std::numbers::pi / 2});
  X_LA.rotate(Eigen::AngleAxisd(std::numbers::pi / 2, controller::Vector3d::UnitZ()));
  return dh_pose(X_LA, q.data() + 1);
}

}  // namespace ventosa::test
