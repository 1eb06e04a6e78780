#pragma once

#include <map>
#include <string>

#include "controller/model/description.h"
#include "models/strict_yaml.h"

/// A joint drive of the plant: motor, gear, housing and firmware. All at the drive's own output
/// shaft in the file; at the joint's in a robot.
namespace ventosa::models {

inline constexpr double kStrongest_Nm = 1e8;

/// A direct-current motor, its lossless gear included: u = R i + Kt w, τ_m = Kt i.
struct Motor {
  double torque_constant_Nm_A = 0;  ///< Kt, and in V s/rad the back-EMF constant
  double resistance_ohm = 0;        ///< R
  double current_limit_A = 0;       ///< of the firmware
  double standby_current_A = 0;     ///< of its electronics
  double min_voltage_V = 0;         ///< it loses its torque below
};

void describe(auto& field, controller::Is<Motor> auto& motor) {
  field("torque_constant_Nm_A", motor.torque_constant_Nm_A, "N m/A", above(0, 1000));
  field("resistance_ohm", motor.resistance_ohm, "ohm", above(0, 1000));
  field("current_limit_A", motor.current_limit_A, "A", above(0, 1000));
  field("standby_current_A", motor.standby_current_A, "A", between(0, 10));
  field("min_voltage_V", motor.min_voltage_V, "V", between(0, 100));
}

/// What a gear takes: τ_f = Kc + Ks exp(-|w/ws|) + Kv |w| + Kl |τ_out|, and its play.
struct Gear {
  double coulomb_Nm = 0;            ///< Kc
  double viscous_Nms_rad = 0;       ///< Kv
  double stribeck_Nm = 0;           ///< Ks: by how much it sticks more than it slides
  double stribeck_speed_rad_s = 1;  ///< ws
  double load_ratio = 0;            ///< Kl, below 1: above, no load could turn the motor
  double backlash_rad = 0;          ///< full width of the play
};

void describe(auto& field, controller::Is<Gear> auto& gear) {
  field("coulomb_Nm", gear.coulomb_Nm, "N m", between(0, kStrongest_Nm));
  field("viscous_Nms_rad", gear.viscous_Nms_rad, "N m s/rad", between(0, 1000));
  field("stribeck_Nm", gear.stribeck_Nm, "N m", between(0, kStrongest_Nm));
  field("stribeck_speed_rad_s", gear.stribeck_speed_rad_s, "rad/s", above(0, 100));
  field("load_ratio", gear.load_ratio, "1", not_negative());
  field("backlash_deg", gear.backlash_rad, controller::kDegrees, between(0, 10));
}

/// The drive as one body: C dT/dt = i^2 R - (T - T_ambient) / R_th.
struct Thermal {
  double heat_capacity_J_K = 0;  ///< C
  double resistance_K_W = 0;     ///< R_th, to the air
  double derate_from_C = 0;      ///< above, the current limit falls in a line
  double derate_ratio = 1;       ///< to this share of itself at the limit
  double limit_C = 0;            ///< there the torque goes off
};

void describe(auto& field, controller::Is<Thermal> auto& thermal) {
  field("heat_capacity_J_K", thermal.heat_capacity_J_K, "J/K", above(0, 1e5));
  field("resistance_K_W", thermal.resistance_K_W, "K/W", above(0, 1e4));
  field("derate_from_C", thermal.derate_from_C, "degC", between(0, 200));
  field("derate_ratio", thermal.derate_ratio, "1", above(0, 1));
  field("limit_C", thermal.limit_C, "degC", between(0, 200));
}

/// The firmware's model of its motor, its readings and its loops.
struct Firmware {
  double torque_constant_Nm_A = 0;  ///< turns torques into currents; the plant's is another
  double position_step_rad = 0;
  double speed_step_rad_s = 0;
  double current_step_A = 0;    ///< 0: no current sensor, no modes that need one
  double min_position_rad = 0;  ///< where the drive's own shaft may stand, at a joint, too
  double max_position_rad = 0;
  double position_p_V_rad = 0;  ///< u = p e + i int(e) - d dq/dt, e in position
  double position_i_V_rad_s = 0;
  double position_d_Vs_rad = 0;
  double velocity_p_Vs_rad = 0;  ///< u = p e + i int(e), e in speed
  double velocity_i_V_rad = 0;
  double overload_s = 0;  ///< so long it gives all that its motor can, then its torque goes off

