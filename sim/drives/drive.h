#pragma once

#include "controller/model/command.h"
#include "models/drive.h"
#include "sim/drives/backlash.h"
#include "sim/drives/drive_options.h"
#include "sim/drives/gearbox.h"
#include "sim/drives/motor.h"
#include "sim/drives/servo.h"

/// One joint drive: firmware (servo.h), motor (motor.h), gear (gearbox.h) and play (backlash.h),
/// each as detailed as the options say. The ideal one closes the impedance law in the module at the
/// physics rate, on the encoder's reading, and has nothing but its torque limit. The drive's
/// inertia (armature) is part of the world.
namespace ventosa::sim {

inline constexpr double kNominal_V = 12;  ///< of the rail

struct DriveConfig {
  double stall_torque_Nm = 0;
  double hold_kp_Nm_rad = 0;   ///< the module's own gains, for kHold
  double hold_kd_Nms_rad = 0;  ///<
  bool takes_gains = true;     ///< of a set-point; not of a drive that takes torque alone
  DriveOptions options{};
  double step_s = 0;
  models::Drive plant{};
  MotorConfig motor{};
  GearConfig gear{};
  BacklashConfig backlash{};

  bool electric() const { return options.model == MotorModel::kElectric; }
  bool sticks() const { return options.friction == FrictionModel::kLoad; }
  bool has_play() const { return backlash.width_rad > 0; }
};

/// The law in force. mode kHold: the setpoint is latched, its gains are the module's own.
struct DriveState {
  controller::JointSetpoint law;
  ServoState servo;
  MotorState motor;
  GearState gear;
  BacklashState backlash;
  double tau_motor_Nm = 0;       ///< into the gear, last
  double tau_Nm = 0;             ///< out of it, last; MuJoCo's constant friction apart
  double worst_tau_Nm = 0;       ///< into the gear, largest since the control period began, signed
  double supply_V = kNominal_V;  ///< what the module's rail gives; 0: no power, the joint is loose
  double power_W = 0;            ///< drawn from the rail in the last step
  double period_J = 0;           ///< drawn from the rail since the control period began
  double energy_J = 0;           ///< drawn from the rail so far
};

/// What a drive tells about itself.
struct DriveReport {
  double tau_Nm = 0;     ///< its current by its firmware's torque constant
  double current_A = 0;  ///< unknown of a drive without the sensor
  double voltage_V = 0;
  double temperature_C = 0;
};

/// Own gains of a positioning joint, and of a wrist joint.
DriveConfig arm_drive(double stall_torque_Nm);
DriveConfig wrist_drive(double stall_torque_Nm);

/// The plant's numbers behind them.
void equip(const models::Drive& plant, const DriveOptions& options, double step_s,
           DriveConfig& config);

/// Whether a drive of this kind understands the mode.
bool has_mode(const models::Drive& plant, const DriveOptions& options,
              controller::JointMode mode) noexcept;

/// A drive that stands still at `q_rad`, as warm as the air.
DriveState at_rest(const DriveConfig& config, double q_rad);

/// What the motor gives when it stands at the rail's nominal voltage  [N m]
double stall_motor_Nm(const DriveConfig& config) noexcept;

/// What the firmware reads of the joint's motion.
ShaftMotion read_motion(const DriveConfig& config, const ShaftMotion& sensed) noexcept;

/// Takes a setpoint. Hold latches `read.q_rad` once, with the module's own gains, and keeps the
/// feed-forward; of one of the servo's own modes it keeps the torque. A passive joint told to hold
/// stays passive. A setpoint that is not finite, or of a mode that the drive has not got, counts as
/// hold; an ideal drive has hold, passive and impedance.
void accept(const DriveConfig& config, const controller::JointSetpoint& setpoint,
            const ShaftMotion& read, DriveState& state) noexcept;

/// tau = clip(tau_ff + kp (q_d - q) + kd (dq_d - dq), +-stall), 0 when passive  [N m]
double torque(const DriveConfig& config, const DriveState& state, double q_read_rad,
              double dq_rad_s) noexcept;

/// One physics step: firmware on what it reads, motor and gear on what is. A drive whose rail fails
/// is passive, until it is told otherwise after the rail has come back.
/// @return torque on the joint [N m]
double work(const DriveConfig& config, const ShaftMotion& read, const ShaftMotion& is,
            DriveState& state) noexcept;

DriveReport report(const DriveConfig& config, const DriveState& state) noexcept;

}  // namespace ventosa::sim
