#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/sim/drives/slave_drive.h"
#include "tests/sim/shipped_drive.h"

/// The position loop of a module that takes nothing else.
namespace ventosa::sim::position_loop_test {
namespace {

using controller::JointMode;
using controller::JointSetpoint;

constexpr DriveOptions kElectric{.model = MotorModel::kElectric};
constexpr double kLoop_s = 0.01;

JointSetpoint at(double q_rad) { return {.mode = JointMode::kPosition, .q_rad = q_rad}; }

Turntable slave(const models::Drive& drive, double step_s = kSlaveStep_s) {
  Turntable table(drive, kElectric, step_s);
  table.config.rail_V = kSlaveRail_V;
  table.state = at_rest(table.config, 0);
  return table;
}

/// One evaluation of the loop, whatever the time.
double evaluated_V(const models::Drive& drive, const ServoInput& in, ServoState& state) {
  state.steps_to_go = 0;
  return step_servo(servo_config(drive, kSlaveStep_s), in, state).value;
}

TEST(PositionLoop, HoldsItsVoltageForAPeriodWhateverTheShaftDoes) {
  Turntable table = slave(slave_drive());
  table.tell(at(0.01));
  int changes = 0;
  double last_V = 0;
  for (int k = 0; k < 100; ++k) {
    table.step();
    const double V = table.state.servo.output_V;
    EXPECT_NEAR(table.state.motor.voltage_V, V, 1e-12);
    if (V != last_V) {
      EXPECT_EQ(k % 10, 0);
      ++changes;
    }
    last_V = V;
  }
  EXPECT_EQ(changes, 10);
}

// Between two evaluations the voltage u is constant and the motor exact:
//   w+ = a w + (1 - a) u / Kt,   q+ = q + T u / Kt + tau (1 - a) (w - u / Kt),
//   tau = J R / Kt²,   a = exp(-T / tau)
struct SampledMotor {
  explicit SampledMotor(const models::Drive& of)
      : drive(of),
        tau_s(of.armature_kgm2 * of.motor.resistance_ohm /
              (of.motor.torque_constant_Nm_A * of.motor.torque_constant_Nm_A)) {}

  void advance(double u_V) {
    const double final_rad_s = u_V / drive.motor.torque_constant_Nm_A;
    const double a = std::exp(-kLoop_s / tau_s);
    q_rad += kLoop_s * final_rad_s + tau_s * (1 - a) * (w_rad_s - final_rad_s);
    w_rad_s = a * w_rad_s + (1 - a) * final_rad_s;
  }

  /// The loop with a rail of V, at which the integral stops.
  void control(double goal_rad, double V) {
    const double e_rad = goal_rad - q_rad, p_V = drive.firmware.position_p_V_rad * e_rad;
    const double grown_V = integral_V + drive.firmware.position_i_V_rad_s * e_rad * kLoop_s;
    if (std::abs(p_V + grown_V) <= V || e_rad * (p_V + grown_V) < 0)
      integral_V = grown_V;
    else if (std::abs(p_V + integral_V) < V)
      integral_V = std::copysign(V, e_rad) - p_V;
    advance(std::clamp(p_V + integral_V, -V, V));
  }

