#include "controller/organizer/organize.h"

#include <algorithm>
#include <limits>

#include "controller/organizer/body_lead.h"
#include "controller/organizer/climb.h"
#include "controller/organizer/failed_steps.h"
#include "controller/organizer/faults.h"
#include "controller/organizer/free_gait.h"
#include "controller/organizer/heave.h"
#include "controller/organizer/leg_requests.h"
#include "controller/organizer/walk.h"
#include "controller/organizer/walk_speed.h"

namespace ventosa::controller {
namespace {

/// Most important failure of the modules: a failed step counts before a lost cup.
Reason worst_reason(const RobotModel& robot, const PerLeg<ModuleReport>& report, LegSet stepping) {
  for (std::size_t i = 0; i < report.size(); ++i)
    if (stepping[i] && report[i].reason != Reason::kNone) return report[i].reason;
  const auto lost = [](const ModuleReport& module) { return module.reason == Reason::kCupLost; };
  const bool any = std::any_of(report.begin(), report.begin() + robot.n_legs(), lost);
  return any ? Reason::kCupLost : Reason::kNone;
}

/// Reason why a foot steps to another place than planned.
Reason reason_elsewhere(const OrganizerInput& in, const OrganizerState& state) {
  for (std::size_t i = 0; i < state.elsewhere.size(); ++i)
    if (state.stepping[i] && in.report[i].phase != FootPhase::kLoad &&
        state.elsewhere[i].why != Reason::kNone)
      return state.elsewhere[i].why;
  return Reason::kNone;
}

/// True if the body has been off its reference for longer than a push lasts.
bool is_astray(const ControllerConfig& config, const OrganizerState& state) {
  constexpr double kPush_s = 0.5;
  return state.ticks_away * config.period_s > kPush_s;
}

void watch_body(const Scene& scene, OrganizerState& state) {
  constexpr std::int32_t kMost = 1'000'000;
  const Vector3d away_W = scene.in.body.X_WB.translation() - state.reference.X_WB.translation();
  const bool is_away = away_W.norm() > scene.config.body.max_drift_m;
  state.ticks_away = is_away ? std::min(kMost, state.ticks_away + 1) : 0;
}

bool fails(const OrganizerState& state) { return state.fault.reason != Reason::kNone; }

bool is_paused(const Scene& scene, const OrganizerState& state) {
  return is_astray(scene.config, state) || !scene.in.goal.pd || fails(state) || state.free.leans;
}

/// Goal of the body: hold while something fails; after a drift, the pose at which PD was switched
/// off.
Goal goal_of_body(const Goal& goal, const OrganizerState& state) {
  if (fails(state)) return {};
  if (state.free.leans)
    return {.activity = Activity::kPose, .pd = goal.pd, .X_WB = state.free.X_WB};
  return controller::goal_of_body(goal, state.pd);
}

/// Ends a lean when the body has arrived or comes no nearer.
void end_lean(OrganizerState& state) {
  constexpr double kNear_m = 1e-4;
  FreeGait& free = state.free;
  if (!free.leans || state.reference.follower.is_moving()) return;
  const Vector3d left_W = free.X_WB.translation() - state.reference.X_WB.translation();
  const bool there = left_W.norm() < kNear_m &&
                     free.X_WB.linear().isApprox(state.reference.X_WB.linear(), kNear_m);
  if (!there && state.blocking.reason == Reason::kNone) return;
  free.leans = false;
  weigh_anew(free);
}

/// Sets the body pose of all tasks: with trim for attached feet and for those that swing by the
/// reverse body, without it for other feet in the air, which would otherwise miss their footholds.
void aim_tasks(const Scene& scene, const Twist& V_WB, const Twist& trim, OrganizerState& state) {
  const Isometry3d commanded = commanded_body(state.reference);
  const Twist V_commanded{V_WB.v_W + trim.v_W, V_WB.w_W + trim.w_W};
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    const bool held = is_contact_phase(scene.in.report[i].phase) || state.task[i].reverse;
    state.task[i].X_WB = held ? commanded : state.reference.X_WB;
    state.task[i].V_WB = held ? V_commanded : V_WB;
    state.task[i].urgent = scene.in.body.maybe_lost.any();
  }
}

bool is_resting(const OrganizerInput& in, const Isometry3d& X_WB_last,
                const OrganizerState& state) {
  return in.goal.pd && state.stepping.none() && !is_moving_leg(in.report) &&
         state.reference.X_WB.isApprox(X_WB_last, 1e-12);
}

/// Mean displacement of the feet from their even surfaces; a foot in the air counts where it stood.
Vector3d mean_ground_W(const Scene& scene) {
  Vector3d sum_W = Vector3d::Zero();
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    const Contact& contact = scene.in.body.contact[i];
    const Patch& patch = patch_of(scene, contact.patch);
    sum_W += ground_height_m(scene.robot.leg[i], patch, contact.p_WW) * patch.X_WS.linear().col(2);
  }
  return sum_W / scene.robot.n_legs();
}

