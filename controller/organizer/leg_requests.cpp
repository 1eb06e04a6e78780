#include "controller/organizer/leg_requests.h"

#include <algorithm>

#include "controller/load_sharing/load_check.h"
#include "controller/model/surfaces.h"
#include "controller/organizer/faults.h"
#include "controller/organizer/heave.h"
#include "controller/organizer/judgement.h"
#include "controller/organizer/leg_move.h"
#include "controller/organizer/steps.h"

namespace ventosa::controller {
namespace {

bool exists(const RobotModel& robot, int leg) { return leg >= 0 && leg < robot.n_legs(); }

/// True if a detached leg is in motion, even if a later request was refused.
bool is_moving(const ModuleReport& module) {
  return module.phase == FootPhase::kFree && module.progress < 1;
}

/// Transfer of one request to its module. Each part returns the reason why nothing is passed on,
/// unless that is refused for some time (steps.h).
struct Passage {
  const Scene& scene;
  const LegRequest& request;
  const Foothold& aim;  ///< place to attach at; patch -1: the nearest
  OrganizerState& state;

  std::size_t leg() const { return static_cast<std::size_t>(request.leg); }
  const ModuleReport& report() const { return scene.in.report[leg()]; }
  Reason pass_on(ModuleTask task) {
    task.kind = request.kind;
    task.X_WB = state.reference.X_WB;
    give_task(request.leg, task, state);
    state.last_request = request.id;
    state.waiting_request = 0;
    state.refusal = {};
    if (request.kind != TaskKind::kMove) state.stepping.set(leg());
    return Reason::kNone;
  }
  Reason refuse_for_now(const Objection& why, const Bottleneck& lift = {}) {
    refuse(scene, {why, lift}, state);
    return why.reason;
  }
  /// The robot with the leg on a foothold; other detached legs stay as they are.
  Posture posture_with(const Foothold& foothold) const {
    Posture posture = standing_at(state.reference.X_WB, scene, state);
    for (std::size_t i = 0; i < scene.robot.leg.size(); ++i)
      if (scene.in.report[i].phase == FootPhase::kFree) posture.foot[i].patch = -1;
    posture.foot[leg()] = foothold;
    return posture;
  }
  /// True if the other feet hold the robot now, and while the leg is lifted.
  bool others_hold(Bottleneck& least) const {
    const LegSet lifted{1ULL << leg()};
    if (!may_lift(scene, lifted, state.warm_lift, least)) return false;
    Posture posture = posture_with(feet_after(scene, state.stepping, state.task)[leg()]);
    posture.attached &= ~lifted;
    least = weigh({scene, posture});
    const bool is_impossible = least.limit == Limit::kNone && least.margin == kNothingHolds;
    return is_impossible || least.margin >= 0;  // whether the leg can lift off is another check
  }
  /// A fault, or a sliding foot, of any leg.
  Objection objection_to_all() const {
    if (state.fault.reason != Reason::kNone) return state.fault;
    return state.slipping >= 0 ? Objection{Reason::kSlipping, state.slipping} : Objection{};
  }

