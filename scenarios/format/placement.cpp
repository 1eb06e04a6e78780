#include "scenarios/format/placement.h"

#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/model/ground.h"
#include "models/input_error.h"
#include "scenarios/format/surface_list.h"

namespace ventosa::scenarios {
namespace {

using controller::IkStatus;
using controller::Isometry3d;
using controller::Patch;
using controller::PatchList;
using controller::Vector3d;
using models::InputError;

/// Position of a wrist point over a patch; z is its height [m].
struct Foothold {
  const Patch* patch = nullptr;
  Vector3d p_SW = Vector3d::Zero();
};

std::optional<Foothold> nearest(const PatchList& patches, const Vector3d& p_WW, double radius_m) {
  constexpr double kRounding_m = 1e-9;
  std::optional<Foothold> best;
  for (int k = 0; k < patches.n; ++k) {
    const Patch& patch = patches.patch[static_cast<std::size_t>(k)];
    const Vector3d p_SW = patch.X_WS.inverse() * p_WW;
    if (p_SW.z() < -kRounding_m || !carries(patches, k, {p_SW.head<2>(), radius_m})) continue;
    if (!best || p_SW.z() < best->p_SW.z()) best = Foothold{&patch, p_SW};
  }
  return best;
}

[[noreturn]] void refuse(const controller::Leg& leg, const std::string& rule,
                         const std::string& hint) {
  throw InputError("placement", "", "the foot of leg '" + leg.name + "' " + rule, hint);
}

/// @param rise_m  height of the foot over the plane of the surface
sim::LegStart place_foot(const controller::Leg& leg, const Foothold& hold, const Isometry3d& X_WB,
                         double rise_m) {
  const Isometry3d X_LS = (X_WB * leg.X_BL).inverse() * hold.patch->X_WS;
  const Vector3d p_SW(hold.p_SW.x(), hold.p_SW.y(), leg.foot.standoff_m + rise_m);
  sim::LegStart start;
  const IkStatus status =
      controller::solve_standing(leg, X_LS * p_SW, X_LS.linear().col(2), start.q_rad);
  if (status == IkStatus::kOutOfReach)
    refuse(leg, "cannot reach its surface",
           "change placement.height_m, or the position so that every foot finds a nearer surface");
  if (status == IkStatus::kJointLimit)
    refuse(leg,
           std::string("reaches its surface only beyond a ") +
               (leg.knee ? "limit of a joint or of its knee" : "joint limit"),
           "change placement.height_m, roll_deg, pitch_deg or stance");
  return start;
}

}  // namespace

std::vector<sim::LegStart> place_feet(const controller::RobotModel& robot,
                                      const std::vector<Surface>& surfaces, const Isometry3d& X_WB,
                                      const controller::PerLeg<double>& rise_m) {
  const PatchList patches = patches_of(surfaces);
  std::vector<sim::LegStart> feet;
  for (const controller::Leg& leg : robot.leg) {
    const auto hold = nearest(patches, X_WB * leg.p_BW_nominal, leg.foot.radius_m());
    if (!hold)
      refuse(leg, "is not on a surface",
             "its whole contact area must lie on the ground: enlarge size_m or move "
             "placement.position_m");
    feet.push_back(place_foot(leg, *hold, X_WB, rise_m[feet.size()]));
  }
  return feet;
}

}  // namespace ventosa::scenarios
