#include "controller/execution/attach_detach.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "controller/dynamics/lip.h"

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
    default:
      return swing_duration_s(module.swing, module.phase, config);
  }
}

void power_wrist(const CupReadings& cup, ModuleState& module) {
  restart_set_points(cup, false, module);
  enter(module, FootPhase::kRelease);
}

/// Lifts off from where the cup did not seal and comes down at the same place.
void try_again(const CupReadings& cup, ModuleState& module) {
  SwingPath& swing = module.swing;
  ++module.retries;
  swing.p_from_W = swing.p_goal_W + swing.depth_m * swing.z_goal_W;
  swing.z_from_W = swing.z_goal_W;
  swing.from_air = module.from_contact = false;
  power_wrist(cup, module);
}

/// True if the set-points are so far ahead of the joints that they press the foot on with some 10
/// N, which the other feet have to carry.
bool presses(const CupReadings& cup, const ModuleState& module) {
  constexpr double kAhead_rad = 0.02;  // joints stick by less
  double ahead_rad = 0;
  for (std::size_t j = 0; j < cup.q_rad.size(); ++j)
    ahead_rad = std::max(ahead_rad, std::abs(module.q_set_rad[j] - cup.q_rad[j]));
  return ahead_rad > kAhead_rad;
}

/// Moves the foot by its distance sensors until the lip touches the surface. Errors of encoders and
/// estimate, and sticking joints, would leave the lip millimetres away. A foot with a rigid lip is
/// moved only after a failed seal.
void seek_contact(const ControllerConfig& config, const CupReadings& cup, ModuleState& module) {
  constexpr double kNear_m = 0.03, kRate_1_s = 1, kSpeed_m_s = 0.005, kMost_m = 0.02;
  const bool is_planned = config.lip.model == LipModel::kRigid && module.retries == 0;
  if (is_planned || cup.height_m > kNear_m) return;
  const double v_m_s = kRate_1_s * (cup.height_m - lip_touch_m(config.lip));
  if (v_m_s > 0 && presses(cup, module)) return;
  SwingPath& swing = module.swing;
  swing.depth_m += config.period_s * std::clamp(v_m_s, -kSpeed_m_s, kSpeed_m_s);
  swing.depth_m = std::clamp(swing.depth_m, -kMost_m, kMost_m);
}

void wait_for_seal(const ControllerConfig& config, const CupReadings& cup, ModuleState& module) {
  seek_contact(config, cup, module);
  if (cup.sealed) {
    restart_set_points(cup, true, module);
    module.patch = module.task.foothold.patch;
    enter(module, FootPhase::kLoad);
  } else if (progress(module, config) >= 1) {
    if (module.retries < config.gait.seal_retries)
      try_again(cup, module);
    else
      module.reason = Reason::kSealFailed;
  }
}

/// In an emergency (ModuleTask::urgent), attaches a releasing, sealing or loading foot with its
/// present vacuum.  @return true if attached
bool holds_on(const ControllerConfig& config, const CupReadings& cup, ModuleState& module) {
  constexpr double kProvisional_s = 1;
  const FootPhase phase = module.phase;
  const bool seals = phase == FootPhase::kSeal;
  const bool may = seals || phase == FootPhase::kRelease || phase == FootPhase::kLoad;
  if (!module.task.urgent || !may || !cup.grips) return false;
  if (seals) module.patch = module.task.foothold.patch;
  if (!module.attached) restart_set_points(cup, true, module);
  if (phase == FootPhase::kRelease)
    module.ticks_provisional = static_cast<std::int32_t>(kProvisional_s / config.period_s);
  enter(module, FootPhase::kStance);
  if (module.status == TaskStatus::kRunning) module.status = TaskStatus::kDone;
  return true;
}

/// Extension of the lip by the measured vacuum. Since that reading is late and quantised, a
/// releasing foot adds a lead as the turbine runs down.
double extension_m(const ControllerConfig& config, const CupReadings& cup,
                   const ModuleState& module) {
  constexpr double kAhead_m = 0.0015;
  const double read_m = lip_extension_m(config.lip, cup.grip_force_N, config.cup_goal_force_N);
  const bool rises = module.phase == FootPhase::kRelease && config.lip.model == LipModel::kElastic;
  if (!rises) return read_m;
  return read_m + kAhead_m * vacuum_gone(config.lip, module.ticks * config.period_s);
}

