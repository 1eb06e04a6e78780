#include <algorithm>
#include <limits>

#include "controller/estimation/body_estimate.h"
#include "controller/model/surfaces.h"

/// Estimate of stance, contact forces and payload.
namespace ventosa::controller {
namespace {

ArmVector arm_rates(const Leg& leg, const LegReading& reading) {
  ArmVector dq(leg.n_arm);
  for (int j = 0; j < leg.n_arm; ++j) dq[j] = reading.joint[static_cast<std::size_t>(j)].dq_rad_s;
  return dq;
}

/// Delay of the vacuum reading of real cups with elastic lips; 0 for rigid ones.
double cup_tells_after_s(const LipConfig& lip) {
  constexpr double kBarometer_s = 0.35;  // twice the sensor's period, plus transmission
  return lip.model == LipModel::kElastic ? kBarometer_s : 0;
}

std::int32_t cup_delay_ticks(const ControllerConfig& config) {
  return static_cast<std::int32_t>(cup_tells_after_s(config.lip) / config.period_s);
}

void watch_alarmed(const ControllerConfig& config, const PerLeg<ModuleReport>& report,
                   const PerLeg<FootAlarm>& alarm, PerLeg<AlarmedFoot>& foot, LegSet& maybe_lost) {
  const std::int32_t delay = cup_delay_ticks(config);
  for (std::size_t i = 0; i < foot.size(); ++i) {
    const auto count = [delay](bool goes_on, std::int32_t& ticks) {
      ticks = goes_on ? std::min(ticks + 1, delay + 1) : 0;
    };
    const bool races = alarm[i] == FootAlarm::kDetachment && report[i].attached;
    count(moves_now(alarm[i]) && report[i].attached, foot[i].alarmed);
    count(races, foot[i].ticks);
    maybe_lost[i] = races && foot[i].ticks <= delay;
  }
}

/// Feet lost by the filter's alarm or by their vacuum.
LegSet lost_feet(LegSet maybe_lost, const PerLeg<ModuleReport>& report) {
  for (std::size_t i = 0; i < report.size(); ++i)
    if (report[i].reason == Reason::kCupLost) maybe_lost.set(i);
  return maybe_lost;
}

void estimate_stance(const RobotModel& robot, const ControllerConfig& config,
                     const EstimationInput& in, const EstimationState& state, BodyEstimate& body) {
  Stance& stance = body.stance;
  const Matrix3d R_BW = body.X_WB.linear().transpose();
  stance.g_B = R_BW * config.gravity_W;
  stance.w_WB_B = turn_rate_B(in.imu.reading);
  stance.payload = state.payload;
  stance.inertia_w.setZero();
  const bool urgent = stance.lost_foot = body.lost.any();
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    StanceLeg& leg = stance.leg[i];
    const auto on = static_cast<std::size_t>(body.contact[i].patch);
    const Patch& patch = in.surfaces.patch[on];
    leg.attached = in.report[i].attached;
    if (!leg.attached) stance.inertia_w += in.report[i].inertia_w;
    weigh_leg(robot.leg[i], stance.g_B, leg);
    leg.v_BW = leg.J_BW * arm_rates(robot.leg[i], in.seen.leg[i]);
    leg.availability = urgent ? 1 : in.report[i].availability;
    leg.leaves = in.report[i].phase == FootPhase::kUnload;
    leg.trust = state.trust[i];
    leg.grip_force_N = state.grip_force_N[i];
    leg.R_BS = R_BW * patch.X_WS.linear();
    const double ground =
        ground_friction(robot.leg[i], in.surfaces, body.contact[i].patch, body.contact[i].p_WW);
    leg.friction = std::min({ground, state.friction[on], state.alarmed_foot[i].friction});
  }
}

/// Tangential over normal force on the lip, by the last tick's planned forces.
double planned_friction_use(const Leg& leg, const StanceLeg& foot, const Vector3d& g_B,
                            const Vector3d& F_last_B) {
  const Vector3d f_S =
      foot.R_BS.transpose() * (F_last_B - hanging_weight(leg, foot.pose, g_B).total_B);
  const double pressed_N = f_S.z() + foot.grip_force_N;
  return pressed_N > 0 ? f_S.head<2>().norm() / pressed_N : 0;
}

constexpr double kLeastFriction = 0.02;  // lower bound of assumed friction coefficients

/// Lowers the assumed friction of a slipping foot below its use, further while it slips. If the
/// other feet are overloaded by that, raises it again.
/// @param known   friction of its surface
/// @param sealed  the foot has full vacuum, so adapt `known` too
void lower_friction(double period_s, bool overloaded, double use, bool sealed, AlarmedFoot& foot,
                    double& known) {
  constexpr double kChange_1_s = 1, kSurface_1_s = 10;
  const double change = kChange_1_s * period_s;
  if (overloaded) {
    foot.friction *= 1 + change;
    if (sealed) known = std::min((1 + change) * known, foot.slid_at);
  } else {
    foot.friction = std::max(kLeastFriction, (1 - change) * std::min({known, foot.friction, use}));
    const double lower = (1 - kSurface_1_s * period_s) * std::min(known, foot.slid_at);
    if (sealed) known = std::max(foot.friction, lower);
  }
}

/// Learns friction from slipping feet. After the delay of its vacuum reading, a slipping foot with
/// full vacuum lowers the friction of its surface. A foot with less vacuum may slide on any
/// surface.
void learn_friction(const RobotModel& robot, const ControllerConfig& config,
                    const EstimationInput& in, const BodyEstimate& body, EstimationState& state) {
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    AlarmedFoot& foot = state.alarmed_foot[i];
    if (foot.alarmed == 0 || in.report[i].silent) {
      foot.friction = std::numeric_limits<double>::infinity();
      continue;
    }
    const double use =
        planned_friction_use(robot.leg[i], body.stance.leg[i], body.stance.g_B, in.F_last_B[i]);
    if (foot.alarmed == 1 || foot.ticks == 1) foot.slid_at = std::max(kLeastFriction, use);
    if (body.maybe_lost[i]) continue;
    lower_friction(config.period_s, in.overloaded, foot.ticks > 0 ? foot.slid_at : use,
                   foot.alarmed > cup_delay_ticks(config) && in.report[i].bears, foot,
                   state.friction[static_cast<std::size_t>(body.contact[i].patch)]);
  }
}

