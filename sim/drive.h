#pragma once

#include "controller/command.h"

/// One joint drive, ideal but for its torque limit: impedance closed in the module at the physics
/// rate, on the encoder's reading. Its inertia (armature) and friction are part of the world. A
/// more detailed servo replaces what stands behind accept() and torque().
namespace ventosa::sim {

inline constexpr double kNominal_V = 12;  ///< of the rail

struct DriveConfig {
  double stall_torque_Nm = 0;
  double hold_kp_Nm_rad = 0;   ///< the module's own gains, for kHold
  double hold_kd_Nms_rad = 0;  ///<
  bool takes_gains = true;     ///< of a set-point; not of a drive that takes torque alone
};

/// The law in force. mode kHold: the setpoint is latched, its gains are the module's own.
struct DriveState {
  controller::JointSetpoint law;
  double tau_Nm = 0;             ///< last torque
  double worst_tau_Nm = 0;       ///< largest in size since the control period began, signed
  double supply_V = kNominal_V;  ///< what the module's rail gives; 0: no power, the joint is loose
  double power_W = 0;            ///< drawn from the rail in the last step
  double drawn_J = 0;            ///< from the rail since the control period began
};

/// Own gains of a positioning joint, and of a wrist joint.
DriveConfig arm_drive(double stall_torque_Nm);
DriveConfig wrist_drive(double stall_torque_Nm);

/// Takes a setpoint. Hold latches `q_read_rad` once and keeps the feed-forward; a passive joint
/// told to hold stays passive; a setpoint that is not finite counts as hold.
void accept(const DriveConfig& config, const controller::JointSetpoint& setpoint, double q_read_rad,
            DriveState& state) noexcept;

/// tau = clip(tau_ff + kp (q_d - q) + kd (dq_d - dq), +-stall), 0 when passive  [N m]
double torque(const DriveConfig& config, const DriveState& state, double q_read_rad,
              double dq_rad_s) noexcept;

}  // namespace ventosa::sim
