#pragma once

#include <cstdint>
#include <initializer_list>

#include "controller/model/command.h"

/// Commands that a robot accepts and readings that it provides.
namespace ventosa::hal {

/// A set of joint modes or cup modes.
template <class Mode>
class Modes {
 public:
  constexpr Modes() = default;
  constexpr Modes(std::initializer_list<Mode> modes) {
    for (const Mode mode : modes) insert(mode);
  }
  constexpr void insert(Mode mode) { bits_ |= bit(mode); }
  constexpr bool contains(Mode mode) const { return (bits_ & bit(mode)) != 0; }

  constexpr std::uint32_t bits() const { return bits_; }  ///< 1 << mode
  /// Makes a set from bits; bits that stand for no mode are dropped.
  static constexpr Modes of_bits(std::uint32_t bits) {
    Modes modes;
    modes.bits_ = bits & (bit(static_cast<Mode>(controller::kEnumerators<Mode>.size())) - 1);
    return modes;
  }

 private:
  static constexpr std::uint32_t bit(Mode mode) { return 1u << static_cast<unsigned>(mode); }
  std::uint32_t bits_ = 0;
};

/// Execution of an impedance set-point by a drive.
enum class Impedance : std::uint8_t {
  kNone,         ///< the feed-forward torque only: gains are ignored
  kEquilibrium,  ///< the drive gets a position set-point, shifted by torque over stiffness
  kExact,        ///< exactly, at the drive's own rate
};
constexpr auto enumerators(Impedance) { return controller::words("none", "equilibrium", "exact"); }

/// Readings that a robot has sensors and messages for; all others are unknown. A single joint may
/// lack some of them.
struct Telemetry {
  bool joint_velocity = false;
  bool joint_torque = false;
  bool joint_current = false;
  bool joint_voltage = false;
  bool joint_temperature = false;
  bool pack = false;
  bool bus = false;
  bool turbine_speed = false;
  bool cup_distance = false;
  bool foot_force = false;
  bool drive_status = false;  ///< mode, torque and errors of each drive
  bool module_power = false;
  bool loop_time = false;
  bool boot_count = false;
  bool imu = false;
  bool pan_tilt = false;
  bool depth_camera = false;
  bool gps = false;
  bool compass = false;
};

struct Capabilities {
  /// Modes of each joint's drive. In any other mode the joint holds.
  controller::PerLeg<controller::PerJoint<Modes<controller::JointMode>>> joint_modes{};
  Modes<controller::CupMode> cup_modes;
  Impedance impedance = Impedance::kNone;
  std::int64_t control_period_ns = 0;
  Telemetry telemetry;
  bool relays = false;        ///< the robot can switch the relays of packs and bus
  bool gaze = false;          ///< the robot can move the camera's pan-tilt
  bool needs_arming = false;  ///< the robot moves only after an operator has armed it
  /// An exchange takes a control period of real time, so the robot can be neither paused nor sped
  /// up.
  bool keeps_time = false;
};

}  // namespace ventosa::hal
