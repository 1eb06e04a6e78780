#include "planner/setting.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "controller/kinematics/clearance.h"
#include "controller/model/surfaces.h"
#include "controller/organizer/places.h"

namespace ventosa::planner {
namespace {

using controller::Leg;

/// Height of the body over its feet's surface in the default stance.
double default_height_m(const RobotModel& robot) {
  double sum_m = 0;
  for (const Leg& leg : robot.leg) sum_m += leg.foot.standoff_m - leg.p_BW_nominal.z();
  return sum_m / robot.n_legs();
}

/// Distance by which a patch that is too small for a foot would have to reach farther.
double beyond_m(const Leg& leg, const Patch& patch, const Vector3d& p_WW) {
  const Vector3d p_S = patch.X_WS.inverse() * p_WW;
  const double foot_m = leg.foot.radius_m() + controller::kEdgeClearance_m;
  return (p_S.head<2>().cwiseAbs() - patch.half_extent_m).maxCoeff() + foot_m;
}

/// A body that misses room counts before a foot that does, as it is asked later.
bool misses_less(const NoRoom& a, const NoRoom& b) {
  const bool a_is_body = a.leg < 0, b_is_body = b.leg < 0;
  return a_is_body != b_is_body ? a_is_body : a.missing_m < b.missing_m;
}

}  // namespace

Setting::Setting(const World& world, const Edge& edge, std::array<int, 2> patch, double heading_rad,
                 std::vector<Vector3d> avoid)
    : world_(world),
      edge_(edge),
      patch_(patch),
      avoid_(std::move(avoid)),
      height_m_(default_height_m(world.robot)),
      poses_(world, edge, heading_rad, height_m_) {
  for (std::size_t i = 0; i < world.robot.leg.size(); ++i) {
    const Leg& leg = world.robot.leg[i];
    const Vector3d p_H = Eigen::AngleAxisd(heading_rad, Vector3d::UnitZ()) * leg.p_BW_nominal;
    places_[i] = grid_places(world, leg, edge, patch, p_H.y());
    std::erase_if(places_[i], [&](const FootPlace& place) { return is_avoided(place.at.p_WW); });
  }
}

bool Setting::is_avoided(const Vector3d& p_WW) const {
  constexpr double kApart_m = 0.05;
  return std::ranges::any_of(avoid_,
                             [&](const Vector3d& p_W) { return (p_WW - p_W).norm() < kApart_m; });
}

std::vector<Anchor> Setting::default_stances(Side side, NoRoom& why) {
  constexpr double kFirst_m = 0.15, kApart_m = 0.03;
  constexpr std::size_t kMost = 4;
  std::vector<Anchor> anchors;
  why = {.leg = 0};
  double far_m = kFirst_m;
  while (far_m < PoseGraph::kAlong_m && anchors.size() < kMost) {
    NoRoom missing;
    const auto anchor = default_stance(side, far_m, missing);
    if (anchor) anchors.push_back(*anchor);
    if (!anchor && misses_less(missing, why)) why = missing;
    far_m += anchor ? 2 * kApart_m : kApart_m;
  }
  return anchors;
}

/// @return the foot that misses most; missing_m 0: none
NoRoom Setting::find_feet(Side side, const Isometry3d& X_WB, PerLeg<Foothold>& foot) const {
  constexpr double kSame_m = 1e-3;
  NoRoom most{.missing_m = 0};
  const int k = patch_[static_cast<std::size_t>(side)];
  const Patch& patch = world_.surfaces.patch[static_cast<std::size_t>(k)];
  for (std::size_t i = 0; i < world_.robot.leg.size(); ++i) {
    const Leg& leg = world_.robot.leg[i];
    const Vector3d p_WW = X_WB * leg.p_BW_nominal;
    foot[i] = nearest_foothold_on(k, leg, world_.surfaces, p_WW, controller::kEdgeClearance_m);
    const double off_m =
        foot[i].patch < 0 ? beyond_m(leg, patch, p_WW) : (foot[i].p_WW - p_WW).norm();
    if (off_m > std::max(kSame_m, most.missing_m))
      most = {.leg = static_cast<int>(i), .missing_m = off_m};
  }
  return most;
}

std::optional<Anchor> Setting::default_stance(Side side, double far_m, NoRoom& missing) {
  const bool before = side == Side::kBefore;
  const Vector3d p_E =
      before ? Vector3d(-far_m, 0, height_m_) : edge_.X_EA() * Vector3d(far_m, 0, height_m_);
  const BodyPose pose{p_E.x(), p_E.z(), before ? 0 : edge_.turn_rad};
  const Isometry3d X_WB = poses_.X_WB(pose);
  PerLeg<Foothold> foot;
  missing = find_feet(side, X_WB, foot);
  missing.far_m = far_m;
  const auto is_kept = [&](const Foothold& at) { return at.patch < 0 || !is_avoided(at.p_WW); };
  if (missing.leg >= 0 || !std::ranges::all_of(foot, is_kept)) return std::nullopt;
  const double least_m = controller::kLeastClearance_m + controller::kReserved_m * kGeometryReserve;
  missing.missing_m = least_m - body_distance_m(world_.robot, world_.surfaces, X_WB, least_m);
  Anchor anchor{.vertex = poses_.add(pose)};
  if (anchor.vertex < 0) return std::nullopt;
  for (std::size_t i = 0; i < world_.robot.leg.size(); ++i)
    anchor.place[i] = add_place(i, foot[i], default_foot(world_.robot.leg[i]));
  return anchor;
}

int Setting::add_place(std::size_t leg, const Foothold& at, const DefaultFoot& as) {
  places_[leg].push_back(place_at(edge_, patch_[1], at, as));
  return static_cast<int>(places_[leg].size()) - 1;
}

std::optional<Anchor> Setting::present(const Standing& standing, PlannedRobot& robot) {
  const BodyPose pose = poses_.nearest(standing.body.X_WB);
  robot.X_WB = standing.body.X_WB;
  for (std::size_t i = 0; i < world_.robot.leg.size(); ++i) {
    const controller::Contact& contact = standing.body.contact[i];
    if (!contact.attached || std::ranges::find(patch_, contact.patch) == patch_.end())
      return std::nullopt;
    const Patch& patch = world_.surfaces.patch[static_cast<std::size_t>(contact.patch)];
    set_down(world_.robot, i, {contact.patch, contact.p_WW, -patch.X_WS.linear().col(2)},
             standing.q_rad[i], robot);
  }
  Anchor anchor{.vertex = poses_.add(pose)};
  if (anchor.vertex < 0 || poses_.neighbours(anchor.vertex).empty()) return std::nullopt;
  for (std::size_t i = 0; i < world_.robot.leg.size(); ++i) {
    const Leg& leg = world_.robot.leg[i];
    const double lead_rad = leg.n_lead() > 0 ? standing.q_rad[i][0] : 0;
    anchor.place[i] = add_place(i, robot.foot[i], {branch_of(leg, standing.q_rad[i]), lead_rad});
  }
  return anchor;
}

}  // namespace ventosa::planner
