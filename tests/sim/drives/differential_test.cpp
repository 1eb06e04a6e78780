#include "sim/drives/differential.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "models/robot.h"
#include "tests/sim/shipped_drive.h"

/// The wrist of the shipped robot: |τ5| + f |τ6| never exceeds twice the torque of one motor.
namespace ventosa::sim::differential_test {
namespace {

using controller::JointMode;
using controller::PerJoint;
using Pair = std::array<double, 2>;

constexpr double f = 34.0 / 51;
constexpr DriveOptions kIdeal{};
constexpr DriveOptions kElectric{.model = MotorModel::kElectric};
constexpr DriveOptions kWarming{.model = MotorModel::kElectric, .thermal = true};

const models::Robot& romerin() {
  static const models::Robot robot = models::load(VENTOSA_SOURCE_DIR "/models/data/romerin1.yaml");
  return robot;
}

/// Joints 5 and 6, moved by the test.
struct Wrist {
  explicit Wrist(const DriveOptions& options) : gear(*differential_of(romerin().motors[0], 6)) {
    for (std::size_t j = 0; j < 2; ++j) {
      const models::Drive& plant = romerin().drive[0][4 + j];
      config[j] = wrist_drive(plant.stall_torque_Nm);
      set_plant(plant, options, 0.002, config[j]);
      state[j] = at_rest(config[j], 0);
    }
  }

  void ask(const Pair& tau_Nm) {
    for (std::size_t j = 0; j < 2; ++j)
      tell(j, {.mode = JointMode::kImpedance, .tau_ff_Nm = tau_Nm[j]});
  }
  void tell(std::size_t j, const controller::JointSetpoint& setpoint) {
    accept(config[j], setpoint, motion[j], state[j]);
  }
  Pair step() {
    return step_differential(gear, {JointStep{config[0], motion[0], motion[0], state[0]},
                                    JointStep{config[1], motion[1], motion[1], state[1]}});
  }
  Pair given(const Pair& tau_Nm) {
    ask(tau_Nm);
    return step();
  }
  /// shares of motors 5 and 6 in the joints' torques  [N m]
  Pair motor_Nm() const {
    const PerJoint<double> tau_q{0, 0, 0, 0, state[0].tau_motor_Nm, state[1].tau_motor_Nm};
    const PerJoint<double> tau_m = romerin().motors[0].motor_torques(tau_q);
    return {tau_m[4], tau_m[5]};
  }
  Pair motor_speed() const {
    const PerJoint<double> dq{0, 0, 0, 0, motion[0].dq_rad_s, motion[1].dq_rad_s};
    const PerJoint<double> dm = romerin().motors[0].motor_speeds(dq);
    return {dm[4], dm[5]};
  }

