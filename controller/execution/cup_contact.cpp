#include "controller/execution/cup_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "controller/dynamics/lip.h"
#include "controller/execution/attach_detach.h"

namespace ventosa::controller {
namespace {

/// Lifts off from where the cup did not seal and comes down at the same place.
void try_again(const FootReadings& foot, ModuleState& module) {
  SwingPath& swing = module.swing;
  ++module.retries;
  swing.p_from_W = swing.goal.p_WW + swing.depth_m * swing.goal.z_WF;
  swing.z_from_W = swing.goal.z_WF;
  swing.from_air = module.from_contact = false;
  leave_contact(foot, module);
}

/// True if the set-points are so far ahead of the joints that they press the foot on with some 10
/// N, which the other feet have to carry.
bool presses(const FootReadings& foot, const ModuleState& module) {
  constexpr double kAhead_rad = 0.02;  // joints stick by less
  double ahead_rad = 0;
  for (std::size_t j = 0; j < foot.q_rad.size(); ++j)
    ahead_rad = std::max(ahead_rad, std::abs(module.q_set_rad[j] - foot.q_rad[j]));
  return ahead_rad > kAhead_rad;
}

/// Moves the foot by its distance sensors until the lip touches the surface. Errors of encoders and
/// estimate, and sticking joints, would leave the lip millimetres away. A foot with a rigid lip is
/// moved only after a failed seal.
void seek_contact(const ControllerConfig& config, const FootReadings& foot, ModuleState& module) {
  constexpr double kNear_m = 0.03, kRate_1_s = 1, kSpeed_m_s = 0.005, kMost_m = 0.02;
  const bool is_planned = config.lip.model == LipModel::kRigid && module.retries == 0;
  if (is_planned || foot.height_m > kNear_m) return;
  const double v_m_s = kRate_1_s * (foot.height_m - lip_touch_m(config.lip));
  if (v_m_s > 0 && presses(foot, module)) return;
  SwingPath& swing = module.swing;
  swing.depth_m += config.period_s * std::clamp(v_m_s, -kSpeed_m_s, kSpeed_m_s);
  swing.depth_m = std::clamp(swing.depth_m, -kMost_m, kMost_m);
}

/// Extension of the lip by the measured vacuum. Since that reading is late and quantised, a
/// releasing foot adds a lead as the turbine runs down.
double extension_m(const ControllerConfig& config, const FootReadings& foot,
                   const ModuleState& module) {
  constexpr double kAhead_m = 0.0015;
  const double read_m = lip_extension_m(config.lip, foot.grip_force_N, config.cup_goal_force_N);
  const bool rises = module.phase == FootPhase::kRelease && config.lip.model == LipModel::kElastic;
  if (!rises) return read_m;
  return read_m + kAhead_m * vacuum_gone(config.lip, module.ticks * config.period_s);
}

/// True for a cup that reported no seal but may still be attached, because its sensor may be stuck.
bool may_hold_still(const ControllerConfig& config, const ModuleState& module) {
  constexpr double kEmpties_s = 1;
  return !module.from_contact && module.ticks * config.period_s < kEmpties_s;
}

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

}  // namespace

void follow_lip(const ControllerConfig& config, const FootReadings& foot,
                ModuleState& module) noexcept {
  constexpr double kSmooth_s = 0.05;
  if (!is_contact_phase(module.phase) && module.phase != FootPhase::kRelease) return;
  const double now_m = extension_m(config, foot, module);
  const double rate_m_s = (now_m - module.swing.extension_m) / config.period_s;
  module.extension_rate_m_s +=
      config.period_s / (kSmooth_s + config.period_s) * (rate_m_s - module.extension_rate_m_s);
  module.swing.extension_m = now_m;
}

void release(const ControllerConfig& config, const FootReadings& foot,
             ModuleState& module) noexcept {
  if (!foot.touches && !may_hold_still(config, module))
    enter(module, FootPhase::kLift);
  else if (module.ticks * config.period_s > config.gait.release_timeout_s)
    module.reason = Reason::kReleaseStuck;
}

void seal(const ControllerConfig& config, const FootReadings& foot, ModuleState& module) noexcept {
  seek_contact(config, foot, module);
  if (foot.bears) {
    take_contact(foot, module);
  } else if (progress(module, config) >= 1) {
    if (module.retries < config.gait.seal_retries)
      try_again(foot, module);
    else
      module.reason = Reason::kSealFailed;
  }
}

CupCommand cup_command(const Leg& leg, const ControllerConfig& config,
                       const ModuleState& module) noexcept {
  const Cup* cup = leg.cup();
  if (!cup) return {};
  const double goal_N = config.cup_goal_force_N;
  if (is_contact_phase(module.phase) || module.phase == FootPhase::kSeal)
    return {.mode = CupMode::kAttach, .goal_N = goal_N};
  if (until_seal_s(module, config) > config.gait.spin_up_s) return {.mode = CupMode::kRelease};
  return {.mode = CupMode::kGrip, .turbine = std::sqrt(goal_N / cup->max_force_N)};
}

}  // namespace ventosa::controller
