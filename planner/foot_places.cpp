#include "planner/foot_places.h"

#include <array>
#include <numbers>

#include "controller/model/surfaces.h"
#include "controller/organizer/places.h"

namespace ventosa::planner {
namespace {

using controller::Leg;
using controller::Wrist;

constexpr double kNearest_m = 0.1, kFarthest_m = 0.88, kApart_m = 0.06;
constexpr double kLanes_m[] = {0, -0.07, 0.07};
constexpr double kLead_rad = 40 * std::numbers::pi / 180;
constexpr double kLeads_rad[] = {0, kLead_rad, -kLead_rad};

/// The place for a wrist point, if a foot has room there.
Foothold place_under(const World& world, const Leg& leg, int patch, const Vector3d& p_WW) {
  constexpr double kSame_m = 1e-3;
  const Foothold at =
      nearest_foothold_on(patch, leg, world.surfaces, p_WW, controller::kEdgeClearance_m);
  return at.patch >= 0 && (at.p_WW - p_WW).norm() < kSame_m ? at : Foothold{};
}

void add_ways_to_stand(const Leg& leg, const FootPlace& place, std::vector<FootPlace>& places) {
  for (const Wrist wrist : {Wrist::kPlain, Wrist::kFlipped})
    for (const double lead_rad : kLeads_rad) {
      if (lead_rad != 0 && leg.n_lead() == 0) continue;
      places.push_back(place);
      places.back().branch.wrist = wrist;
      places.back().lead_rad = lead_rad;
    }
}

}  // namespace

DefaultFoot default_foot(const Leg& leg) {
  PerJoint<double> q_rad{};
  const Vector3d p_LW = leg.X_BL.inverse() * leg.p_BW_nominal;
  (void)solve_standing(leg, p_LW, leg.X_BL.linear().transpose().col(2), q_rad);
  return {branch_of(leg, q_rad), 0};
}

FootPlace place_at(const Edge& edge, int patch_behind, const Foothold& at, const DefaultFoot& as) {
  const Vector3d p_E = edge.X_WE.inverse() * at.p_WW;
  const bool behind = at.patch == patch_behind;
  return {.at = at,
          .branch = as.branch,
          .lead_rad = as.lead_rad,
          .along_m = behind ? (edge.X_EA().inverse() * p_E).x() : p_E.x(),
          .aside_m = p_E.y()};
}

std::vector<FootPlace> grid_places(const World& world, const Leg& leg, const Edge& edge,
                                   std::array<int, 2> patch, double own_aside_m) {
  std::vector<FootPlace> places;
  const DefaultFoot as = default_foot(leg);
  for (const int side : {0, 1})
    for (double far_m = kNearest_m; far_m < kFarthest_m; far_m += kApart_m)
      for (const double lane_m : kLanes_m) {
        const Isometry3d X_WS = side == 0 ? edge.X_WE : edge.X_WE * edge.X_EA();
        const Vector3d p_S(side == 0 ? -far_m : far_m, own_aside_m + lane_m, leg.foot.standoff_m);
        const int k = patch[static_cast<std::size_t>(side)];
        const Foothold at = place_under(world, leg, k, X_WS * p_S);
        if (at.patch >= 0) add_ways_to_stand(leg, place_at(edge, patch[1], at, as), places);
      }
  return places;
}

}  // namespace ventosa::planner