  Differential gear;
  std::array<DriveConfig, 2> config;
  std::array<DriveState, 2> state;
  std::array<ShaftMotion, 2> motion{};
};

/// Joint torques after the motors' limits.
Pair clipped(const Pair& requested_Nm, double motor_limit_Nm) {
  const auto limit = [=](double tau) { return std::clamp(tau, -motor_limit_Nm, motor_limit_Nm); };
  const double m5 = limit(0.5 * (requested_Nm[0] - f * requested_Nm[1]));
  const double m6 = limit(-0.5 * (requested_Nm[0] + f * requested_Nm[1]));
  return {m5 - m6, -(m5 + m6) / f};
}

class WristTorque : public testing::TestWithParam<DriveOptions> {
 protected:
  /// limit of joint 5 with both motors for it alone
  double limit_Nm() const {
    const Wrist wrist(GetParam());
    return wrist.config[0].plant.torque_cap * motor_stall_Nm(wrist.config[0]);
  }
  /// true torque over commanded one, by the firmware's torque constant
  double obeyed() const {
    const models::Drive plant = Wrist(GetParam()).config[0].plant;
    if (GetParam().model == MotorModel::kIdeal) return 1;
    return plant.motor.torque_constant_Nm_A / plant.firmware.torque_constant_Nm_A;
  }
};

TEST_P(WristTorque, OfAJointAloneIsThatOfBothMotors) {
  for (const double sign : {-1.0, 1.0}) {
    const Pair bend = Wrist(GetParam()).given({sign * 20, 0});
    EXPECT_NEAR(bend[0], sign * limit_Nm(), 1e-12);
    EXPECT_NEAR(bend[1], 0, 1e-12);
    const Pair roll = Wrist(GetParam()).given({0, sign * 20});
    EXPECT_NEAR(roll[0], 0, 1e-12);
    EXPECT_NEAR(roll[1], sign * limit_Nm() / f, 1e-12);
  }
}

TEST_P(WristTorque, IsClippedToTheDiamondOfBothJoints) {
  int full = 0;
  for (double share5 = -0.98; share5 < 1; share5 += 0.07)  // torque of the joint alone
    for (double share6 = -0.98; share6 < 1; share6 += 0.07) {
      const Pair obeyed_Nm{share5 * limit_Nm(), share6 * limit_Nm() / f};
      const Pair given =
          Wrist(GetParam()).given({obeyed_Nm[0] / obeyed(), obeyed_Nm[1] / obeyed()});
      const Pair expected = clipped(obeyed_Nm, 0.5 * limit_Nm());
      EXPECT_NEAR(given[0], expected[0], 1e-12) << share5 << " " << share6;
      EXPECT_NEAR(given[1], expected[1], 1e-12) << share5 << " " << share6;
      const double used_Nm = std::abs(given[0]) + f * std::abs(given[1]);
      EXPECT_LE(used_Nm, limit_Nm() + 1e-12) << share5 << " " << share6;
      full += used_Nm > limit_Nm() - 1e-12;
    }
  EXPECT_GT(full, 300);
  EXPECT_LT(full, 600);  // of 841
}

/// Bit for bit the torques of two drives that have the motors for themselves.
TEST_P(WristTorque, IsThatOfTwoDrivesWhileNoMotorIsAtItsLimit) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int n = 0; n < 500; ++n) {
    Wrist wrist(GetParam());
    for (std::size_t j = 0; j < 2; ++j) {
      wrist.motion[j] = {any(random), any(random)};
      wrist.tell(j, {JointMode::kImpedance, wrist.motion[j].q_rad, 0, 0.7 * any(random), 8, 0.3});
    }
    Wrist alone = wrist;
    const Pair given = wrist.step();
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_EQ(step_drive(alone.config[j], alone.motion[j], alone.motion[j], alone.state[j]),
                given[j]);
      EXPECT_EQ(alone.state[j].power_W, wrist.state[j].power_W);
    }
  }
}

TEST_P(WristTorque, OfPassiveJointsIsNone) {
  Wrist wrist(GetParam());
  wrist.motion = {ShaftMotion{0.1, 9}, ShaftMotion{0.2, -9}};  // faster than the supply can follow
  for (std::size_t j = 0; j < 2; ++j) wrist.tell(j, {.mode = JointMode::kPassive});
  EXPECT_EQ(wrist.step(), (Pair{0, 0}));
}

TEST_P(WristTorque, NeedsASupply) {
  Wrist wrist(GetParam());
  wrist.ask({1, 1});
  for (DriveState& state : wrist.state) state.supply_V = 0;
  EXPECT_EQ(wrist.step(), (Pair{0, 0}));
  EXPECT_EQ(wrist.state[0].law.mode, JointMode::kPassive);
}

INSTANTIATE_TEST_SUITE_P(Motors, WristTorque, testing::Values(kIdeal, kElectric));

