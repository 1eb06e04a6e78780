#include "controller/organizer/climb.h"

#include <algorithm>

#include "controller/organizer/body_lead.h"
#include "controller/organizer/judgement.h"
#include "controller/organizer/leg_requests.h"
#include "controller/organizer/walk_speed.h"

namespace ventosa::controller {
namespace {

/// Distance of feet and body from where the route has them, within which it is followed.
constexpr double kBeside_m = 0.02;
/// Time after which a request to a leg that stays refused ends the route.
constexpr double kPatience_s = 2.5;

const Route* route_of(const Goal& goal) {
  return goal.activity == Activity::kClimb ? goal.route.get() : nullptr;
}

bool is_sound(const RobotModel& robot, const PatchList& surfaces, const RouteStep& step) {
  if (step.leg < 0) return true;  // the body's line alone
  const int most = static_cast<int>(kMaxWaypoints);
  return step.leg < robot.n_legs() && step.to.patch >= 0 && step.to.patch < surfaces.n &&
         step.to.p_WW.allFinite() && step.move.n >= 1 && step.move.n <= most;
}

/// True if the route can be followed by this robot on these surfaces, and its lines go on.
bool is_sound(const Scene& scene, const Route& route) {
  if (route.n_poses < 1 || route.n_poses > static_cast<std::int32_t>(Route::kMostPoses) ||
      route.n_steps < 0 || route.n_steps > static_cast<std::int32_t>(Route::kMostSteps))
    return false;
  std::int32_t n_line = 1;
  for (std::int32_t k = 0; k < route.n_steps; ++k) {
    const RouteStep& step = route.step[static_cast<std::size_t>(k)];
    if (step.n_line < n_line || step.n_line > route.n_poses) return false;
    if (!is_sound(scene.robot, scene.in.surfaces, step)) return false;
    n_line = step.n_line;
  }
  const auto n_poses = static_cast<std::size_t>(route.n_poses);
  for (std::size_t k = 0; k < n_poses; ++k)
    if (!route.X_WB[k].matrix().allFinite() || !(route.speed_m_s[k] > 0)) return false;
  return true;
}

const RouteStep& step_of(const Route& route, const RouteProgress& at) {
  return route.step[static_cast<std::size_t>(at.step)];
}

const Isometry3d& pose_of(const Route& route, const RouteProgress& at) {
  return route.X_WB[static_cast<std::size_t>(at.pose)];
}

/// Place of a foot before the route's present step.
const Foothold& place_of(const Route& route, const RouteProgress& at, std::size_t leg) {
  for (std::int32_t k = at.step - 1; k >= 0; --k) {
    const RouteStep& step = route.step[static_cast<std::size_t>(k)];
    if (step.leg == static_cast<std::int32_t>(leg)) return step.to;
  }
  return route.from[leg];
}

/// True if all feet are attached where the route has them before its present step.
bool feet_are_on(const Scene& scene, const Route& route, const RouteProgress& at) {
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    const Foothold now = foothold_now(scene, i);
    const Foothold& place = place_of(route, at, i);
    const bool is_there = now.patch == place.patch && (now.p_WW - place.p_WW).norm() <= kBeside_m;
    if (!scene.in.report[i].attached || !is_there) return false;
  }
  return true;
}

/// Phase after which the body follows its line, or the leg of the step, if it has one.
void begin_step(const Route& route, RouteProgress& at) {
  at.phase = at.step < route.n_steps ? RoutePhase::kLine : RoutePhase::kArrived;
  at.ticks_refused = 0;
  if (at.step < route.n_steps) at.margin = step_of(route, at).margin;
}

/// Takes up the goal's route.  @return false if the robot does not stand where it begins
bool take_up(const Scene& scene, const Route& route, OrganizerState& state) {
  if (state.route.fingerprint == route.fingerprint) return true;
  if (!is_sound(scene, route) || !feet_are_on(scene, route, {})) return false;
  if (path_speed(twist_between(state.reference.X_WB, route.X_WB[0], 1)) > kBeside_m) return false;
  state.route = {.fingerprint = route.fingerprint};
  begin_step(route, state.route);
  return true;
}

/// The body is at a pose of its line: goes on to the next one, or to the step.
void end_line(const Route& route, RouteProgress& at) {
  if (at.pose + 1 < step_of(route, at).n_line) {
    ++at.pose;
  } else if (step_of(route, at).leg >= 0) {
    at.phase = RoutePhase::kDetach;
  } else {
    ++at.step;
    begin_step(route, at);
  }
}

/// Moves the body on along the line, as far as the organizer's constraints permit.
Reason follow_line(const Scene& scene, const Route& route, const Twist& twist,
                   OrganizerState& state) {
  BodyReference& body = state.reference;
  RouteProgress& at = state.route;
  body.budget_m = 0;
  if (!feet_are_on(scene, route, at)) return Reason::kOffRoute;
  if (path_speed(twist) <= 0) {
    body.X_WB = pose_of(route, at);
    body.speed_m_s = 0;
    end_line(route, at);
    return Reason::kNone;
  }
  const double left_m = path_speed(twist_between(body.X_WB, pose_of(route, at), 1));
  const double ahead_m = std::min(left_m, 2 * braking_m(scene.config, body.speed_m_s));
  state.blocking =
      objection_to(scene, over_held_feet(body.X_WB, scene),
                   over_held_feet(gone_on(body.X_WB, twist, ahead_m), scene), Asked::kStanding);
  if (state.blocking.reason == Reason::kNone) body.budget_m = left_m;
  return state.blocking.reason;
}

TaskKind kind_of(RoutePhase phase) {
  if (phase == RoutePhase::kDetach) return TaskKind::kDetach;
  const bool moves = phase == RoutePhase::kSwing || phase == RoutePhase::kReturn;
  return moves ? TaskKind::kMove : TaskKind::kAttach;
}

/// The move backwards, to the joints from which it began.
LegMove backwards(const LegMove& move, const PerJoint<double>& q_from_rad) {
  LegMove back = move;
  std::reverse(back.q_rad.begin(), back.q_rad.begin() + move.n - 1);
  back.q_rad[static_cast<std::size_t>(move.n - 1)] = q_from_rad;
  return back;
}

const LegMove& move_of(const Route& route, const OrganizerState& state) {
  const bool returns = state.route.phase == RoutePhase::kReturn;
  return returns ? state.way_back : step_of(route, state.route).move;
}

/// Number of the request of a step's phase; negative, unlike those of goals.
std::int32_t request_number(const RouteProgress& at) {
  constexpr std::int32_t kPhases = 16, kRoutes = 1 << 20;
  const std::int32_t step = at.step * kPhases + static_cast<std::int32_t>(at.phase);
  return -(1 + at.fingerprint % kRoutes * 1024 + step);
}

/// The present phase of a step as a request to its leg.
Goal request_of(const Scene& scene, const Route& route, const OrganizerState& state) {
  const RouteProgress& at = state.route;
  return {.activity = Activity::kLeg,
          .pd = scene.in.goal.pd,
          .request = {request_number(at), step_of(route, at).leg, kind_of(at.phase),
                      move_of(route, state)}};
}

/// Place at which the leg attaches.
const Foothold& aim_of(const Route& route, const RouteProgress& at) {
  const RouteStep& step = step_of(route, at);
  return at.phase == RoutePhase::kAttach ? step.to
                                         : place_of(route, at, static_cast<std::size_t>(step.leg));
}

void enter(RoutePhase phase, RouteProgress& at) {
  at.phase = phase;
  at.ticks_refused = 0;
}

void pass_phase(const Route& route, RouteProgress& at) {
  switch (at.phase) {
    case RoutePhase::kDetach:
      return enter(RoutePhase::kSwing, at);
    case RoutePhase::kSwing:
      return enter(RoutePhase::kAttach, at);
    case RoutePhase::kReturn:
      return enter(RoutePhase::kReplace, at);
    case RoutePhase::kReplace:
      return enter(RoutePhase::kStopped, at);
    default:
      ++at.step;
      begin_step(route, at);
  }
}

/// A step cannot go on: its leg returns to where it came from.
void turn_back(Reason why, RouteProgress& at) {
  at.why = why;
  const RoutePhase now = at.phase;
  enter(RoutePhase::kStopped, at);
  if (now == RoutePhase::kSwing) enter(RoutePhase::kReplace, at);
  if (now == RoutePhase::kAttach) enter(RoutePhase::kReturn, at);
}

/// Counts refusals of the present request, and turns back when they last.
void count_refusals(const Scene& scene, Reason reason, RouteProgress& at) {
  at.ticks_refused = reason == Reason::kNone ? 0 : at.ticks_refused + 1;
  const bool forward = at.phase >= RoutePhase::kDetach && at.phase <= RoutePhase::kAttach;
  if (forward && at.ticks_refused * scene.config.period_s > kPatience_s) turn_back(reason, at);
}

Reason follow_step(const Scene& scene, const Route& route, OrganizerState& state) {
  RouteProgress& at = state.route;
  const auto leg = static_cast<std::size_t>(step_of(route, at).leg);
  const Goal goal = request_of(scene, route, state);
  const OrganizerInput in{scene.in.body, scene.in.report, scene.in.surfaces, goal,
                          scene.in.F_last_B};
  const Scene asked{scene.robot, scene.config, in};
  const bool lifts = at.phase == RoutePhase::kDetach;
  const std::int32_t last_request = state.last_request;
  Reason reason = follow_request(asked, state, aim_of(route, at));
  if (state.last_request != last_request) {
    if (at.phase == RoutePhase::kSwing)
      state.way_back = backwards(step_of(route, at).move, scene.in.report[leg].q_set_rad);
    else
      state.elsewhere[leg] = {.from = place_of(route, at, leg), .recalled = lifts};
  }
  if (reason == Reason::kNone) reason = state.refusal.why.reason;
  const RequestStatus status = request_status(asked, reason, state);
  if (status == RequestStatus::kDone && lifts && scene.in.report[leg].attached)
    turn_back(state.elsewhere[leg].why, at);  // could not be lifted, and was set down again
  else if (status == RequestStatus::kDone)
    pass_phase(route, at);
  else
    count_refusals(scene, status == RequestStatus::kRefused ? reason : Reason::kNone, at);
  return at.why != Reason::kNone ? at.why : reason;
}

}  // namespace

