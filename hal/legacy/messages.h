#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>

#include "hal/legacy/wire.h"

/// Messages of the protocol, unconverted: angles are the motors' degrees, not joint angles. Both
/// directions share one set of ids; a receiver ignores messages that are not meant for it.
namespace ventosa::hal::legacy {

// messages to one motor, 0 to 5

/// Switches torque on. The servo then moves to its last goal, however old: send the present angle
/// as goal first.
struct TorqueOn {
  std::uint8_t motor = 0;
  bool operator==(const TorqueOn&) const = default;
};
struct TorqueOff {
  std::uint8_t motor = 0;
  bool operator==(const TorqueOff&) const = default;
};
/// Reboots a motor. May leave torque off and the velocity profile at 0, which is unlimited.
struct RebootMotor {
  std::uint8_t motor = 0;
  bool operator==(const RebootMotor&) const = default;
};
struct GetMotorInfo {
  std::uint8_t motor = 0;
  bool operator==(const GetMotorInfo&) const = default;
};
struct GetFixedMotorInfo {
  std::uint8_t motor = 0;
  bool operator==(const GetFixedMotorInfo&) const = default;
};
struct GoalAngle {
  std::uint8_t motor = 0;
  float angle_deg = 0;
  bool operator==(const GoalAngle&) const = default;
};
/// Velocity limit of the profile. The module truncates it to steps of 1.38 deg/s; less than one
/// step is unlimited.
struct VelocityProfile {
  std::uint8_t motor = 0;
  float velocity_deg_s = 0;  ///< not negative
  bool operator==(const VelocityProfile&) const = default;
};
struct GoalCurrent {
  std::uint8_t motor = 0;
  float current_mA = 0;  ///< current in the servo's own scale, unlike telemetry (motor_units.h)
  bool operator==(const GoalCurrent&) const = default;
};
/// Operating modes of Dynamixel X servos.
enum class ServoMode : std::uint16_t {
  kCurrent = 0,
  kVelocity = 1,
  kPosition = 3,
  kExtendedPosition = 4,
  kCurrentPosition = 5,
  kPwm = 16,
};
/// Sets the operating mode, written to EEPROM. With torque on the servo keeps its mode, though
/// telemetry reports the requested one.
struct ControlMode {
  std::uint8_t motor = 0;
  ServoMode mode = ServoMode::kPosition;
  bool operator==(const ControlMode&) const = default;
};
/// Sets a motor's zero. Carries a check byte. The module turns torque off.
struct SetMotorZero {
  std::uint8_t motor = 0;
  std::uint16_t angle_deg = 0;
  bool operator==(const SetMotorZero&) const = default;
};

// messages to the whole module

struct SuctionCup {
  std::uint8_t turbine_percent = 0;  ///< 0 to 100
  bool operator==(const SuctionCup&) const = default;
};
/// Heartbeat: claims a module that has no master, and renews an existing claim.
struct SetMasterIp {};
struct GetName {};
struct ScanWifi {};
struct InitWifi {};
struct GetConfig {};
struct GetConfigV2 {};
struct CompactModeOn {};
struct CompactModeOff {};
struct TestA {};
struct TestB {};

template <class T>
concept Empty = std::is_empty_v<T>;

/// Messages without fields are equal.
template <Empty T>
constexpr bool operator==(T, T) {
  return true;
}

// texts are views into the received datagram

inline constexpr std::size_t kMaxText = kMaxInfo - 1;  ///< characters, without the zero byte

/// Text from a module, among others the echo of every command.
struct Text {
  std::string_view text{};
  bool operator==(const Text&) const = default;
};
struct Name {
  std::string_view name{};
  bool operator==(const Name&) const = default;
};
using Ip4 = std::array<std::uint8_t, 4>;
/// Network configuration, sent to anybody who asks, with the Wi-Fi key in clear; a module that
/// receives one stores it.
struct Config {
  static constexpr std::size_t kMaxName = 99;
  static constexpr std::size_t kMaxSsid = 49;
  static constexpr std::size_t kMaxKey = 49;

  Ip4 ip{};
  Ip4 gateway{};
  Ip4 mask{};
  std::string_view name{};
  std::string_view ssid{};
  std::string_view key{};
  bool operator==(const Config&) const = default;
};
struct MotorConfig {
  std::uint16_t length_mm = 0;
  std::uint16_t min_deg = 0;
  std::uint16_t max_deg = 0;
  std::int8_t offset_deg = 0;      ///< takes effect immediately, even with torque on
  std::uint8_t profile_speed = 0;  ///< raw steps of the servo
  std::uint8_t profile_acceleration = 0;
  bool operator==(const MotorConfig&) const = default;
};
struct ConfigV2 {
  static constexpr std::uint8_t kCompact = 0x01;