  models::Drive drive;
  double tau_s;
  double q_rad = 0, w_rad_s = 0, integral_V = 0;
};

TEST(PositionLoop, MovesAMotorAsTheExactSampledSystemDoes) {
  models::Drive drive = slave_drive();
  drive.motor.current_limit_A = 100;                 // within the voltage alone
  for (const double goal_rad : {0.01, -0.1, 1.0}) {  // 1.4 V, 14 V, and beyond the rail
    Turntable table = slave(drive, 1e-5);
    table.tell(at(goal_rad));
    SampledMotor exact(drive);
    double widest_rad = 0;
    for (int k = 0; k < 200; ++k) {
      exact.control(goal_rad, kSlaveRail_V);
      table.run(kLoop_s);
      widest_rad = std::max(widest_rad, std::abs(table.shaft.q_rad - exact.q_rad));
    }
    EXPECT_LT(widest_rad, 2e-3 * std::abs(goal_rad)) << goal_rad;
    EXPECT_NEAR(table.state.servo.integral_V, exact.integral_V, 0.05 * std::abs(goal_rad));
  }
}

// blocked, at a constant error: u = p e + n i e T, up to R i_limit = 9.28 V
TEST(PositionLoop, StopsItsIntegralAtTheCurrentLimit) {
  Turntable table = slave(slave_drive());
  table.blocked = true;
  table.tell(at(0.05));
  for (int n = 1; n <= 20; ++n) {
    table.run(kLoop_s);
    EXPECT_NEAR(table.state.servo.output_V, std::min(7 + 0.28 * n, 9.28), 1e-9) << n;
    EXPECT_LE(table.state.motor.current_A, 4);
  }
}

TEST(PositionLoop, StopsItsIntegralWhereABackEmfLeavesNoVoltage) {
  const models::Drive drive = slave_drive();
  struct Case {
    double w_rad_s, e_rad, limit_V;
  };
  for (const Case& c : {Case{0, 0.05, 9.28}, Case{1, 0.1, 9.36 + 9.28}, Case{2, 0.1, 24},
                        Case{-2, -0.1, -24}, Case{1, -0.001, 9.36 - 9.28}}) {
    const JointSetpoint law = at(c.e_rad);
    ServoState state;
    state.integral_V = c.w_rad_s == 1 && c.e_rad < 0 ? 9.36 : 0;
    for (int n = 0; n < 10000; ++n)
      (void)evaluated_V(drive, {law, {0, c.w_rad_s}, kSlaveRail_V, 4}, state);
    EXPECT_NEAR(140 * c.e_rad + state.integral_V, c.limit_V, 1e-9) << c.w_rad_s << c.e_rad;
  }
}

TEST(PositionLoop, LeavesItsRailInThePeriodInWhichTheErrorReverses) {
  Turntable table = slave(slave_drive());
  table.blocked = true;
  table.tell(at(1));
  table.run(60);
  EXPECT_EQ(table.state.servo.output_V, kSlaveRail_V);
  EXPECT_EQ(table.state.servo.integral_V, 0);
  table.tell(at(-0.01));
  table.run(kLoop_s);
  EXPECT_NEAR(table.state.servo.output_V, -1.4 - 0.056, 1e-9);
}

TEST(PositionLoop, BringsALoadHomeAndSaysWhatItIs) {
  Turntable table = slave(slave_drive());
  table.wheel_kgm2 = 0.3;
  table.outer_Nm = -8;
  table.tell(at(0.1));
  for (int k = 0; k < 500; ++k) {
    const double tau_Nm = table.state.tau_motor_Nm, last_rad_s = table.state.rotor_rad_s;
    table.step();
    if (k < 2) continue;
    // load, less what the wheel takes of it
    const double acceleration = (table.state.rotor_rad_s - last_rad_s) / kSlaveStep_s;
    EXPECT_NEAR(table.state.disturbing_Nm, -8 - 0.3 * acceleration, 1e-9);
    EXPECT_NEAR(table.state.disturbing_Nm, 0.168 * acceleration - tau_Nm, 1e-9);
  }
  table.run(10);
  EXPECT_NEAR(table.shaft.q_rad, 0.1, 1e-6);
  EXPECT_NEAR(table.state.disturbing_Nm, -8, 1e-6);
}

TEST(PositionLoop, SaysTheFrictionOfItsGearToo) {
  DriveOptions options = kElectric;
  options.friction = FrictionModel::kLugre;
  Turntable table(slave_drive(), options, kSlaveStep_s);
  table.tell(at(0));
  table.run(2);
  for (int k = 0; k < 3000; ++k) {  // steady at 0.1 rad/s
    if (k % 10 == 0) table.tell(at(1e-4 * k));
    table.step();
  }
  EXPECT_NEAR(table.state.disturbing_Nm, -1.5, 0.1);
}

TEST(PositionLoop, KeepsItsLastReferenceAndItsIntegralInHold) {
  Turntable table = slave(slave_drive());
  table.outer_Nm = -8;
  table.tell(at(0.1));
  table.run(10);
  const double integral_V = table.state.servo.integral_V;
  EXPECT_GT(integral_V, 1);
  table.shaft.q_rad += 0.02;  // pushed away before the hold
  table.tell({});
  EXPECT_EQ(table.state.law.mode, JointMode::kHold);
  EXPECT_EQ(table.state.servo.integral_V, integral_V);
  table.run(10);
  EXPECT_NEAR(table.shaft.q_rad, 0.1, 1e-6);
  table.tell(at(0.1));
  EXPECT_NEAR(table.state.servo.integral_V, integral_V, 1e-3);
}

TEST(PositionLoop, HoldsWhereItStartsAndWhereAProfileIs) {
  Turntable table = slave(slave_drive());
  table.outer_Nm = -4;
  table.run(10);
  EXPECT_NEAR(table.shaft.q_rad, 0, 1e-6);
  JointSetpoint far = at(2);
  far.profile.speed_rad_s = 0.1;
  table.tell(far);
  table.run(1);
  table.tell({});
  table.run(10);
  EXPECT_NEAR(table.shaft.q_rad, 0.1, 2e-3);
}

TEST(PositionLoop, IsAllThatItsModuleHas) {
  const models::Drive drive = slave_drive();
  for (int k = 0; k <= static_cast<int>(JointMode::kPwm); ++k) {
    const auto mode = static_cast<JointMode>(k);
    const bool has =
        mode == JointMode::kHold || mode == JointMode::kPassive || mode == JointMode::kPosition;
    EXPECT_EQ(supports_mode(drive, kElectric, mode), has) << k;
  }
  Turntable table = slave(drive);
  table.tell(at(0.1));
  table.run(5);
  table.tell({.mode = JointMode::kImpedance, .q_rad = -1, .tau_ff_Nm = 9, .kp_Nm_rad = 500});
  table.run(5);
  EXPECT_NEAR(table.shaft.q_rad, 0.1, 1e-6);
  table.tell({.mode = JointMode::kPassive});
  table.run(0.1);
  EXPECT_EQ(table.state.motor.current_A, 0);
}

}  // namespace
}  // namespace ventosa::sim::position_loop_test
