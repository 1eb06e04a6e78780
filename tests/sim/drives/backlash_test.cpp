#include "sim/drives/backlash.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/sim/shipped_drive.h"

namespace ventosa::sim::backlash_test {
namespace {

using controller::JointMode;

constexpr DriveOptions kLoose{.backlash = true};
constexpr DriveOptions kFull{
    .model = MotorModel::kElectric, .friction = FrictionModel::kLoad, .backlash = true};

TEST(Backlash, LetsALoadFallFreelyThroughTheGap) {
  for (const std::string& name : kServos) {
    const models::Drive drive = shipped_drive(name);
    Turntable table(drive, kFull, 1e-4);
    table.tell({.mode = JointMode::kPassive});
    table.wheel_kgm2 = 0.05;
    table.outer_Nm = 0.01;
    // free motion through half the gap: sqrt(b J / a), J with the last gear wheel
    const double half_rad = 0.5 * drive.gear.backlash_rad;
    const double fall_s = std::sqrt(2 * half_rad * table.inertia_kgm2() / 0.01);
    table.run(0.98 * fall_s);
    EXPECT_EQ(table.state.backlash.flank, 0) << name;
    table.run(0.04 * fall_s);
    EXPECT_EQ(table.state.backlash.flank, -1) << name;
  }
}

// J_r w_r + J_w w_w = (J_r + J_w) w
TEST(Backlash, ConservesMomentumInAnInelasticImpact) {
  const models::Drive drive = shipped_drive("XH540-W270-T");
  Turntable table(drive, kLoose);
  table.tell({.mode = JointMode::kPassive});
  table.wheel_kgm2 = 0.02;
  table.state.backlash.rotor.dq_rad_s = 0.3;
  table.shaft.dq_rad_s = -0.2;
  const double rotor = table.config.backlash.rotor_kgm2, wheel = table.inertia_kgm2();
  const double momentum = rotor * 0.3 - wheel * 0.2;
  while (table.state.backlash.flank == 0) table.step();
  EXPECT_NEAR(table.shaft.dq_rad_s, momentum / (rotor + wheel), 1e-12);
  EXPECT_NEAR(table.state.backlash.flank, 1, 0);
  table.run(1);  // stays in contact
  EXPECT_NEAR(table.shaft.dq_rad_s, momentum / (rotor + wheel), 1e-12);
}

TEST(Backlash, LosesContactWhenTheFlankWouldHaveToPull) {
  Turntable table(shipped_drive("XH540-W270-T"), kLoose);
  table.wheel_kgm2 = 0.02;
  table.tell({.mode = JointMode::kImpedance, .tau_ff_Nm = 0.1});
  table.run(0.2);
  EXPECT_EQ(table.state.backlash.flank, 1);
  table.tell({.mode = JointMode::kPassive});  // both coast: no torque through the flank
  table.run(0.1);
  const double speed = table.shaft.dq_rad_s;
  table.outer_Nm = 0.01;  // accelerates the wheel, not the rotor
  table.run(0.01);
  EXPECT_EQ(table.state.backlash.flank, 0);
  // detected one step later
  const double one_step = table.step_s * 0.01 / (table.config.plant.armature_kgm2 + 0.02);
  EXPECT_NEAR(table.state.backlash.rotor.dq_rad_s, speed + one_step, 1e-12);
}

TEST(Backlash, ShowsItsWidthWhenTheLoadIsReversed) {
  for (const std::string& name : kServos) {
    const models::Drive drive = shipped_drive(name);
    Turntable table(drive, kFull);
    table.wheel_kgm2 = 0.05;
    table.tell({.mode = JointMode::kPassive});
    // so light that its impact, energy load x width, hardly moves the stuck rotor
    const double load_Nm = 0.02 * unloaded_friction_Nm(drive.gear, 0);
    const auto rest_rad = [&](double outer_Nm) {
      table.outer_Nm = outer_Nm;
      table.run(10);
      return table.shaft.q_rad;
    };
    const double width_rad = drive.gear.backlash_rad;
    EXPECT_NEAR(rest_rad(load_Nm) - rest_rad(-load_Nm), width_rad, 0.05 * width_rad) << name;
  }
}

TEST(Backlash, HoldsItsLoadOnOneFlankWithoutCreep) {
  for (const std::string& name : kServos) {
    Turntable table(shipped_drive(name), kFull);
    table.wheel_kgm2 = 0.05;
    table.outer_Nm = -0.5 * unloaded_friction_Nm(table.config.plant.gear, 0);
    table.tell({.mode = JointMode::kPassive});
    table.run(10);
    const double settled_rad = table.shaft.q_rad;
    table.run(60);
    EXPECT_EQ(table.shaft.q_rad, settled_rad) << name;
    EXPECT_EQ(table.state.backlash.flank, 1) << name;
  }
}

TEST(Backlash, NeverCreatesEnergy) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int run = 0; run < 60; ++run) {
    const models::Drive drive =
        shipped_drive(kServos[static_cast<std::size_t>(run) % kServos.size()]);
    Turntable table(drive, run % 2 == 0 ? kFull : kLoose);
    table.wheel_kgm2 = 0.05 * (1.01 + any(random));
    double put_in_J = 0, most_J = 0;
    for (int k = 0; k < 4000; ++k) {
      if (k % 25 == 0) {
        table.tell({.mode = JointMode::kImpedance,
                    .q_rad = table.shaft.q_rad,
                    .tau_ff_Nm = 0.3 * drive.stall_torque_Nm * any(random),
                    .kp_Nm_rad = 0});
        table.outer_Nm = 0.3 * drive.stall_torque_Nm * any(random);
      }
      const double joint_before = table.shaft.dq_rad_s;
      table.step();
      const BacklashState& play = table.state.backlash;
      const double joint = 0.5 * (joint_before + table.shaft.dq_rad_s);
      const double rotor = play.flank != 0 ? joint : play.rotor.dq_rad_s;
      put_in_J += table.step_s * (table.state.tau_motor_Nm * rotor + table.outer_Nm * joint);
      // as in Gear.NeverCreatesEnergy, plus half a step of the rotor alone
      const TorqueInterval out = admissible(drive.gear, table.state.tau_motor_Nm, rotor);
      const double owed_Nm = run % 2 == 0 ? out.max_Nm - out.min_Nm : 0;
      const double owed_J = 0.5 * table.step_s * std::abs(joint) * owed_Nm;
      most_J = std::max(most_J, table.kinetic_J() - put_in_J - owed_J);
    }
    EXPECT_LT(most_J, 1e-9) << drive.name << " run " << run;
  }
}

}  // namespace
}  // namespace ventosa::sim::backlash_test
