#include "controller/controller.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "controller/estimation/estimator_rules.h"
#include "controller/execution/report.h"
#include "controller/input_check.h"
#include "controller/odometry_frame.h"
#include "controller/organizer/organize.h"
#include "controller/organizer/walk_speed.h"
#include "controller/trajectory/reverse_swing.h"

namespace ventosa::controller {
namespace {

bool is_finite(const RobotModel& robot, const Command& command) {
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    for (const JointSetpoint& joint : command.leg[i].joint)
      if (!std::isfinite(joint.q_rad + joint.dq_rad_s + joint.tau_ff_Nm)) return false;
  return true;
}

State initial_state(const Start& start) {
  State state;
  state.estimation = initial_estimate(start);
  state.perception.surveyed = start.patches;
  state.decisions.organizer = initial_organizer(start);
  state.decisions.execution = initial_execution(start);
  return state;
}

/// Point of the surface below a wrist point, along the normal.
PlannedFoothold foothold_on(const Patch& patch, const Vector3d& p_WW) {
  const Vector3d normal_W = patch.X_WS.linear().col(2);
  const double over_m = normal_W.dot(p_WW - patch.X_WS.translation());
  return {.p_W = p_WW - over_m * normal_W, .normal_W = normal_W};
}

/// Reason not to send the command; kNone: send it.
Reason objection_to(const RobotModel& robot, const BodyEstimate& body, const LoadShare& load,
                    const Execution& execution) {
  if (body.reason != Reason::kNone) return body.reason;
  if (!load.solved) return load.reason;
  if (execution.reason != Reason::kNone) return execution.reason;
  return is_finite(robot, execution.command) ? Reason::kNone : Reason::kBadCommand;
}

/// Leg whose foot has crept; -1: no leg.
int crept_leg(const PerLeg<FootAlarm>& alarm) {
  const auto crept = std::find(alarm.begin(), alarm.end(), FootAlarm::kCreep);
  return crept == alarm.end() ? -1 : static_cast<int>(crept - alarm.begin());
}

/// A failure that does not yet restrict the robot. It is reported only if there is no other reason.
Reason warning_of(const PerLeg<ModuleReport>& reports, const BodyEstimate& body,
                  const PerLeg<ModuleState>& modules, int n_legs) {
  if (crept_leg(body.alarm) >= 0) return Reason::kSlipping;
  constexpr std::array kWarnings{Reason::kCupWeak, Reason::kRelayStuck, Reason::kPackDead};
  for (const Reason warning : kWarnings)
    for (const ModuleReport& module : reports)
      if (module.failure == warning) return warning;
  const auto leaves_bus = [](const ModuleState& module) { return finds_bus_live(module.pack); };
  if (std::all_of(modules.begin(), modules.begin() + n_legs, leaves_bus))
    return Reason::kRelayStuck;
  return reason_of(body.camera);
}

Reason first_of(std::initializer_list<Reason> reasons) {
  const auto* const first =
      std::find_if(reasons.begin(), reasons.end(), [](Reason r) { return r != Reason::kNone; });
  return first == reasons.end() ? Reason::kNone : *first;
}

/// Refusal or waiting body that a reason refers to.
Objection restraint_of(Reason reason, const OrganizerState& organizer) {
  if (reason == Reason::kNone) return {};
  if (reason == organizer.blocking.reason) return organizer.blocking;
  return reason == organizer.refusal.why.reason ? organizer.refusal.why : Objection{};
}

/// Leg that a reason refers to; -1: no single leg.
int leg_of(Reason reason, const OrganizerState& organizer, const PerLeg<ModuleReport>& reports,
           const PerLeg<FootAlarm>& alarm) {
  if (reason == organizer.fault.reason) return organizer.fault.leg;
  if (reason == Reason::kSlipping)
    return organizer.slipping >= 0 ? organizer.slipping : crept_leg(alarm);
  if (reason == organizer.blocking.reason) return organizer.blocking.leg;
  if (reason == organizer.refusal.why.reason) return organizer.refusal.why.leg;
  for (std::size_t i = 0; i < reports.size(); ++i)
    if (reports[i].reason == reason || reports[i].failure == reason) return static_cast<int>(i);
  return -1;
}

/// Fictive body of the feet that swing by the reverse body; the planned one if none does.
Isometry3d reverse_body(const Isometry3d& X_WB, const ExecutionState& execution) {
  for (const ModuleState& module : execution.module)
    if (swings_in_reverse(module)) return fictive_body(*module.task.reverse, X_WB);
  return X_WB;
}

/// Copies relay and camera goals to the command; no stage of the controller uses them.
void pass_on(const Goal& goal, PerLeg<ModuleState>& modules, Command& command) {
  for (std::size_t i = 0; i < command.leg.size(); ++i) {
    command.leg[i].relay = goal.relay[i];
    if (goal.relay[i]) modules[i].pack.commanded = goal.relay[i];
  }
  command.gaze = goal.gaze;
}

}  // namespace

Controller::Controller(const RobotModel& robot, const ControllerConfig& config, const Start& start)
    : robot_(robot), config_(config), surveyed_(start.patches), state_(initial_state(start)) {
  check(robot, config);
  check(config, start);
  begin_as_placed(config, start, state_.decisions.execution);
  state_.diagnostics.X_WB_estimate = state_.diagnostics.X_WB_reference = start.X_WB;
}

Command Controller::tick(const Observation& seen, const Goal& goal_in_W) noexcept {
  if (!is_sound(robot_, config_, seen) || !is_sound(goal_in_W)) {
    state_.diagnostics.reason = Reason::kBadInput;
    return Command{};
  }
  const Decisions last = state_.decisions;
  Decisions& next = state_.decisions;
  const PatchList& surfaces = known_surfaces(config_.surfaces.source, state_.perception);

  const auto sent = as_sent(config_, seen, next.execution);
  const Observation& taken = sent ? *sent : seen;
  const auto reports = report_modules(robot_, config_, {seen, taken}, next.execution);
  const BodyEstimate body = estimate(taken, reports);
  const auto& X_WO = state_.estimation.fixes.X_WO;
  const Goal goal = X_WO ? in_odometry(*X_WO, goal_in_W) : goal_in_W;
  const OrganizerInput input{body, reports, surfaces, goal, last.load_sharing.F_B};
  const Plan plan = organize({robot_, config_, input}, next.organizer);
  const LoadShare load =
      share(robot_, config_, body.stance, state_.estimation.clamped, plan.pd, next.load_sharing);
  Execution execution =
      execute(robot_, config_, {taken, body, plan, load}, state_.moves, next.execution);
  pass_on(goal, next.execution.module, execution.command);
  return guard({body, reports, plan, load, execution}, last);
}

Command Controller::stand_by(const Observation& seen) noexcept {
  if (!is_sound(robot_, config_, seen)) {
    state_.diagnostics.reason = Reason::kBadInput;
    return Command{};
  }
  for (std::size_t i = 0; i < robot_.leg.size(); ++i)
    stand_by_at(measured_q(seen.leg[i]), state_.decisions.execution.module[i]);
  const Decisions last = state_.decisions;
  const auto sent = as_sent(config_, seen, state_.decisions.execution);
  const Observation& taken = sent ? *sent : seen;
  const auto reports = report_modules(robot_, config_, {seen, taken}, state_.decisions.execution);
  const BodyEstimate body = estimate(taken, reports);
  LoadShare load;
  load.solved = true;
  Execution nothing;
  nothing.reason = Reason::kOperator;
  const Command holds = guard({body, reports, Plan{}, load, nothing}, last);
  follow_moved_body(config_, body.X_WB, state_.decisions.organizer.reference);
  return holds;
}

/// Estimates pose, surfaces and load. The results are kept even if the tick's command is dropped.
BodyEstimate Controller::estimate(const Observation& seen,
                                  const PerLeg<ModuleReport>& reports) noexcept {
  if (!state_.estimation.started) initialize_surfaces(seen);
  const SurfaceConfig& config = config_.surfaces;
  const double at_rest_s = state_.decisions.organizer.ticks_at_rest * config_.period_s;
  const InvariantFilter& filter = state_.estimation.filter;
  UsableImu imu =
      watch_imu(config_, seen, {filter.n_feet, filter.turned_rad}, state_.estimation.imu);
  if (!needs_imu(config_.body.estimator)) imu.health = ImuHealth::kGood;
  const EstimationInput input{seen,
                              imu,
                              reports,
                              known_surfaces(config.source, state_.perception),
                              state_.decisions.load_sharing.F_B,
                              at_rest_s,
                              state_.decisions.organizer.heave.rate,
                              state_.decisions.load_sharing.overloaded,
                              state_.decisions.organizer.reference.X_WB,
                              state_.decisions.organizer.pd.share > 0};
  BodyEstimate body;
  estimate_pose(robot_, config_, input, state_.estimation, body);
  if (const auto& X_WO = state_.estimation.fixes.X_WO)
    state_.perception.surveyed = in_odometry(*X_WO, surveyed_);
  perceive(config, robot_.leg.front().foot.radius_m(), seen, body.X_WB, body.levelling_W,
           state_.perception);
  body.camera = watch_camera(config_.surfaces, seen, state_.estimation.camera);
  estimate_load(robot_, config_, input, state_.estimation, body);
  return body;
}

void Controller::initialize_surfaces(const Observation& seen) noexcept {
  const Isometry3d& X_WB = state_.estimation.X_WB;
  PerLeg<Isometry3d> X_BF;
  PerLeg<bool> attached{};
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    X_BF[i] = leg_pose(robot_.leg[i], measured_q(seen.leg[i])).X_BF;
    attached[i] = state_.estimation.contact[i].attached;
  }
  controller::initialize_surfaces(config_.surfaces, robot_.leg.front().foot.radius_m(), X_WB, X_BF,
                                  attached, state_.perception);
  perceive(config_.surfaces, robot_.leg.front().foot.radius_m(), seen, X_WB, {}, state_.perception);
}