/// Updates the trust in each foot: ramps down with module or joint faults, up otherwise, and is 0
/// for a foot that is likely lost.
void update_trust(const ControllerConfig& config, const PerLeg<ModuleReport>& report,
                  LegSet maybe_lost, PerLeg<double>& trust) {
  const double step = config.period_s / config.gait.load_s;
  for (std::size_t i = 0; i < trust.size(); ++i) {
    const bool fails = report[i].silent || report[i].faulty_joint >= 0;
    trust[i] = std::clamp(trust[i] + (fails ? -step : step), 0.0, 1.0);
    if (maybe_lost[i]) trust[i] = 0;
  }
}

/// Suction force to rely on until the next reading. A cup that was releasing and attaches again
/// loses vacuum until its turbine is back at speed.
double sure_grip_N(const ModuleReport& module) {
  constexpr double kSure = 0.4;
  return module.provisional ? kSure * module.grip_force_N : module.grip_force_N;
}

/// Smooths the suction forces: quantised readings would make the limits, and near them the forces,
/// jump.
void smooth_grip(const ControllerConfig& config, const PerLeg<ModuleReport>& report,
                 PerLeg<double>& grip_force_N) {
  constexpr double kSmooth_s = 0.05;
  const double share = config.period_s / (kSmooth_s + config.period_s);
  for (std::size_t i = 0; i < grip_force_N.size(); ++i) {
    const bool held = report[i].attached && grip_force_N[i] > 0;
    grip_force_N[i] += (held ? share : 1) * (sure_grip_N(report[i]) - grip_force_N[i]);
  }
}

/// True if the robot has been at rest for long enough on enough feet, all of them with full trust
/// and without motion relative to the body.
bool is_still(const RobotModel& robot, double at_rest_s, const Stance& stance) {
  if (at_rest_s < PayloadConfig::kRest_s) return false;
  constexpr int kEnough = 3;
  const auto held = [](const StanceLeg& leg) { return leg.attached; };
  if (std::count_if(stance.leg.begin(), stance.leg.begin() + robot.n_legs(), held) < kEnough)
    return false;
  const auto still = [&](const StanceLeg& leg) {
    return !leg.attached || (leg.trust >= 1 && leg.v_BW.norm() < PayloadConfig::kStill_m_s);
  };
  return std::all_of(stance.leg.begin(), stance.leg.begin() + robot.n_legs(), still);
}