Twist climb_twist(const Scene& scene, const OrganizerState& state) noexcept {
  const Route* const route = route_of(scene.in.goal);
  if (route == nullptr || state.route.fingerprint != route->fingerprint ||
      state.route.phase != RoutePhase::kLine)
    return {};
  const BodyConfig& body = scene.config.body;
  const double speed_m_s = std::min({route->speed_m_s[static_cast<std::size_t>(state.route.pose)],
                                     body.max_speed_m_s, kFootReach_m * body.max_turn_rate_rad_s});
  return twist_towards(scene.config, pose_of(*route, state.route), speed_m_s, state.reference);
}

void forget_route(const Goal& goal, OrganizerState& state) noexcept {
  const bool keeps = goal.activity == Activity::kClimb || goal.activity == Activity::kHold;
  if (!keeps) state.route = {};
}

Reason follow_route(const Scene& scene, const Twist& twist, OrganizerState& state) noexcept {
  const Route* const route = route_of(scene.in.goal);
  if (route == nullptr) return Reason::kNoPlan;
  if (!take_up(scene, *route, state)) return Reason::kOffRoute;
  if (state.route.phase == RoutePhase::kArrived) return Reason::kNone;
  if (state.route.phase == RoutePhase::kStopped) return state.route.why;
  return state.route.phase == RoutePhase::kLine ? follow_line(scene, *route, twist, state)
                                                : follow_step(scene, *route, state);
}

const LegMove* begun_route_move(const Scene& scene, std::int32_t last_request,
                                const OrganizerState& state) noexcept {
  const Route* const route = route_of(scene.in.goal);
  const bool began = route != nullptr && state.last_request != last_request &&
                     kind_of(state.route.phase) == TaskKind::kMove;
  return began ? &move_of(*route, state) : nullptr;
}

}  // namespace ventosa::controller