  std::array<MotorConfig, kMotors> motor{};
  std::array<std::int16_t, 3> position_mm{};
  std::array<std::int16_t, 3> rotation_deg{};
  std::uint8_t flags = 0;
  bool operator==(const ConfigV2&) const = default;
};

// telemetry

/// Bits of a motor's status. With any bit but kTorqueOn it makes no torque until a reboot.
struct MotorStatus {
  static constexpr std::uint8_t kVoltage = 0x01;
  static constexpr std::uint8_t kHeat = 0x04;
  static constexpr std::uint8_t kEncoder = 0x08;
  static constexpr std::uint8_t kShock = 0x10;
  static constexpr std::uint8_t kOverload = 0x20;
  static constexpr std::uint8_t kTorqueOn = 0x80;
};
struct MotorInfo {
  std::uint8_t motor = 0;
  std::uint8_t status = 0;  ///< bits of MotorStatus
  std::uint8_t mode = 0;    ///< last requested; the servo's own may differ
  float angle_deg = 0;
  float velocity_deg_s = 0;
  float reported_mA = 0;  ///< the scale is the same for all servo models (motor_units.h)
  std::uint8_t temperature_C = 0;
  float voltage_V = 0;
  bool operator==(const MotorInfo&) const = default;
};
struct FixedMotorInfo {
  std::uint8_t motor = 0;
  float max_deg = 0;
  float min_deg = 0;
  bool operator==(const FixedMotorInfo&) const = default;
};
struct AnalogInfo {
  float battery_V = 0;
  float battery_A = 0;
  float bus_V = 0;   ///< always 0: not measured
  float rail_A = 0;  ///< named after the bus, but measured at the 12 V rail
  bool operator==(const AnalogInfo&) const = default;
};
struct State {
  static constexpr std::uint8_t kBluetooth = 0x01;
  static constexpr std::uint8_t kWifi = 0x02;
  static constexpr std::uint8_t kCan = 0x04;
  static constexpr std::uint8_t kPower = 0x08;  ///< battery above 12 V
  static constexpr std::uint8_t kCompact = 0x10;

  std::uint8_t flags = 0;
  std::uint8_t loop_ms = 0;  ///< mean of 10 passes, at most 255; rises when a servo does not answer
  bool operator==(const State&) const = default;
};
struct SuctionCupInfo {
  float vacuum_Pa = 0;  ///< relative to the zero sampled at boot; 0 if below 10 Pa
  float force_N = 0;
  float temperature_C = 0;
  std::array<std::uint8_t, 3> distance_mm{};
  bool operator==(const SuctionCupInfo&) const = default;
};
/// Motor telemetry in steps of the protocol; a negative or too large current or speed has wrapped.
struct CompactMotor {
  std::int16_t angle_raw = 0;     ///< [0.1 deg]
  std::uint8_t reported_raw = 0;  ///< [20 mA]
  std::uint8_t status = 0;        ///< bits of MotorStatus
  std::uint8_t voltage_raw = 0;   ///< [0.1 V]
  std::uint8_t velocity_deg_s = 0;
  std::uint8_t temperature_C = 0;

  constexpr double angle_deg() const { return 0.1 * angle_raw; }
  constexpr double reported_mA() const { return 20.0 * reported_raw; }
  constexpr double voltage_V() const { return 0.1 * voltage_raw; }
  bool operator==(const CompactMotor&) const = default;
};
/// Compact telemetry, with a byte sum. Some firmware writes the temperature into the vacuum;
/// temperature_C then is 0.
struct CompactRobotData {
  std::array<CompactMotor, kMotors> motor{};
  std::array<std::uint8_t, 3> distance_mm{};
  std::uint8_t force_N = 0;
  std::uint8_t vacuum_raw = 0;  ///< [20 Pa]; wraps above 5.1 kPa
  std::uint8_t temperature_C = 0;

  constexpr double vacuum_Pa() const { return 20.0 * vacuum_raw; }
  bool operator==(const CompactRobotData&) const = default;
};

/// Any message. Trivially copyable, thus never valueless, so visiting it cannot throw.
using Message =
    std::variant<MotorInfo, AnalogInfo, TorqueOn, TorqueOff, Text, SuctionCup, GoalAngle,
                 RebootMotor, GetFixedMotorInfo, FixedMotorInfo, GetName, Name, ScanWifi, InitWifi,
                 GetMotorInfo, GetConfig, Config, State, SuctionCupInfo, TestA, TestB,
                 VelocityProfile, SetMasterIp, GoalCurrent, ControlMode, CompactModeOn,
                 CompactModeOff, GetConfigV2, ConfigV2, SetMotorZero, CompactRobotData>;

static_assert(std::is_trivially_copyable_v<Message>);

/// A message for one motor.
template <class T>
concept OfMotor = requires(const T& message) {
  requires std::is_same_v<std::remove_cvref_t<decltype(message.motor)>, std::uint8_t>;
};

/// A message and, if sent as SIMULATION, the virtual module it is to or from. SIMULATION cannot be
/// nested.
struct Frame {
  Message message{};
  std::optional<std::uint8_t> virtual_id{};
  bool operator==(const Frame&) const = default;
};

}  // namespace ventosa::hal::legacy