/// Returns the command, or, if there is an objection, undoes the tick's decisions and returns
/// Command{}, which holds.
Command Controller::guard(const StageResults& results, const Decisions& last) noexcept {
  const Reason objection = objection_to(robot_, results.body, results.load, results.execution);
  if (objection != Reason::kNone) {
    state_.decisions = last;
    stop_reference(results.body.levelling_W, state_.decisions.organizer);
    if (objection == Reason::kUnreachable)
      give_way(config_, results.body.X_WB, state_.decisions.organizer.reference);
  }
  report(results, objection);
  return objection == Reason::kNone ? results.execution.command : Command{};
}

void Controller::report(const StageResults& results, Reason objection) noexcept {
  Diagnostics& d = state_.diagnostics;
  const auto& [body, reports, plan, load, execution] = results;
  const OrganizerState& organizer = state_.decisions.organizer;
  const Reason restriction = first_of({objection, plan.reason, load.reason});
  const Reason warning =
      warning_of(reports, body, state_.decisions.execution.module, robot_.n_legs());
  d.reason = first_of({restriction, warning});
  d.restricted = restriction != Reason::kNone;
  d.X_WB_estimate = body.X_WB;
  d.X_WB_reference = organizer.reference.X_WB;
  d.X_WB_reverse = reverse_body(d.X_WB_reference, state_.decisions.execution);
  d.report = reports;
  d.task = organizer.task;
  if (objection == Reason::kNone) d.p_BW = execution.p_BW;
  d.f_W_B = state_.decisions.load_sharing.F_B;
  d.contact_force = body.contact_force;
  d.load = load.bottleneck;
  d.refused_leg = leg_of(d.reason, organizer, reports, body.alarm);
  d.imu = body.imu;
  d.camera = body.camera;
  d.lift = organizer.refusal.lift;
  d.pd_share = organizer.pd.share;
  d.sharing_iterations = load.iterations;
  d.payload = body.payload;
  d.p_BC = body.p_BC;
  d.nis = body.nis;
  d.alarm = body.alarm;
  d.slides = body.slides;
  d.covariance = body.covariance;
  d.fix = state_.estimation.fixes.fix;
  d.heading = state_.estimation.fixes.heading;
  d.deviation = deviation_of(state_.estimation.filter);
  d.limiting = restraint_of(d.reason, organizer).limiting;
  d.room = restraint_of(d.reason, organizer).room;
  d.walk = organizer.walk;
  d.surprises = organizer.surprises;
  d.last_surprise = organizer.last_surprise.limiting;
  d.steps_done = organizer.steps_done;
  d.route = organizer.route;
  d.stride_m = organizer.stride.stride_m;
  d.walk_speed_m_s = plan.walk_speed_m_s;
  d.speed_reached_m_s = organizer.gait.reached_m_s;
  d.turn_rate_rad_s = turn_rate_rad_s(plan.walk_speed_m_s);
  d.request = plan.request;
  d.requests_overtaken = organizer.requests_overtaken;
  d.stands = organizer.stepping.none() && is_stationary(organizer.reference);
  for (std::size_t i = 0; i < robot_.leg.size(); ++i)
    d.phase[i] = state_.decisions.execution.module[i].phase;
  report_footholds(body);
  if (const auto& X_WO = state_.estimation.fixes.X_WO) to_world(*X_WO, d);
}

void Controller::report_footholds(const BodyEstimate& body) noexcept {
  const PatchList& surfaces = known_surfaces(config_.surfaces.source, state_.perception);
  state_.diagnostics.foothold = {};
  for (std::size_t i = 0; i < robot_.leg.size(); ++i) {
    const Foothold& goal = state_.decisions.organizer.task[i].foothold;
    const bool stays = is_contact_phase(state_.diagnostics.phase[i]) || goal.patch < 0;
    const int patch = stays ? body.contact[i].patch : goal.patch;
    state_.diagnostics.foothold[i] = foothold_on(surfaces.patch[static_cast<std::size_t>(patch)],
                                                 stays ? body.contact[i].p_WW : goal.p_WW);
  }
}

}  // namespace ventosa::controller
