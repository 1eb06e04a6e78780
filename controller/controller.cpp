#include "controller/controller.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "controller/gait.h"
#include "controller/legs.h"
#include "controller/odometry.h"
#include "controller/rotation.h"

namespace ventosa::controller {
namespace {

void require(bool ok, const char* what) {
  if (!ok) throw std::invalid_argument(what);
}

bool is_permutation_of_legs(const RobotModel& robot) {
  std::vector<int> order = robot.gait_order, legs(robot.leg.size());
  std::iota(legs.begin(), legs.end(), 0);
  std::sort(order.begin(), order.end());
  return order == legs;
}

/// what the inverse kinematics can solve
bool is_known_leg(const Leg& leg) { return leg.n_arm == 3 && leg.n_joints == 6; }

bool has_positive_times(const GaitConfig& gait) {
  return std::min({gait.unload_s, gait.lift_s, gait.transfer_s, gait.lower_s, gait.touch_s,
                   gait.load_s, gait.seal_timeout_s}) > 0;
}

PerJoint<double> measured_q(const LegReading& reading) {
  PerJoint<double> q{};
  for (std::size_t j = 0; j < kMaxJoints; ++j) q[j] = reading.joint[j].q_rad;
  return q;
}

ArmVector arm_rates(const Leg& leg, const LegReading& reading) {
  ArmVector dq(leg.n_arm);
  for (int j = 0; j < leg.n_arm; ++j) dq[j] = reading.joint[static_cast<std::size_t>(j)].dq_rad_s;
  return dq;
}

double grip_force_N(const Cup& cup, const LegReading& reading) {
  return std::max(0.0, reading.cup.vacuum_Pa) * cup.area_m2;
}

bool finite(const LegReading& reading, int n_joints) {
  double sum = reading.cup.vacuum_Pa;
  for (int j = 0; j < n_joints; ++j) {
    const JointReading& joint = reading.joint[static_cast<std::size_t>(j)];
    sum += joint.q_rad + joint.dq_rad_s;
  }
  return std::isfinite(sum);
}

bool finite(const Patch& patch) {
  return patch.X_WS.matrix().allFinite() && patch.half_extent_m.allFinite() &&
         std::isfinite(patch.friction);
}

bool finite(const RobotModel& robot, const Observation& seen) {
  bool ok = seen.body.specific_force_B.allFinite() && seen.body.w_WB_B.allFinite();
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    ok = ok && finite(seen.leg[i], robot.leg[i].n_joints);
  ok = ok && seen.patches.n >= 1 && seen.patches.n <= kMaxPatches;
  for (int k = 0; ok && k < seen.patches.n; ++k)
    ok = finite(seen.patches.patch[static_cast<std::size_t>(k)]);
  return ok;
}

bool finite(const Goal& goal) {
  return goal.X_WB.matrix().allFinite() && goal.v_WB.allFinite() && goal.w_WB.allFinite();
}

Bottleneck bottleneck(const StanceProblem& problem, const Sharing& sharing) {
  const int foot = sharing.limiting_foot;
  return {.leg = foot < 0 ? -1 : problem.leg[static_cast<std::size_t>(foot)],
          .limit = sharing.limit,
          .margin = sharing.margin};
}

}  // namespace

Controller::Controller(const RobotModel& robot, const ControllerConfig& config, const Start& start)
    : robot_(robot), config_(config) {
  require(robot.n_legs() >= 1 && robot.n_legs() <= kMaxLegs, "a robot has 1 to 12 legs");
  require(is_permutation_of_legs(robot), "gait_order names every leg once");
  require(std::all_of(robot.leg.begin(), robot.leg.end(), is_known_leg),
          "a leg has 3 arm and 3 wrist joints");
  require(config.cup_goal_force_N > 0 && config.cup_goal_force_N <= robot.cup.max_force_N,
          "cup_goal_force_N must be positive and no more than the cup has");
  require(has_positive_times(config.gait), "the gait's times must be positive");
  require(config.period_s > 0, "period_s must be positive");
  require(config.sharing.cup_safety_factor >= 1, "cup_safety_factor must be at least 1");
  require(config.sharing.torque_ratio > 0 && config.sharing.smoothness > 0,
          "torque_ratio and smoothness must be positive");
  require(config.gait.stride_m > 0 && config.gait.acceleration_m_s2 > 0,
          "stride_m and acceleration_m_s2 must be positive");
  state_.X_WB = state_.X_WB_reference = start.X_WB;
  state_.diagnostics.f_W_B = state_.F_B;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) state_.foot[i].anchored = start.attached[i];
}

