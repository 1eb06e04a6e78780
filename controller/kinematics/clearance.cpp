#include "controller/kinematics/clearance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ventosa::controller {
namespace {

constexpr double kFar_m = std::numeric_limits<double>::infinity();

bool is_over(const Patch& patch, const Vector3d& p_S, double reach_m) {
  return (p_S.head<2>().cwiseAbs().array() <= patch.half_extent_m.array() + reach_m).all();
}

/// 1 + n_joints points: the joints, then the lip's centre.
Vector3d point(const Leg& leg, const LegPose& pose, int k) {
  return k < leg.n_joints ? pose.p_BJ[static_cast<std::size_t>(k)]
                          : Vector3d(pose.X_BF.translation());
}

/// Where on a segment of squared length `length2` the nearest point lies, 0..1.
double nearest(double along, double length2) {
  return length2 > 0 ? std::clamp(along / length2, 0.0, 1.0) : 0.0;
}

/// Of a lip's ball from the rods of another leg.
double ball_distance_m(const Vector3d& p_BF, double radius_m, const Leg& leg, const LegPose& pose) {
  double least_m = kFar_m;
  for (int k = 0; k < leg.n_joints; ++k)
    least_m =
        std::min(least_m, distance_m(p_BF, p_BF, point(leg, pose, k), point(leg, pose, k + 1)));
  return least_m - radius_m - kRodRadius_m;
}

}  // namespace

double distance_m(const Leg& leg, const LegPose& pose, double lip_radius_m, const Patch& patch,
                  const Isometry3d& X_WB) noexcept {
  const Isometry3d X_SB = patch.X_WS.inverse() * X_WB;
  const double side = (X_SB * pose.p_BJ[0]).z() < 0 ? -1 : 1;
  double least_m = kFar_m;
  for (int k = 1; k < leg.n_joints; ++k) {
    const Vector3d p_S = X_SB * pose.p_BJ[static_cast<std::size_t>(k)];
    if (is_over(patch, p_S, 0)) least_m = std::min(least_m, side * p_S.z() - kRodRadius_m);
  }
  const Isometry3d X_SF = X_SB * pose.X_BF;
  const double lean = X_SF.linear().block<1, 2>(2, 0).norm();  // sine between disc and patch
  if (is_over(patch, X_SF.translation(), lip_radius_m))
    least_m = std::min(least_m, side * X_SF.translation().z() - lip_radius_m * lean);
  return least_m;
}

double distance_m(const Leg& leg, const LegPose& pose, const Leg& other, const LegPose& other_pose,
                  double lip_radius_m) noexcept {
  double least_m =
      std::min(ball_distance_m(pose.X_BF.translation(), lip_radius_m, other, other_pose),
               ball_distance_m(other_pose.X_BF.translation(), lip_radius_m, leg, pose));
  for (int i = 0; i < leg.n_joints; ++i)
    for (int k = 0; k < other.n_joints; ++k)
      least_m = std::min(least_m,
                         distance_m(point(leg, pose, i), point(leg, pose, i + 1),
                                    point(other, other_pose, k), point(other, other_pose, k + 1)) -
                             2 * kRodRadius_m);
  return least_m;
}

// Ericson 2005, Real-Time Collision Detection, 5.1.9: the nearest points of the lines, then each
// clamped to its segment and the other one found anew
double distance_m(const Vector3d& a0, const Vector3d& a1, const Vector3d& b0,
                  const Vector3d& b1) noexcept {
  const Vector3d u = a1 - a0, v = b1 - b0, r = a0 - b0;
  const double a = u.squaredNorm(), e = v.squaredNorm(), b = u.dot(v), c = u.dot(r), f = v.dot(r);
  const double det = a * e - b * b;
  double s = det > 0 ? std::clamp((b * f - c * e) / det, 0.0, 1.0) : 0.0;
  const double t = nearest(b * s + f, e);
  s = nearest(b * t - c, a);
  return (r + s * u - t * v).norm();
}

}  // namespace ventosa::controller
