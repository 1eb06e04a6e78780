#include "controller/controller.h"

#include <algorithm>
#include <cmath>

#include "controller/dynamics/leg_dynamics.h"
#include "controller/estimation/contact_forces.h"
#include "controller/input_check.h"

namespace ventosa::controller {
namespace {

ArmVector arm_rates(const Leg& leg, const LegReading& reading) {
  ArmVector dq(leg.n_arm);
  for (int j = 0; j < leg.n_arm; ++j) dq[j] = reading.joint[static_cast<std::size_t>(j)].dq_rad_s;
  return dq;
}

/// What the modules and the pan-tilt do by themselves.
void pass_on(const Goal& goal, Command& command) {
  for (std::size_t i = 0; i < command.leg.size(); ++i) command.leg[i].relay = goal.relay[i];
  command.gaze = goal.gaze;
}

}  // namespace

Controller::Controller(const RobotModel& robot, const ControllerConfig& config, const Start& start)
    : robot_(robot), config_(config) {
  check(robot, config);
  state_.X_WB = state_.X_WB_reference = start.X_WB;
  state_.diagnostics.f_W_B = state_.F_B;
  state_.clamped = start.clamped;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) state_.foot[i].anchored = start.attached[i];
}

Command Controller::tick(const Observation& seen, const Goal& goal) noexcept {
  if (!is_sound(robot_, config_.surfaces.source, seen) || !is_sound(goal))
    return hold(Reason::kBadInput);
  state_.diagnostics.reason = Reason::kNone;
  if (!estimate(seen)) return hold(Reason::kBadInput);
  const Plan before = state_;
  organize(seen, goal);
  feel(seen);
  follow_payload(seen);
  if (const Reason reason = share(); reason != Reason::kNone) return stay(before, reason);
  Command command;
  if (!move_legs(seen, goal, command)) return stay(before, Reason::kUnreachable);
  pass_on(goal, command);
  return guard(before, command);
}

Command Controller::stand_by(const Observation& seen) noexcept {
  if (!is_sound(robot_, config_.surfaces.source, seen) || !estimate(seen))
    return hold(Reason::kBadInput);
  return stay(state_, Reason::kOperator);
}

void Controller::read_stance(const Observation& seen) noexcept {
  const Matrix3d R_BW = state_.X_WB.linear().transpose();
  stance_.g_B = R_BW * config_.gravity_W;
  stance_.w_WB_B = seen.body.w_WB_B;
  stance_.payload = state_.carried;
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    const Foot& foot = state_.foot[i];
    const Patch& patch = patches(seen).patch[static_cast<std::size_t>(foot.patch)];
    StanceLeg& leg = stance_.leg[i];
    leg.held = foot.anchored && is_held(foot.phase);
    leg.v_BW = arm_jacobian(robot_.leg[i], leg.pose) * arm_rates(robot_.leg[i], seen.leg[i]);
    leg.availability = availability(foot, config_);
    leg.grip_force_N = grip_force_N(robot_.cup, seen.leg[i]);
    leg.R_BS = R_BW * patch.X_WS.linear();
    leg.friction = patch.friction;
  }
  pose_problem(robot_, config_.sharing, stance_, state_.F_B, problem_);
}

void Controller::feel(const Observation& seen) noexcept {
  estimate_reactions(robot_, config_.reactions, stance_, seen.leg, state_.elastic_turn_B,
                     state_.diagnostics.reaction);
}

/// Long enough at rest, and no held wrist point moves against the body.
bool Controller::stands_still() const noexcept {
  const PayloadConfig& config = config_.payload;
  if (state_.ticks_at_rest * config_.period_s < config.rest_s) return false;
  const auto is_still = [&](const StanceLeg& leg) {
    return !leg.held || leg.v_BW.norm() < config.still_m_s;
  };
  return std::all_of(stance_.leg.begin(), stance_.leg.begin() + robot_.n_legs(), is_still);
}

PayloadStatus Controller::weigh_payload(const Observation& seen) noexcept {
  if (config_.payload.estimation == PayloadEstimation::kOff) return PayloadStatus::kOff;
  if (!stands_still()) return PayloadStatus::kMoving;
  PerLeg<ForceEstimate> felt;
  for (std::size_t i = 0; i < robot_.leg.size(); ++i)
    if (stance_.leg[i].held)
      felt[i] = motor_reaction(robot_.leg[i], config_.reactions, stance_.leg[i], seen.leg[i],
                               stance_.g_B);
  return weigh(config_.payload, stance_.g_B, unmodelled_load(robot_, stance_, felt),
               config_.period_s, state_.payload);
}