/// Adds a levelling turn of the estimate to the trim, so that the legs' set-points do not jump.
void take_levelling(const std::optional<Vector3d>& levelling_W, BodyReference& reference) {
  if (levelling_W) reference.trim_r_W += *levelling_W;
}

double stride_m(const ControllerConfig& config, int gait, const StridePlan& planned) {
  const bool known = gait != kFreeGait && planned.stride_m > 0;
  return known ? planned.stride_m : config.gait.stride_m;
}

/// Upper bound of the body's walking speed by the feet's speed; by the clock, the pace of the
/// present row.
double fastest_now_m_s(const Scene& scene, int gait, const OrganizerState& state) {
  const StridePlan& planned = state.stride;
  const Gait* const table = scene.robot.find_gait(gait);
  if (table && table->is_clocked() && state.gait.pace_m_s > 0) return state.gait.pace_m_s;
  const double way_m = stride_m(scene.config, gait, planned);
  const double cycle_s = shortest_cycle_s(scene.robot, scene.config.gait, gait, way_m);
  return cycle_s > 0 ? way_m / cycle_s : std::numeric_limits<double>::infinity();
}

/// Mean speed of a walk: from the last cycle, or less while the present one takes longer.
double mean_walk_speed_m_s(const Scene& scene, const GaitProgress& at, const StridePlan& planned) {
  const double way_m = stride_m(scene.config, at.gait, planned);
  const double shortest_s = shortest_cycle_s(scene.robot, scene.config.gait, at.gait, way_m);
  if (shortest_s <= 0) return 0;
  const double waited_s = at.ticks_of_cycle * scene.config.period_s;
  return way_m / (at.last_cycle_s > 0 ? std::max(at.last_cycle_s, waited_s) : shortest_s);
}

/// Watches the modules and the body.
void watch(const Scene& scene, OrganizerState& state) {
  take_levelling(scene.in.body.levelling_W, state.reference);
  state.fault = present_fault(scene);
  state.slipping = slipping_leg(scene);
  watch_body(scene, state);
}

/// Goes on with the steps in progress.
void follow_steps(const Scene& scene, OrganizerState& state) {
  end_steps(scene, state);
  watch_unload(scene, state);
  step_elsewhere(scene, state);
}

/// Moves the body's reference along a walk.
void advance_body(const Scene& scene, const Twist& twist, OrganizerState& state) {
  const auto& [robot, config, in, reserve] = scene;
  BodyReference& reference = state.reference;
  advance_reference(config, twist, is_paused(scene, state), reference);
  if (reference.speed_m_s > 0) follow_ground(config, mean_ground_W(scene), reference);
  state.gait.way_m += reference.speed_m_s * config.period_s;
  if (path_speed(twist) <= 0)
    reference.lag_m = 0;
  else if (state.stepping.any() && !fails(state) && in.goal.pd)
    count_lag(config, in.goal, reference);
}

