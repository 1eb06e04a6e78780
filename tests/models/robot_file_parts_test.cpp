#include <gtest/gtest.h>

#include <string>

#include "tests/models/robot_file.h"

/// Masses, solids, cups, drives and packs in a robot file.
namespace ventosa::models::robot_file_parts_test {
namespace {

TEST_F(RobotFile, ReadsTheSolidsOfLinksAndCup) {
  const controller::RobotModel shipped = load_text(quadruped_text()).nominal;
  EXPECT_EQ(shipped.leg[0].link[2].radius_m, 0.02);
  EXPECT_EQ(shipped.cup()->rim_m, 0.008);
  EXPECT_EQ(shipped.cup()->height_m, 0.045);
  EXPECT_EQ(shipped.cup()->neck_radius_m, 0.0225);
  const controller::RobotModel thick =
      load_text(spoilt("754e-6], radius_m: 0.02", "754e-6], radius_m: 0.03")).nominal;
  EXPECT_EQ(thick.leg[3].link[1].radius_m, 0.03);
  EXPECT_EQ(thick.leg[3].link[2].radius_m, 0.02);
}

TEST_F(RobotFile, NeedNotTellTheSolidsOfLinksAndCup) {
  std::string text = spoilt("754e-6], radius_m: 0.02", "754e-6]");
  const std::size_t at = text.find("  solid:");
  text.erase(at, text.find("  # the plant's share") - at);
  const controller::RobotModel robot = load_text(text).nominal;
  EXPECT_EQ(robot.leg[0].link[1].radius_m, 0.02);
  EXPECT_EQ(robot.cup()->rim_m, 0.009);
  EXPECT_EQ(robot.cup()->height_m, 0.045);
  EXPECT_EQ(robot.cup()->neck_radius_m, 0.0225);
}

TEST_F(RobotFile, RefusesSolidsThatCannotBe) {
  expect_refused("radius_m: 0.02}", "radius_m: 0}", "links[0].radius_m = 0: must be above 0");
  expect_refused("rim_m: 0.008", "rim_m: 0.05",
                 "cup.solid.rim_m = 0.05: must be above 0 and at most");
  expect_refused("height_m: 0.045", "height_m: 0", "cup.solid.height_m");
  expect_refused("neck_radius_m: 0.0225", "neck_radius_m: 0.1", "cup.solid.neck_radius_m");
  expect_refused("neck_radius_m: 0.0225", "nec_radius_m: 0.02", "cup.solid");
}

TEST_F(RobotFile, RefusesMassesThatAreNotPositive) {
  expect_refused("mass_kg: 2.364", "mass_kg: -1", "body.mass_kg = -1: must be above 0");
  expect_refused("{mass_kg: 0.535", "{mass_kg: 0",
                 "leg_types.romerin.links[2].mass_kg = 0: must be above 0");
}

/// To the physics engine masses and moments below 1e-15 are zero, which it refuses.
TEST_F(RobotFile, RefusesMassesAndInertiaThatAreZeroToThePhysics) {
  expect_refused("{mass_kg: 0.535", "{mass_kg: 1e-300",
                 "leg_types.romerin.links[2].mass_kg = 1e-300: must be at least 1e-06 kg");
  expect_refused("mass_kg: 2.364", "mass_kg: 1e-300",
                 "body.mass_kg = 1e-300: must be at least 1e-06 kg");
  expect_refused("[213e-6, 2136e-6, 2187e-6]", "[1e-16, 1e-16, 1e-16]",
                 "leg_types.romerin.links[2].inertia_kgm2 = [...]: gives a principal moment of "
                 "inertia of 1e-16 kg m2: must be at least 1e-12 kg m2");
}

TEST_F(RobotFile, RefusesImpossibleInertia) {
  const std::string good = "[213e-6, 2136e-6, 2187e-6]";
  const std::string key = "leg_types.romerin.links[2].inertia_kgm2";
  expect_refused(good, "[213e-6, 2136e-6, 2350e-6]", key + " = [...]: no body has this inertia");
  expect_refused(good, "[-213e-6, 2136e-6, 2187e-6]", key + "[0] = -213e-6: must be above 0");
  expect_refused(good, good + ", products_of_inertia_kgm2: [0, 0, 3000e-6]",
                 key + " = [...]: must be positive definite");
}

TEST_F(RobotFile, RefusesMassAndInertiaThatNoPartOfThisSizeHas) {
  // half a gram with the inertia of 535 g: sqrt(2187e-6 / 0.000535) = 2.02 m; the longest link has
  // 0.28 m
  expect_refused("{mass_kg: 0.535", "{mass_kg: 0.000535",
                 "links[2].inertia_kgm2 = [...]: is that of 2.02 m about the centre of mass "
                 "(sqrt(I / mass_kg)): must be at most 0.28 m");
  expect_refused("com_m: [0.1428, 0, 0.0215]", "com_m: [1.1428, 0, 0.0215]",
                 "links[2].com_m = [...]: must lie within 0.28 m of the origin");
  expect_refused("com_m: [0, 0, 0]", "com_m: [0, 0, 1]",
                 "body.com_m = [...]: must lie within 0.24");
  expect_refused("com_m: [0, 0, 0]", "com_m: [0, 0, 0]\n  inertia_kgm2: [2, 2, 2]",
                 "body.inertia_kgm2 = [...]: is that of 0.92 m");
}

TEST_F(RobotFile, AcceptsInertiaInsteadOfTheBox) {
  const Robot robot = load_text(spoilt("com_m: [0, 0, 0]",
                                       "com_m: [0, 0, 0]\n  inertia_kgm2: [0.01, 0.02, 0.02]\n"
                                       "  products_of_inertia_kgm2: [1e-3, 2e-3, -3e-3]"));
  controller::Matrix3d I;
  I << 0.01, 1e-3, 2e-3, 1e-3, 0.02, -3e-3, 2e-3, -3e-3, 0.02;
  EXPECT_EQ(robot.nominal.I_C, I);
}

TEST_F(RobotFile, RefusesGoalForceAboveWhatTheCupCanHold) {
  expect_refused("goal_force_N: 60", "goal_force_N: 130",
                 "cup.goal_force_N = 130: must be above 0 and at most 120.01");
}

TEST_F(RobotFile, RefusesCupsThatCannotBe) {
  const auto refuses = [&](const std::string& good, const std::string& bad) {
    const std::string key = bad.substr(0, bad.find(':')), value = bad.substr(bad.find(' ') + 1);
    const std::string what = refusal(spoilt(good, bad));
    EXPECT_NE(what.find("." + key + " = " + value + ": must be"), std::string::npos) << bad << "\n"
                                                                                     << what;
  };
  refuses("area_m2: 0.0254", "area_m2: 0");
  refuses("lip_radius_m: 0.09", "lip_radius_m: -0.09");
  refuses("stiffness_N_m: 40000 ", "stiffness_N_m: -40000");
  refuses("shear_stiffness_N_m: 40000", "shear_stiffness_N_m: 0");
  refuses("damping_s: 0.001", "damping_s: -0.001");
  refuses("free_height_m: 0.003", "free_height_m: -0.003");
  refuses("travel_m: 0.006", "travel_m: 0.1");
  refuses("max_flow_m3_s: 0.0125", "max_flow_m3_s: 0");
  refuses("spin_up_s: 0.2", "spin_up_s: 0");
  refuses("spin_down_s: 0.5", "spin_down_s: -1");
  refuses("efficiency: 0.35", "efficiency: 1.1");
  refuses("efficiency: 0.35", "efficiency: 0");
  refuses("rotor_loss_W: 12", "rotor_loss_W: -1");
  refuses("cavity_m3: 0.0005", "cavity_m3: 0");
  refuses("discharge: 0.6", "discharge: 2");
  refuses("open_gap_m: 0.02", "open_gap_m: 0");
  refuses("air_density_kg_m3: 1.2", "air_density_kg_m3: 0");
  refuses("ambient_Pa: 101325", "ambient_Pa: -1");
  refuses("loop_s: 0.04", "loop_s: 0");
  refuses("slew: 0.01", "slew: 1.5");
  refuses("band: 1.2", "band: 0.9");
  refuses("attach_distance_m: 0.035", "attach_distance_m: 0");
  refuses("attach_spread_m: 0.035", "attach_spread_m: -1");
  refuses("barometer_period_s: 0.16", "barometer_period_s: 0");
  refuses("barometer_step_Pa: 1", "barometer_step_Pa: 0");
  refuses("barometer_noise_Pa: 2", "barometer_noise_Pa: -2");
  refuses("ambient_turbine: 0.05", "ambient_turbine: 2");
  refuses("distance_period_s: 0.034", "distance_period_s: -1");
  refuses("distance_step_m: 0.001", "distance_step_m: 0");
  expect_refused("barometer_samples: 5", "barometer_samples: 0", "barometer_samples = 0");
  expect_refused("    spin_up_s: 0.2", "    spin_uq_s: 0.2", "spin_up_s");
}

TEST_F(RobotFile, RefusesDrivesThatCannotBe) {
  expect_refused("stall_torque_Nm: 6.0", "stall_torque_Nm: 0", "drives.MX-64T.stall_torque_Nm = 0");
  expect_refused("armature_kgm2: 0.012", "armature_kgm2: -1", "must be above 0");
  const std::string mx64 = "drives.MX-64T.";
  expect_refused("resistance_ohm: 2.927", "resistance_ohm: -2.9",
                 mx64 + "motor.resistance_ohm = -2.9: must be above 0");
  expect_refused("torque_constant_Nm_A: 1.777", "torque_constant_Nm_A: 0",
                 mx64 + "motor.torque_constant_Nm_A = 0: must be above 0");
  expect_refused("coulomb_Nm: 0.09", "coulomb_Nm: -0.09", mx64 + "gear.coulomb_Nm");
  expect_refused("load_ratio: 0.196", "load_ratio: 1",
                 mx64 + "gear.load_ratio = 1: must be below 1");
  expect_refused("backlash_deg: 0.33", "backlash_deg: -1", mx64 + "gear.backlash_deg");
  expect_refused("heat_capacity_J_K: 95", "heat_capacity_J_K: 0", mx64 + "thermal.heat_capacity");
  expect_refused("derate_ratio: 0.5", "derate_ratio: 1.5", mx64 + "thermal.derate_ratio = 1.5");
  expect_refused("limit_C: 80", "limit_C: 60", mx64 + "thermal.limit_C = 60: must be above derate");
  expect_refused("position_step_deg: 0.08789", "position_step_deg: 0",
                 mx64 + "firmware.position_step_deg");
  expect_refused("current_step_A: 0.00336", "current_step_A: -1", mx64 + "firmware.current_step_A");
  expect_refused("stribeck_Nm: 0.02", "stribeck_Nm: 0.02\n      lash: 1",
                 mx64 + "gear.lash: unknown key");
}

TEST_F(RobotFile, RefusesPacksThatCannotBe) {
  expect_refused("cells: 4", "cells: 0", "battery.cells = 0: must be at least 1");
  expect_refused("capacity_Ah: 3.7", "capacity_Ah: 0", "battery.capacity_Ah = 0: must be above 0");
  expect_refused("resistance_ohm: 0.06", "resistance_ohm: -0.06",
                 "battery.resistance_ohm = -0.06: must be above 0");
  expect_refused("- [0.2, 3.73]", "- [0.2, 3.6]",
                 "battery.cell_voltage_V[4] = [...]: must not fall");
  expect_refused("- [0.2, 3.73]", "- [0.1, 3.73]",
                 "battery.cell_voltage_V[4] = [...]: must have more charge");
  expect_refused("- [0, 3.00]", "- [0.01, 3.00]", "must begin with the empty cell, charge 0");
  expect_refused("- [1, 4.20]", "- [0.99, 4.20]", "must end with the full cell, charge 1");
  expect_refused("- [0, 3.00]", "- [0, 0]", "must have voltages above 0");
}

TEST_F(RobotFile, RefusesConvertersThatCannotBe) {
  expect_refused("efficiency: 0.92", "efficiency: 1.01",
                 "rail.efficiency = 1.01: must be above 0 and at most 1");
  expect_refused("efficiency: 0.92", "efficiency: 0", "rail.efficiency = 0: must be above 0");
  expect_refused("idle_W: 0.4", "idle_W: -1", "rail.idle_W = -1: must be at least 0");
  expect_refused("current_limit_A: 12 ", "current_limit_A: 0 ", "rail.current_limit_A = 0");
  expect_refused("brown_out_V: 9.5", "brown_out_V: 12.5",
                 "electronics.brown_out_V = 12.5: must not lie above power_good_V");
  expect_refused("power_good_V: 12", "power_good_V: 17", "electronics.power_good_V = 17: must be");
  expect_refused("line_ohm: 0.03", "line_ohm: 0", "bus.line_ohm = 0: must be above 0");
  expect_refused("relay_ohm: 0.01", "relay_ohm: -0.01", "bus.relay_ohm = -0.01: must be at least");
}

TEST_F(RobotFile, RefusesPartsThatContradictEachOther) {
  // more area than the lip encloses, a lip too soft for its vacuum, more vacuum than air
  expect_refused("area_m2: 0.0254", "area_m2: 0.0255", "cup.area_m2 = 0.0255: must not exceed");
  expect_refused("lip_radius_m: 0.09", "lip_radius_m: 0.08", "cup.area_m2 = 0.0254: must not");
  expect_refused("stiffness_N_m: 40000 ", "stiffness_N_m: 4000", "cup.lip.stiffness_N_m = 4000");
  expect_refused("shear_stiffness_N_m: 40000", "shear_stiffness_N_m: 4000",
                 "cup.lip.shear_stiffness_N_m = 4000: must carry");
  expect_refused("ambient_Pa: 101325", "ambient_Pa: 4000", "cup.max_vacuum_Pa = 4725: must be");
  // gears that no motor can turn, motors that no rail can supply
  const std::string mx64 = "drives.MX-64T.";
  expect_refused("coulomb_Nm: 0.09", "coulomb_Nm: 6", mx64 + "gear.coulomb_Nm = 6: must stay");
  expect_refused("viscous_Nms_rad: 0.012", "viscous_Nms_rad: 0.95",
                 mx64 + "gear.viscous_Nms_rad = 0.95: must stay below");
  expect_refused(
      "torque_constant_Nm_A: 1.777", "torque_constant_Nm_A: 3",
      mx64 + "motor.torque_constant_Nm_A = 3: times no_load_speed_rad_s is 19.8 V: must");
  expect_refused(
      "torque_constant_Nm_A: 1.777", "torque_constant_Nm_A: 0.01777",
      mx64 + "motor.torque_constant_Nm_A = 0.01777: times no_load_speed_rad_s is 0.117 V");
  expect_refused("torque_constant_Nm_A: 1.82 ", "torque_constant_Nm_A: 182 ",
                 mx64 + "firmware.torque_constant_Nm_A = 182: must be within a factor of 1.5");
  expect_refused("armature_kgm2: 0.012 ", "armature_kgm2: 12 ",
                 "drive = MX-64T: torque_cap * stall_torque_Nm / armature_kgm2 is 0.325");
  // in N cm; the motor's numbers say 1.777 N m/A * 12 V / 2.927 ohm
  expect_refused("stall_torque_Nm: 6.0", "stall_torque_Nm: 600",
                 mx64 +
                     "stall_torque_Nm = 600: must be 1/3 to 1.5 of torque_constant_Nm_A * "
                     "rail.voltage_V / resistance_ohm, which is 7.29 N m");
  expect_refused("resistance_ohm: 2.927", "resistance_ohm: 0.2927",
                 mx64 + "stall_torque_Nm = 6.0: must");
  expect_refused("min_voltage_V: 9.5", "min_voltage_V: 12.1",
                 mx64 + "motor.min_voltage_V = 12.1: must not lie above rail.voltage_V");
  // a converter and a charging state that never occur
  expect_refused("drop_out_V: 0.3", "drop_out_V: 12", "rail.drop_out_V = 12: must stay below");
  expect_refused("charge_end_V: 16.8", "charge_end_V: 16.9",
                 "battery.charge_end_V = 16.9: must lie");
  expect_refused("charge_end_V: 16.8", "charge_end_V: 12", "battery.charge_end_V = 12: must lie");
}

TEST_F(RobotFile, RefusesNumbersThatCannotBeMeant) {
  const std::string text = quadruped_text();
  for (const char* key : {"rise_time_s",
                          "fall_time_s",
                          "seal_gap_m",
                          "stiffness_N_m",
                          "shear_stiffness_N_m",
                          "damping_s",
                          "free_height_m",
                          "max_flow_m3_s",
                          "spin_up_s",
                          "spin_down_s",
                          "rotor_loss_W",
                          "cavity_m3",
                          "open_gap_m",
                          "air_density_kg_m3",
                          "ambient_Pa",
                          "band",
                          "attach_distance_m",
                          "attach_spread_m",
                          "barometer_step_Pa",
                          "barometer_noise_Pa",
                          "capacity_Ah",
                          "resistance_ohm",
                          "charge_end_V",
                          "voltage_V",
                          "idle_W",
                          "drop_out_V",
                          "current_limit_A",
                          "power_W",
                          "relay_ohm",
                          "line_ohm",
                          "stall_torque_Nm",
                          "no_load_speed_rad_s",
                          "armature_kgm2",
                          "torque_constant_Nm_A",
                          "standby_current_A",
                          "min_voltage_V",
                          "coulomb_Nm",
                          "viscous_Nms_rad",
                          "stribeck_Nm",
                          "stribeck_speed_rad_s",
                          "heat_capacity_J_K",
                          "resistance_K_W",
                          "speed_step_rpm",
                          "current_step_A",
                          "position_p_V_rad",
                          "position_i_V_rad_s",
                          "position_d_Vs_rad",
                          "velocity_p_Vs_rad",
                          "velocity_i_V_rad",
                          "overload_s",
                          "acceleration_limit_rad_s2",
                          "jerk_limit_rad_s3",
                          "mass_kg",
                          "focal_px"}) {
    const std::size_t at = text.find(std::string(" ") + key + ": ");
    ASSERT_NE(at, std::string::npos) << key;
    const std::size_t value = text.find(": ", at) + 2, end = text.find_first_of(" ,\n", value);
    expect_refused(text.substr(at, end - at), " " + std::string(key) + ": 1e30",
                   std::string(key) + " = 1e30: must");
  }
}

}  // namespace
}  // namespace ventosa::models::robot_file_parts_test
