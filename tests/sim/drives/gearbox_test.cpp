#include "sim/drives/gearbox.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/sim/shipped_drive.h"

namespace ventosa::sim::gearbox_test {
namespace {

using controller::JointMode;

constexpr DriveOptions kGeared{.model = MotorModel::kElectric, .friction = FrictionModel::kLoad};

TEST(Gear, MeetsItsFrictionLawAtTheEndsOfItsInterval) {
  const models::Gear gear{.coulomb_Nm = 0.1, .stribeck_Nm = 0, .load_ratio = 0.4};
  const auto expect_ends = [&](double tau_Nm) {
    const TorqueInterval out = admissible(gear, tau_Nm, 1);
    for (const double end_Nm : {out.min_Nm, out.max_Nm})
      EXPECT_NEAR(std::abs(tau_Nm - end_Nm), 0.1 + 0.4 * std::abs(end_Nm), 1e-12) << tau_Nm;
    EXPECT_LE(out.min_Nm, tau_Nm);
    EXPECT_GE(out.max_Nm, tau_Nm);
  };
  for (double tau_Nm = -5; tau_Nm <= 5; tau_Nm += 0.01) expect_ends(tau_Nm);
  EXPECT_NEAR(admissible(gear, 2.9, 0).min_Nm, 2, 1e-12);      // lifts 2 N m
  EXPECT_NEAR(admissible(gear, 1.1, 0).max_Nm, 2, 1e-12);      // lowers 2 N m
  EXPECT_NEAR(admissible(gear, 0, 0).max_Nm, 1.0 / 6, 1e-12);  // back-driven by its load
}

TEST(Gear, SticksMoreThanItSlides) {
  const models::Gear gear{
      .coulomb_Nm = 0.1, .stribeck_Nm = 0.2, .stribeck_speed_rad_s = 0.05, .load_ratio = 0};
  EXPECT_NEAR(admissible(gear, 0, 0).max_Nm, 0.3, 1e-12);
  EXPECT_NEAR(admissible(gear, 0, 0.05).max_Nm, 0.1 + 0.2 / std::exp(1), 1e-12);
  EXPECT_NEAR(admissible(gear, 0, -1).max_Nm, 0.1, 1e-9);
}

TEST(Gear, HoldsALoadWithoutCreepForAMinute) {
  for (const std::string& name : kServos) {
    Turntable table(shipped_drive(name), kGeared);
    table.wheel_kgm2 = 0.05;
    // half of its stiction without motor torque
    table.outer_Nm = -0.5 * admissible(table.config.plant.gear, 0, 0).max_Nm;
    table.tell({.mode = JointMode::kPassive});
    table.run(10);
    const double settled_rad = table.shaft.q_rad;
    EXPECT_LT(std::abs(settled_rad), 1e-3) << name;
    table.run(60);
    EXPECT_EQ(table.shaft.q_rad, settled_rad) << name;
    EXPECT_LT(std::abs(table.shaft.dq_rad_s), 1e-15) << name;
  }
}

TEST(Gear, SlidesUnderMoreThanItsStiction) {
  for (const std::string& name : kServos) {
    Turntable table(shipped_drive(name), kGeared);
    table.outer_Nm = -1.05 * admissible(table.config.plant.gear, 0, 0).max_Nm;
    table.tell({.mode = JointMode::kPassive});
    table.run(1);
    EXPECT_LT(table.shaft.q_rad, -0.01) << name;
  }
}

// at a slow constant speed the motor torques that lift and lower a load differ by twice the
// friction
TEST(Gear, LiftsWithMoreAndLowersWithLess) {
  const models::Drive drive = shipped_drive("XH540-W270-T");
  const models::Gear& gear = drive.gear;
  for (const double speed : {0.2, -0.2}) {
    Turntable table(drive, kGeared);
    table.outer_Nm = -2;
    table.tell({.mode = JointMode::kVelocity, .dq_rad_s = speed});
    table.run(5);
    EXPECT_NEAR(table.shaft.dq_rad_s, speed, 1e-3);
    const double friction_Nm = gear.coulomb_Nm + gear.stribeck_Nm * std::exp(-4) +
                               gear.viscous_Nms_rad * 0.2 + gear.load_ratio * 2;
    EXPECT_NEAR(table.state.tau_motor_Nm, 2 + std::copysign(friction_Nm, speed), 0.01);
  }
}

double friction_Nm(const Turntable& table) {
  const TorqueInterval out =
      admissible(table.config.plant.gear, table.state.tau_motor_Nm, table.shaft.dq_rad_s);
  return out.max_Nm - out.min_Nm;
}

// over random motions, energy from the motor minus energy to the load is dissipated or stored in
// the friction spring
TEST(Gear, NeverCreatesEnergy) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int run = 0; run < 60; ++run) {
    const std::string& name = kServos[static_cast<std::size_t>(run) % kServos.size()];
    const models::Drive drive = shipped_drive(name);
    Turntable table(drive, kGeared);
    table.wheel_kgm2 = 0.05 * (1 + any(random));
    const double inertia_kgm2 = table.wheel_kgm2 + drive.armature_kgm2;
    double into_gear_J = 0, most_J = 0;
    double outer_work_J = 0;
    for (int k = 0; k < 4000; ++k) {
      if (k % 50 == 0) {
        table.tell({.mode = JointMode::kPwm, .pwm = any(random) * (k % 200 < 100 ? 1 : 0)});
        table.outer_Nm = 0.5 * drive.stall_torque_Nm * any(random);
      }
      const double w0 = table.shaft.dq_rad_s;
      table.step();
      const double w = 0.5 * (w0 + table.shaft.dq_rad_s);  // exact work of a step's constant torque
      into_gear_J += table.state.tau_motor_Nm * w * table.step_s;
      outer_work_J += table.outer_Nm * w * table.step_s;
      const double kinetic_J = 0.5 * inertia_kgm2 * table.shaft.dq_rad_s * table.shaft.dq_rad_s;
      // the spring's torque acts one step late: the balance may be off by half a step of it
      const double owed_J = 0.5 * table.step_s * std::abs(w) * friction_Nm(table);
      most_J = std::max(most_J, kinetic_J - into_gear_J - outer_work_J - owed_J);
    }
    EXPECT_LT(most_J, 1e-9) << name << " run " << run;
  }
}

}  // namespace
}  // namespace ventosa::sim::gearbox_test
