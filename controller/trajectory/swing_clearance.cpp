#include "controller/trajectory/swing_clearance.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>

#include "controller/kinematics/clearance.h"

namespace ventosa::controller {
namespace {

using PatchSet = std::bitset<kMaxPatches>;
using PerPatch = std::array<double, kMaxPatches>;

const Patch& patch_of(const SwingScene& scene, int index) {
  return scene.patches.patch[static_cast<std::size_t>(index)];
}

/// Upper bound of the distance of any point of a leg from its hip.
double reach_m(const Leg& leg) {
  const Cup* cup = leg.cup();
  double sum_m = (cup ? cup->lip_radius_m + cup->height_m : 0) + leg.X_JF.translation().norm();
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
    sum_m += leg.joint[j].p_PJ.norm();
  return sum_m;
}

/// Surfaces within the range of the leg.
PatchSet patches_near(const SwingScene& scene, const Isometry3d& X_WB) {
  const Vector3d hip_W = X_WB * scene.leg.X_BL.translation();
  const double range_m = reach_m(scene.leg) + kLeastClearance_m;
  PatchSet near;
  for (int k = 0; k < scene.patches.n; ++k) {
    const Patch& patch = patch_of(scene, k);
    const Vector3d hip_S = patch.X_WS.inverse() * hip_W;
    const Vector2d beside = (hip_S.head<2>().cwiseAbs() - patch.half_extent_m).cwiseMax(0.0);
    near[static_cast<std::size_t>(k)] = std::hypot(beside.norm(), hip_S.z()) < range_m;
  }
  return near;
}

/// Those surfaces of `near` on which the lip lies after it is set down at p_WW.
PatchSet surfaces_under(const SwingScene& scene, PatchSet near, const Vector3d& p_WW,
                        const Vector3d& z_WF) {
  const Vector3d p_WF = p_WW + scene.leg.foot.standoff_m * z_WF;
  for (int k = 0; k < scene.patches.n; ++k)
    if (!lies_on(patch_of(scene, k), p_WF, z_WF)) near.reset(static_cast<std::size_t>(k));
  return near;
}

/// Moves a leg along its swing and measures its distances.
class Follower {
 public:
  Follower(const SwingScene& scene, const Isometry3d& X_WB, const ControllerConfig& config,
           const SwingPath& path, const PerJoint<double>& q_rad)
      : scene_(scene),
        X_WB_(X_WB),
        X_LW_((X_WB * scene.leg.X_BL).inverse()),
        config_(config),
        path_(path),
        q_rad_(q_rad) {}

  /// @param share  elapsed share of the phase's duration
  [[nodiscard]] SwingWay go_to(FootPhase phase, double share) {
    --scene_.poses_left;
    const SwingMotion motion(path_, phase, config_);
    const SwingTarget target = motion.at(share * motion.duration_s());
    if (follow_swing(scene_.leg, X_LW_, target, path_.roll_from_rad, q_rad_) != IkStatus::kOk)
      return SwingWay::kUnreachable;
    pose_ = leg_pose(scene_.leg, q_rad_);
    return SwingWay::kFree;
  }
  double distance_m(int patch, double farthest_m) const {
    return controller::distance_m(scene_.leg, pose_, patch_of(scene_, patch), X_WB_, farthest_m);
  }
  /// True if the leg keeps its least distance from each of the given surfaces.
  bool keeps_off(PatchSet patches, const PerPatch& least_m) const {
    for (int k = 0; k < scene_.patches.n; ++k) {
      const auto i = static_cast<std::size_t>(k);
      if (patches[i] && distance_m(k, least_m[i]) < least_m[i]) return false;
    }
    return true;
  }

 private:
  const SwingScene& scene_;
  const Isometry3d& X_WB_;
  const Isometry3d X_LW_;
  const ControllerConfig& config_;
  const SwingPath& path_;
  PerJoint<double> q_rad_;
  LegPose pose_;
};

/// Reduces the least distances to the present ones where the leg is already nearer.
void allow_present(const Follower& foot, PatchSet patches, PerPatch& least_m) {
  constexpr double kRounding_m = 1e-6;
  for (std::size_t i = 0; i < patches.size(); ++i)
    if (patches[i])
      least_m[i] = foot.distance_m(static_cast<int>(i), kLeastClearance_m) - kRounding_m;
}

/// Follows a phase in `n` samples and checks the distances from the given surfaces.
SwingWay follow(FootPhase phase, int n, PatchSet patches, const PerPatch& least_m, Follower& foot) {
  for (int k = 1; k <= n; ++k) {
    const SwingWay way = foot.go_to(phase, static_cast<double>(k) / n);
    if (way != SwingWay::kFree) return way;
    if (!foot.keeps_off(patches, least_m)) return SwingWay::kObstructed;
  }
  return SwingWay::kFree;
}

PerPatch all_clear() {
  PerPatch least_m;
  least_m.fill(kLeastClearance_m);
  return least_m;
}

constexpr int kLiftSamples = 2, kTransferSamples = 28, kLowerSamples = 2;

}  // namespace

SwingWay landing_of(const SwingScene& scene, const Isometry3d& X_WB, const ControllerConfig& config,
                    const SwingPath& path, const PerJoint<double>& q_rad) noexcept {
  const PatchSet near = patches_near(scene, X_WB);
  const PatchSet under = surfaces_under(scene, near, path.goal.p_WW, path.goal.z_WF);
  Follower foot(scene, X_WB, config, path, q_rad);
  for (const FootPhase phase : {FootPhase::kLower, FootPhase::kSeal})
    if (const SwingWay way = foot.go_to(phase, 0); way != SwingWay::kFree) return way;
  return foot.keeps_off(near & ~under, all_clear()) ? SwingWay::kFree : SwingWay::kObstructed;
}

SwingWay way_of(const SwingScene& scene, const Isometry3d& X_WB, const ControllerConfig& config,
                const SwingPath& path, const PerJoint<double>& q_rad) noexcept {
  const PatchSet near = patches_near(scene, X_WB);
  const PatchSet from = surfaces_under(scene, near, path.p_from_W, path.z_from_W);
  const PatchSet goal = surfaces_under(scene, near, path.goal.p_WW, path.goal.z_WF);
  if (near == from && near == goal && near.count() == 1) return SwingWay::kFree;
  Follower foot(scene, X_WB, config, path, q_rad);
  PerPatch least_m = all_clear();
  const SwingWay start = foot.go_to(path.from_air ? FootPhase::kTransfer : FootPhase::kLift, 0);
  if (start != SwingWay::kFree) return start;
  allow_present(foot, near & ~from, least_m);
  if (!path.from_air) {
    const SwingWay lift = follow(FootPhase::kLift, kLiftSamples, near & ~from, least_m, foot);
    if (lift != SwingWay::kFree) return lift;
    allow_present(foot, from, least_m);
  }
  const SwingWay transfer = follow(FootPhase::kTransfer, kTransferSamples, near, least_m, foot);
  if (transfer != SwingWay::kFree) return transfer;
  return follow(FootPhase::kLower, kLowerSamples, near & ~goal, least_m, foot);
}

}  // namespace ventosa::controller
