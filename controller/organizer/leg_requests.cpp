#include "controller/organizer/leg_requests.h"

#include <algorithm>

#include "controller/load_sharing/load_check.h"
#include "controller/model/surfaces.h"
#include "controller/organizer/faults.h"
#include "controller/organizer/heave.h"
#include "controller/organizer/judgement.h"
#include "controller/organizer/leg_move.h"
#include "controller/organizer/stepping.h"

namespace ventosa::controller {
namespace {

bool exists(const RobotModel& robot, int leg) { return leg >= 0 && leg < robot.n_legs(); }

/// True if a detached leg is in motion, even if a later request was refused.
bool is_moving(const ModuleReport& module) {
  return module.phase == FootPhase::kFree && module.progress < 1;
}

/// Transfer of one request to its module.
struct Passage {
  const Scene& scene;
  const LegRequest& request;
  Plan& plan;
  OrganizerState& state;

  const ModuleReport& report() const {
    return scene.in.report[static_cast<std::size_t>(request.leg)];
  }
  void explain(Reason reason) {
    if (plan.reason == Reason::kNone) plan.reason = reason;
  }
  void pass_on(ModuleTask task) {
    task.kind = request.kind;
    task.X_WB = state.reference.X_WB;
    give_task(request.leg, task, state);
    state.last_request = request.id;
    state.waiting_request = 0;
    if (request.kind != TaskKind::kMove) state.stepping.set(static_cast<std::size_t>(request.leg));
  }
  std::size_t leg() const { return static_cast<std::size_t>(request.leg); }
  /// The robot with the leg on a foothold; other detached legs stay as they are.
  Posture posture_with(const Foothold& foothold) const {
    Posture posture = standing_at(state.reference.X_WB, scene, state);
    for (std::size_t i = 0; i < scene.robot.leg.size(); ++i)
      if (scene.in.report[i].phase == FootPhase::kFree) posture.foot[i].patch = -1;
    posture.foot[leg()] = foothold;
    return posture;
  }
  /// True if the other feet hold the robot now, and while the leg is lifted.
  bool others_hold() const {
    const LegSet lifted{1ULL << leg()};
    if (!may_lift(scene, lifted, state.warm_lift, state.refusal.lift)) return false;
    Posture posture = posture_with(feet_after(scene, state.stepping, state.task)[leg()]);
    posture.attached &= ~lifted;
    const Bottleneck least = weigh(scene, posture);
    if (least.margin == kNothingHolds && least.limit == Limit::kNone)
      return true;  // whether the leg can lift off is another check
    if (least.margin < 0) state.refusal.lift = least;
    return least.margin >= 0;
  }
  void refuse_for_now(Reason reason) {
    refuse(scene.config, request.leg, reason, plan.reason, state);
  }
  bool refuses_for_another_leg() {
    const bool fails = state.fault.reason != Reason::kNone;
    if (fails)
      refuse(scene.config, state.fault.leg, state.fault.reason, plan.reason, state);
    else if (state.slipping >= 0)
      refuse(scene.config, state.slipping, Reason::kSlipping, plan.reason, state);
    return fails || state.slipping >= 0;
  }

  void detach();
  void attach();
  void move();
  void explain_refusal();
};

void Passage::detach() {
  if (report().phase == FootPhase::kFree) return explain(Reason::kLegFree);
  if (waits_after_refusal(plan.reason, state)) return;
  if (refuses_for_another_leg() || !scene.in.body.knows_load) return;
  if (needs_heave(scene, state)) return begin_heave(scene, state);
  if (!others_hold()) return refuse_for_now(Reason::kLiftRefused);
  const Contact& contact = scene.in.body.contact[static_cast<std::size_t>(request.leg)];
  const Patch& patch = scene.in.surfaces.patch[static_cast<std::size_t>(contact.patch)];
  ModuleTask task;
  task.z_from_W = -patch.X_WS.linear().col(2);
  if (!can_lift_off(scene, standing_at(state.reference.X_WB, scene, state), request.leg))
    return refuse_for_now(Reason::kUnreachable);
  pass_on(task);
}

void Passage::attach() {
  if (report().phase != FootPhase::kFree) return explain(Reason::kLegHeld);
  if (is_moving(report())) return;
  if (waits_after_refusal(plan.reason, state)) return;
  const auto i = static_cast<std::size_t>(request.leg);
  const Vector3d p_WW = scene.in.body.X_WB * scene.in.body.stance.leg[i].pose.p_BW;
  const Foothold foothold = nearest_foothold(scene.robot.leg[i], scene.in.surfaces, p_WW);
  if (foothold.patch < 0) return refuse_for_now(Reason::kNoFoothold);
  if (!is_clear(scene, posture_with(foothold))) return refuse_for_now(Reason::kWayBlocked);
  ModuleTask task;
  task.foothold = foothold;
  pass_on(task);
}

void Passage::move() {
  if (report().phase != FootPhase::kFree || state.stepping[static_cast<std::size_t>(request.leg)])
    return explain(Reason::kLegHeld);
  if (is_moving(report())) return;  // a move begins from rest
  if (waits_after_refusal(plan.reason, state)) return;
  if (refuses_for_another_leg()) return;
  const MoveCheck check = check_move(scene, request.leg, request.move, state);
  if (check.objection != Reason::kNone) return refuse_for_now(check.objection);
  ModuleTask task;
  task.pace = check.pace;
  pass_on(task);
  plan.move = &request.move;
}

/// Reports the module's refusal while the goal stays.
void Passage::explain_refusal() {
  if (report().status == TaskStatus::kRefused) explain(report().reason);
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

/// Status of the goal's request.
RequestStatus status_of(const Scene& scene, const Plan& plan, const OrganizerState& state) {
  const LegRequest& request = scene.in.goal.request;
  if (scene.in.goal.activity != Activity::kLeg) return RequestStatus::kNone;
  if (!exists(scene.robot, request.leg)) return RequestStatus::kRefused;
  if (request.id != state.last_request)
    return plan.reason == Reason::kNone ? RequestStatus::kWaiting : RequestStatus::kRefused;
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

bool is_idle(const OrganizerInput& in, const OrganizerState& state) {
  return state.stepping.none() && in.goal.pd && is_stationary(state.reference) &&
         !is_heaving(state.heave);
}

void follow(const Scene& scene, Plan& plan, OrganizerState& state) {
  if (scene.in.goal.activity != Activity::kLeg) return;
  const LegRequest& request = scene.in.goal.request;
  Passage passage{scene, request, plan, state};
  if (!exists(scene.robot, request.leg)) return passage.explain(Reason::kLegHeld);
  if (request.id == state.last_request) return passage.explain_refusal();
  if (request.kind == TaskKind::kMove) return passage.move();
  if (!is_idle(scene.in, state)) return;
  if (request.kind == TaskKind::kDetach) return passage.detach();
  if (request.kind == TaskKind::kAttach) return passage.attach();
}

}  // namespace

void follow_request(const Scene& scene, Plan& plan, OrganizerState& state) noexcept {
  take_up_request(scene.in.goal, state);
  if (scene.in.goal.activity == Activity::kHold) stop_moves(scene.in, state);
  follow(scene, plan, state);
  plan.request = status_of(scene, plan, state);
}

bool is_moving_leg(const PerLeg<ModuleReport>& report) noexcept {
  return std::any_of(report.begin(), report.end(), is_moving);
}

}  // namespace ventosa::controller
