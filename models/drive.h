#pragma once

#include <map>
#include <optional>
#include <string>

#include "controller/model/description.h"
#include "models/strict_yaml.h"

/// A joint drive of the plant: motor, gear, housing and firmware. In a file all values are at the
/// drive's output shaft, in a robot at the joint.
namespace ventosa::models {

inline constexpr double kStrongest_Nm = 1e8;

/// DC motor including its lossless gear: u = R i + Kt w, τ_m = Kt i.
struct Motor {
  double torque_constant_Nm_A = 0;  ///< Kt [N m/A], equal to the back-EMF constant [V s/rad]
  double resistance_ohm = 0;        ///< R
  double current_limit_A = 0;       ///< limit of the firmware
  double standby_current_A = 0;     ///< current of the electronics
  double min_voltage_V = 0;         ///< voltage below which the drive has no torque
};

void describe(auto& field, controller::Is<Motor> auto& motor) {
  field("torque_constant_Nm_A", motor.torque_constant_Nm_A, "N m/A", above(0, 1000));
  field("resistance_ohm", motor.resistance_ohm, "ohm", above(0, 1000));
  field("current_limit_A", motor.current_limit_A, "A", above(0, 1000));
  field("standby_current_A", motor.standby_current_A, "A", between(0, 10));
  field("min_voltage_V", motor.min_voltage_V, "V", between(0, 100));
}

/// Elastic bristles between the sliding surfaces of a gear, for friction by LuGre (lugre.h).
struct Bristles {
  double stiffness_Nm_rad = 0;  ///< s0: slope of the friction before it slides
  double damping_Nms_rad = 0;   ///< s1
};

void describe(auto& field, controller::Is<Bristles> auto& bristles) {
  field("stiffness_Nm_rad", bristles.stiffness_Nm_rad, "N m/rad", above(0, 1e9));
  field("damping_Nms_rad", bristles.damping_Nms_rad, "N m s/rad", between(0, 1e6));
}

/// Friction and backlash of a gear: τ_f = Kc + Ks exp(-|w/ws|) + Kv |w| + Kl |τ_out|.
struct Gear {
  double coulomb_Nm = 0;            ///< Kc
  double viscous_Nms_rad = 0;       ///< Kv
  double stribeck_Nm = 0;           ///< Ks: breakaway torque above sliding friction
  double stribeck_speed_rad_s = 1;  ///< ws
  double load_ratio = 0;            ///< Kl, below 1: otherwise no load could turn the motor
  double backlash_rad = 0;          ///< full width
  std::optional<Bristles> bristles{};
};

void describe(auto& field, controller::Is<Gear> auto& gear) {
  field("coulomb_Nm", gear.coulomb_Nm, "N m", between(0, kStrongest_Nm));
  field("viscous_Nms_rad", gear.viscous_Nms_rad, "N m s/rad", between(0, 1000));
  field("stribeck_Nm", gear.stribeck_Nm, "N m", between(0, kStrongest_Nm));
  field("stribeck_speed_rad_s", gear.stribeck_speed_rad_s, "rad/s", above(0, 100));
  field("load_ratio", gear.load_ratio, "1", not_negative());
  field("backlash_deg", gear.backlash_rad, controller::kDegrees, between(0, 10));
  field.optional_key("bristles", gear.bristles);
}

/// Thermal model with one body: C dT/dt = i^2 R - (T - T_ambient) / R_th.
struct Thermal {
  double heat_capacity_J_K = 0;  ///< C
  double resistance_K_W = 0;     ///< R_th, to the air
  double derate_from_C = 0;      ///< temperature above which the current limit decreases linearly
  double derate_ratio = 1;       ///< share of the current limit left at limit_C
  double limit_C = 0;            ///< temperature at which the torque is switched off
};

void describe(auto& field, controller::Is<Thermal> auto& thermal) {
  field("heat_capacity_J_K", thermal.heat_capacity_J_K, "J/K", above(0, 1e5));
  field("resistance_K_W", thermal.resistance_K_W, "K/W", above(0, 1e4));
  field("derate_from_C", thermal.derate_from_C, "degC", between(0, 200));
  field("derate_ratio", thermal.derate_ratio, "1", above(0, 1));
  field("limit_C", thermal.limit_C, "degC", between(0, 200));
}

/// Firmware: model of the motor, resolutions of readings, and control loops.
struct Firmware {
  double torque_constant_Nm_A = 0;  ///< converts torque to current; differs from the plant's
  double position_step_rad = 0;
  double speed_step_rad_s = 0;
  double current_step_A = 0;    ///< 0: no current sensor, and no modes that need one
  double min_position_rad = 0;  ///< range of the drive's own shaft; used at the joint too
  double max_position_rad = 0;
  double position_p_V_rad = 0;  ///< u = p e + i int(e) - d dq/dt, with the position error e
  double position_i_V_rad_s = 0;
  double position_d_Vs_rad = 0;
  double velocity_p_Vs_rad = 0;  ///< u = p e + i int(e), with the speed error e
  double velocity_i_V_rad = 0;
  /// Time at the motor's full capability after which the torque is switched off.
  double overload_s = 0;
  /// Period of a module that closes the position loop itself and takes nothing but position
  /// references; 0: the drive has all its modes, evaluated at every physics step.
  double loop_s = 0;

  bool senses_current() const { return current_step_A > 0; }
  bool only_follows_positions() const { return loop_s > 0; }
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
  field.optional_key("loop_s", firmware.loop_s, "s", above(0, 1));
}

struct Drive {
  std::string name;  ///< name of the servo, such as "XH540-W270-T"
  double stall_torque_Nm = 0;
  double no_load_speed_rad_s = 0;
  double armature_kgm2 = 0;
  /// Largest share of the stall torque that the module permits; set by the leg type.
  double torque_cap = 1;
  Motor motor;
  Gear gear;
  Thermal thermal;
  Firmware firmware;
};

/// Describes all values of a drive's entry in a file; its name is the key.
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

using Drives = std::map<std::string, Drive>;  ///< drives by name, with values at their own outputs

/// Reads the members of `drives`.  @throws InputError
Drives read_drives(const Node& node);

/// Replaces numbers of drives by those of a robot file with a base.
/// @param node  the base's `drives`  @throws InputError
void change_drives(const Node& changes, const Node& node, Drives& drives);

/// Checks that a rail of this voltage can supply the drives read from `node`.
/// @throws InputError
void check_voltages(const Node& node, const Drives& drives, double rail_V);

/// Lossless transmission between a joint and its drives: `drives` equal ones, each turning `ratio`
/// times as far as the joint.
struct Transmission {
  int drives = 1;
  double ratio = 1;
};

/// Equivalent drive at the joint for `drives` n of ratio r. Its current is the sum of theirs, at
/// the same voltage:
///   τ = n r τ_m, q̇ = q̇_m / r, i = n i_m  ->  Kt: r, R: 1/n, torques: n r, inertia, viscous: n r²
Drive at_joint(const Drive& drive, const Transmission& gear);

}  // namespace ventosa::models
