#pragma once

#include "controller/model/command.h"
#include "models/drive.h"
#include "models/power.h"
#include "sim/drives/backlash.h"
#include "sim/drives/drive_options.h"
#include "sim/drives/drive_status.h"
#include "sim/drives/gearbox.h"
#include "sim/drives/lugre.h"
#include "sim/drives/motor.h"
#include "sim/drives/servo.h"

/// One joint drive: firmware (servo.h), motor (motor.h), gear (gearbox.h) and backlash
/// (backlash.h), each at the level of detail that the options choose. An ideal drive evaluates the
/// impedance law on the encoder's reading at every physics step. Each is limited to a share of its
/// stall torque, whatever its mode. The armature inertia is part of the MuJoCo model.
namespace ventosa::sim {

struct DriveConfig {
  double stall_torque_Nm = 0;
  double hold_kp_Nm_rad = 0;   ///< gains of kHold
  double hold_kd_Nms_rad = 0;  ///<
  bool takes_gains = true;     ///< false: gains of set-points are ignored (torque interface)
  DriveOptions options{};
  double step_s = 0;
  double joint_offset_rad = 0;           ///< true angle minus encoder reading
  double rail_V = models::kUsualRail_V;  ///< nominal voltage of the module's rail
  models::Drive plant{};
  ServoConfig servo{};
  MotorConfig motor{};
  GearConfig gear{};
  LugreConfig lugre{};
  BacklashConfig backlash{};

  bool electric() const { return options.model == MotorModel::kElectric; }
  bool has_backlash() const { return backlash.width_rad > 0; }
};

struct DriveState {
  /// Active set-point. In mode kHold its position is latched and its gains are the module's own.
  controller::JointSetpoint law;
  ServoState servo;
  MotorState motor;  ///< state of the motor; for a joint on a differential see differential.h
  GearState gear;
  LugreState lugre;
  BacklashState backlash;
  double tau_motor_Nm = 0;  ///< motor torque at the gear's input, last step
  double tau_Nm = 0;       ///< last torque at the gear's output, without MuJoCo's constant friction
  double rotor_rad_s = 0;  ///< speed of the rotor before the last step
  /// Disturbing torque, what acts on the rotor besides the motor: load, friction, impacts. Of the
  /// step before the last one, as the difference of speeds tells it.
  double disturbing_Nm = 0;
  double worst_tau_Nm = 0;  ///< tau_motor_Nm of largest magnitude in the control period
  bool lies_dead = false;   ///< it has lost its power, and has got no set-point since
  double supply_V = models::kUsualRail_V;  ///< voltage of the rail; 0: no power, no torque
  double power_W = 0;                      ///< drawn from the rail in the last step
  double period_J = 0;                     ///< drawn from the rail since the control period began
  std::int32_t period_errors = 0;          ///< errors since then, while the module had power
  double energy_J = 0;                     ///< drawn from the rail so far
};

/// Readings of a drive.
struct DriveReport {
  double tau_Nm = 0;     ///< current times the firmware's torque constant
  double current_A = 0;  ///< unknown without a current sensor
  double voltage_V = 0;
  double temperature_C = 0;
};

/// Drives with the module's hold gains of a positioning joint, and of a wrist joint. @{
DriveConfig arm_drive(double stall_torque_Nm);
DriveConfig wrist_drive(double stall_torque_Nm);
/// @}

/// Fills in the plant's parameters and the options.
void set_plant(const models::Drive& plant, const DriveOptions& options, double step_s,
               DriveConfig& config);

/// True if a drive of this kind supports the mode.
bool supports_mode(const models::Drive& plant, const DriveOptions& options,
                   controller::JointMode mode) noexcept;

/// State of a drive at rest at the true angle `q_rad`, at ambient temperature.
DriveState at_rest(const DriveConfig& config, double q_rad);

/// Motor torque at standstill and nominal rail voltage  [N m]
double motor_stall_Nm(const DriveConfig& config) noexcept;

/// Motion of the joint as read by the firmware: relative to the encoder's zero, and quantised to
/// its registers if the options say so.
ShaftMotion read_motion(const DriveConfig& config, const ShaftMotion& sensed) noexcept;

/// Accepts a set-point.
/// - kHold stores `read.q_rad` once, with the module's own gains. It keeps the feed-forward torque
///   of impedance mode, and the motor torque of the other modes. A module that only follows
///   positions keeps its last reference. A passive joint stays passive.
/// - A set-point that is not finite, or whose mode is not supported, counts as kHold.
///   An ideal drive supports hold, passive and impedance.
void accept(const DriveConfig& config, const controller::JointSetpoint& setpoint,
            const ShaftMotion& read, DriveState& state) noexcept;

/// tau = clamp(tau_ff + kp (q_d - q) + kd (dq_d - dq), +-cap stall), 0 when passive  [N m]
double torque(const DriveConfig& config, const DriveState& state, double q_read_rad,
              double dq_rad_s) noexcept;

/// One physics step of a drive with a joint of its own. A drive that loses its supply becomes
/// passive and stays so until it receives a set-point after the supply has returned.
/// @param read    motion as read by the firmware
/// @param actual  motion of the joint
/// @return torque on the joint [N m]
double step_drive(const DriveConfig& config, const ShaftMotion& read, const ShaftMotion& actual,
                  DriveState& state) noexcept;

/// Parts of a step, for drives that share motors (differential.h). @{
/// Before the motor: supply and gear contact.  @return motion of the rotor
ShaftMotion begin_step(const DriveConfig& config, const ShaftMotion& actual,
                       DriveState& state) noexcept;
/// Current limit that the module sets for its motor: the cap, as a share of the stall current [A].
double current_cap_A(const DriveConfig& config) noexcept;
/// Demand of an electric drive's firmware on its motor, within the module's cap.
Demand motor_demand(const DriveConfig& config, const ShaftMotion& read, DriveState& state) noexcept;
/// After the motor: gear and energy, from `state.tau_motor_Nm`.  @return torque on the joint [N m]
double finish_step(const DriveConfig& config, const ShaftMotion& rotor, DriveState& state) noexcept;
/// @}

DriveReport report(const DriveConfig& config, const DriveState& state) noexcept;
DriveStatus status(const DriveConfig& config, const DriveState& state) noexcept;

}  // namespace ventosa::sim
