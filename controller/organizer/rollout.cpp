#include "controller/organizer/rollout.h"

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/organizer/foothold_choice.h"
#include "controller/organizer/row_plan.h"
#include "controller/organizer/walk_speed.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {
namespace {

struct Rolling {
  const Scene& scene;
  const Gait& gait;
  int& poses_left;
};

/// A row with the body's motion, as plan_row() will plan it.
struct RolledRow {
  LegSet lifted, air;
  PerLeg<Foothold> to{};
  Isometry3d X_WB_after = Isometry3d::Identity();
  Isometry3d X_WB_rest = Isometry3d::Identity();  ///< its pose when it stops if no row follows
};

StepQuery step_of(const Rolling& now, const Rollout& at, const RolledRow& row, std::size_t i) {
  return {.from = at.at[i],
          .X_WB_start = at.X_WB,
          .X_WB_end = row.X_WB_after,
          .q_rad = now.scene.in.report[i].q_set_rad,
          .times = swing_times(now.gait, at.row, static_cast<int>(i), now.scene.config)};
}

RolledRow row_of(const Rolling& now, const Twist& twist, const Rollout& at, double way_m) {
  const Gait& gait = now.gait;
  RolledRow row{.lifted = lifted_in(gait, at.row), .air = at.air, .to = at.to};
  row.air |= row.lifted;
  row.X_WB_after = moved(at.X_WB, twist, way_m / path_speed(twist));
  const double rest_m = way_m + overrun_m(now.scene.config.gait, gait, way_m);
  row.X_WB_rest = moved(at.X_WB, twist, rest_m / path_speed(twist));
  for (std::size_t i = 0; i < row.to.size(); ++i)
    if (row.lifted[i]) row.to[i] = at.next[i];
  return row;
}

SearchStatus choose(const Rolling& now, const Twist& twist, const Stride& stride, double way_m,
                    const RolledRow& row, std::size_t i, Rollout& at) {
  PerLeg<Foothold> feet = at.at;
  for (std::size_t k = 0; k < feet.size(); ++k)
    if (at.air[k]) feet[k] = at.to[k];
  const Gait& gait = now.gait;
  const int leg = static_cast<int>(i), n_rows = static_cast<int>(gait.row.size());
  const double lead_m =
      lead_of(gait, at.row, leg,
              advances_of(gait, way_m, stride.length_m / n_rows,
                          share_of_advance(at.first_share, at.rows_done, n_rows, 0)));
  const Vector3d p_WW =
      nominal_place(now.scene.robot, leg, at.X_WB, twist, lead_m, stride.spread_m);
  return choose_foothold({now.scene, gait, at.row, feet}, leg, step_of(now, at, row, i), p_WW,
                         heading_at(twist, p_WW, at.X_WB), OutOfReach::kKeep, at.search,
                         now.poses_left, at.next[i]);
}

/// A step by the clock is checked as a whole in the row in which it begins.
bool reaches_step(const Rolling& now, const Rollout& at, const RolledRow& row, std::size_t i) {
  if (now.gait.is_clocked() && !row.lifted[i]) return true;
  const StepScene step{now.scene.robot.leg[i], now.scene.in.surfaces, now.scene.config,
                       now.poses_left};
  return row.to[i].patch >= 0 && reaches(step, step_of(now, at, row, i), row.to[i]);
}

bool can_be_lifted(const Rolling& now, const Isometry3d& X_WB, const Foothold& foothold,
                   std::size_t i) {
  const Leg& leg = now.scene.robot.leg[i];
  const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
  PerJoint<double> q_rad = now.scene.in.report[i].q_set_rad;
  const double height_m = now.scene.config.gait.lift_m + now.scene.config.lip.free_height_m;
  const Vector3d p_WW = foothold.p_WW - height_m * foothold.z_WF;
  return follow_leg(leg, X_LW * p_WW, X_LW.linear() * foothold.z_WF, q_rad) == IkStatus::kOk;
}

/// Cost of reaches_stance(), counted in poses.
constexpr int kPosesOfReach = 6;

bool reaches_stance(const Rolling& now, const Rollout& at, const RolledRow& row, std::size_t i) {
  const Leg& leg = now.scene.robot.leg[i];
  const Foothold& foothold = at.at[i];
  const PerJoint<double>& q_rad = now.scene.in.report[i].q_set_rad;
  if (at.X_WB.isApprox(row.X_WB_rest)) return true;
  now.poses_left -= kPosesOfReach;
  return reaches_contact(leg, row.X_WB_rest, foothold.p_WW, q_rad, kTrimOfWalk_m) &&
         wrist_bend(leg, foothold, q_rad, row.X_WB_rest) >= least_bend(now.scene.config) &&
         can_be_lifted(now, row.X_WB_rest, foothold, i);
}

void go_on(const Gait& gait, const RolledRow& row, Rollout& at) {
  const GaitRow& table = gait.row[static_cast<std::size_t>(at.row)];
  at.to = row.to;
  at.air = row.air;
  at.X_WB = row.X_WB_after;
  for (std::size_t i = 0; i < at.at.size(); ++i) {
    if (!at.air[i] || !lands(table.move[i])) continue;
    at.at[i] = at.to[i];
    at.air.reset(i);
  }
  at.row = (at.row + 1) % static_cast<int>(gait.row.size());
  ++at.rows_done;
  at.cuts = at.check = 0;
}

/// Checks of a row in their order: the foothold and the reach of every leg, then the load before
/// and after the body's motion.
enum class Check : std::uint8_t { kFoothold, kReach, kHoldsBefore, kHoldsAfter };

Check check_of(int number, int n_legs) {
  if (number < n_legs) return Check::kFoothold;
  if (number < 2 * n_legs) return Check::kReach;
  return number == 2 * n_legs ? Check::kHoldsBefore : Check::kHoldsAfter;
}

bool reaches_place(const Rolling& now, const Rollout& at, const RolledRow& row, std::size_t i) {
  return row.air[i] ? reaches_step(now, at, row, i) : reaches_stance(now, at, row, i);
}

bool holds_under(const Rolling& now, const Rollout& at, const RolledRow& row,
                 const Isometry3d& X_WB, SharingWarmStart& warm) {
  now.poses_left -= kPosesOfStance;
  return holds(now.scene, {X_WB, at.at, ~row.air}, warm);
}

}  // namespace

