#include "controller/organizer/stride.h"

#include <algorithm>

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/organizer/gait_change.h"
#include "controller/organizer/proposals.h"
#include "controller/organizer/walk_speed.h"

namespace ventosa::controller {
namespace {

bool differs(const StridePlan& plan, int gait, const Vector6d& heading, const Vector3d& down_B) {
  return plan.gait != gait || (plan.heading - heading).norm() > kTurned ||
         (plan.down_B - down_B).norm() > kTurned;
}

constexpr int kCycles = 2;  // planned ahead

double spread_m(int option) {
  constexpr double kStep_m = 0.02;
  return kStep_m * option;
}

constexpr double kWorthIt = 1.1;  // least gain in stride length for a wider stance

/// Tries the next wider stance if it may allow a stride that is longer by enough, or the longest.
void try_spread(double most_m, int option, StridePlan& plan) {
  plan.option = option;
  plan.round = 0;
  plan.rolls = false;
  plan.good_m = 0;
  plan.too_long_m = most_m;
  plan.tried_m = option == 0          ? most_m
                 : plan.longest_m > 0 ? std::min(most_m, kWorthIt * plan.longest_m)
                                      : most_m / 2;
  if (plan.longest_m >= most_m) plan.option = StridePlan::kSpreads;
}

/// Ends the search. Without a result half of the maximum is used: the row that fails then gives its
/// reason.
void end_search(double most_m, StridePlan& plan) {
  plan.stride_m = plan.longest_m > 0 ? plan.longest_m : most_m / 2;
  plan.spread_m = plan.longest_m > 0 ? plan.widest_m : 0;
}

/// Next stride to try: after the first one the maximum, then by bisection.
double next_stride_m(double most_m, const StridePlan& plan) {
  const bool first = plan.round == 1 && plan.good_m > 0;
  return first ? most_m : (plan.good_m + plan.too_long_m) / 2;
}

/// The tried stride is feasible or too long.
void narrow(double most_m, bool ok, StridePlan& plan) {
  (ok ? plan.good_m : plan.too_long_m) = plan.tried_m;
  plan.rolls = false;
  if (ok) {
    plan.longest_m = plan.tried_m;
    plan.widest_m = spread_m(plan.option);
    plan.foresight = plan.rollout.foresight;
  }
  const bool hopeless = plan.round == 0 && !ok && plan.option > 0;
  const bool ends = hopeless || ++plan.round >= kStrideRounds || plan.good_m >= most_m;
  plan.tried_m = next_stride_m(most_m, plan);
  if (ends) try_spread(most_m, plan.option + 1, plan);
  if (plan.is_known()) end_search(most_m, plan);
}

/// State of a rollout before its first row: the present stance, after the present steps.
Rollout begin_rollout(const Scene& scene, const Twist& twist, const OrganizerState& state) {
  Rollout rollout;
  Stage& stage = rollout.stage;
  stage.X_WB = state.reference.X_WB;
  stage.stands = stage.to = feet_after(scene, state.stepping, state.task);
  stage.q_rad = joints_now(scene);
  if (is_changing_gait(scene, state.gait)) {
    const GaitEntry entry = entry_now(scene, twist, state.stride.tried_m, state);
    stage.row = entry.row;
    stage.first_share = entry.share;
  } else if (state.gait.gait == scene.in.goal.gait) {
    stage.row = state.gait.row;
    stage.rows_done = state.gait.rows_of_walk;
    stage.first_share = state.gait.first_share;
  }
  rollout.foresight = {.from = stage.rows_done, .row = stage.row};
  return rollout;
}

}  // namespace

Vector6d heading_of(const Isometry3d& X_WB, const Twist& twist) noexcept {
  Vector6d heading;
  heading.head<3>() = X_WB.linear().transpose() * twist.v_W;
  heading.tail<3>() = kFootReach_m * (X_WB.linear().transpose() * twist.w_W);
  return heading / path_speed(twist);
}

void plan_stride(const Scene& scene, const Gait& gait, const Twist& twist,
                 OrganizerState& state) noexcept {
  StridePlan& plan = state.stride;
  const Isometry3d& X_WB = state.reference.X_WB;
  const Vector6d heading = heading_of(X_WB, twist);
  const Vector3d down_B =
      scene.in.body.stance.g_B / std::max(1e-3, scene.in.body.stance.g_B.norm());
  const double most_m = longest_way_m(gait, scene.config.gait);
  if (differs(plan, scene.in.goal.gait, heading, down_B)) {
    plan = {.stride_m = plan.stride_m,
            .spread_m = plan.spread_m,
            .gait = scene.in.goal.gait,
            .heading = heading,
            .down_B = down_B};
    try_spread(most_m, 0, plan);
  }
  if (plan.is_known()) return;
  if (!plan.rolls) plan.rollout = begin_rollout(scene, twist, state);
  plan.rolls = true;
  const int n_rows = static_cast<int>(gait.row.size());
  const bool begins =
      plan.rollout.foresight.n < n_rows;  // a cycle, until the feet are at their places
  const Stride stride{plan.tried_m, spread_m(plan.option)};
  const Roll roll =
      roll_row(scene, {gait, twist, plan.rollout.stage, stride}, begins, plan.rollout);
  if (roll == Roll::kGoesOn) return;
  if (roll == Roll::kYes && plan.rollout.foresight.n < kCycles * n_rows) return;
  narrow(most_m, roll == Roll::kYes, plan);
}

namespace {

/// Cost of the checks of a motion, counted in poses per leg.
constexpr int kPosesOfMotion = 8;

/// Joints of a leg whose foot has swung to its place, with its wrist's roll unwound, or whose cup
/// has stayed in place; the last ones where it does not reach.
PerJoint<double> joints_after(const Leg& leg, const Motion& motion, const Isometry3d& X_WB_to,
                              std::size_t i) {
  PerJoint<double> q_rad = motion.q_rad[i];
  const Isometry3d X_LW = (X_WB_to * leg.X_BL).inverse();
  const Foothold& to = motion.after[i];
  const Isometry3d X_WF = motion.X_WB_from * leg_pose(leg, q_rad).X_BF;
  if (motion.air[i])
    (void)follow_swing(leg, X_LW, {to.p_WW, to.z_WF, 0}, 0, q_rad);
  else
    (void)follow_pose(leg, X_LW * X_WF, q_rad);
  return q_rad;
}

/// Goes on to the stage after the row.
void go_on(const Scene& scene, const Row& row, const Motion& motion, Rollout& at, double way_m) {
  const GaitRow& table = row.gait.row[static_cast<std::size_t>(row.stage.row)];
  Stage next = row.stage;
  next.X_WB = row.X_WB_after(way_m);
  next.to = motion.after;
  next.air = motion.air;
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i)
    next.q_rad[i] = joints_after(scene.robot.leg[i], motion, next.X_WB, i);
  for (std::size_t i = 0; i < next.to.size(); ++i) {
    if (!next.air[i] || !lands(table.move[i])) continue;
    next.stands[i] = next.to[i];
    next.air.reset(i);
  }
  next.row = (next.row + 1) % row.n_rows();
  ++next.rows_done;
  Foresight done = at.foresight;
  done.cuts[static_cast<std::size_t>(done.n++)] = static_cast<std::uint8_t>(at.cuts);
  at = {.stage = next, .foresight = done};
}

bool holds_all_the_way(const Scene& scene, const Motion& motion) {
  SharingWarmStart warm;
  return holds(scene, {motion.X_WB_from, motion.before, motion.held}, warm) &&
         holds_at_end(scene, motion, warm);
}

/// Repeats the row with a shorter way of the body.
Roll cut(bool may_cut, Rollout& at) {
  if (!may_cut || ++at.cuts > kMostCuts) return Roll::kNo;
  at.next = {};
  at.check = 0;
  return Roll::kGoesOn;
}

}  // namespace

