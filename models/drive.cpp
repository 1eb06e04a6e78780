#include "models/drive.h"

#include "models/text.h"
#include "models/yaml_fields.h"

namespace ventosa::models {
namespace {

Motor at_joint(const Motor& motor, double n, double ratio) {
  return {.torque_constant_Nm_A = motor.torque_constant_Nm_A * ratio,
          .resistance_ohm = motor.resistance_ohm / n,
          .current_limit_A = motor.current_limit_A * n,
          .standby_current_A = motor.standby_current_A * n,
          .min_voltage_V = motor.min_voltage_V};
}

std::optional<Bristles> at_joint(const std::optional<Bristles>& bristles, double scale) {
  if (!bristles) return std::nullopt;
  return Bristles{.stiffness_Nm_rad = bristles->stiffness_Nm_rad * scale,
                  .damping_Nms_rad = bristles->damping_Nms_rad * scale};
}

Gear at_joint(const Gear& gear, double n, double ratio) {
  return {.coulomb_Nm = gear.coulomb_Nm * (n * ratio),
          .viscous_Nms_rad = gear.viscous_Nms_rad * (n * ratio * ratio),
          .stribeck_Nm = gear.stribeck_Nm * (n * ratio),
          .stribeck_speed_rad_s = gear.stribeck_speed_rad_s / ratio,
          .load_ratio = gear.load_ratio,
          .backlash_rad = gear.backlash_rad / ratio,
          .bristles = at_joint(gear.bristles, n * ratio * ratio)};
}

Thermal at_joint(const Thermal& thermal, double n) {
  Thermal joint = thermal;
  joint.heat_capacity_J_K *= n;
  joint.resistance_K_W /= n;
  return joint;
}

Firmware at_joint(const Firmware& firmware, double n, double ratio) {
  return {.torque_constant_Nm_A = firmware.torque_constant_Nm_A * ratio,
          .position_step_rad = firmware.position_step_rad / ratio,
          .speed_step_rad_s = firmware.speed_step_rad_s / ratio,
          .current_step_A = firmware.current_step_A * n,
          .min_position_rad = firmware.min_position_rad,
          .max_position_rad = firmware.max_position_rad,
          .position_p_V_rad = firmware.position_p_V_rad * ratio,
          .position_i_V_rad_s = firmware.position_i_V_rad_s * ratio,
          .position_d_Vs_rad = firmware.position_d_Vs_rad * ratio,
          .velocity_p_Vs_rad = firmware.velocity_p_Vs_rad * ratio,
          .velocity_i_V_rad = firmware.velocity_i_V_rad * ratio,
          .overload_s = firmware.overload_s,
          .loop_s = firmware.loop_s};
}

/// Checks that the gear can move and reaches nearly the speed of its data sheet.
void check_gear(const Drive& drive, const Node& gear) {
  if (drive.gear.load_ratio >= 1)
    gear.at("load_ratio")
        .fail("must be below 1", "from 1 on the gear is self-locking: no load turns its motor");
  if (drive.gear.coulomb_Nm + drive.gear.stribeck_Nm >= drive.stall_torque_Nm)
    gear.at("coulomb_Nm")
        .fail("must stay below stall_torque_Nm, stribeck_Nm included",
              "such a motor never turns its gear");
  if (drive.gear.viscous_Nms_rad * drive.no_load_speed_rad_s >= drive.stall_torque_Nm)
    gear.at("viscous_Nms_rad")
        .fail("must stay below stall_torque_Nm / no_load_speed_rad_s",
              "such a drive never comes near its no-load speed");
}

void check_numbers(const Drive& drive, const Node& node) {
  check_gear(drive, node.at("gear"));
  if (drive.thermal.limit_C <= drive.thermal.derate_from_C)
    node.at("thermal").at("limit_C").fail("must be above derate_from_C");
  if (drive.firmware.max_position_rad <= drive.firmware.min_position_rad)
    node.at("firmware").at("max_position_deg").fail("must be above min_position_deg");
}

Drive read_drive(const std::string& name, const Node& node) {
  Drive drive;
  drive.name = name;
  read_fields<RequiredFields>(node, 0, [&](auto& field) { describe_numbers(field, drive); });
  check_numbers(drive, node);
  return drive;
}

}  // namespace

Drives read_drives(const Node& node) {
  Drives drives;
  Mistakes mistakes;
  for (const auto& [name, drive] : node.members())
    mistakes.collect(drive,
                     [&, &name = name, &drive = drive] { drives[name] = read_drive(name, drive); });
  mistakes.refuse();
  return drives;
}

void change_drives(const Node& changes, const Node& node, Drives& drives) {
  for (const auto& [name, change] : changes.members()) {
    if (drives.count(name) == 0) change.fail("is no drive of the base", "the base's own: drives");
    Drive& drive = drives[name];
    read_fields<OptionalFields>(change, 0, [&](auto& field) { describe_numbers(field, drive); });
    check_numbers(drive, node.at(name));
  }
}

namespace {

/// Torque constant, resistance and speed must agree with the stall torque, but for losses and for a
/// data sheet at another voltage than the rail's.
void check_motor(const Drive& drive, const Node& node, double rail_V) {
  if (drive.motor.min_voltage_V > rail_V)
    node.at("motor")
        .at("min_voltage_V")
        .fail("must not lie above rail.voltage_V", "it would never work");
  constexpr double kHighest = 1.5, kLowest = 1.0 / 3;
  const double emf_V = drive.motor.torque_constant_Nm_A * drive.no_load_speed_rad_s;
  if (emf_V > kHighest * rail_V || emf_V < kLowest * rail_V)
    node.at("motor")
        .at("torque_constant_Nm_A")
        .fail("times no_load_speed_rad_s is " + decimal(emf_V, 3) +
                  " V: must be 1/3 to 1.5 of rail.voltage_V",
              "the back-EMF at no-load speed is nearly the voltage of the data sheet");
  const double stall_Nm = drive.motor.torque_constant_Nm_A * rail_V / drive.motor.resistance_ohm;
  const double share = drive.stall_torque_Nm / stall_Nm;
  if (share > kHighest || share < kLowest)
    node.at("stall_torque_Nm")
        .fail(
            "must be 1/3 to 1.5 of torque_constant_Nm_A * rail.voltage_V / resistance_ohm, which "
            "is " +
                decimal(stall_Nm, 3) + " N m",
            "in N m, not N cm");
}

/// The firmware's torque constant knows no losses; it must nearly be the motor's.
void check_firmware(const Drive& drive, const Node& node) {
  constexpr double kMost = 1.5;
  const double motor_Nm_A = drive.motor.torque_constant_Nm_A;
  const double ratio = drive.firmware.torque_constant_Nm_A / motor_Nm_A;
  if (ratio > kMost || ratio < 1 / kMost)
    node.at("firmware")
        .at("torque_constant_Nm_A")
        .fail("must be within a factor of 1.5 of the motor's, which is " + decimal(motor_Nm_A, 4) +
                  " N m/A",
              "in N m, not N cm");
}

}  // namespace

void check_voltages(const Node& node, const Drives& drives, double rail_V) {
  Mistakes mistakes;
  for (const auto& [name, drive] : drives) {
    const Node at = node.at(name);
    mistakes.collect(at, [&, &drive = drive] { check_motor(drive, at, rail_V); });
    mistakes.collect(at, [&, &drive = drive] { check_firmware(drive, at); });
  }
  mistakes.refuse();
}

Drive at_joint(const Drive& drive, const Transmission& gear) {
  const double n = gear.drives, r = gear.ratio;
  return {.name = drive.name,
          .stall_torque_Nm = drive.stall_torque_Nm * (n * r),
          .no_load_speed_rad_s = drive.no_load_speed_rad_s / r,
          .armature_kgm2 = drive.armature_kgm2 * (n * r * r),
          .torque_cap = drive.torque_cap,
          .motor = at_joint(drive.motor, n, r),
          .gear = at_joint(drive.gear, n, r),
          .thermal = at_joint(drive.thermal, n),
          .firmware = at_joint(drive.firmware, n, r)};
}

}  // namespace ventosa::models
