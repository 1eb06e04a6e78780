#include "controller/organizer/row_feasibility.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "controller/organizer/body_way.h"
#include "controller/organizer/foothold_choice.h"
#include "controller/organizer/lift_feasibility.h"

namespace ventosa::controller {
namespace {

/// Checks the stance at the end of the row, and of later rows, with all feet attached.
Objection objection_to_end(const RobotModel& robot, const ControllerConfig& config,
                           const OrganizerInput& in, const RowPlan& plan, LegSet stepping) {
  const ForeseenFeet feet{.at = feet_after(robot, in, stepping, plan.task), .held = ~LegSet{}};
  Stance stance;
  const Foreseen end = foresee_stance(robot, config, in, plan.X_WB_end, feet, stance);
  if (end.status != IkStatus::kOk) return {Reason::kUnreachable, end.leg};
  if (end.collides) return {Reason::kWayBlocked, end.leg};
  const int leg = leg_at_surface(robot, in, stepping, feet, stance, plan.X_WB_end);
  return leg < 0 ? Objection{} : Objection{Reason::kWayBlocked, leg};
}

/// Feet at the end of the row's body motion. The lifted ones are taken above their new footholds,
/// and above their old ones, as the body may arrive first.
std::array<ForeseenFeet, 2> feet_at_end(const RobotModel& robot, const OrganizerInput& in,
                                        const RowPlan& plan, LegSet stepping) {
  LegSet held;
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    held[i] = in.report[i].attached && !plan.lift[i];
  return {{{.at = feet_after(robot, in, stepping | plan.lift, plan.task), .held = held},
           {.at = feet_after(robot, in, stepping, plan.task), .held = held}}};
}

/// Checks the motion of the body and of the legs with it.
Objection objection_to_way(const RobotModel& robot, const ControllerConfig& config,
                           const OrganizerInput& in, const RowPlan& plan,
                           const OrganizerState& state) {
  const Isometry3d& X_WB = state.reference.X_WB;
  const LegSet off = state.stepping | plan.lift;
  const int far = leg_out_of_reach(robot, config, in, off, plan.task, X_WB, plan.X_WB_end);
  if (far >= 0) return {Reason::kUnreachable, far};
  const int blocking = blocking_leg(robot, in, X_WB, plan.X_WB_end, least_bend(config), off);
  if (blocking >= 0) return {Reason::kUnreachable, blocking};
  const Objection meets = objection_of_surfaces(robot, in, X_WB, plan.X_WB_end, off);
  if (meets.reason != Reason::kNone) return meets;
  return objection_to_end(robot, config, in, plan, off);
}

/// Distance of a foot ahead of its nominal place under the body.
double lead_m(const RobotModel& robot, const OrganizerInput& in, int leg, const Isometry3d& X_WB,
              const Twist& twist, const OrganizerState& state) {
  const Vector3d nominal_W = nominal_place(robot, leg, X_WB, twist, 0, state.stride.spread_m);
  const Vector3d way_W = in.body.contact[static_cast<std::size_t>(leg)].p_WW - nominal_W;
  return way_W.dot(heading_at(twist, nominal_W, X_WB));
}

/// Leg that the body would leave farther behind than it could have been set down ahead: it would
/// have no way back. -1: no leg.
int leg_left_behind(const RobotModel& robot, const ControllerConfig& config,
                    const OrganizerInput& in, LegSet off, const Isometry3d& X_WB_to,
                    const OrganizerState& state) {
  const Twist way = twist_between(state.reference.X_WB, X_WB_to, 1);
  const double most_m = config.gait.stride_m / 2 + PlaceList::kRadius_m;
  for (int k = 0; k < robot.n_legs(); ++k)
    if (!off[static_cast<std::size_t>(k)] && lead_m(robot, in, k, X_WB_to, way, state) < -most_m)
      return k;
  return -1;
}

}  // namespace

Objection objection_to_row(const RobotModel& robot, const ControllerConfig& config,
                           const OrganizerInput& in, const RowPlan& plan,
                           const OrganizerState& state) noexcept {
  const Isometry3d& X_WB = state.reference.X_WB;
  for (int k = 0; k < robot.n_legs(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (plan.lift[i] && plan.task[i].foothold.patch < 0) return {Reason::kNoFoothold, k};
  }
  if (!X_WB.isApprox(plan.X_WB_end)) {
    const LegSet off = state.stepping | plan.lift;
    const int kept = leg_kept_from_leaving(robot, config, in, off, X_WB, plan.X_WB_end);
    if (kept >= 0) return {Reason::kUnreachable, kept};
    const int left = leg_left_behind(robot, config, in, off, plan.X_WB_end, state);
    if (left >= 0) return {Reason::kNoFoothold, left};
  }
  return objection_to_way(robot, config, in, plan, state);
}

bool holds_at_end(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
                  const RowPlan& plan, const OrganizerState& state) noexcept {
  const auto ends = feet_at_end(robot, in, plan, state.stepping);
  SharingWarmStart warm;
  return std::all_of(ends.begin(), ends.end(), [&](const ForeseenFeet& feet) {
    return holds(robot, config, in, plan.X_WB_end, feet, warm);
  });
}

Bottleneck weigh_end(const RobotModel& robot, const ControllerConfig& config,
                     const OrganizerInput& in, const RowPlan& plan,
                     const OrganizerState& state) noexcept {
  Bottleneck least{.margin = std::numeric_limits<double>::infinity()};
  SharingWarmStart warm;
  for (const ForeseenFeet& feet : feet_at_end(robot, in, plan, state.stepping)) {
    const Bottleneck end = weigh_stance(robot, config, in, plan.X_WB_end, feet, warm);
    if (end.margin < least.margin) least = end;
  }
  return least;
}

bool is_amid_its_feet(const RobotModel& robot, const ControllerConfig& config,
                      const OrganizerInput& in, const Twist& twist,
                      const OrganizerState& state) noexcept {
  for (int k = 0; k < robot.n_legs(); ++k)
    if (std::abs(lead_m(robot, in, k, state.reference.X_WB, twist, state)) >= config.gait.stride_m)
      return false;
  return true;
}

}  // namespace ventosa::controller