Command Controller::tick(const Observation& seen, const Goal& goal) noexcept {
  if (!finite(robot_, seen) || !finite(goal)) return hold(Reason::kBadInput);
  state_.diagnostics.reason = Reason::kNone;
  estimate(seen);
  const State before = state_;
  organize(seen, goal);
  if (const Reason reason = share(); reason != Reason::kNone) return stay(before, reason);
  Command command;
  if (!move_legs(goal.pd, command)) return stay(before, Reason::kUnreachable);
  return guard(command);
}

void Controller::take_root(const Observation& seen) noexcept {
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    Foot& foot = state_.foot[i];
    foot.q_set = foot.q_from = measured_q(seen.leg[i]);
    foot.p_WW = state_.X_WB * leg_pose(robot_.leg[i], foot.q_from).p_BW;
    const Foothold here = nearest_foothold(robot_.leg[i], robot_.cup, seen.patches, foot.p_WW);
    foot.patch = std::max(0, here.patch);
  }
  state_.started = true;
}

void Controller::estimate(const Observation& seen) noexcept {
  if (!state_.started) take_root(seen);
  OdometryInput input{.specific_force_B = seen.body.specific_force_B,
                      .w_WB_B = seen.body.w_WB_B,
                      .gravity_W = config_.gravity_W,
                      .period_s = config_.period_s};
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    Foot& foot = state_.foot[i];
    const PerJoint<double> q = measured_q(seen.leg[i]);
    stance_.leg[i].pose = leg_pose(robot_.leg[i], q);
    watch_grip(robot_.cup, config_, reading(seen, i, q), foot);
    if (is_held(foot.phase) && !foot.anchored) state_.diagnostics.reason = Reason::kCupLost;
    if (!foot.anchored) continue;
    const auto k = static_cast<std::size_t>(input.n_feet++);
    input.p_BW[k] = stance_.leg[i].pose.p_BW;
    input.p_WW[k] = foot.p_WW;
  }
  state_.X_WB = register_body(state_.X_WB, input);
  level(seen);
}

FootReading Controller::reading(const Observation& seen, std::size_t leg,
                                const PerJoint<double>& q_rad) const noexcept {
  return {.grip_force_N = grip_force_N(robot_.cup, seen.leg[leg]),
          .q_rad = q_rad,
          .p_WW = state_.X_WB * stance_.leg[leg].pose.p_BW};
}

void Controller::level(const Observation& seen) noexcept {
  // the mean over the rest so far, later a running one
  constexpr double kLeast_s = 0.3;  // faster, it would answer to the swaying of the body
  const double rest_s = state_.ticks_at_rest * config_.period_s - config_.body.level_after_s;
  if (rest_s <= 0) return;
  const double mean_s = std::clamp(rest_s, kLeast_s, std::max(kLeast_s, config_.body.level_time_s));
  const Vector3d tilt_rad =
      tilt_error(state_.X_WB.linear(), seen.body.specific_force_B, config_.gravity_W);
  const Vector3d step_rad = config_.period_s / mean_s * tilt_rad;
  const Matrix3d turn = rotation_exp(step_rad);
  const Vector3d p_WB = state_.X_WB.translation();
  state_.X_WB.linear() = orthonormal(turn * state_.X_WB.linear());
  for (Foot& foot : state_.foot) foot.p_WW = p_WB + turn * (foot.p_WW - p_WB);
  // the joints' set-points stay; the body error that was found goes the way of the trim
  state_.trim_r_W += step_rad;
}

