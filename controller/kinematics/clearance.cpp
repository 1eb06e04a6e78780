#include "controller/kinematics/clearance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ventosa::controller {
namespace {

Box plate_of(const Patch& patch) {
  const double half_m = kPlateThickness_m / 2;
  return {.p_BO = {0, 0, -half_m},
          .half_extent_m = {patch.half_extent_m.x(), patch.half_extent_m.y(), half_m}};
}

/// Lower bound of the distance between a plate and a part, by the part's bounding sphere.
double ball_distance_m(const Convex& part, const Box& plate) {
  const Vector3d outside =
      ((part.middle - plate.p_BO).cwiseAbs() - plate.half_extent_m).cwiseMax(0.0);
  return outside.norm() - part.reach_m;
}

/// Lower bound of the height of a part over the surface, exact for a rod.
double height_m(const Convex& part) {
  const double axis_m = std::min(part.from.z(), part.to.z());
  if (part.shape == SolidShape::kRod) return axis_m - part.radius_m;
  const double lean = (part.to - part.from).head<2>().norm() / part.cup->height_m;
  return axis_m - part.cup->lip_radius_m * std::min(1.0, lean);
}

/// Solids of a leg, in S.
struct LegSolids {
  const Leg& leg;
  const LegPose& pose;
  const Isometry3d& X_SB;
  const Convex foot = foot_solid(leg, X_SB* pose.X_BF);

  std::size_t n_links() const { return static_cast<std::size_t>(leg.n_joints); }
  /// The last link ends at the foot.
  Convex link(std::size_t j) const {
    const Vector3d to = j + 1 == n_links() ? foot.to : Vector3d(X_SB * pose.p_BJ[j + 1]);
    return rod(X_SB * pose.p_BJ[j], to, leg.link[j].radius_m);
  }
};

/// The plate of a patch.
struct Plate {
  const Box box;
  const Convex solid = controller::box(box);

  /// Distance of a part, at most `least_m`.
  double distance_m(const Convex& part, double least_m) const {
    if (height_m(part) >= least_m || ball_distance_m(part, box) >= least_m) return least_m;
    return std::min(least_m, controller::distance_m(solid, part, least_m));
  }
  /// The nearest of the first `n_parts` parts of a leg, the foot being the last.
  NearestPart nearest(const LegSolids& leg, std::size_t n_parts, double farthest_m) const {
    NearestPart least{.distance_m = farthest_m};
    const auto look_at = [&](const Convex& part, std::size_t j) {
      const double d_m = distance_m(part, least.distance_m);
      if (d_m < least.distance_m) least = {d_m, static_cast<int>(j)};
    };
    if (n_parts > leg.n_links()) look_at(leg.foot, leg.n_links());
    for (std::size_t j = 0; j < std::min(n_parts, leg.n_links()); ++j) look_at(leg.link(j), j);
    return least;
  }
};

using Corners = std::array<Vector3d, 8>;

Corners corners_of(const Box& box, const Isometry3d& X_SB) {
  Corners corners;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vector3d side((k & 1) != 0 ? 1 : -1, (k & 2) != 0 ? 1 : -1, (k & 4) != 0 ? 1 : -1);
    corners[k] = X_SB * (box.p_BO + side.cwiseProduct(box.half_extent_m));
  }
  return corners;
}

/// Least distance of a box's edges from another solid.
double edge_distance_m(const Corners& corners, const Convex& solid, double farthest_m) {
  for (std::size_t k = 0; k < corners.size(); ++k)
    for (const std::size_t bit : {1U, 2U, 4U}) {
      if ((k & bit) != 0) continue;
      const Convex edge = rod(corners[k], corners[k | bit], 0);
      farthest_m = std::min(farthest_m, distance_m(solid, edge, farthest_m));
    }
  return farthest_m;
}