Rollout begin_rollout(const Scene& scene, const OrganizerState& state) noexcept {
  Rollout rollout;
  rollout.X_WB = state.reference.X_WB;
  rollout.at = feet_after(scene, state.stepping, state.task);
  if (state.gait.gait != scene.in.goal.gait) return rollout;
  rollout.row = state.gait.row;
  rollout.rows_done = state.gait.rows_of_walk;
  rollout.first_share = state.gait.first_share;
  return rollout;
}

Roll roll_row(const Scene& scene, const Gait& gait, const Twist& twist, const Stride& stride,
              bool may_cut, Rollout& at, SharingWarmStart& warm) noexcept {
  int poses_left = kPosesPerTick;
  const Rolling now{scene, gait, poses_left};
  const int n_rows = static_cast<int>(gait.row.size());
  for (; poses_left > 0; ++at.check) {
    const double share = share_of_advance(at.first_share, at.rows_done, n_rows, at.cuts);
    const double way_m = share * stride.length_m / n_rows;
    const RolledRow row = row_of(now, twist, at, way_m);
    const auto leg = static_cast<std::size_t>(at.check % scene.robot.n_legs());
    switch (check_of(at.check, scene.robot.n_legs())) {
      case Check::kFoothold:
        if (row.lifted[leg] &&
            choose(now, twist, stride, way_m, row, leg, at) == SearchStatus::kGoesOn)
          return Roll::kGoesOn;
        break;
      case Check::kReach:
        if (reaches_place(now, at, row, leg)) break;
        if (++at.cuts > (may_cut ? kMostCuts : 0)) return Roll::kNo;
        at.check = -1;
        break;
      case Check::kHoldsBefore:
        if (!holds_under(now, at, row, at.X_WB, warm)) return Roll::kNo;
        break;
      case Check::kHoldsAfter:
        if (!holds_under(now, at, row, row.X_WB_rest, warm)) return Roll::kNo;
        go_on(gait, row, at);
        return Roll::kYes;
    }
  }
  return Roll::kGoesOn;
}

}  // namespace ventosa::controller