  Reason detach();
  Reason attach();
  Reason move();
};

Reason Passage::detach() {
  if (report().phase == FootPhase::kFree) return Reason::kLegFree;
  if (waits_after_refusal(state)) return Reason::kNone;
  const Objection objection = objection_to_all();
  if (objection.reason != Reason::kNone) return refuse_for_now(objection);
  if (!scene.in.body.knows_load) return Reason::kNone;
  if (needs_heave(scene, state)) {
    begin_heave(scene, state);
    return Reason::kNone;
  }
  if (needs_rest(scene, leg(), state)) return Reason::kNone;
  Bottleneck least;
  if (!others_hold(least))
    return refuse_for_now(violation(Limiting::kLoad, request.leg, least.margin), least);
  if (!can_lift_off(scene, standing_at(state.reference.X_WB, scene, state), request.leg))
    return refuse_for_now(violation(Limiting::kLiftHeight, request.leg));
  return pass_on({.z_from_W = foothold_now(scene, leg()).z_WF});
}

Reason Passage::attach() {
  if (report().phase != FootPhase::kFree) return Reason::kLegHeld;
  if (is_moving(report()) || waits_after_refusal(state)) return Reason::kNone;
  const Vector3d p_WW = scene.in.body.X_WB * scene.in.body.stance.leg[leg()].pose.p_BW;
  const Foothold to =
      aim.patch >= 0 ? aim : nearest_foothold(scene.robot.leg[leg()], scene.in.surfaces, p_WW);
  if (to.patch < 0) return refuse_for_now(violation(Limiting::kPlace, request.leg));
  if (!is_clear(scene, posture_with(to)))
    return refuse_for_now(violation(Limiting::kSelfClearance, request.leg));
  return pass_on({.foothold = to});
}

Reason Passage::move() {
  if (report().phase != FootPhase::kFree || state.stepping[leg()]) return Reason::kLegHeld;
  // a move begins from rest
  if (is_moving(report()) || waits_after_refusal(state)) return Reason::kNone;
  const Objection objection = objection_to_all();
  if (objection.reason != Reason::kNone) return refuse_for_now(objection);
  const MoveCheck check = check_move(scene, request.leg, request.move, state.warm_lift);
  if (check.objection != Reason::kNone)
    return refuse_for_now({check.objection, request.leg}, check.lift);
  return pass_on({.pace = check.pace});
}

/// A waiting request is dropped when the goal changes. A new request does not wait for the end of
/// another one's refusal.
void take_up_request(const Goal& goal, OrganizerState& state) {
  const std::int32_t requested = goal.activity == Activity::kLeg ? goal.request.id : 0;
  const std::int32_t waits = requested == state.last_request ? 0 : requested;
  if (waits == state.waiting_request) return;
  if (state.waiting_request != 0) ++state.requests_overtaken;
  if (waits != 0) state.refusal = {};
  state.waiting_request = waits;
}

/// Stops legs in motion.
void stop_moves(const OrganizerInput& in, OrganizerState& state) {
  for (std::size_t i = 0; i < in.report.size(); ++i)
    if (is_moving(in.report[i]) && state.task[i].kind == TaskKind::kMove)
      give_task(static_cast<int>(i), {}, state);
}

bool is_idle(const OrganizerInput& in, const OrganizerState& state) {
  return state.stepping.none() && in.goal.pd && is_stationary(state.reference) &&
         !is_heaving(state.heave);
}

/// The module's refusal, while the goal stays.
Reason refusal_of(const ModuleReport& module) {
  return module.status == TaskStatus::kRefused ? module.reason : Reason::kNone;
}

}  // namespace

Reason follow_request(const Scene& scene, OrganizerState& state, const Foothold& aim) noexcept {
  take_up_request(scene.in.goal, state);
  if (scene.in.goal.activity == Activity::kHold) stop_moves(scene.in, state);
  if (scene.in.goal.activity != Activity::kLeg) return Reason::kNone;
  const LegRequest& request = scene.in.goal.request;
  if (!exists(scene.robot, request.leg)) return Reason::kLegHeld;
  Passage passage{scene, request, aim, state};
  if (request.id == state.last_request) return refusal_of(passage.report());
  if (request.kind == TaskKind::kMove) return passage.move();
  if (!is_idle(scene.in, state)) return Reason::kNone;
  if (request.kind == TaskKind::kDetach) return passage.detach();
  return request.kind == TaskKind::kAttach ? passage.attach() : Reason::kNone;
}

RequestStatus request_status(const Scene& scene, Reason reason,
                             const OrganizerState& state) noexcept {
  const LegRequest& request = scene.in.goal.request;
  if (scene.in.goal.activity != Activity::kLeg) return RequestStatus::kNone;
  if (!exists(scene.robot, request.leg)) return RequestStatus::kRefused;
  if (request.id != state.last_request)
    return reason == Reason::kNone ? RequestStatus::kWaiting : RequestStatus::kRefused;
  const auto leg = static_cast<std::size_t>(request.leg);
  if (scene.in.report[leg].task != state.task[leg].id) return RequestStatus::kRunning;
  switch (scene.in.report[leg].status) {
    case TaskStatus::kRunning:
      return RequestStatus::kRunning;
    case TaskStatus::kDone:
      return RequestStatus::kDone;
    case TaskStatus::kRefused:
      return RequestStatus::kRefused;
    case TaskStatus::kPreempted:
      break;
  }
  return RequestStatus::kPreempted;
}

bool is_moving_leg(const PerLeg<ModuleReport>& report) noexcept {
  return std::any_of(report.begin(), report.end(), is_moving);
}

const LegMove* begun_move(const Scene& scene, std::int32_t last_request,
                          const OrganizerState& state) noexcept {
  const LegRequest& request = scene.in.goal.request;
  const bool began = state.last_request != last_request && request.kind == TaskKind::kMove;
  return began ? &request.move : nullptr;
}

}  // namespace ventosa::controller
