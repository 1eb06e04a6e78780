#include "controller/execution/attach_detach.h"

#include <algorithm>

#include "controller/execution/cup_contact.h"
#include "controller/execution/point_contact.h"
#include "controller/kinematics/forward_kinematics.h"
#include "controller/trajectory/reverse_swing.h"

namespace ventosa::controller {
namespace {

/// Minimum-jerk ramp of a load, 0..1.
double ease(double s) {
  s = std::clamp(s, 0.0, 1.0);
  return s * s * s * (10 + s * (6 * s - 15));
}

double phase_duration_s(const ModuleState& module, const ControllerConfig& config) {
  switch (module.phase) {
    case FootPhase::kUnload:
    case FootPhase::kLoad:
      return config.gait.load_s;
    case FootPhase::kRelease:
      return config.gait.release_timeout_s;
    case FootPhase::kSeal:
      return config.gait.seal_timeout_s;
    case FootPhase::kTransfer:
      if (module.task.reverse) return module.task.reverse->duration_s;
      [[fallthrough]];
    default:
      return swing_duration_s(module.swing, module.phase, config);
  }
}

/// In an emergency (ModuleTask::urgent), attaches a releasing, sealing or loading cup with its
/// present vacuum.  @return true if attached
bool holds_on(const ControllerConfig& config, const FootReadings& foot, ModuleState& module) {
  constexpr double kProvisional_s = 1;
  const FootPhase phase = module.phase;
  const bool seals = phase == FootPhase::kSeal;
  const bool may = seals || phase == FootPhase::kRelease || phase == FootPhase::kLoad;
  if (!module.task.urgent || !may || !foot.touches) return false;
  if (seals) module.patch = module.task.foothold.patch;
  if (!module.attached) restart_set_points(foot, true, module);
  if (phase == FootPhase::kRelease)
    module.ticks_provisional = static_cast<std::int32_t>(kProvisional_s / config.period_s);
  enter(module, FootPhase::kStance);
  if (module.status == TaskStatus::kRunning) module.status = TaskStatus::kDone;
  return true;
}

FootPhase next_phase(const ModuleState& module) {
  switch (module.phase) {
    case FootPhase::kLift:
      return module.task.kind == TaskKind::kDetach ? FootPhase::kFree : FootPhase::kTransfer;
    case FootPhase::kTransfer:
      return FootPhase::kLower;
    case FootPhase::kLower:
      return FootPhase::kTouch;
    case FootPhase::kTouch:
      return FootPhase::kSeal;
    default:
      return FootPhase::kStance;
  }
}

bool ends_task(FootPhase phase) { return phase == FootPhase::kStance || phase == FootPhase::kFree; }

/// Ends a step by the reverse body: the foot stands where it was sent, under the body of the last
/// tick.
void stand(ModuleState& module) {
  module.attached = true;
  module.p_sent_W = reverse_target(*module.task.reverse, module.task.X_WB, 1);
  module.patch = module.task.foothold.patch;
  enter(module, FootPhase::kStance);
}

/// Enters the next phase. The task of a foot that was called back while unloading has already
/// ended.
void leave_phase(const FootReadings& foot, ModuleState& module) {
  if (module.phase == FootPhase::kUnload) return leave_contact(foot, module);
  if (swings_in_reverse(module))
    stand(module);
  else
    enter(module, next_phase(module));
  if (ends_task(module.phase) && module.status == TaskStatus::kRunning)
    module.status = TaskStatus::kDone;
}

/// Lets the foot's contact decide about its present phase.  @return false: the phase ends by its
/// time
struct ContactPhase {
  const ControllerConfig& config;
  const FootReadings& foot;
  ModuleState& module;

  bool operator()(const Cup&) const {
    if (holds_on(config, foot, module)) return true;
    follow_lip(config, foot, module);
    if (module.phase == FootPhase::kSeal)
      seal(config, foot, module);
    else if (module.phase == FootPhase::kRelease)
      release(config, foot, module);
    else
      return false;
    return true;
  }
  bool operator()(const PointFoot& point) const {
    if (module.phase == FootPhase::kSeal)
      seek_ground(point, config, foot, module);
    else if (module.phase == FootPhase::kRelease)
      enter(module, FootPhase::kLift);
    else
      return lands(foot, module);
    return true;
  }
};

/// True if the foot must wait before the next phase, because its task does not permit that yet.
bool is_held(const ModuleState& module) {
  if (module.status != TaskStatus::kRunning || module.task.kind != TaskKind::kStep) return false;
  const FootPhase last = module.task.through;
  if (last == FootPhase::kLoad) return false;
  return module.phase == (last == FootPhase::kSeal ? FootPhase::kLoad : last);
}

/// True if a foot at the end of its transfer is off the place above its foothold, because an
/// overloaded drive could not brake it: coming down it might hit the next foot.
bool is_off_place(const Leg& leg, const FootReadings& foot, const ModuleState& module) {
  constexpr double kOff_m = 0.01;
  if (module.phase != FootPhase::kTransfer || swings_in_reverse(module)) return false;
  const Vector3d off_B = leg_pose(leg, foot.q_rad).p_BW - leg_pose(leg, module.q_set_rad).p_BW;
  return off_B.norm() > kOff_m;
}

/// Lets a foot that is off its place wait, and reports it after a second.
void wait_for_place(const ControllerConfig& config, ModuleState& module) {
  constexpr double kLongest_s = 1;
  const double waited_s = module.ticks * config.period_s - phase_duration_s(module, config);
  if (waited_s >= kLongest_s) module.reason = Reason::kUnreachable;
}

}  // namespace

void advance_phase(const Leg& leg, const ControllerConfig& config, const FootReadings& foot,
                   ModuleState& module) noexcept {
  const bool lost = is_contact_phase(module.phase) && !module.attached;
  module.reason = lost ? Reason::kCupLost : Reason::kNone;
  if (module.stalls && is_swing_phase(module.phase)) {
    module.reason = Reason::kUnreachable;
    return;
  }
  if (ends_task(module.phase) || (waits(module, config) && !module.task.urgent)) return;
  ++module.ticks;
  if (std::visit(ContactPhase{config, foot, module}, leg.foot.hold)) return;
  if (progress(module, config) < 1 || is_held(module)) return;
  if (is_off_place(leg, foot, module)) return wait_for_place(config, module);
  leave_phase(foot, module);
}

bool waits(const ModuleState& module, const ControllerConfig& config) noexcept {
  if (!is_held(module)) return false;
  return module.phase == FootPhase::kLoad || progress(module, config) >= 1;
}

double availability(const ModuleState& module, const ControllerConfig& config) noexcept {
  const FootPhase phase = module.phase;
  if (phase == FootPhase::kUnload) return 1 - ease(progress(module, config));
  if (phase == FootPhase::kLoad) return ease(progress(module, config));
  return 1;
}

double progress(const ModuleState& module, const ControllerConfig& config) noexcept {
  const bool moves = module.phase == FootPhase::kFree && module.task.kind == TaskKind::kMove;
  const double way_s = move_time_s(module, config.period_s);
  if (moves && way_s < module.move_s) return way_s / module.move_s;
  if (ends_task(module.phase)) return 1;
  // a phase of whole ticks must not last one more because its duration was rounded up
  constexpr double kRounding = 1e-6;
  const double time_s = (module.ticks + kRounding) * config.period_s;
  const double duration_s = phase_duration_s(module, config);
  return time_s < duration_s ? module.ticks * config.period_s / duration_s : 1;
}

}  // namespace ventosa::controller