/// Compared with the drive of the file at the motors' speeds and torques.
TEST(WristMotors, KeepTheirOwnVoltageAndDrawTheirOwnPower) {
  const models::Motor servo = shipped_drive("XL430-W250-T").motor;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1, 1);
  int at_voltage = 0;
  for (int n = 0; n < 2000; ++n) {
    Wrist wrist(kElectric);
    for (ShaftMotion& joint : wrist.motion) joint.dq_rad_s = 3.5 * any(random);
    wrist.given({2 * any(random), 3 * any(random)});
    const Pair tau_Nm = wrist.motor_Nm(), w = wrist.motor_speed();
    double power_W = 0;
    for (std::size_t k = 0; k < 2; ++k) {
      const double i_A = tau_Nm[k] / servo.torque_constant_Nm_A;
      const double u_V = servo.resistance_ohm * i_A + servo.torque_constant_Nm_A * w[k];
      if (std::abs(servo.torque_constant_Nm_A * w[k]) < models::kUsualRail_V) {
        EXPECT_LE(std::abs(u_V), models::kUsualRail_V + 1e-9);
      }
      at_voltage += std::abs(std::abs(u_V) - models::kUsualRail_V) < 1e-9;
      power_W += u_V * i_A + servo.standby_current_A * models::kUsualRail_V;
    }
    EXPECT_NEAR(wrist.state[0].power_W + wrist.state[1].power_W, power_W, 1e-9);
  }
  EXPECT_GT(at_voltage, 100);
}

// τ5 = f τ6: motor 6 has all of it, motor 5 none
TEST(WristMotors, WarmByTheirOwnCurrent) {
  const models::Drive servo = shipped_drive("XL430-W250-T");
  Wrist wrist(kWarming);
  wrist.ask({1, 1 / f});
  const double T_s = servo.thermal.resistance_K_W * servo.thermal.heat_capacity_J_K;
  const int n = static_cast<int>(T_s / 0.002);
  for (int k = 0; k < n; ++k) wrist.step();
  EXPECT_NEAR(wrist.motor_Nm()[0], 0, 1e-12);
  const double i_A = wrist.motor_Nm()[1] / servo.motor.torque_constant_Nm_A;
  const double rise_K = servo.thermal.resistance_K_W * i_A * i_A * servo.motor.resistance_ohm;
  EXPECT_GT(rise_K, 10);
  EXPECT_NEAR(wrist.state[0].motor.temperature_C, 25, 1e-6);
  EXPECT_NEAR(wrist.state[1].motor.temperature_C, 25 + rise_K * -std::expm1(-n * 0.002 / T_s),
              1e-6);
}

TEST(WristMotors, DerateByTheirOwnTemperature) {
  Wrist wrist(kWarming);
  for (DriveConfig& config : wrist.config) config.plant.torque_cap = 1;
  wrist.state[1].motor.temperature_C = 72 - 1e-6;
  wrist.given({0, 20});
  const Pair tau_Nm = wrist.motor_Nm();
  EXPECT_NEAR(std::abs(tau_Nm[1]), 0.5 * std::abs(tau_Nm[0]), 1e-6);
}

TEST(WristMotors, LeaveTheOtherAtWorkWhereOneHasTripped) {
  Wrist wrist(kWarming);
  wrist.state[0].motor.shut_off = true;
  const Pair given = wrist.given({0.5, 0});
  EXPECT_NEAR(wrist.motor_Nm()[0], 0, 1e-12);
  EXPECT_GT(given[0], 0.2);
  EXPECT_NEAR(f * given[1], given[0], 1e-12);  // motion in roll and in bending
}

TEST(Differential, IsFoundWhereTwoMotorsShareTheirJoints) {
  EXPECT_FALSE(differential_of(models::MotorMap{}, 6));
  EXPECT_FALSE(differential_of(romerin().motors[0], 5));  // a leg without joint 6
  EXPECT_EQ(differential_of(romerin().motors[0], 6)->joint, 4);
  EXPECT_NEAR(differential_of(romerin().motors[0], 6)->ratio, 1.5, 1e-15);
  const models::Robot seven = models::load(VENTOSA_SOURCE_DIR "/models/data/romerin4x7.yaml");
  EXPECT_EQ(differential_of(seven.motors[3], 7)->joint, 5);
}

}  // namespace
}  // namespace ventosa::sim::differential_test
