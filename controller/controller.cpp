#include "controller/controller.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "controller/dynamics.h"
#include "controller/input_check.h"
#include "controller/lip.h"
#include "controller/odometry.h"
#include "controller/reactions.h"
#include "controller/rotation.h"
#include "controller/weighted_mean.h"

namespace ventosa::controller {
namespace {

ArmVector arm_rates(const Leg& leg, const LegReading& reading) {
  ArmVector dq(leg.n_arm);
  for (int j = 0; j < leg.n_arm; ++j) dq[j] = reading.joint[static_cast<std::size_t>(j)].dq_rad_s;
  return dq;
}

double grip_force_N(const Cup& cup, const LegReading& reading) {
  return std::max(0.0, reading.cup.vacuum_Pa) * cup.area_m2;
}

double lip_height_m(const CupReading& cup) {
  return std::accumulate(cup.distance_m.begin(), cup.distance_m.end(), 0.0) /
         static_cast<double>(cup.distance_m.size());
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
  return guard(command);
}

void Controller::take_root(const Observation& seen) noexcept {
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    Foot& foot = state_.foot[i];
    foot.q_set = foot.q_from = measured_q(seen.leg[i]);
    const LegPose pose = leg_pose(robot_.leg[i], foot.q_from);
    foot.p_WW = state_.X_WB * pose.p_BW;
    foot.R_WF = state_.X_WB.linear() * pose.X_BF.linear();
  }
  look(seen);
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    Foot& foot = state_.foot[i];
    const Foothold here = nearest_foothold(robot_.leg[i], robot_.cup, patches(seen), foot.p_WW);
    foot.patch = std::max(0, here.patch);
  }
  state_.filter = start_filter(config_.filter, state_.X_WB);
  state_.started = true;
}

bool Controller::estimate(const Observation& seen) noexcept {
  if (!state_.started) take_root(seen);
  const OdometryInput input = sense(seen);
  if (state_.clamped) return true;
  if (!locate_body(input)) return false;
  level(seen);
  look(seen);
  return true;
}

const PatchList& Controller::patches(const Observation& seen) const noexcept {
  const bool surveyed = config_.surfaces.source == SurfaceSource::kSurveyed;
  return surveyed ? seen.patches : state_.map.patches;
}

/// Before it looks around for the first time it knows what it stands on.
void Controller::look(const Observation& seen) noexcept {
  const SurfaceConfig& config = config_.surfaces;
  if (config.source == SurfaceSource::kSurveyed) return;
  for (std::size_t i = 0; !state_.started && i < robot_.leg.size(); ++i) {
    const LegPose pose = leg_pose(robot_.leg[i], measured_q(seen.leg[i]));
    if (state_.foot[i].anchored)
      add_foothold(config, state_.X_WB * pose.X_BF, state_.X_WB.linear().col(0),
                   robot_.cup.lip_radius_m, state_.map);
  }
  state_.map.trail.add(seen.now_ns, state_.X_WB);
  take_in(config, seen.sighting, robot_.cup.lip_radius_m, state_.map);
}

OdometryInput Controller::sense(const Observation& seen) noexcept {
  OdometryInput input{.specific_force_B = seen.body.specific_force_B,
                      .w_WB_B = seen.body.w_WB_B,
                      .gravity_W = config_.gravity_W,
                      .period_s = config_.period_s};
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    Foot& foot = state_.foot[i];
    stance_.leg[i].pose = leg_pose(robot_.leg[i], measured_q(seen.leg[i]));
    watch_grip(robot_.cup, config_, reading(seen, i), foot);
    if (is_held(foot.phase) && !foot.anchored && !state_.clamped)
      state_.diagnostics.reason = Reason::kCupLost;
    if (!foot.anchored) continue;
    const auto k = static_cast<std::size_t>(input.n_feet++);
    const LegPose& pose = stance_.leg[i].pose;
    const ArmJacobian J = arm_jacobian(robot_.leg[i], pose);
    input.leg[k] = static_cast<int>(i);
    foot.give_W = give_of(i, seen.patches);
    input.p_BW[k] = pose.p_BW - state_.X_WB.linear().transpose() * foot.give_W;
    input.p_WW[k] = foot.p_WW;
    input.R_BF[k] = pose.X_BF.linear();
    input.R_WF[k] = foot.R_WF;
    input.spread_m2[k] = J * J.transpose();
  }
  return input;
}