Roll roll_row(const Scene& scene, Row row, bool may_cut, Rollout& at) noexcept {
  const Stage& stage = row.stage;
  const double way_m = share_of_advance(stage.first_share, stage.rows_done, row.n_rows(), at.cuts) *
                       row.stride.length_m / row.n_rows();
  const double rest_m = way_m + overrun_m(scene.config.gait, row.gait, way_m);
  int poses_left = kPosesPerTick;
  row.lifted = lifted_in(row.gait, stage.row);
  row.far = out_of_reach(at.cuts);
  if (!at.next.has_begun()) at.next = {.way_m = rest_m, .X_WB = stage.X_WB};
  if (!find_footholds(scene, row, at.next, poses_left)) return Roll::kGoesOn;
  const Motion motion = motion_of(scene, row, at.next.to, rest_m);
  if (at.check == 0) {
    if (objection_to(scene, motion).reason != Reason::kNone) return cut(may_cut, at);
    at.check = 1;
    poses_left -= kPosesOfMotion * scene.robot.n_legs();
  }
  if (poses_left <= 0) return Roll::kGoesOn;
  if (row.lifted.any() && !holds_all_the_way(scene, motion)) return cut(may_cut, at);
  go_on(scene, row, motion, at, way_m);
  return Roll::kYes;
}

int planned_cuts(const StridePlan& plan, const GaitProgress& at) noexcept {
  const Foresight& ahead = plan.foresight;
  const int k = at.rows_of_walk - ahead.from;
  if (!plan.is_known() || plan.gait != at.gait || k < 0 || k >= ahead.n) return -1;
  const int n_rows = ahead.n / kCycles;
  return at.row == (ahead.row + k) % n_rows ? ahead.cuts[static_cast<std::size_t>(k)] : -1;
}

}  // namespace ventosa::controller