void Controller::organize(const Observation& seen, const Goal& goal) noexcept {
  const Isometry3d X_WB_last = state_.X_WB_reference;
  if (state_.stepping >= 0) move_on(seen, state_.foot[static_cast<std::size_t>(state_.stepping)]);
  read_stance(seen);
  if (state_.stepping >= 0) check_unload(state_.stepping);

  if (goal.activity == Activity::kPose && state_.stepping < 0)
    follow_pose(config_.body, config_.period_s, goal, state_);
  const Twist twist = wanted_twist(config_, goal, state_.X_WB_reference);
  if (path_speed(twist) <= 0)
    forget_walk();
  else if (state_.stepping < 0)
    try_lift(seen.patches, twist);
  const bool paused = state_.stepping < 0 ||
                      pauses_body(state_.foot[static_cast<std::size_t>(state_.stepping)].phase);
  advance(config_, twist, paused, state_);
  trim(config_, goal.pd, state_);
  const bool resting =
      goal.pd && state_.stepping < 0 && state_.X_WB_reference.isApprox(X_WB_last, 1e-12);
  state_.ticks_at_rest = resting ? state_.ticks_at_rest + 1 : 0;
}

void Controller::move_on(const Observation& seen, Foot& foot) noexcept {
  const auto i = static_cast<std::size_t>(state_.stepping);
  const PerJoint<double> q = measured_q(seen.leg[i]);
  const Reason reason = advance_foot(robot_.cup, config_, reading(seen, i, q), foot);
  if (reason != Reason::kNone) state_.diagnostics.reason = reason;
  if (foot.phase != FootPhase::kStance) return;
  state_.stepping = -1;
  state_.turn = (state_.turn + 1) % robot_.n_legs();
  ++state_.diagnostics.steps_done;
}

void Controller::forget_walk() noexcept {
  state_.steps_of_walk = 0;
  state_.refusal_ticks = 0;
  state_.diagnostics.refused_leg = -1;
  state_.diagnostics.lift = {};
}

void Controller::try_lift(const PatchList& patches, const Twist& twist) noexcept {
  if (state_.refusal_ticks > 0) {
    --state_.refusal_ticks;
    state_.diagnostics.reason = state_.refusal;
    return;
  }
  state_.diagnostics.refused_leg = -1;
  state_.diagnostics.lift = {};
  const int n = robot_.n_legs();
  const int leg = robot_.gait_order[static_cast<std::size_t>(state_.turn)];
  Foot& foot = state_.foot[static_cast<std::size_t>(leg)];
  // half strides in the first cycle: the last foot to step then lags no more than in any later one
  const double stride_m = (state_.steps_of_walk < n ? 0.5 : 1) * config_.gait.stride_m;
  const double budget_m = stride_m / n;

  const Foothold foothold =
      next_foothold(robot_, leg, patches, state_.X_WB_reference, twist, config_.gait, budget_m);
  if (foothold.patch < 0) return refuse(leg, Reason::kNoFoothold);
  const Foot step = begun_step(foot, foothold, patches);
  if (!is_within_reach(leg, step, twist, budget_m)) return refuse(leg, Reason::kUnreachable);
  if (!lift_is_feasible(leg)) return refuse(leg, Reason::kLiftRefused);
  foot = step;
  state_.stepping = leg;
  state_.budget_m = budget_m;
  ++state_.steps_of_walk;
}

void Controller::refuse(int leg, Reason reason) noexcept {
  state_.refusal = state_.diagnostics.reason = reason;
  state_.refusal_ticks = static_cast<std::int32_t>(config_.gait.refusal_s / config_.period_s);
  state_.diagnostics.refused_leg = leg;
}

bool Controller::is_within_reach(int stepping, const Foot& step, const Twist& twist,
                                 double budget_m) const noexcept {
  const Isometry3d X_WB_end = moved(state_.X_WB_reference, twist, budget_m / path_speed(twist));
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    const Leg& leg = robot_.leg[i];
    const bool ok = static_cast<int>(i) == stepping
                        ? reaches_swing(leg, state_.X_WB_reference, X_WB_end, config_, step)
                        : reaches_anchor(leg, X_WB_end, state_.foot[i]);
    if (!ok) return false;
  }
  return true;
}

bool Controller::lift_is_feasible(int leg) noexcept {
  StanceLeg& lifted = stance_.leg[static_cast<std::size_t>(leg)];
  const bool held = std::exchange(lifted.held, false);
  pose_problem(robot_, config_.sharing, stance_, state_.F_B, problem_);
  lifted.held = held;
  SharingWarmStart cold;
  const Sharing sharing = share_load(problem_.sharing, cold);
  if (sharing.status == SharingStatus::kOptimal) return true;
  state_.diagnostics.lift = bottleneck(problem_, sharing);
  return false;
}