/// Tracks the lip's extension until the foot is off the surface; the swing starts from there.
void follow_lip(const ControllerConfig& config, const CupReadings& cup, ModuleState& module) {
  constexpr double kSmooth_s = 0.05;
  if (!is_contact_phase(module.phase) && module.phase != FootPhase::kRelease) return;
  const double now_m = extension_m(config, cup, module);
  const double rate_m_s = (now_m - module.swing.extension_m) / config.period_s;
  module.extension_rate_m_s +=
      config.period_s / (kSmooth_s + config.period_s) * (rate_m_s - module.extension_rate_m_s);
  module.swing.extension_m = now_m;
}

/// True for a cup that reported no seal but may still be attached, because its sensor may be stuck.
bool may_hold_still(const ControllerConfig& config, const ModuleState& module) {
  constexpr double kEmpties_s = 1;
  return !module.from_contact && module.ticks * config.period_s < kEmpties_s;
}

void wait_for_release(const ControllerConfig& config, const CupReadings& cup, ModuleState& module) {
  if (!cup.grips && !may_hold_still(config, module))
    enter(module, FootPhase::kLift);
  else if (module.ticks * config.period_s > config.gait.release_timeout_s)
    module.reason = Reason::kReleaseStuck;
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

/// Time until the seal phase of a foot coming down; infinite for any other foot.
double until_seal_s(const ModuleState& module, const ControllerConfig& config) {
  constexpr FootPhase kDown[] = {FootPhase::kTransfer, FootPhase::kLower, FootPhase::kTouch};
  double left_s = -module.ticks * config.period_s;
  bool comes_down = false;
  for (const FootPhase phase : kDown) {
    comes_down = comes_down || phase == module.phase;
    if (comes_down) left_s += swing_duration_s(module.swing, phase, config);
  }
  return comes_down ? left_s : std::numeric_limits<double>::infinity();
}

/// Enters the next phase. The task of a foot that was called back while unloading has already
/// ended.
void leave_phase(const CupReadings& cup, ModuleState& module) {
  if (module.phase == FootPhase::kUnload) return power_wrist(cup, module);
  enter(module, next_phase(module));
  if (ends_task(module.phase) && module.status == TaskStatus::kRunning)
    module.status = TaskStatus::kDone;
}

/// True if the foot must wait before the next phase, because its task does not permit that yet.
bool is_held(const ModuleState& module) {
  if (module.status != TaskStatus::kRunning || module.task.kind != TaskKind::kStep) return false;
  const FootPhase last = module.task.through;
  if (last == FootPhase::kLoad) return false;
  return module.phase == (last == FootPhase::kSeal ? FootPhase::kLoad : last);
}

}  // namespace

void advance_phase(const ControllerConfig& config, const CupReadings& cup,
                   ModuleState& module) noexcept {
  const bool lost = is_contact_phase(module.phase) && !module.attached;
  module.reason = lost ? Reason::kCupLost : Reason::kNone;
  if (module.stalls && is_swing_phase(module.phase)) {
    module.reason = Reason::kUnreachable;
    return;
  }
  if (ends_task(module.phase) || (waits(module, config) && !module.task.urgent)) return;
  if (holds_on(config, cup, module)) return;
  ++module.ticks;
  follow_lip(config, cup, module);
  if (module.phase == FootPhase::kSeal)
    wait_for_seal(config, cup, module);
  else if (module.phase == FootPhase::kRelease)
    wait_for_release(config, cup, module);
  else if (progress(module, config) >= 1 && !is_held(module))
    leave_phase(cup, module);
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
  const double time_s = module.ticks * config.period_s;
  const double duration_s = phase_duration_s(module, config);
  return time_s < duration_s ? time_s / duration_s : 1;
}

CupCommand cup_command(const Cup& cup, const ControllerConfig& config,
                       const ModuleState& module) noexcept {
  const double goal_N = config.cup_goal_force_N;
  if (is_contact_phase(module.phase) || module.phase == FootPhase::kSeal)
    return {.mode = CupMode::kAttach, .goal_N = goal_N};
  if (until_seal_s(module, config) > config.gait.spin_up_s) return {.mode = CupMode::kRelease};
  return {.mode = CupMode::kGrip, .turbine = std::sqrt(goal_N / cup.max_force_N)};
}

}  // namespace ventosa::controller
