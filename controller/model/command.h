#pragma once

#include <cstdint>
#include <optional>

#include "controller/model/description.h"
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
constexpr auto enumerators(JointMode) {
  return words("hold", "passive", "impedance", "position", "velocity", "current",
               "current_position", "pwm");
}

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
  kHold,     ///< an attached cup is raised to full, any other stays as it is
  kGrip,     ///< turbine at `turbine`
  kRelease,  ///< turbine off
  kAttach,   ///< the module makes the vacuum that pulls with `goal_N`, and keeps it
};
constexpr auto enumerators(CupMode) { return words("hold", "grip", "release", "attach"); }

struct CupCommand {
  CupMode mode = CupMode::kHold;
  double turbine = 0;  ///< 0..1, for kGrip
  double goal_N = 0;   ///< for kAttach
};

void describe(auto& field, Is<CupCommand> auto& cup) {
  field("mode", cup.mode);
  field("turbine", cup.turbine);
  field("goal", cup.goal_N, "N");
}

/// How a module's pack and the shared bus are switched.
enum class Relay : std::uint8_t {
  kIsolated,  ///< the module lives on its own pack; off the bus
  kShare,     ///< pack and module on the bus: current flows either way
  kCharge,    ///< module on the bus; its pack only takes, and is cut off when full
  kBusOnly,   ///< module on the bus, its pack cut off or absent
};
constexpr auto enumerators(Relay) { return words("isolated", "share", "charge", "bus_only"); }

/// Where the pan-tilt points the camera.
struct Gaze {
  double pan_rad = 0;   ///< to the left
  double tilt_rad = 0;  ///< down
};

void describe(auto& field, Is<Gaze> auto& gaze) {
  field("pan", gaze.pan_rad, "rad");
  field("tilt", gaze.tilt_rad, "rad");
}

struct LegCommand {
  PerJoint<JointSetpoint> joint{};
  CupCommand cup;
  std::optional<Relay> relay{};  ///< none: it stays as it is
};

void describe(auto& field, Is<LegCommand> auto& leg) {
  field.per_joint("joint", leg.joint);
  field("cup", leg.cup);
  field.group("pack", [&](auto& pack) { pack("relay", leg.relay); });
}

struct Command {
  PerLeg<LegCommand> leg{};
  std::optional<Gaze> gaze{};  ///< none: the pan-tilt keeps its last goal
};

void describe(auto& field, Is<Command> auto& command) {
  field.per_leg("leg", command.leg);
  field("gaze", command.gaze);
}

}  // namespace ventosa::controller
