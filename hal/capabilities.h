#pragma once

#include <cstdint>
#include <initializer_list>

#include "controller/model/command.h"

/// What a robot understands and what it can tell.
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
  /// Those bits that stand for no mode are left out.
  static constexpr Modes of_bits(std::uint32_t bits) {
    Modes modes;
    modes.bits_ = bits & (bit(static_cast<Mode>(controller::kEnumerators<Mode>.size())) - 1);
    return modes;
  }

 private:
  static constexpr std::uint32_t bit(Mode mode) { return 1u << static_cast<unsigned>(mode); }
  std::uint32_t bits_ = 0;
};

/// What becomes of an impedance set-point.
enum class Impedance : std::uint8_t {
  kNone,         ///< its feed-forward torque alone: gains are ignored
  kEquilibrium,  ///< a position set-point, shifted by torque over stiffness
  kExact,        ///< its law, at the drive's own rate
};
constexpr auto enumerators(Impedance) { return controller::words("none", "equilibrium", "exact"); }

/// The readings that a robot has sensors and messages for; any other is unknown. A single joint may
/// lack what the rest has.
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
  bool drive_status = false;  ///< mode, torque and errors of each drive
  bool module_power = false;
  bool loop_time = false;
  bool boot_count = false;
  bool imu = false;
  bool pan_tilt = false;
  bool depth_camera = false;
};

struct Capabilities {
  /// Of each joint, as its drive is; told another one it holds.
  controller::PerLeg<controller::PerJoint<Modes<controller::JointMode>>> joint_modes{};
  Modes<controller::CupMode> cup_modes;
  Impedance impedance = Impedance::kNone;
  std::int64_t control_period_ns = 0;
  Telemetry telemetry;
  bool relays = false;        ///< it switches those of packs and bus as it is told
  bool gaze = false;          ///< it points its camera where it is told
  bool needs_arming = false;  ///< it moves only after an operator has armed it
  /// An exchange takes a control period of real time: it cannot be paused or hurried.
  bool keeps_time = false;
};

}  // namespace ventosa::hal