/// The check before a lift is as old as the unloading: a cup may have failed since.
void Controller::check_unload(int leg) noexcept {
  Foot& foot = state_.foot[static_cast<std::size_t>(leg)];
  if (foot.phase != FootPhase::kUnload || lift_is_feasible(leg)) return;
  enter(foot, FootPhase::kStance);
  stance_.leg[static_cast<std::size_t>(leg)].availability = 1;
  state_.stepping = -1;
  state_.budget_m = 0;
  refuse(leg, Reason::kLiftRefused);
}

void Controller::read_stance(const Observation& seen) noexcept {
  const Matrix3d R_BW = state_.X_WB.linear().transpose();
  stance_.g_B = R_BW * config_.gravity_W;
  stance_.w_WB_B = seen.body.w_WB_B;
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    const Foot& foot = state_.foot[i];
    const Patch& patch = seen.patches.patch[static_cast<std::size_t>(foot.patch)];
    StanceLeg& leg = stance_.leg[i];
    leg.held = foot.anchored && is_held(foot.phase);
    leg.v_BW = arm_jacobian(robot_.leg[i], leg.pose) * arm_rates(robot_.leg[i], seen.leg[i]);
    leg.availability = availability(foot, config_);
    leg.grip_force_N = grip_force_N(robot_.cup, seen.leg[i]);
    leg.R_BS = R_BW * patch.X_WS.linear();
    leg.friction = patch.friction;
  }
}

Reason Controller::share() noexcept {
  pose_problem(robot_, config_.sharing, stance_, state_.F_B, problem_);
  if (!state_.pd) problem_.sharing.w += damping_wrench(robot_, config_.body, stance_);
  const Sharing sharing = share_load(problem_.sharing, state_.warm);
  const bool solved =
      sharing.status == SharingStatus::kOptimal || sharing.status == SharingStatus::kSoftened;
  state_.F_B = no_force();
  for (std::size_t k = 0; solved && k < static_cast<std::size_t>(problem_.sharing.n_feet); ++k)
    state_.F_B[static_cast<std::size_t>(problem_.leg[k])] = sharing.F[k];
  Diagnostics& d = state_.diagnostics;
  d.load = bottleneck(problem_, sharing);
  d.sharing_iterations = sharing.iterations;
  if (sharing.status == SharingStatus::kSoftened && d.reason == Reason::kNone)
    d.reason = Reason::kSharingInfeasible;
  if (solved) return Reason::kNone;
  if (sharing.status == SharingStatus::kDegenerate) return Reason::kTooFewFeet;
  return sharing.status == SharingStatus::kBadInput ? Reason::kBadInput
                                                    : Reason::kSharingInfeasible;
}

bool Controller::move_legs(bool pd, Command& command) noexcept {
  const Isometry3d X_WB = commanded_body(state_);
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    const Leg& leg = robot_.leg[i];
    const StanceLeg& stance = stance_.leg[i];
    JointTarget target;
    if (aim(leg, X_WB, config_, state_.foot[i], target) != IkStatus::kOk) return false;
    command.leg[i] = leg_command(leg, robot_.cup, config_, state_.foot[i], stance.held, target,
                                 feed_forward(leg, stance, stance_.g_B, state_.F_B[i]), pd);
  }
  return true;
}

Command Controller::guard(const Command& command) noexcept {
  for (std::size_t i = 0; i < robot_.leg.size(); ++i)
    for (const JointSetpoint& joint : command.leg[i].joint)
      if (!std::isfinite(joint.q_rad + joint.dq_rad_s + joint.tau_ff_Nm))
        return hold(Reason::kBadInput);
  report();
  return command;
}

/// A command that is not sent must not move the plan on.
Command Controller::stay(const State& before, Reason reason) noexcept {
  const Bottleneck load = state_.diagnostics.load;
  state_ = before;
  state_.diagnostics.load = load;
  return hold(reason);
}

Command Controller::hold(Reason reason) noexcept {
  state_.diagnostics.reason = reason;
  report();
  return Command{};
}

void Controller::report() noexcept {
  Diagnostics& d = state_.diagnostics;
  d.X_WB_estimate = state_.X_WB;
  d.X_WB_reference = state_.X_WB_reference;
  d.f_W_B = state_.F_B;
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) d.phase[i] = state_.foot[i].phase;
}

}  // namespace ventosa::controller
