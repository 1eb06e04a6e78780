#include "controller/execution/attach_detach.h"

#include <algorithm>

#include "controller/dynamics/lip.h"

namespace ventosa::controller {
namespace {

/// minimum-jerk ramp of a load, 0..1
double ease(double s) {
  s = std::clamp(s, 0.0, 1.0);
  return s * s * s * (10 + s * (6 * s - 15));
}

double phase_duration_s(const ModuleState& module, const ControllerConfig& config) {
  switch (module.phase) {
    case FootPhase::kUnload:
      return config.gait.unload_s;
    case FootPhase::kRelease:
      return config.gait.release_timeout_s;
    case FootPhase::kLoad:
      return config.gait.load_s;
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

/// lift off again from where the cup did not seal and come down on the same place
void try_again(const CupReadings& cup, ModuleState& module) {
  SwingPath& swing = module.swing;
  ++module.retries;
  swing.p_from_W = swing.p_goal_W + swing.depth_m * swing.z_goal_W;
  swing.z_from_W = swing.z_goal_W;
  swing.from_air = module.from_contact = false;
  power_wrist(cup, module);
}

/// Encoders and estimate leave a foot millimetres off its surface, and its joints stick: by its
/// distance sensors it goes on until the lip lies on the surface.
void seek_contact(const ControllerConfig& config, const CupReadings& cup, SwingPath& swing) {
  constexpr double kNear_m = 0.03, kRate_1_s = 1, kSpeed_m_s = 0.005, kMost_m = 0.02;
  if (config.lip.model == LipModel::kRigid || cup.height_m > kNear_m) return;
  const double v_m_s = kRate_1_s * (cup.height_m - lip_touch_m(config.lip));
  swing.depth_m += config.period_s * std::clamp(v_m_s, -kSpeed_m_s, kSpeed_m_s);
  swing.depth_m = std::clamp(swing.depth_m, -kMost_m, kMost_m);
}

void wait_for_seal(const ControllerConfig& config, const CupReadings& cup, ModuleState& module) {
  seek_contact(config, cup, module.swing);
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

/// Its vacuum tells how far a lip stands up. That is read late and in steps: as the turbine runs
/// down, a foot that lets go goes ahead of it a little.
double extension_m(const ControllerConfig& config, const CupReadings& cup,
                   const ModuleState& module) {
  constexpr double kAhead_m = 0.0015;
  const double read_m = lip_extension_m(config.lip, cup.grip_force_N, config.cup_goal_force_N);
  const bool rises = module.phase == FootPhase::kRelease && config.lip.model == LipModel::kElastic;
  if (!rises) return read_m;
  return read_m + kAhead_m * vacuum_gone(config.lip, module.ticks * config.period_s);
}

/// Until the foot is off the surface; its swing begins from there.
void follow_lip(const ControllerConfig& config, const CupReadings& cup, ModuleState& module) {
  constexpr double kSmooth_s = 0.05;
  if (!is_contact_phase(module.phase) && module.phase != FootPhase::kRelease) return;
  const double now_m = extension_m(config, cup, module);
  const double rate_m_s = (now_m - module.swing.extension_m) / config.period_s;
  module.extension_rate_m_s +=
      config.period_s / (kSmooth_s + config.period_s) * (rate_m_s - module.extension_rate_m_s);
  module.swing.extension_m = now_m;
}

void wait_for_release(const ControllerConfig& config, const CupReadings& cup, ModuleState& module) {
  if (!cup.grips)
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

void leave_phase(const CupReadings& cup, ModuleState& module) {
  if (module.phase == FootPhase::kUnload) return power_wrist(cup, module);
  enter(module, next_phase(module));
  if (ends_task(module.phase)) module.status = TaskStatus::kDone;
}

}  // namespace

void advance_phase(const ControllerConfig& config, const CupReadings& cup,
                   ModuleState& module) noexcept {
  const bool lost = is_contact_phase(module.phase) && !module.attached;
  module.reason = lost ? Reason::kCupLost : Reason::kNone;
  if (ends_task(module.phase)) return;
  ++module.ticks;
  follow_lip(config, cup, module);
  if (module.phase == FootPhase::kSeal)
    wait_for_seal(config, cup, module);
  else if (module.phase == FootPhase::kRelease)
    wait_for_release(config, cup, module);
  else if (progress(module, config) >= 1)
    leave_phase(cup, module);
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

CupCommand cup_command(FootPhase phase, double goal_N) noexcept {
  if (!is_contact_phase(phase) && phase != FootPhase::kSeal) return {.mode = CupMode::kRelease};
  return {.mode = CupMode::kAttach, .goal_N = goal_N};
}

}  // namespace ventosa::controller
