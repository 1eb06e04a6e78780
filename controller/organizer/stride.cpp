#include "controller/organizer/stride.h"

#include <algorithm>
#include <limits>

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

constexpr double kNoStride_m = std::numeric_limits<double>::infinity();  // none is too long
constexpr double kWorthIt = 1.1;  // least gain in stride length for a wider stance

/// Tries the next wider stance if it may allow a stride that is longer by enough, or the longest.
void try_spread(double most_m, int option, StridePlan& plan) {
  plan.option = option;
  plan.round = 0;
  plan.rolls = false;
  plan.good_m = 0;
  plan.too_long_m = kNoStride_m;
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

/// Next stride to try: the maximum while none was too long, then by bisection.
double next_stride_m(double most_m, const StridePlan& plan) {
  return plan.too_long_m == kNoStride_m ? most_m : (plan.good_m + plan.too_long_m) / 2;
}

/// The tried stride is feasible or too long.
void narrow(double most_m, bool ok, StridePlan& plan) {
  const bool is_first = plan.good_m == 0 && plan.too_long_m == kNoStride_m;
  const bool bisects = is_first || plan.tried_m < most_m;  // the maximum comes as an extra
  (ok ? plan.good_m : plan.too_long_m) = plan.tried_m;
  plan.rolls = false;
  if (ok) {
    plan.longest_m = plan.tried_m;
    plan.widest_m = spread_m(plan.option);
    plan.foresight = plan.rollout.foresight;
  }
  plan.round += bisects;
  const bool hopeless = is_first && !ok && plan.option > 0;
  const bool ends = hopeless || plan.round >= kStrideRounds || plan.good_m >= most_m;
  plan.tried_m = next_stride_m(most_m, plan);
  if (ends) try_spread(most_m, plan.option + 1, plan);
  if (plan.is_known()) end_search(most_m, plan);
}

/// Twist of the walk when the body has turned: a velocity turns with it, a way to a pose does not.
Twist turned(const Goal& goal, const Twist& twist, const Matrix3d& R) {
  return goal.activity == Activity::kWalk ? Twist{R * twist.v_W, R * twist.w_W} : twist;
}

/// State of a rollout before its first row: the end of the present one.
Rollout begin_rollout(const Scene& scene, const Twist& twist, const OrganizerState& state) {
  Rollout rollout;
  Stage& stage = rollout.stage;
  stage.X_WB = end_of_row(state.reference, twist);
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

/// Joints of a leg whose foot has swung to its place, with its wrist's roll unwound, or whose cup
/// has stayed in place; the last ones where it does not reach.
PerJoint<double> joints_after(const Leg& leg, const Stage& from, const Stage& next, std::size_t i) {
  PerJoint<double> q_rad = from.q_rad[i];
  const Isometry3d X_LW = (next.X_WB * leg.X_BL).inverse();
  const Foothold& to = next.to[i];
  if (next.air[i])
    (void)follow_swing(leg, X_LW, {to.p_WW, to.z_WF, 0}, 0, q_rad);
  else
    (void)follow_pose(leg, X_LW * from.X_WB * leg_pose(leg, q_rad).X_BF, q_rad);
  return q_rad;
}

/// Way of the body in a row of the rollout.
double way_of(const Row& row, int cuts) {
  return share_of_advance(row.stage.first_share, row.stage.rows_done, row.n_rows(), cuts) *
         row.stride.length_m / row.n_rows();
}

/// Way that the body has not covered yet when a row begins: by events it brakes meanwhile.
double left_over_m(const Scene& scene, const Row& row) {
  const bool brakes = !row.gait.is_clocked() && row.stage.rows_done > 0;
  return brakes ? braking_m(scene.config, path_speed(row.twist)) : 0;
}

/// The row's motion, from where the body is when it begins.
Motion motion_of_row(const Scene& scene, const Row& row, const Rollout& at, double way_m) {
  Motion motion = motion_of(scene, row, at.next.to, way_m);
  motion.X_WB_from = row.X_WB_after(-left_over_m(scene, row));
  return motion;
}

/// Goes on to the stage after the row.
void go_on(const Scene& scene, const Row& row, const Motion& motion, Rollout& at) {
  const GaitRow& table = row.gait.row[static_cast<std::size_t>(row.stage.row)];
  Stage next = row.stage;
  next.X_WB = row.X_WB_after(way_of(row, at.cuts));
  next.to = motion.after;
  next.air = motion.air;
  for (std::size_t i = 0; i < next.to.size(); ++i)
    if (row.lifted[i]) next.form[i] = at.next.to[i].form;
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i)
    next.q_rad[i] = joints_after(scene.robot.leg[i], row.stage, next, i);
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

/// True if the others hold while the body is still where the row begins; a shorter way changes
/// nothing about that.
bool holds_at_start(const Scene& scene, const Row& row) {
  SharingWarmStart warm;
  const LegSet air = row.stage.air | row.lifted;
  return holds(scene, {row.X_WB_after(-left_over_m(scene, row)), row.stage.to, ~air}, warm);
}

/// Repeats the row with a shorter way of the body.
Roll cut(bool may_cut, Rollout& at) {
  if (!may_cut || ++at.cuts > kMostCuts) return Roll::kNo;
  at.next = {};
  at.check = 0;
  return Roll::kGoesOn;
}

}  // namespace

Vector6d heading_of(const Isometry3d& X_WB, const Twist& twist) noexcept {
  Vector6d heading;
  heading.head<3>() = X_WB.linear().transpose() * twist.v_W;
  heading.tail<3>() = kFootReach_m * (X_WB.linear().transpose() * twist.w_W);
  return heading / path_speed(twist);
}

void renew_stride_plan(const Scene& scene, const Gait& gait, const Twist& twist,
                       OrganizerState& state) noexcept {
  StridePlan& plan = state.stride;
  const Vector6d heading = heading_of(state.reference.X_WB, twist);
  const Vector3d down_B =
      scene.in.body.stance.g_B / std::max(1e-3, scene.in.body.stance.g_B.norm());
  if (!differs(plan, scene.in.goal.gait, heading, down_B)) return;
  plan = {.stride_m = plan.stride_m,
          .spread_m = plan.spread_m,
          .gait = scene.in.goal.gait,
          .heading = heading,
          .down_B = down_B};
  try_spread(longest_way_m(gait, scene.config.gait), 0, plan);
}

void plan_stride(const Scene& scene, const Gait& gait, const Twist& twist,
                 OrganizerState& state) noexcept {
  StridePlan& plan = state.stride;
  if (plan.is_known()) return;
  const double most_m = longest_way_m(gait, scene.config.gait);
  if (!plan.rolls) plan.rollout = begin_rollout(scene, twist, state);
  plan.rolls = true;
  const int n_rows = static_cast<int>(gait.row.size());
  const Stage& stage = plan.rollout.stage;
  const Matrix3d R = stage.X_WB.linear() * state.reference.X_WB.linear().transpose();
  const Twist then = turned(scene.in.goal, twist, R);
  Row row{gait, then, stage, {plan.tried_m, spread_m(plan.option)}};
  row.may_be_cut =
      plan.rollout.foresight.n < n_rows;  // a cycle, until the feet are at their places
  const Roll roll = roll_row(scene.with(kPlanReserve), row, plan.rollout, state.poses_left);
  if (roll == Roll::kGoesOn) return;
  if (roll == Roll::kYes && plan.rollout.foresight.n < kCycles * n_rows) return;
  narrow(most_m, roll == Roll::kYes, plan);
}

Roll roll_row(const Scene& scene, Row row, Rollout& at, int& poses_left) noexcept {
  const Stage& stage = row.stage;
  const double way_m = way_of(row, at.cuts);
  const double rest_m = way_m + overrun_m(scene.config.gait, row.gait, way_m);
  row.lifted = lifted_in(row.gait, stage.row);
  row.far = out_of_reach(at.cuts);
  if (!at.next.has_begun()) {
    if (!may_begin(kPosesOfLoad, poses_left)) return Roll::kGoesOn;
    if (row.lifted.any() && !holds_at_start(scene, row)) return Roll::kNo;
    at.next = {.way_m = rest_m, .X_WB = stage.X_WB};
  }
  if (!find_footholds(scene, row, at.next, poses_left)) return Roll::kGoesOn;
  const Motion motion = motion_of_row(scene, row, at, rest_m);
  if (at.check == 0) {
    if (!may_begin(kPosesOfMotion * scene.robot.n_legs(), poses_left)) return Roll::kGoesOn;
    if (objection_to(scene, motion).reason != Reason::kNone) return cut(row.may_be_cut, at);
    at.check = 1;
  }
  if (row.lifted.any()) {
    SharingWarmStart warm;
    if (!may_begin(2 * kPosesOfLoad, poses_left)) return Roll::kGoesOn;
    if (!holds_at_end(scene, motion, warm)) return cut(row.may_be_cut, at);
  }
  go_on(scene, row, motion, at);
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
