#pragma once

#include <span>

#include "hal/legacy/table.h"

/// Layout of each message, defined once for reading, writing and checking:
///     layout(field, message)
/// calls for every field, in the order of the bytes,
///     field(value, rule)     a number; rule(value) is false where it is out of range
///     field.text(text, max)  a text of at most max characters, and its zero byte
///     field.check(byte)      a byte with this value
///     field.byte_sum()       the sum of all info bytes before it
namespace ventosa::hal::legacy {

constexpr bool is_motor(std::uint8_t motor) { return motor < kMotors; }
constexpr bool is_percent(std::uint8_t percent) { return percent <= 100; }
constexpr bool is_not_negative(float value) { return value >= 0; }
constexpr bool is_servo_mode(ServoMode mode) {
  switch (mode) {
    case ServoMode::kCurrent:
    case ServoMode::kVelocity:
    case ServoMode::kPosition:
    case ServoMode::kExtendedPosition:
    case ServoMode::kCurrentPosition:
    case ServoMode::kPwm:
      return true;
  }
  return false;
}

/// Check byte: ~(motor + value), in eight bits.
constexpr std::uint8_t check_byte(const SetMotorZero& zero) {
  return static_cast<std::uint8_t>(~(zero.motor + zero.angle_deg));
}

/// Sum in eight bits.
constexpr std::uint8_t sum_of(std::span<const std::byte> bytes) {
  std::uint8_t sum = 0;
  for (const std::byte each : bytes)
    sum = static_cast<std::uint8_t>(sum + std::to_integer<int>(each));
  return sum;
}

template <class T, class... Ts>
concept AnyOf = (controller::Is<T, Ts> || ...);
using controller::Is;

constexpr void layout(auto&, Empty auto&) {}
constexpr void layout(
    auto& field,
    AnyOf<TorqueOn, TorqueOff, RebootMotor, GetMotorInfo, GetFixedMotorInfo> auto& message) {
  field(message.motor, is_motor);
}
constexpr void layout(auto& field, Is<GoalAngle> auto& goal) {
  field(goal.motor, is_motor);
  field(goal.angle_deg);
}
constexpr void layout(auto& field, Is<VelocityProfile> auto& profile) {
  field(profile.motor, is_motor);
  field(profile.velocity_deg_s, is_not_negative);
}
constexpr void layout(auto& field, Is<GoalCurrent> auto& goal) {
  field(goal.motor, is_motor);
  field(goal.current_mA);
}
constexpr void layout(auto& field, Is<ControlMode> auto& control) {
  field(control.motor, is_motor);
  field(control.mode, is_servo_mode);
}
constexpr void layout(auto& field, Is<SetMotorZero> auto& zero) {
  field(zero.motor, is_motor);
  field(zero.angle_deg);
  field.check(check_byte(zero));
}
constexpr void layout(auto& field, Is<SuctionCup> auto& cup) {
  field(cup.turbine_percent, is_percent);
}

constexpr void layout(auto& field, Is<Text> auto& echo) { field.text(echo.text, kMaxText); }
constexpr void layout(auto& field, Is<Name> auto& module) { field.text(module.name, kMaxText); }
constexpr void layout(auto& field, Is<Config> auto& config) {
  for (auto* address : {&config.ip, &config.gateway, &config.mask})
    for (auto& byte : *address) field(byte);
  field.text(config.name, Config::kMaxName);
  field.text(config.ssid, Config::kMaxSsid);
  field.text(config.key, Config::kMaxKey);
}
constexpr void layout(auto& field, Is<MotorConfig> auto& motor) {
  field(motor.length_mm);
  field(motor.min_deg);
  field(motor.max_deg);
  field(motor.offset_deg);
  field(motor.profile_speed);
  field(motor.profile_acceleration);
}
constexpr void layout(auto& field, Is<ConfigV2> auto& config) {
  for (auto& motor : config.motor) layout(field, motor);
  for (auto& coordinate : config.position_mm) field(coordinate);
  for (auto& angle : config.rotation_deg) field(angle);
  field(config.flags);
}

constexpr void layout(auto& field, Is<MotorInfo> auto& info) {
  field(info.motor, is_motor);
  field(info.status);
  field(info.mode);
  field(info.angle_deg);
  field(info.velocity_deg_s);
  field(info.reported_mA);
  field(info.temperature_C);
  field(info.voltage_V);
}
constexpr void layout(auto& field, Is<FixedMotorInfo> auto& info) {
  field(info.motor, is_motor);
  field(info.max_deg);
  field(info.min_deg);
}
constexpr void layout(auto& field, Is<AnalogInfo> auto& info) {
  field(info.battery_V);
  field(info.battery_A);
  field(info.bus_V);
  field(info.rail_A);
}
constexpr void layout(auto& field, Is<State> auto& state) {
  field(state.flags);
  field(state.loop_ms);
}
constexpr void layout(auto& field, Is<SuctionCupInfo> auto& cup) {
  field(cup.vacuum_Pa);
  field(cup.force_N);
  field(cup.temperature_C);
  for (auto& distance : cup.distance_mm) field(distance);
}
constexpr void layout(auto& field, Is<CompactMotor> auto& motor) {
  field(motor.angle_raw);
  field(motor.reported_raw);
  field(motor.status);
  field(motor.voltage_raw);
  field(motor.velocity_deg_s);
  field(motor.temperature_C);
}
constexpr void layout(auto& field, Is<CompactRobotData> auto& robot) {
  for (auto& motor : robot.motor) layout(field, motor);
  for (auto& distance : robot.distance_mm) field(distance);
  field(robot.force_N);
  field(robot.vacuum_raw);
  field(robot.temperature_C);
  field.byte_sum();
}

/// Least and greatest length of a message's info, counted by its layout [bytes].
struct Length {
  std::size_t min = 0;
  std::size_t max = 0;

  constexpr void operator()(const auto& value, auto...) { add(sizeof value, sizeof value); }
  constexpr void text(std::string_view, std::size_t max_characters) { add(1, max_characters + 1); }
  constexpr void check(std::uint8_t) { add(1, 1); }
  constexpr void byte_sum() { add(1, 1); }

 private:
  constexpr void add(std::size_t at_least, std::size_t at_most) {
    min += at_least;
    max += at_most;
  }
};

template <class T>
constexpr bool layout_fits(const Row<T>& row) {
  Length length;
  const T message{};
  layout(length, message);
  return length.min == row.min_info && length.max == row.max_info;
}
static_assert(std::apply([](const auto&... row) { return (layout_fits(row) && ...); }, kTable));
static_assert(std::tuple_size_v<decltype(kTable)> == std::variant_size_v<Message>);

}  // namespace ventosa::hal::legacy