/// Position control.  @return rate of the trim
Twist control_position(const Scene& scene, OrganizerState& state) {
  const auto& [robot, config, in, reserve] = scene;
  const bool pd_returns = switch_pd(config,
                                    {in.goal.pd || fails(state), is_stationary(state.reference),
                                     in.body.X_WB, state.reference.X_WB},
                                    state.pd);
  if (pd_returns) restart_trim(config, in.body.X_WB, state.reference);
  return !pd_returns && state.pd.on ? trim(config, in.body.X_WB, state.reference) : Twist{};
}

/// Why the robot does less than the goal asks: the first of these. A fault comes first, because the
/// others follow from it.
Reason reason_now(const Scene& scene, const Twist& twist, Reason of_request,
                  const OrganizerState& state) {
  const bool drifts = state.pd.drifted || is_astray(scene.config, state);
  const bool needs_pd =
      path_speed(twist) > 0 && !scene.in.goal.pd && !is_astray(scene.config, state);
  for (const Reason reason :
       {state.fault.reason, state.refusal.why.reason,
        worst_reason(scene.robot, scene.in.report, state.stepping),
        state.slipping >= 0 ? Reason::kSlipping : Reason::kNone, reason_elsewhere(scene.in, state),
        state.blocking.reason, of_request, needs_pd ? Reason::kPdOff : Reason::kNone})
    if (reason != Reason::kNone) return reason;
  return drifts ? Reason::kDrifting : Reason::kNone;
}

}  // namespace

OrganizerState initial_organizer(const Start& start) noexcept {
  OrganizerState state;
  state.reference.X_WB = start.X_WB;
  return state;
}

Plan organize(const Scene& scene, OrganizerState& state) noexcept {
  const auto& [robot, config, in, reserve] = scene;
  const Isometry3d X_WB_last = state.reference.X_WB;
  const std::int32_t last_request = state.last_request;
  state.poses_left = kPosesPerTick;
  state.walk = WalkPhase::kNone;
  watch(scene, state);
  follow_steps(scene, state);

  lead_body(scene, goal_of_body(in.goal, state), state);
  end_lean(state);
  const bool climbs = in.goal.activity == Activity::kClimb;
  const Twist walk =
      wanted_twist(config, in.goal, fastest_now_m_s(scene, in.goal.gait, state), state.reference);
  const Twist twist = climbs ? climb_twist(scene, state) : walk;
  follow_heave(scene, is_astray(config, state), state);
  forget_route(in.goal, state);
  Reason of_request = climbs ? Reason::kNone : follow_request(scene, state);
  if (!is_astray(config, state)) follow_walk(scene, walk, state);
  if (climbs && !is_astray(config, state)) of_request = follow_route(scene, twist, state);
  let_load(scene, state);
  advance_body(scene, twist, state);

  const Twist V_WB = twist_between(X_WB_last, state.reference.X_WB, config.period_s);
  const Twist trim_rate = control_position(scene, state);
  state.ticks_at_rest = is_resting(in, X_WB_last, state) ? state.ticks_at_rest + 1 : 0;
  aim_tasks(scene, V_WB, trim_rate, state);

  const Reason reason = reason_now(scene, twist, of_request, state);
  return {.reason = reason,
          .task = state.task,
          .move = climbs ? begun_route_move(scene, last_request, state)
                         : begun_move(scene, last_request, state),
          .request = request_status(scene, reason, state),
          .pd = state.pd.on,
          .pd_share = state.pd.share,
          .walk_speed_m_s = mean_walk_speed_m_s(scene, state.gait, state.stride)};
}

void stop_reference(const std::optional<Vector3d>& levelling_W, OrganizerState& state) noexcept {
  take_levelling(levelling_W, state.reference);
  state.reference.follower = {};
}

}  // namespace ventosa::controller
