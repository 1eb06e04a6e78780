#include "scenarios/format/section_checks.h"

#include <algorithm>
#include <string>

#include "controller/estimation/estimator_rules.h"
#include "controller/execution/computed_torque.h"
#include "models/input_error.h"
#include "models/text.h"
#include "sim/config/require.h"

namespace ventosa::scenarios {

using models::InputError;

namespace {

void check_duration(const Scenario& scenario) {
  if (n_ticks_of(scenario) < 1)
    throw InputError("duration_s", "", "must be at least one control period",
                     "the default of control_period_s is 0.01");
}

/// Checks that a servo loop in the controller has a fast link: with 10 ms and the stiction of
/// electric drives the loop oscillates until the cups are lost.
void check_loop_is_fast_enough(const Scenario& scenario) {
  constexpr double kSlowest_s = 0.002;
  bool is_real = scenario.twin.drive.model != sim::MotorModel::kIdeal;
  for (int i = 0; i < scenario.robot.nominal.n_legs(); ++i) {
    const sim::LinkOptions& link = scenario.twin.link_of(i);
    is_real |= link.command.latency_s > 0 || link.telemetry.latency_s > 0;
  }
  if (scenario.controller.gains.loop != controller::ServoLoop::kController || !is_real) return;
  if (scenario.twin.control_period_s <= kSlowest_s) return;
  throw InputError("controller.gains.loop", "controller", "needs control_period_s of at most 0.002",
                   "with electric drives or a link that delays; or leave the loop to the module");
}

/// Checks that the loop of computed torque, closed once a control period, is stable.
void check_computed_torque(const Scenario& scenario) {
  const controller::GainConfig& gains = scenario.controller.gains;
  if (gains.law != controller::ControlLaw::kComputedTorque) return;
  if (gains.loop != controller::ServoLoop::kController)
    throw InputError("controller.gains.law", "computed_torque",
                     "needs controller.gains.loop: controller",
                     "the controller computes the torques from the joint readings of each period");
  const double period_s = scenario.twin.control_period_s;
  const bool stands = !scenario.twin.clamped;
  if (!controller::is_too_fast(gains.omega_rad_s, gains.zeta, period_s, stands)) return;
  const double standing_rad_s = controller::kStandingOmegaPeriod / period_s;
  const double unstable_rad_s = controller::unstable_omega_rad_s(gains.zeta, period_s);
  const bool chatters = stands && standing_rad_s < unstable_rad_s;
  throw InputError(
      "controller.gains.omega_rad_s", models::decimal(gains.omega_rad_s, 6),
      (chatters ? "must be at most " + models::decimal(standing_rad_s, 4) +
                      " rad/s of a robot that stands"
                : "must be below " + models::decimal(unstable_rad_s, 4) + " rad/s") +
          " at this control_period_s and zeta",
      chatters ? "otherwise the torques of standing legs chatter; or shorten control_period_s"
               : "otherwise the sampled loop is unstable; or shorten control_period_s");
}

/// Checks that the low-pass behind the feet's force sensors can run once a control period.
void check_force_filter(const Scenario& scenario) {
  const auto& point = scenario.robot.point;
  if (!point || !point->sensor) return;
  const double longest_s = models::kHighestCutoff / point->sensor->cutoff_hz;
  if (scenario.twin.control_period_s <= longest_s) return;
  throw InputError("control_period_s", models::decimal(scenario.twin.control_period_s, 6),
                   "must be at most " + models::decimal(longest_s, 4) +
                       " s: the low-pass of the feet's force sensors has cutoff_hz = " +
                       models::decimal(point->sensor->cutoff_hz, 4),
                   "or lower foot.contact.sensor.cutoff_hz of the robot");
}

/// Checks that the drives' own loops follow references that come alone.
void check_position_law(const Scenario& scenario) {
  if (scenario.controller.gains.law != controller::ControlLaw::kPosition) return;
  if (scenario.twin.drive.model == sim::MotorModel::kIdeal)
    throw InputError("controller.gains.law", "position", "needs drive.model: electric",
                     "an ideal drive has no loop of its own");
  if (scenario.controller.gains.loop != controller::ServoLoop::kServo)
    throw InputError("controller.gains.law", "position", "needs controller.gains.loop: servo",
                     "the drives' own loops follow the references");
}

void check_servo_loop(const Scenario& scenario) {
  const bool torque_alone = scenario.twin.drive.interface == sim::DriveInterface::kTorque;
  if (torque_alone && scenario.controller.gains.loop != controller::ServoLoop::kController)
    throw InputError("drive.interface", "torque", "needs controller.gains.loop: controller",
                     "such a drive closes no position loop");
  check_loop_is_fast_enough(scenario);
  if (scenario.controller.gains.loop == controller::ServoLoop::kServo &&
      scenario.twin.drive.model == sim::MotorModel::kIdeal)
    throw InputError("controller.gains.loop", "servo", "needs drive.model: electric",
                     "an ideal drive has no loop of its own");
}

bool is_pd_off(const Scenario& scenario) {
  const auto& goals = scenario.script.goals();
  bool is_off = std::any_of(goals.begin(), goals.end(),
                            [](const TimedGoal& goal) { return !goal.pd || !goal.pd_off.empty(); });
  if (scenario.inputs)
    for (const RecordedInput& each : scenario.inputs->all()) is_off |= !each.input.goal.pd;
  return is_off;
}

/// Refuses to switch off position control where nothing else holds the robot: a servo's own loop
/// has no feed-forward, and an open-loop robot does not see that it sags.
void check_keeps_position(const Scenario& scenario) {
  if (!is_pd_off(scenario)) return;
  if (scenario.controller.gains.loop == controller::ServoLoop::kServo)
    throw InputError("controller.gains.loop", "servo", "excludes pd: false and pd_off_s",
                     "its position control is never off");
  if (scenario.controller.body.estimator == controller::Estimator::kOpenLoop)
    throw InputError("controller.body.estimator", "open_loop", "excludes pd: false and pd_off_s",
                     "nothing measures where the robot then goes");
}

void check_estimator(const Scenario& scenario) {
  const auto objection =
      controller::objection_to_estimator(scenario.robot.nominal, scenario.controller);
  if (objection)
    throw InputError(std::string("controller.") + objection->key, objection->value, objection->rule,
                     objection->remedy);
}

/// Checks that there is a camera if surfaces come from one.
void check_sight(const Scenario& scenario) {
  const bool seen = scenario.controller.surfaces.source == controller::SurfaceSource::kSeen;
  if (seen && !scenario.twin.camera.on)
    throw InputError("controller.surfaces.source", "seen", "needs a camera",
                     "add camera: {} or fidelity: full");
}

/// Checks that the filter does not take the ground under a foot for the surface's plane.
void check_filter_on_uneven_ground(const Scenario& scenario) {
  const double surface_m = scenario.controller.filter.surface_m;
  const auto uneven =
      std::find_if(scenario.surfaces.begin(), scenario.surfaces.end(),
                   [](const Surface& surface) { return surface.patch.uneven_m > 0; });
  if (surface_m == 0 || uneven == scenario.surfaces.end()) return;
  throw InputError("controller.filter.surface_m", sim::to_text(surface_m),
                   "must be 0 on uneven ground: surface " + uneven->name + " is up to uneven_m = " +
                       sim::to_text(uneven->patch.uneven_m) + " off its plane",
                   "the filter would pull the robot to the plane");
}

}  // namespace

void check_sections(const Scenario& scenario) {
  check_duration(scenario);
  check_computed_torque(scenario);
  check_force_filter(scenario);
  check_position_law(scenario);
  check_servo_loop(scenario);
  check_keeps_position(scenario);
  check_estimator(scenario);
  check_sight(scenario);
  check_filter_on_uneven_ground(scenario);
}

}  // namespace ventosa::scenarios
