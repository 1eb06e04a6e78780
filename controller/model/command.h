#pragma once

#include <cstdint>
#include <optional>

#include "controller/model/description.h"
#include "controller/model/robot_model.h"

/// Commands to the modules, sent each tick. The zero value of every type is the safe one: Command{}
/// makes every module hold.
namespace ventosa::controller {

enum class JointMode : std::uint8_t {
  /// Stays where it is, with the module's gains and the last feed-forward; if passive, stays
  /// passive.
  kHold,
  kPassive,    ///< torque off
  kImpedance,  ///< tau = tau_ff + kp (q_d - q) + kd (dq_d - dq), clipped, closed in the drive

  // the servo's own modes; a drive that lacks the commanded mode holds
  kPosition,         ///< position control to q_rad, along the profile
  kVelocity,         ///< velocity control to dq_rad_s, with the profile's acceleration
  kCurrent,          ///< current control to current_A
  kCurrentPosition,  ///< position control along the profile, with at most current_A
  kPwm,              ///< PWM duty cycle `pwm`
};
constexpr auto enumerators(JointMode) {
  return words("hold", "passive", "impedance", "position", "velocity", "current",
               "current_position", "pwm");
}

/// Trapezoidal velocity profile of the servo's position control: its limits; 0: no limit.
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
  double current_A = 0;  ///< sum over the joint's motors
  double pwm = 0;        ///< duty cycle of the supply voltage, -1..1
};

void describe(auto& field, Is<JointSetpoint> auto& joint) {
  field("mode", joint.mode);
  field("q", joint.q_rad, "rad");
  field("dq", joint.dq_rad_s, "rad/s");
  field("tau_ff", joint.tau_ff_Nm, "N m");
  field("kp", joint.kp_Nm_rad, "N m/rad");
  field("kd", joint.kd_Nms_rad, "N m s/rad");
  field("profile_speed", joint.profile.speed_rad_s, "rad/s");
  field("profile_acceleration", joint.profile.acceleration_rad_s2, "rad/s2");
  field("current", joint.current_A, "A");
  field("pwm", joint.pwm);
}

enum class CupMode : std::uint8_t {
  kHold,     ///< an attached cup's turbine goes to full speed; any other cup stays as it is
  kGrip,     ///< turbine runs at the speed `turbine`
  kRelease,  ///< turbine off
  kAttach,   ///< the module's own loop controls the vacuum that pulls with `goal_N`
};
constexpr auto enumerators(CupMode) { return words("hold", "grip", "release", "attach"); }

struct CupCommand {
  CupMode mode = CupMode::kHold;
  double turbine = 0;  ///< speed, 0..1, for kGrip
  double goal_N = 0;   ///< goal of the suction force, for kAttach
};

void describe(auto& field, Is<CupCommand> auto& cup) {
  field("mode", cup.mode);
  field("turbine", cup.turbine);
  field("goal", cup.goal_N, "N");
}

/// Switching of a module's battery pack and the shared bus.
enum class Relay : std::uint8_t {
  kIsolated,  ///< the module runs on its own pack, disconnected from the bus
  kShare,     ///< pack and module are on the bus; current flows either way
  kCharge,    ///< the module is on the bus; its pack only charges and is disconnected when full
  kBusOnly,   ///< the module is on the bus; its pack is disconnected or absent
};
constexpr auto enumerators(Relay) { return words("isolated", "share", "charge", "bus_only"); }

/// Pan-tilt angles of the camera.
struct Gaze {
  double pan_rad = 0;   ///< positive to the left
  double tilt_rad = 0;  ///< positive down
};

void describe(auto& field, Is<Gaze> auto& gaze) {
  field("pan", gaze.pan_rad, "rad");
  field("tilt", gaze.tilt_rad, "rad");
}

struct LegCommand {
  PerJoint<JointSetpoint> joint{};
  CupCommand cup;
  std::optional<Relay> relay{};  ///< no value: unchanged
};

void describe(auto& field, Is<LegCommand> auto& leg) {
  field.per_joint("joint", leg.joint);
  if (field.has(Equipment::kCup)) field("cup", leg.cup);
  if (!field.has(Equipment::kPack)) return;
  field.group("pack", [&](auto& pack) { pack("relay", leg.relay); });
}

struct Command {
  PerLeg<LegCommand> leg{};
  std::optional<Gaze> gaze{};  ///< no value: the pan-tilt keeps its last goal
};

void describe(auto& field, Is<Command> auto& command) {
  field.per_leg("leg", command.leg);
  field("gaze", command.gaze);
}

}  // namespace ventosa::controller