/// Distance of two boxes: the nearest points lie on an edge of one of them.
double distance_m(const Box& a, const Box& b, const Isometry3d& X_AB, double farthest_m) {
  const Corners b_A = corners_of(b, X_AB);
  const bool far = std::all_of(b_A.begin(), b_A.end(), [&](const Vector3d& corner) {
    return corner.z() - a.p_BO.z() - a.half_extent_m.z() >= farthest_m;
  });
  if (far) return farthest_m;
  farthest_m = edge_distance_m(b_A, box(a), farthest_m);
  return edge_distance_m(corners_of(a, X_AB.inverse()), box(b), farthest_m);
}

}  // namespace

bool lies_on(const Patch& patch, const Vector3d& p_WF, const Vector3d& z_WF) noexcept {
  constexpr double kParallel = 0.995;
  const Vector3d n_W = patch.X_WS.linear().col(2);
  const double off_m = std::abs(n_W.dot(p_WF - patch.X_WS.translation()));
  return off_m <= kFlush_m + patch.uneven_m && -n_W.dot(z_WF) >= kParallel;
}

double distance_m(const Leg& leg, const LegPose& pose, const Patch& patch, const Isometry3d& X_WB,
                  double farthest_m) noexcept {
  return nearest_part({leg, pose, X_WB}, patch, leg.n_joints + 1, farthest_m).distance_m;
}

NearestPart nearest_part(const PosedLeg& posed, const Patch& patch, int n_parts,
                         double farthest_m) noexcept {
  const Isometry3d X_SB = patch.X_WS.inverse() * posed.X_WB;
  const LegSolids solids{posed.leg, posed.pose, X_SB};
  return Plate{plate_of(patch)}.nearest(solids, static_cast<std::size_t>(n_parts), farthest_m);
}

int n_arm_links(const Leg& leg) noexcept { return std::min(leg.n_arm, leg.n_joints - 1); }

double links_depth_m(const Leg& leg, const LegPose& pose, const PatchList& patches,
                     const Isometry3d& X_WB) noexcept {
  double least_m = 0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(patches.n); ++k) {
    const Patch& patch = patches.patch[k];
    least_m = nearest_part({leg, pose, X_WB}, patch, leg.n_joints, least_m).distance_m;
  }
  return -least_m;
}

double distance_m(const Leg& leg, const LegPose& pose, const PatchList& patches,
                  const Isometry3d& X_WB, double farthest_m) noexcept {
  for (std::size_t k = 0; k < static_cast<std::size_t>(patches.n); ++k)
    farthest_m = distance_m(leg, pose, patches.patch[k], X_WB, farthest_m);
  return farthest_m;
}

double body_distance_m(const RobotModel& robot, const PatchList& patches, const Isometry3d& X_WB,
                       double farthest_m) noexcept {
  for (std::size_t k = 0; k < static_cast<std::size_t>(patches.n); ++k)
    farthest_m = body_distance_m(robot, patches.patch[k], X_WB, farthest_m);
  return farthest_m;
}

double body_distance_m(const RobotModel& robot, const Patch& patch, const Isometry3d& X_WB,
                       double farthest_m) noexcept {
  const Isometry3d X_SB = patch.X_WS.inverse() * X_WB;
  for (const Box& part : robot.body_box)
    farthest_m = distance_m(plate_of(patch), part, X_SB, farthest_m);
  return farthest_m;
}

double body_height_m(const RobotModel& robot, const Isometry3d& X_SB) noexcept {
  double least_m = std::numeric_limits<double>::infinity();
  for (const Box& part : robot.body_box)
    for (const Vector3d& corner : corners_of(part, X_SB)) least_m = std::min(least_m, corner.z());
  return least_m;
}

double links_height_m(const Leg& leg, const LegPose& pose, const Isometry3d& X_SB) noexcept {
  const LegSolids solids{leg, pose, X_SB};
  double least_m = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < solids.n_links(); ++j)
    least_m = std::min(least_m, height_m(solids.link(j)));
  return least_m;
}

}  // namespace ventosa::controller
