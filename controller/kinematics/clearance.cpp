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

}  // namespace

double distance_m(const Leg& leg, const LegPose& pose, double lip_radius_m, const Patch& patch,
                  const Isometry3d& X_WB) noexcept {
  const Isometry3d X_SB = patch.X_WS.inverse() * X_WB;
  const double side = (X_SB * pose.p_BJ[0]).z() < 0 ? -1 : 1;
  double least_m = kFar_m;
  for (int k = 1; k < leg.n_joints; ++k) {
    const auto j = static_cast<std::size_t>(k);
    const Vector3d p_S = X_SB * pose.p_BJ[j];
    if (is_over(patch, p_S, 0)) least_m = std::min(least_m, side * p_S.z() - leg.link[j].radius_m);
  }
  const Isometry3d X_SF = X_SB * pose.X_BF;
  const double lean = X_SF.linear().block<1, 2>(2, 0).norm();  // sine between disc and patch
  if (is_over(patch, X_SF.translation(), lip_radius_m))
    least_m = std::min(least_m, side * X_SF.translation().z() - lip_radius_m * lean);
  return least_m;
}

}  // namespace ventosa::controller
