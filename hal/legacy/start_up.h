#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "controller/model/description.h"
#include "hal/legacy/leg_motors.h"
#include "hal/legacy/messages.h"

/// What must be true before a module's joints get torque, and in which order it is brought about:
/// pure functions of what the module has told and what it has been sent.
namespace ventosa::hal::legacy {

/// Of one motor.
struct MotorSituation {
  bool is_told = false;          ///< what follows is fresh
  bool has_error = false;        ///< it makes no torque until a reboot
  bool torque_on = false;        ///< bit 7 of its status
  bool mode_is_right = false;    ///< the one that it tells, which with torque on may be a mere wish
  bool profile_set = false;      ///< a speed of one step at least has been sent often enough
  bool limit_set = false;        ///< so has its current limit; it needs none: true
  bool may_have_torque = false;  ///< robot armed, asked for torque, joints before it done
  bool goal_is_there = false;    ///< present angle sent as goal, a period ago, and it has not moved
  bool torque_asked = false;     ///< and time to take effect is not over
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

/// The first row that applies:
///
/// | nothing fresh is told of it                      | wait        |
/// | it has an error                                  | refuse      |
/// | another mode, torque on: it would be refused     | refuse      |
/// | another mode                                     | set_mode    |
/// | its speed may be unlimited                       | set_profile |
/// | its current may be unlimited                     | set_limit   |
/// | torque is on                                     | done        |
/// | it may not have torque, or not yet               | wait        |
/// | its goal may be an old one                       | set_goal    |
/// | torque was asked for, bit 7 has not been seen    | wait        |
/// | otherwise                                        | torque_on   |
constexpr StartStep next_step(const MotorSituation& motor) noexcept {
  if (!motor.is_told) return StartStep::kWait;
  if (motor.has_error) return StartStep::kRefuse;
  if (!motor.mode_is_right) return motor.torque_on ? StartStep::kRefuse : StartStep::kSetMode;
  if (!motor.profile_set) return StartStep::kSetProfile;
  if (!motor.limit_set) return StartStep::kSetLimit;
  if (motor.torque_on) return StartStep::kDone;
  if (!motor.may_have_torque) return StartStep::kWait;
  if (!motor.goal_is_there) return StartStep::kSetGoal;
  return motor.torque_asked ? StartStep::kWait : StartStep::kTorqueOn;
}

/// All that can be had without torque.
constexpr bool is_set_up(const MotorSituation& motor) noexcept {
  return motor.is_told && !motor.has_error && motor.mode_is_right && motor.profile_set &&
         motor.limit_set;
}

/// What the cup's reading is worth.
enum class CupZero : std::uint8_t {
  kSettling,    ///< wait: sampled too recently, or what it tells cannot be
  kTrusted,     ///< 12 s with the turbine at rest and nothing held
  kDistrusted,  ///< it holds, or is so near to a surface that it may: more may hold than is told
};
constexpr auto enumerators(CupZero) {
  return controller::words("settling", "trusted", "distrusted");
}

struct CupSituation {
  double vacuum_Pa = 0;
  std::array<std::uint8_t, 3> distance_mm{};
  std::int64_t rested_ns = 0;  ///< since boot or first heard, turbine below 5 %
};

inline constexpr double kMostVacuum_Pa = 20'000;  ///< more than any turbine of theirs makes
inline constexpr double kLeastVacuum_Pa = 10;     ///< less is told as 0
inline constexpr std::uint8_t kNear_mm = 18;      ///< operators' word for attached
inline constexpr std::int64_t kZeroSettles_ns = 12'000'000'000;

constexpr CupZero cup_zero(const CupSituation& cup) noexcept {
  if (!(cup.vacuum_Pa >= 0 && cup.vacuum_Pa <= kMostVacuum_Pa)) return CupZero::kSettling;
  bool near = true;
  for (const std::uint8_t each_mm : cup.distance_mm) near = near && each_mm < kNear_mm;
  if (near || cup.vacuum_Pa >= kLeastVacuum_Pa) return CupZero::kDistrusted;
  return cup.rested_ns >= kZeroSettles_ns ? CupZero::kTrusted : CupZero::kSettling;
}

/// What a module has told of itself, beside what its robot's file says.
struct ToldIdentity {
  std::optional<std::string> name{};
  std::array<std::optional<FixedMotorInfo>, kMotors> limits{};
  std::optional<ConfigV2> config{};  ///< older firmware has none
  bool complete(int n_motors) const noexcept;
};

/// A line for each thing that is other than expected: "front_left motor 3: least angle [deg]:
/// expected 55, found 90". What is not told is left out.
void compare(const std::string& module, const LegMotors& expected, const ToldIdentity& found,
             std::vector<std::string>& wrong);

/// The mode that a motor works in: with a current limit, where it has a sensor.
constexpr ServoMode expected_mode(const MotorData& motor) noexcept {
  return motor.senses_current() ? ServoMode::kCurrentPosition : ServoMode::kPosition;
}

/// Why the table refuses; empty: it does not.
/// @param status  bits of MotorStatus
std::string refusal(const std::string& module, int motor, const MotorSituation& situation,
                    std::uint8_t status, ServoMode expected, std::uint8_t found);

}  // namespace ventosa::hal::legacy