/// Adds the friction of the arm's joints at standstill, of unknown sign, to their torque deviation.
ReactionConfig with_friction(const Leg& leg, const ControllerConfig& config,
                             const LegReading& reading) {
  ReactionConfig reactions = config.reactions;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_arm); ++j) {
    const JointFriction& friction = leg.joint[j].friction;
    const double dry_Nm =
        config.gains.friction_share *
        (friction.coulomb_Nm + friction.load_ratio * std::abs(reading.joint[j].tau_Nm));
    reactions.torque_sd_Nm[j] = std::hypot(reactions.torque_sd_Nm[j], dry_Nm);
  }
  return reactions;
}

/// Readings without those of force sensors that have failed.
PerLeg<LegReading> trusted(const EstimationInput& in) {
  PerLeg<LegReading> reading = in.seen.leg;
  for (std::size_t i = 0; i < reading.size(); ++i)
    if (in.report[i].failure == Reason::kFootSensorFault) reading[i].foot = {};
  return reading;
}

/// Load beyond the model, from the motors' torques and the force sensors of the feet.
WrenchReading felt_load(const RobotModel& robot, const ControllerConfig& config,
                        const EstimationInput& in, const Stance& stance) {
  PerLeg<ForceEstimate> force;
  const PerLeg<LegReading> reading = trusted(in);
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    if (stance.leg[i].attached)
      force[i] = measured_reaction(robot.leg[i], with_friction(robot.leg[i], config, reading[i]),
                                   stance.leg[i], reading[i]);
  return unmodelled_load(robot, stance, force);
}

PayloadStatus weigh_payload(const RobotModel& robot, const ControllerConfig& config,
                            const EstimationInput& in, const Stance& stance,
                            PayloadInformation& information) {
  if (config.payload.estimation == PayloadEstimation::kOff) return PayloadStatus::kOff;
  const PayloadConfig& options = config.payload;
  const bool heaves = in.heave_rate != 0 || is_being_heaved(information);
  if (heaves)
    return weigh_heaving(options, stance.g_B, felt_load(robot, config, in, stance), in.heave_rate,
                         information);
  if (!is_still(robot, in.at_rest_s, stance)) {
    if (in.at_rest_s == 0) begin_rest(information);
    return PayloadStatus::kMoving;
  }
  return weigh(options, stance.g_B, felt_load(robot, config, in, stance), config.period_s,
               config.gains.friction_share > 0, information);
}

/// @return true if the payload has reached the goal
bool follow(const MassMoment& goal, double share, MassMoment& payload) {
  constexpr double kNear_kg = 0.1, kNear_kgm = 0.02;
  payload.mass_kg += share * (goal.mass_kg - payload.mass_kg);
  payload.h_B += share * (goal.h_B - payload.h_B);
  return std::abs(goal.mass_kg - payload.mass_kg) < kNear_kg &&
         (goal.h_B - payload.h_B).norm() < kNear_kgm;
}

void estimate_payload(const RobotModel& robot, const ControllerConfig& config,
                      const EstimationInput& in, EstimationState& state, BodyEstimate& body) {
  const PayloadStatus status =
      state.clamped ? PayloadStatus::kOff
                    : weigh_payload(robot, config, in, body.stance, state.payload_information);
  body.knows_load = status == PayloadStatus::kOff;
  if (!body.knows_load) {
    body.payload = payload(config.payload, state.payload_information);
    const MassMoment goal =
        is_sure(body.payload) ? carried(config.payload, state.payload_information) : MassMoment{};
    state.has_weighed = state.has_weighed || status != PayloadStatus::kMoving;
    body.knows_load =
        follow(goal, std::min(1.0, config.period_s / PayloadConfig::kFollow_s), state.payload) &&
        state.has_weighed && !is_being_heaved(state.payload_information);
    body.stance.payload = state.payload;
  }
  body.payload.status = status;
}

}  // namespace

void estimate_load(const RobotModel& robot, const ControllerConfig& config,
                   const EstimationInput& in, EstimationState& state, BodyEstimate& body) noexcept {
  watch_alarmed(config, in.report, body.alarm, state.alarmed_foot, body.maybe_lost);
  body.lost = lost_feet(body.maybe_lost, in.report);
  update_trust(config, in.report, body.maybe_lost, state.trust);
  smooth_grip(config, in.report, state.grip_force_N);
  estimate_stance(robot, config, in, state, body);
  learn_friction(robot, config, in, body, state);
  estimate_contact_forces(robot, config.reactions, body.stance, trusted(in), state.elastic_turn_B,
                          body.contact_force);
  watch_burden(in.report, body.contact_force, body.lost, config.period_s, state.burden);
  estimate_payload(robot, config, in, state, body);
  body.p_BC = centre(robot_mass(robot, body.stance));
}

}  // namespace ventosa::controller