void Controller::follow_payload(const Observation& seen) noexcept {
  Diagnostics& d = state_.diagnostics;
  const PayloadStatus status = weigh_payload(seen);
  if (status != PayloadStatus::kOff) {
    d.payload = payload(config_.payload, state_.payload);
    const double share = std::min(1.0, config_.period_s / config_.payload.follow_s);
    const MassMoment goal = carried(config_.payload, state_.payload);
    state_.carried.mass_kg += share * (goal.mass_kg - state_.carried.mass_kg);
    state_.carried.h_B += share * (goal.h_B - state_.carried.h_B);
    stance_.payload = state_.carried;
  }
  d.payload.status = status;
  d.p_BC = centre(robot_mass(robot_, stance_));
}

Reason Controller::share() noexcept {
  if (state_.clamped && problem_.sharing.n_feet == 0) {
    state_.F_B = no_force();
    return Reason::kNone;
  }
  if (!state_.pd) problem_.sharing.w += damping_wrench(robot_, config_.body, stance_);
  const Sharing sharing = share_stance(config_.sharing, problem_, state_.warm, state_.peak);
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

/// What the joints of a leg have to give: what holds it, or what moves it through the air.
PerJoint<double> Controller::torque(std::size_t leg, const JointTarget& target) const noexcept {
  const StanceLeg& stance = stance_.leg[leg];
  const bool dynamic = config_.gait.swing == SwingControl::kInverseDynamics && !stance.held;
  if (!dynamic) return feed_forward(robot_.leg[leg], stance, stance_.g_B, state_.F_B[leg]);
  return inverse_dynamics(robot_.leg[leg], stance.pose, {target.dq_rad_s, target.ddq_rad_s2},
                          {.a_B = -stance_.g_B}, Vector3d::Zero());
}

/// Where the body is meant to be under a leg: the trim makes up for what held legs give, a free one
/// would only be set down beside its foothold by it.
Isometry3d Controller::body_over(std::size_t leg) const noexcept {
  return is_held(state_.foot[leg].phase) ? commanded_body(state_) : state_.X_WB_reference;
}

IkStatus Controller::aim_leg(std::size_t i, const Goal& goal, JointTarget& target) noexcept {
  const Leg& leg = robot_.leg[i];
  Foot& foot = state_.foot[i];
  const Isometry3d X_WB = body_over(i);
  state_.diagnostics.p_BW[i] = X_WB.inverse() * planned_wrist(foot, config_);
  if (goal.activity != Activity::kJoints || goal.leg != static_cast<int>(i) || !is_free(goal.leg))
    return aim(leg, X_WB, config_, foot, target);
  return aim_joints(leg, X_WB, config_, goal.q_rad, foot, target);
}

/// Position control comes and goes with the load: it would hold a foot to what the others give.
LegEffort Controller::effort(std::size_t leg, const JointTarget& target) const noexcept {
  const StanceLeg& stance = stance_.leg[leg];
  return {.tau_ff_Nm = torque(leg, target),
          .stiffness = stance.held ? state_.pd_share * stance.availability : 1,
          .held = stance.held};
}

bool Controller::move_legs(const Observation& seen, const Goal& goal, Command& command) noexcept {
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    const Leg& leg = robot_.leg[i];
    JointTarget target;
    if (aim_leg(i, goal, target) != IkStatus::kOk) return false;
    command.leg[i] = leg_command(leg, config_, state_.foot[i], target, effort(i, target));
    if (config_.gains.loop == ServoLoop::kController) close_loop(leg, seen.leg[i], command.leg[i]);
  }
  return true;
}

Command Controller::guard(const Plan& before, const Command& command) noexcept {
  for (std::size_t i = 0; i < robot_.leg.size(); ++i)
    for (const JointSetpoint& joint : command.leg[i].joint)
      if (!std::isfinite(joint.q_rad + joint.dq_rad_s + joint.tau_ff_Nm))
        return stay(before, Reason::kBadInput);
  report();
  return command;
}

/// A command that is not sent must not move the plan on.
Command Controller::stay(const Plan& before, Reason reason) noexcept {
  const Bottleneck load = state_.diagnostics.load;
  const PerLeg<LegReaction> felt = state_.diagnostics.reaction;
  static_cast<Plan&>(state_) = before;
  state_.follower = {};  // a robot that holds has stopped: its reference starts again from rest
  state_.diagnostics.load = load;
  state_.diagnostics.reaction = felt;
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
  d.pd_share = state_.pd_share;
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) d.phase[i] = state_.foot[i].phase;
  if (config_.body.estimator != Estimator::kFilter || !state_.started) return;
  d.nis = state_.filter.nis;
  d.covariance = pose_covariance(state_.filter);
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) d.alarm[i] = state_.filter.watch[i].alarm;
}

}  // namespace ventosa::controller
