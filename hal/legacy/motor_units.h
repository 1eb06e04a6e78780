#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>

/// Units of the module firmware and their true values, measured by running the firmware unless
/// stated otherwise.
namespace ventosa::hal::legacy {

// ---- angles

inline constexpr double kDegPerRad = 180 / std::numbers::pi;
/// Tick size assumed by the firmware, in both directions.
inline constexpr double kReportedTick_deg = 0.088;
inline constexpr double kTrueTick_deg = 360.0 / 4096;  ///< tick size of the servo's encoder

/// Ticks for an angle in a message. Truncation is assumed, as measured for speeds.
/// @param angle_deg  finite; its ticks must fit an int
constexpr int ticks_of(double angle_deg) noexcept {
  return static_cast<int>(angle_deg / kReportedTick_deg);
}
constexpr double reported_angle_deg(int ticks) noexcept { return kReportedTick_deg * ticks; }
/// True angle; for a request of 180 the servo goes to 179.74.
constexpr double true_angle_deg(int ticks) noexcept { return kTrueTick_deg * ticks; }

// ---- speeds

inline constexpr double kProfileStep_deg_s = 1.38;

/// Profile velocity of the servo for VELOCITY_PROFILE; 0: unlimited.
/// @param velocity_deg_s  speed as in a message, not negative
constexpr int profile_steps(double velocity_deg_s) noexcept {
  constexpr double kMaxSteps = 32767;  // range of the servo's register (its manual)
  return static_cast<int>(std::min(velocity_deg_s / kProfileStep_deg_s, kMaxSteps));
}
/// Speed that the servo keeps; no value: unlimited.
constexpr std::optional<double> profile_velocity_deg_s(double velocity_deg_s) noexcept {
  const int steps = profile_steps(velocity_deg_s);
  if (steps == 0) return std::nullopt;
  return kProfileStep_deg_s * steps;
}

// ---- currents

enum class Servo : std::uint8_t { kMx64, kXh540, kXl430 };

inline constexpr double kReportedUnit_mA = 3.36;  ///< unit of telemetry, for any servo

/// True unit of the servo's current register; no value: no current sensor.
constexpr std::optional<double> true_unit_mA(Servo servo) noexcept {
  switch (servo) {
    case Servo::kMx64:
      return 3.36;
    case Servo::kXh540:
      return 2.69;
    case Servo::kXl430:
      break;
  }
  return std::nullopt;
}
/// True current for the "mA" of MOTOR_INFO and COMPACT_ROBOT_DATA.
constexpr std::optional<double> true_current_mA(Servo servo, double reported_mA) noexcept {
  const std::optional<double> unit_mA = true_unit_mA(servo);
  if (!unit_mA) return std::nullopt;
  return reported_mA / kReportedUnit_mA * *unit_mA;
}
/// Telemetry value at the true current `current_mA`. GOAL_CURRENT has the servo's own scale.
constexpr std::optional<double> reported_current_mA(Servo servo, double current_mA) noexcept {
  const std::optional<double> unit_mA = true_unit_mA(servo);
  if (!unit_mA) return std::nullopt;
  return current_mA / *unit_mA * kReportedUnit_mA;
}
/// Load, -1 to 1: the XL430's register has load in steps of 0.1 %, which telemetry calls current.
constexpr double load_of(double reported_mA) noexcept {
  return reported_mA / kReportedUnit_mA / 1000;
}

}  // namespace ventosa::hal::legacy
