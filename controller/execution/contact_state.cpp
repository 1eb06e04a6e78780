#include "controller/execution/contact_state.h"

#include <algorithm>

#include "controller/kinematics/wrist.h"

namespace ventosa::controller {

CupReadings read_cup(const Leg& leg, const Cup& cup, const ControllerConfig& config,
                     const LegReading& reading) noexcept {
  const double grip_N = grip_force_N(cup, reading);
  return {.grip_force_N = grip_N,
          .grips = grip_N >= config.gait.released_force_N,
          .sealed = grip_N >= cup.attached_ratio * config.cup_goal_force_N,
          .height_m = mean_distance_m(reading.cup),
          .q_rad = measured_q(reading),
          .wrist_roll_rad = wrist_roll_rad(leg, measured_q(reading))};
}

CupReadings read_as_attached(const Cup& cup, const ControllerConfig& config,
                             CupReadings readings) noexcept {
  const double least_N = cup.attached_ratio * config.cup_goal_force_N;
  readings.grip_force_N = std::max(readings.grip_force_N, least_N);
  readings.grips = readings.sealed = true;
  return readings;
}

void judge_contact(const CupReadings& cup, ModuleState& module) noexcept {
  if (!module.attached) module.ticks_provisional = 0;
  if (module.ticks_provisional > 0 && cup.sealed) --module.ticks_provisional;
  if (!is_contact_phase(module.phase)) return;
  if (module.attached && !cup.grips)
    restart_set_points(cup, false, module);
  else if (!module.attached && cup.sealed)
    restart_set_points(cup, true, module);
}

void restart_set_points(const CupReadings& cup, bool attached, ModuleState& module) noexcept {
  for (std::size_t j = 0; j < cup.q_rad.size(); ++j)
    module.press_rad[j] = module.q_set_rad[j] - cup.q_rad[j];
  module.q_set_rad = cup.q_rad;
  module.yield_rad = {};
  module.swing.roll_from_rad = cup.wrist_roll_rad;
  module.attached = attached;
}

}  // namespace ventosa::controller
