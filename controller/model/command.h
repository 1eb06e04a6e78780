#pragma once

#include <cstdint>
#include <optional>

#include "controller/model/robot_model.h"

/// What is commanded to the modules each tick. The zero of every type is the safe one: Command{}
/// holds.
namespace ventosa::controller {

enum class JointMode : std::uint8_t {
  kHold,     ///< stay where it is, with the module's own gains and last feed-forward; passive stays
             ///< passive
  kPassive,  ///< torque off
  kImpedance,  ///< tau = tau_ff + kp (q_d - q) + kd (dq_d - dq), clipped, closed in the drive

  // the servo's own modes; a drive that has not got the one asked for holds
  kPosition,         ///< to q along the profile
  kVelocity,         ///< dq, reached with the profile's acceleration
  kCurrent,          ///< current
  kCurrentPosition,  ///< to q along the profile with no more than current
  kPwm,              ///< pwm of the supply's voltage
};

/// Trapezoidal: limits of the servo's own way to its goal; 0: none.
struct MotionProfile {
  double speed_rad_s = 0;
  double acceleration_rad_s2 = 0;
};

struct JointSetpoint {
  JointMode mode = JointMode::kHold;
  double q_rad = 0;
  double dq_rad_s = 0;
  double tau_ff_Nm = 0;
  double kp_Nm_rad = 0;
  double kd_Nms_rad = 0;
  MotionProfile profile{};
  double current_A = 0;  ///< of its motors together
  double pwm = 0;        ///< -1..1
};

enum class CupMode : std::uint8_t {
  kHold,     ///< an attached cup is raised to full, any other stays as it is
  kGrip,     ///< turbine at `turbine`
  kRelease,  ///< turbine off
  kAttach,   ///< the module makes the vacuum that pulls with `goal_N`, and keeps it
};

struct CupCommand {
  CupMode mode = CupMode::kHold;
  double turbine = 0;  ///< 0..1, for kGrip
  double goal_N = 0;   ///< for kAttach
};

/// How a module's pack and the shared bus are switched.
enum class Relay : std::uint8_t {
  kIsolated,  ///< the module lives on its own pack; off the bus
  kShare,     ///< pack and module on the bus: current flows either way
  kCharge,    ///< module on the bus; its pack only takes, and is cut off when full
  kBusOnly,   ///< module on the bus, its pack cut off or absent
};

/// Where the pan-tilt points the camera.
struct Gaze {
  double pan_rad = 0;   ///< to the left
  double tilt_rad = 0;  ///< down
};

struct LegCommand {
  PerJoint<JointSetpoint> joint{};
  CupCommand cup;
  std::optional<Relay> relay{};  ///< none: it stays as it is
};

struct Command {
  PerLeg<LegCommand> leg{};
  std::optional<Gaze> gaze{};  ///< none: the pan-tilt keeps its last goal
};

}  // namespace ventosa::controller
