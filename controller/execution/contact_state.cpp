#include "controller/execution/contact_state.h"

#include <algorithm>
#include <cmath>

#include "controller/kinematics/wrist.h"

namespace ventosa::controller {

namespace {

double least_attached_N(const Cup& cup, const ControllerConfig& config) {
  return cup.attached_ratio * config.cup_goal_force_N;
}

/// Contact of a foot that feels nothing: it stands where it was sent.
FootReadings believed(FootPhase phase) {
  const bool stands = is_contact_phase(phase) || phase == FootPhase::kSeal;
  return {.touches = stands, .bears = stands};
}

/// A force that is not finite is no contact.
void take_force(const PointFoot& point, const std::array<double, 3>& f_F_N, FootReadings& foot) {
  const double force_N = std::hypot(f_F_N[0], f_F_N[1], f_F_N[2]);
  foot.touches = std::isfinite(force_N) && force_N >= point.touch_N;
  foot.bears = std::isfinite(force_N) && force_N >= point.bear_N;
}

}  // namespace

FootReadings read_foot(const Leg& leg, const ControllerConfig& config, const LegReading& reading,
                       FootPhase phase) noexcept {
  struct Read {
    const ControllerConfig& config;
    const LegReading& reading;
    FootPhase phase;
    FootReadings operator()(const Cup& cup) const {
      const double grip_N = grip_force_N(cup, reading);
      return {.grip_force_N = grip_N,
              .touches = grip_N >= config.gait.released_force_N,
              .bears = grip_N >= least_attached_N(cup, config),
              .height_m = mean_distance_m(reading.cup)};
    }
    FootReadings operator()(const PointFoot& point) const {
      if (!point.sensor) return believed(phase);
      FootReadings foot;
      take_force(point, reading.foot.f_F_N, foot);
      return foot;
    }
  };
  FootReadings readings = std::visit(Read{config, reading, phase}, leg.foot.hold);
  readings.q_rad = measured_q(reading);
  readings.wrist_roll_rad = wrist_roll_rad(leg, readings.q_rad);
  return readings;
}

void judge_force(const Leg& leg, const ForceWatch& watch, FootReadings& foot) noexcept {
  const PointFoot* point = std::get_if<PointFoot>(&leg.foot.hold);
  if (!point || !point->sensor) return;
  foot.blind = watch.failed;
  if (watch.failed)
    foot.touches = foot.bears = false;
  else
    take_force(*point, watch.f_F_N, foot);
}

FootReadings read_as_attached(const Leg& leg, const ControllerConfig& config,
                              FootReadings readings) noexcept {
  if (const Cup* cup = leg.cup())
    readings.grip_force_N = std::max(readings.grip_force_N, least_attached_N(*cup, config));
  readings.touches = readings.bears = true;
  return readings;
}

void judge_contact(const Leg& leg, const FootReadings& foot, ModuleState& module) noexcept {
  if (!leg.cup()) return;
  if (!module.attached) module.ticks_provisional = 0;
  if (module.ticks_provisional > 0 && foot.bears) --module.ticks_provisional;
  if (!is_contact_phase(module.phase)) return;
  if (module.attached && !foot.touches)
    restart_set_points(foot, false, module);
  else if (!module.attached && foot.bears)
    restart_set_points(foot, true, module);
}

void restart_set_points(const FootReadings& foot, bool attached, ModuleState& module) noexcept {
  for (std::size_t j = 0; j < foot.q_rad.size(); ++j)
    module.press_rad[j] = module.q_set_rad[j] - foot.q_rad[j];
  module.q_set_rad = foot.q_rad;
  module.yield_rad = {};
  module.swing.roll_from_rad = foot.wrist_roll_rad;
  module.attached = attached;
}

void leave_contact(const FootReadings& foot, ModuleState& module) noexcept {
  restart_set_points(foot, false, module);
  enter(module, FootPhase::kRelease);
}

void take_contact(const FootReadings& foot, ModuleState& module) noexcept {
  restart_set_points(foot, true, module);
  module.patch = module.task.foothold.patch;
  enter(module, FootPhase::kLoad);
}

}  // namespace ventosa::controller
