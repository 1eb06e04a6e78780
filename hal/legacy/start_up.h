#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "controller/model/description.h"
#include "hal/legacy/leg_motors.h"
#include "hal/legacy/messages.h"
#include "hal/wire/start_up_text.h"

/// Setup steps of this protocol within the start-up (hal/wire/start_up.h), as pure functions of the
/// module's telemetry and the messages sent.
namespace ventosa::hal::legacy {

/// State of one motor during the setup.
struct MotorSituation {
  bool is_reported = false;  ///< the telemetry below is fresh
  bool has_error = false;    ///< the motor makes no torque until a reboot
  bool torque_on = false;    ///< bit 7 of its status
  /// The reported mode is right; with torque on it may be only the requested one.
  bool mode_is_right = false;
  bool profile_set = false;      ///< a speed of at least one step has been sent often enough
  bool limit_set = false;        ///< the current limit was sent often enough, or is not needed
  bool may_have_torque = false;  ///< robot armed, torque commanded, preceding joints done
  /// The present angle was sent as goal a period ago, and the motor has not moved.
  bool goal_is_there = false;
  bool torque_requested = false;  ///< torque was switched on recently; its effect is awaited
};

enum class StartStep : std::uint8_t {
  kWait,
  kRefuse,
  kSetMode,
  kSetProfile,
  kSetLimit,
  kSetGoal,
  kTorqueOn,
  kDone,
};
constexpr auto enumerators(StartStep) {
  return controller::words("wait", "refuse", "set_mode", "set_profile", "set_limit", "set_goal",
                           "torque_on", "done");
}

/// Next setup step: the first row that applies.
///
/// | its telemetry is not fresh                       | wait        |
/// | it has an error                                  | refuse      |
/// | another mode, torque on: no change possible      | refuse      |
/// | another mode                                     | set_mode    |
/// | its speed may be unlimited                       | set_profile |
/// | its current may be unlimited                     | set_limit   |
/// | torque is on                                     | done        |
/// | torque is not permitted, or not yet              | wait        |
/// | its goal may be an old one                       | set_goal    |
/// | torque was switched on, bit 7 is not set yet     | wait        |
/// | otherwise                                        | torque_on   |
constexpr StartStep next_step(const MotorSituation& motor) noexcept {
  if (!motor.is_reported) return StartStep::kWait;
  if (motor.has_error) return StartStep::kRefuse;
  if (!motor.mode_is_right) return motor.torque_on ? StartStep::kRefuse : StartStep::kSetMode;
  if (!motor.profile_set) return StartStep::kSetProfile;
  if (!motor.limit_set) return StartStep::kSetLimit;
  if (motor.torque_on) return StartStep::kDone;
  if (!motor.may_have_torque) return StartStep::kWait;
  if (!motor.goal_is_there) return StartStep::kSetGoal;
  return motor.torque_requested ? StartStep::kWait : StartStep::kTorqueOn;
}

/// True if all settings that need no torque are done.
constexpr bool is_set_up(const MotorSituation& motor) noexcept {
  return motor.is_reported && !motor.has_error && motor.mode_is_right && motor.profile_set &&
         motor.limit_set;
}

/// Identity of a module as reported, to compare with the robot file.
struct ReportedIdentity {
  std::optional<std::string> name{};
  std::array<std::optional<FixedMotorInfo>, kMotors> limits{};
  std::optional<ConfigV2> config{};  ///< older firmware has none
  bool complete(int n_motors) const noexcept;
};

/// Calls visit(Difference) for each reported value that differs from the robot file. Missing values
/// are skipped. Limits are whole degrees, rounded by the module and reported in ticks: 290 deg, the
/// nearest to 290.4, is reported as 289.96.
void compare(const std::string& module, const LegMotors& expected, const ReportedIdentity& found,
             auto&& visit) {
  if (found.name && *found.name != module)
    visit(Difference{StartCheck::kName, "", 0, "name", module, *found.name});
  const auto angle = [&](std::size_t m, const char* what, double expected_deg, double found_deg) {
    constexpr double kRoom_deg = 1 + kReportedTick_deg + 1e-3;
    const int number = static_cast<int>(m) + 1;
    if (!(std::abs(expected_deg - found_deg) <= kRoom_deg))
      visit(Difference{StartCheck::kLimits, "motor", number, what, expected_deg, found_deg});
  };
  for (std::size_t m = 0; m < static_cast<std::size_t>(expected.n); ++m) {
    const MotorData& motor = expected.motor[m];
    if (const auto& limits = found.limits[m]) {
      angle(m, "least angle [deg]", motor.min_deg, static_cast<double>(limits->min_deg));
      angle(m, "greatest angle [deg]", motor.max_deg, static_cast<double>(limits->max_deg));
    }
    if (!found.config) continue;
    const MotorConfig& config = found.config->motor[m];
    angle(m, "least angle of its configuration [deg]", motor.min_deg, config.min_deg);
    angle(m, "greatest angle of its configuration [deg]", motor.max_deg, config.max_deg);
  }
}

/// Operating mode for a motor: with a current limit if it has a current sensor.
constexpr ServoMode expected_mode(const MotorData& motor) noexcept {
  return motor.senses_current() ? ServoMode::kCurrentPosition : ServoMode::kPosition;
}

/// True if the motor has its mode or can be switched to it.
constexpr bool can_have_mode(const MotorSituation& motor) noexcept {
  return motor.mode_is_right || !motor.torque_on;
}

}  // namespace ventosa::hal::legacy
