#pragma once

#include <cstdint>

#include "controller/robot_model.h"

/// What the modules are told each tick. The zero of every type is the safe one: Command{} holds.
namespace ventosa::controller {

enum class JointMode : std::uint8_t {
  kHold,     ///< stay where it is, with the module's own gains and last feed-forward; passive stays
             ///< passive
  kPassive,  ///< torque off
  kImpedance,  ///< tau = tau_ff + kp (q_d - q) + kd (dq_d - dq), clipped, closed in the drive
};

struct JointSetpoint {
  JointMode mode = JointMode::kHold;
  double q_rad = 0;
  double dq_rad_s = 0;
  double tau_ff_Nm = 0;
  double kp_Nm_rad = 0;
  double kd_Nms_rad = 0;
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

struct LegCommand {
  PerJoint<JointSetpoint> joint{};
  CupCommand cup;
};

struct Command {
  PerLeg<LegCommand> leg{};
};

}  // namespace ventosa::controller