Vector3d Controller::give_of(std::size_t i, const PatchList& patches) const noexcept {
  if (config_.lip.model == LipModel::kRigid || !is_held(state_.foot[i].phase))
    return Vector3d::Zero();
  const Leg& leg = robot_.leg[i];
  const Matrix3d R_WB = state_.X_WB.linear();
  const auto patch = static_cast<std::size_t>(state_.foot[i].patch);
  const HangingWeight weight =
      hanging_weight(leg, stance_.leg[i].pose, R_WB.transpose() * config_.gravity_W);
  return lip_give(config_.lip, robot_.cup, leg.wrist_to_lip_m,
                  patches.patch[patch].X_WS.linear().col(2),
                  {.shear = R_WB * (state_.F_B[i] - weight.total_B),
                   .tilt = R_WB * (state_.F_B[i] - weight.peel_B)});
}

bool Controller::locate_body(const OdometryInput& input) noexcept {
  switch (config_.body.estimator) {
    case Estimator::kWeightedMean:
      state_.X_WB = mean_of_feet(state_.X_WB, input);
      return true;
    case Estimator::kRegistration:
      state_.X_WB = register_body(state_.X_WB, input);
      return true;
    case Estimator::kFilter:
      return filter_body(input);
  }
  return false;
}

bool Controller::filter_body(const OdometryInput& input) noexcept {
  const FilterStatus status = advance(config_.filter, input, state_.filter);
  if (status == FilterStatus::kDiverged) state_.filter = start_filter(config_.filter, state_.X_WB);
  if (status != FilterStatus::kOk) return false;
  state_.X_WB = state_.filter.X_WB;
  take_contact_points();
  return true;
}

/// The filter goes on learning where its feet stand. One that slips or has slipped is held back:
/// until its next step its joints go on pulling it to where it stood.
void Controller::take_contact_points() noexcept {
  constexpr double kSlipped_m = 0.005;  // far more than the noise of an anchor
  const InvariantFilter& filter = state_.filter;
  for (std::size_t k = 0; k < static_cast<std::size_t>(filter.n_feet); ++k) {
    const auto leg = static_cast<std::size_t>(filter.leg[k]);
    Vector3d& p_WW = state_.foot[leg].p_WW;
    const bool slips = filter.watch[leg].alarm != FootAlarm::kNone;
    if (!slips && (filter.p_WW[k] - p_WW).norm() < kSlipped_m) p_WW = filter.p_WW[k];
  }
}

FootReading Controller::reading(const Observation& seen, std::size_t leg) const noexcept {
  return {.grip_force_N = grip_force_N(robot_.cup, seen.leg[leg]),
          .q_rad = measured_q(seen.leg[leg]),
          .p_WW = state_.X_WB * stance_.leg[leg].pose.p_BW,
          .R_WF = state_.X_WB.linear() * stance_.leg[leg].pose.X_BF.linear(),
          .roll_rad = seen.leg[leg].joint[robot_.leg[leg].n_joints - 1].q_rad,
          .height_m = lip_height_m(seen.leg[leg].cup)};
}

void Controller::level(const Observation& seen) noexcept {
  // the mean over the rest so far, later a running one
  constexpr double kLeast_s = 0.3;  // faster, it would answer to the swaying of the body
  const double rest_s = state_.ticks_at_rest * config_.period_s - config_.body.level_after_s;
  if (rest_s <= 0) return;
  const double mean_s = std::clamp(rest_s, kLeast_s, std::max(kLeast_s, config_.body.level_time_s));
  const Vector3d f_B = seen.body.specific_force_B - state_.filter.accel_bias_B;
  const Vector3d tilt_rad = tilt_error(state_.X_WB.linear(), f_B, config_.gravity_W);
  const Vector3d step_rad = config_.period_s / mean_s * tilt_rad;
  const Matrix3d turn = rotation_exp(step_rad);
  const Vector3d p_WB = state_.X_WB.translation();
  state_.X_WB.linear() = orthonormal(turn * state_.X_WB.linear());
  for (Foot& foot : state_.foot) {
    foot.p_WW = p_WB + turn * (foot.p_WW - p_WB);
    foot.R_WF = turn * foot.R_WF;
  }
  turn_about_body(turn, state_.filter);
  turn_about(p_WB, turn, state_.map);
  // the joints' set-points stay; the body error that was found goes the way of the trim
  state_.trim_r_W += step_rad;
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
  if (state_.clamped && problem_.sharing.n_feet == 0) return Reason::kNone;
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

Command Controller::guard(const Command& command) noexcept {
  for (std::size_t i = 0; i < robot_.leg.size(); ++i)
    for (const JointSetpoint& joint : command.leg[i].joint)
      if (!std::isfinite(joint.q_rad + joint.dq_rad_s + joint.tau_ff_Nm))
        return hold(Reason::kBadInput);
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
