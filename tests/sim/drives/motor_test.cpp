#include "sim/drives/motor.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/sim/shipped_drive.h"

namespace ventosa::sim::motor_test {
namespace {

using controller::JointMode;
using controller::JointSetpoint;

constexpr DriveOptions kBare{.model = MotorModel::kElectric};
constexpr DriveOptions kGeared{.model = MotorModel::kElectric, .friction = FrictionModel::kLoad};

JointSetpoint full_voltage() { return {.mode = JointMode::kPwm, .pwm = 1}; }

TEST(Motor, MeetsTheStallPointOfItsDataSheet) {
  const std::vector<double> stall_A{4.1, 4.9, 1.4, 1.4};
  for (std::size_t k = 0; k < kServos.size(); ++k) {
    const models::Drive drive = shipped_drive(kServos[k]);
    Turntable table(drive, kGeared);
    table.blocked = true;
    table.tell(full_voltage());
    table.run(0.1);
    EXPECT_NEAR(table.state.motor.current_A, stall_A[k], 0.02 * stall_A[k]) << drive.name;

    // the load at which it just stops: a blocked gear carries any load in its interval
    const TorqueInterval out = admissible(drive.gear, table.state.tau_motor_Nm, 0);
    EXPECT_NEAR(out.min_Nm, drive.stall_torque_Nm, 0.02 * drive.stall_torque_Nm) << drive.name;
  }
}

TEST(Motor, MeetsTheNoLoadPointOfItsDataSheet) {
  for (const std::string& name : kServos) {
    const models::Drive drive = shipped_drive(name);
    Turntable table(drive, kGeared);
    table.tell(full_voltage());
    table.run(1);
    EXPECT_NEAR(table.shaft.dq_rad_s, drive.no_load_speed_rad_s, 0.02 * drive.no_load_speed_rad_s)
        << name;
  }
}

// a dead weight as an external torque: it rises if it is 2 % below the stall torque, and not if it
// is 2 % above
TEST(Motor, LiftsNoMoreThanItsStallTorque) {
  for (const std::string& name : kServos) {
    const models::Drive drive = shipped_drive(name);
    for (const double share : {0.98, 1.02}) {
      Turntable table(drive, kGeared);
      table.tell(full_voltage());
      table.run(0.01);
      table.outer_Nm = -share * drive.stall_torque_Nm;
      table.run(1);
      EXPECT_EQ(table.shaft.dq_rad_s > 1e-3, share < 1) << name << " " << table.shaft.dq_rad_s;
    }
  }
}

// J dw/dt = Kt (u - Kt w) / R: w = u / Kt (1 - exp(-t / T)), T = J R / Kt²
TEST(Motor, SpeedsUpWithTheTimeConstantOfItsBackEmf) {
  for (const std::string& name : kServos) {
    const models::Drive drive = shipped_drive(name);
    const double Kt = drive.motor.torque_constant_Nm_A;
    double last_error = 0;
    for (const double dt_s : {1e-4, 5e-5}) {
      Turntable table(drive, kBare, dt_s);
      table.config.motor.motor.current_limit_A = 1e9;  // otherwise the inrush current exceeds it
      table.wheel_kgm2 = 0.02;
      table.tell(full_voltage());
      const double T_s = (drive.armature_kgm2 + 0.02) * drive.motor.resistance_ohm / (Kt * Kt);
      double error = 0;
      while (table.time_s < 5 * T_s) {
        table.step();
        const double closed = 12 / Kt * -std::expm1(-table.time_s / T_s);
        error = std::max(error, std::abs(table.shaft.dq_rad_s - closed) / (12 / Kt));
      }
      EXPECT_LT(error, 0.3 * dt_s / T_s) << name;
      if (last_error > 0) {
        EXPECT_NEAR(error, last_error / 2, 0.05 * last_error);  // of first order
      }
      last_error = error;
    }
  }
}

TEST(Motor, KeepsItsCurrentWithinItsLimitAndTheRail) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(-1, 1);
  for (const std::string& name : kServos) {
    const models::Drive drive = shipped_drive(name);
    const MotorConfig config = motor_config(drive, 25, 0.002, false);
    for (int k = 0; k < 2000; ++k) {
      MotorState state;
      const double w = 2 * drive.no_load_speed_rad_s * any(random), supply_V = 12 + 3 * any(random);
      const bool voltage = k % 2 == 0;
      const Demand demand{voltage ? Demand::Kind::kVoltage : Demand::Kind::kCurrent,
                          20 * any(random)};
      const double tau_Nm = drive_motor(config, demand, supply_V, w, state);
      EXPECT_LE(std::abs(state.voltage_V), supply_V * (1 + 1e-12));
      EXPECT_DOUBLE_EQ(tau_Nm, drive.motor.torque_constant_Nm_A * state.current_A);
      const double emf_A = drive.motor.torque_constant_Nm_A * w / drive.motor.resistance_ohm;
      const double rail_A = supply_V / drive.motor.resistance_ohm;
      if (std::abs(emf_A) < rail_A) {
        EXPECT_LE(std::abs(state.current_A), drive.motor.current_limit_A);
      }
      // supply power = heat of the winding + power at the shaft
      EXPECT_NEAR(electric_power_W(state),
                  state.current_A * state.current_A * drive.motor.resistance_ohm + tau_Nm * w,
                  1e-9);
    }
  }
}

TEST(Motor, OfAnOpenBridgeDrawsNothing) {
  const models::Drive drive = shipped_drive("XH540-W270-T");
  Turntable table(drive, kBare);
  table.shaft.dq_rad_s = 3;
  table.tell({.mode = JointMode::kPassive});
  table.step();
  EXPECT_EQ(table.state.tau_Nm, 0);
  EXPECT_EQ(table.state.motor.current_A, 0);
  EXPECT_EQ(table.state.power_W, 12 * drive.motor.standby_current_A);
}

// C dT/dt = i² R - (T - T_a) / R_th: T - T_a = R_th i² R (1 - exp(-t / R_th C))
TEST(Motor, HeatsUpAsAFirstOrderSystem) {
  const models::Drive drive = shipped_drive("XH540-W270-T");
  Turntable table(drive, {.model = MotorModel::kElectric, .thermal = true, .ambient_C = 20});
  table.blocked = true;
  table.tell({.mode = JointMode::kCurrent, .current_A = 1.5});
  const double rise_K = drive.thermal.resistance_K_W * 1.5 * 1.5 * drive.motor.resistance_ohm;
  const double T_s = drive.thermal.resistance_K_W * drive.thermal.heat_capacity_J_K;
  for (int k = 1; k <= 10; ++k) {
    table.run(0.2 * T_s - 1e-6);
    EXPECT_NEAR(table.state.motor.temperature_C, 20 + rise_K * -std::expm1(-table.time_s / T_s),
                1e-6);
  }
}

TEST(Motor, DeratesAheadOfItsLimitAndShutsOffAtIt) {
  const models::Drive drive = shipped_drive("XL430-W250-T");
  MotorConfig config = motor_config(drive, 25, 0.002, true);
  const double full_A = drive.motor.current_limit_A;
  MotorState state;
  for (const auto& [temperature_C, share] :
       {std::pair{25.0, 1.0}, {62.0, 1.0}, {67.0, 0.75}, {72.0, 0.5}, {90.0, 0.5}}) {
    state.temperature_C = temperature_C;
    EXPECT_NEAR(current_limit_A(config, state), share * full_A, 1e-12) << temperature_C;
  }
  state = {.temperature_C = 71.99};
  step_temperature(config, state);
  EXPECT_FALSE(state.shut_off);
  state.temperature_C = 72.01;
  step_temperature(config, state);
  EXPECT_TRUE(state.shut_off);
  state.temperature_C = 30;  // stays off after cooling down
  step_temperature(config, state);
  EXPECT_EQ(drive_motor(config, {Demand::Kind::kCurrent, 1}, 12, 0, state), 0);
}

TEST(Motor, TripsAfterTheTimeOfItsThermalModelWhenOverloaded) {
  const models::Drive drive = shipped_drive("XL430-W250-T");
  Turntable table(drive, {.model = MotorModel::kElectric, .thermal = true});
  table.blocked = true;
  table.tell(full_voltage());
  while (!table.state.motor.shut_off && table.time_s < 1000) table.run(1);
  // between the times of full and of half the current's square
  const double T_s = drive.thermal.resistance_K_W * drive.thermal.heat_capacity_J_K;
  const auto trip_s = [&](double i_A) {
    const double rise_K = drive.thermal.resistance_K_W * i_A * i_A * drive.motor.resistance_ohm;
    return -T_s * std::log1p(-(72 - 25) / rise_K);
  };
  EXPECT_GT(table.time_s, trip_s(1.4));
  EXPECT_LT(table.time_s, trip_s(0.7));
  EXPECT_EQ(table.state.tau_Nm, 0);
}

/// A blocked motor with a set-point of this share of its stall current.
double trips_after_s(const models::Drive& drive, double share, double allowed_A) {
  const MotorConfig config = motor_config(drive, 25, 0.002, false);
  const double stall_A = 12 / drive.motor.resistance_ohm;
  MotorState state;
  double time_s = 0;
  for (; time_s < 10 && !state.overloaded; time_s += 0.002)
    (void)drive_motor(config, {Demand::Kind::kCurrent, share * stall_A, allowed_A}, 12, 0, state);
  return time_s;
}

TEST(Motor, SwitchesItsTorqueOffAfterTooLongOfAllThatItCanGive) {
  for (const std::string& name : kServos) {
    const models::Drive drive = shipped_drive(name);
    EXPECT_NEAR(trips_after_s(drive, 1.5, 100), drive.firmware.overload_s, 0.01) << name;
    EXPECT_GT(trips_after_s(drive, 0.9, 100), 9) << name;
    const double module_A = 0.65 * 12 / drive.motor.resistance_ohm;
    EXPECT_GT(trips_after_s(drive, 1.5, module_A), 9) << name;
  }
}

/// Shorter overloads add up only as far as they are longer than the pauses between them.
TEST(Motor, ForgetsAnOverloadAsFastAsItBearsIt) {
  const models::Drive drive = shipped_drive("XH540-W270-T");
  const MotorConfig config = motor_config(drive, 25, 0.002, false);
  MotorState state;
  const auto run = [&](int hard_of_1000) {
    for (int k = 0; k < 20'000; ++k)
      (void)drive_motor(config, {Demand::Kind::kCurrent, k % 1000 < hard_of_1000 ? 100.0 : 0.5}, 12,
                        0, state);
    return state.overloaded;
  };
  EXPECT_FALSE(run(450));
  EXPECT_TRUE(run(600));
  EXPECT_EQ(drive_motor(config, {Demand::Kind::kCurrent, 1}, 12, 0, state), 0);
}

}  // namespace
}  // namespace ventosa::sim::motor_test