  bool senses_current() const { return current_step_A > 0; }
};

void describe(auto& field, controller::Is<Firmware> auto& firmware) {
  constexpr double kGain = 1e6;
  field("torque_constant_Nm_A", firmware.torque_constant_Nm_A, "N m/A", above(0, 1000));
  field("position_step_deg", firmware.position_step_rad, controller::kDegrees, above(0, 10));
  field("speed_step_rpm", firmware.speed_step_rad_s, controller::kRevolutionsPerMinute,
        above(0, 1000));
  field("current_step_A", firmware.current_step_A, "A", between(0, 10));
  field("min_position_deg", firmware.min_position_rad, controller::kDegrees, between(-1e5, 1e5));
  field("max_position_deg", firmware.max_position_rad, controller::kDegrees, between(-1e5, 1e5));
  field("position_p_V_rad", firmware.position_p_V_rad, "V/rad", between(0, kGain));
  field("position_i_V_rad_s", firmware.position_i_V_rad_s, "V/(rad s)", between(0, kGain));
  field("position_d_Vs_rad", firmware.position_d_Vs_rad, "V s/rad", between(0, kGain));
  field("velocity_p_Vs_rad", firmware.velocity_p_Vs_rad, "V s/rad", between(0, kGain));
  field("velocity_i_V_rad", firmware.velocity_i_V_rad, "V/rad", between(0, kGain));
  field("overload_s", firmware.overload_s, "s", above(0, 1000));
}

struct Drive {
  std::string name;  ///< "XH540-W270-T"
  double stall_torque_Nm = 0;
  double no_load_speed_rad_s = 0;
  double armature_kgm2 = 0;
  double torque_cap = 1;  ///< what the module lets it do, in shares of stall; the leg type says it
  Motor motor;
  Gear gear;
  Thermal thermal;
  Firmware firmware;
};

/// All that its own entry in a file has; its name is the key.
void describe_numbers(auto& field, controller::Is<Drive> auto& drive) {
  field("stall_torque_Nm", drive.stall_torque_Nm, "N m", above(0, kStrongest_Nm));
  field("no_load_speed_rad_s", drive.no_load_speed_rad_s, "rad/s", above(0, 1000));
  field("armature_kgm2", drive.armature_kgm2, "kg m2", above(0, 100));
  field("motor", drive.motor);
  field("gear", drive.gear);
  field("thermal", drive.thermal);
  field("firmware", drive.firmware);
}

void describe(auto& field, controller::Is<Drive> auto& drive) {
  field("name", drive.name);
  field("torque_cap", drive.torque_cap, "1", above(0, 1));
  describe_numbers(field, drive);
}

using Drives = std::map<std::string, Drive>;  ///< by name, each at its own output

/// The members of `drives`.  @throws InputError
Drives read_drives(const Node& node);

/// Whether a rail of this voltage can feed them; `node` is the one they were read from.
/// @throws InputError
void check_voltages(const Node& node, const Drives& drives, double rail_V);

/// What lies between a joint and its drives: `drives` equal ones, each turning `ratio` times as far
/// as the joint. Lossless.
struct Transmission {
  int drives = 1;
  double ratio = 1;
};

/// The one drive at the joint that stands for its `drives` n, of ratio r. Its current is the sum of
/// theirs, they see the same voltage:
///   τ = n r τ_m, q̇ = q̇_m / r, i = n i_m  ->  Kt: r, R: 1/n, torques: n r, inertia, viscous: n r²
Drive at_joint(const Drive& drive, const Transmission& gear);

}  // namespace ventosa::models
