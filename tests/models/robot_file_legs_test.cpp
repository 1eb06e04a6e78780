#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "models/self_collision.h"
#include "tests/models/robot_file.h"

/// Legs, their places, motors and gaits in a robot file.
namespace ventosa::models::robot_file_legs_test {
namespace {

constexpr const char* kOwnStance = "yaw_deg: 46.4, stance: {radius_m: 0.3, drop_m: 0.02}}";

// the text from `legs:` on, for n legs side by side
std::string with_legs(int n) {
  std::string text = quadruped_text();
  text.erase(text.find("\nlegs:") + 1);
  text += n == 0 ? "legs: []\n" : "legs:\n";
  for (int i = 0; i < n; ++i) {
    const std::string name = "leg_" + std::to_string(i);
    text += "  - {name: " + name + ", type: romerin, hip_m: [0.1, " + std::to_string(0.3 * i) +
            ", 0], yaw_deg: 0}\n";
  }
  return text;
}

TEST_F(RobotFile, RefusesADefaultStanceInWhichTheRobotGoesThroughItself) {
  // the rear left module behind the front left one, beside it by a few degrees
  const std::string what = refusal(spoilt("hip_m: [-0.0775, 0.0815, 0], yaw_deg: 133.6",
                                          "hip_m: [0.0725, 0.0815, 0], yaw_deg: 60"));
  EXPECT_NE(what.find("legs[2]"), std::string::npos) << what;
  EXPECT_NE(what.find("in the default stance front_left cup and rear_left cup overlap by 45 mm"),
            std::string::npos)
      << what;
  // the body so thick that it reaches the arms
  expect_refused("half_extent_m: [0.08, 0.0825, 0.035]", "half_extent_m: [0.14, 0.14, 0.035]",
                 "body and front_left link 2 overlap by");
}

TEST_F(RobotFile, RefusesTwoModulesAtOneMount) {
  expect_refused("hip_m: [-0.0775, 0.0815, 0], yaw_deg: 133.6",
                 "hip_m: [0.0775, 0.0815, 0], yaw_deg: 133.6",
                 "legs[2].hip_m = [...]: has the same mount as front_left");
}

TEST_F(RobotFile, ReadsTheStanceOfOneLeg) {
  const Robot robot = load_text(spoilt("yaw_deg: 46.4}", kOwnStance));
  const controller::Vector3d ahead(0.3 * std::cos(46.4 * M_PI / 180),
                                   0.3 * std::sin(46.4 * M_PI / 180), -0.02);
  const controller::Leg& own = robot.nominal.leg[0];
  EXPECT_LT((own.p_BW_nominal - own.X_BL.translation() - ahead).norm(), 1e-12);
  EXPECT_EQ(robot.nominal.leg[1].p_BW_nominal,
            load_text(quadruped_text()).nominal.leg[1].p_BW_nominal);
}

TEST_F(RobotFile, RefusesADefaultStanceThatALegCannotReach) {
  const std::string own = "yaw_deg: 46.4, stance: ";
  // the maximum is 0.57 m
  expect_refused("yaw_deg: 46.4}", own + "{radius_m: 0.6, drop_m: 0}}",
                 "legs[0] = {...}: in the default stance the wrist point is 30.2 mm out of reach");
  expect_refused("yaw_deg: 46.4}", own + "{radius_m: 0.01, drop_m: 0.05}}", "mm out of reach");
  expect_refused("yaw_deg: 46.4}", own + "{radius_m: 0}}", "legs[0].stance.radius_m = 0: must be");
  expect_refused("yaw_deg: 46.4}", own + "{radius_m: 0.3}}", "legs[0].stance.drop_m: missing key");
}

TEST_F(RobotFile, LetsAModuleHangUpsideDownWhereItsElbowCanStillRise) {
  const std::string turned = "yaw_deg: 46.4, roll_deg: 180";
  expect_refused("yaw_deg: 46.4}", turned + "}",
                 "in the default stance the wrist point is 12.7 mm");
  expect_refused("yaw_deg: 46.4}", turned + ", stance: {radius_m: 0.4, drop_m: 0.05}}",
                 "in the default stance a joint would be beyond its limit with the elbow off");
  const Robot robot =
      load_text(spoilt("yaw_deg: 46.4}", turned + ", stance: {radius_m: 0.545, drop_m: 0.05}}"));
  const controller::Leg& leg = robot.nominal.leg[0];
  controller::PerJoint<double> q_rad{};
  ASSERT_TRUE(find_home(leg, q_rad));
  const controller::LegPose pose = leg_pose(leg, q_rad);
  EXPECT_LT((pose.p_BW - leg.p_BW_nominal).norm(), 1e-12);
  EXPECT_LT((pose.X_BF.linear().col(2) + controller::Vector3d::UnitZ()).norm(), 1e-12);
  EXPECT_GT(pose.p_BJ[2].z(), 0.02);  // the elbow, above the hip
}

TEST_F(RobotFile, RefusesBoundsInTheWrongOrder) {
  expect_refused("[-0.61, 2.97]", "[2.97, -0.61]",
                 "leg_types.romerin.joints[2].limit_rad = [...]: the minimum must be below");
  expect_refused("[-0.61, 2.97]", "[1, 1]", "the minimum must be below");
}

TEST_F(RobotFile, RefusesZeroAndThirteenLegsNamingTheLimit) {
  for (const int n : {0, 13}) {
    const std::string what = refusal(with_legs(n));
    EXPECT_NE(what.find("legs = [...]: must have 1 to 12 elements, has " + std::to_string(n)),
              std::string::npos)
        << what;
  }
  EXPECT_EQ(refusal(with_legs(1)), "");
  EXPECT_EQ(load_text(with_legs(12)).nominal.n_legs(), 12);
}

TEST_F(RobotFile, RefusesLegsOfTheSameName) {
  expect_refused("{name: rear_left", "{name: front_left", "legs[2].name = front_left: is taken");
}

TEST_F(RobotFile, RefusesNamesThatAreNotFitForSignals) {
  const std::string rule = "must be made of 1 to 100 letters";
  expect_refused("{name: rear_left", "{name: ../rear_left", "legs[2].name = ../rear_left: " + rule);
  expect_refused("name: romerin4", "name: ../romerin4", rule);
  expect_refused("{name: rear_left", "{name: \"rear left\"", rule);
  expect_refused("{name: rear_left", "{name: " + std::string(101, 'a'), rule);
  expect_refused("\n  wave:", "\n  \"\":", rule);
  expect_refused("\n  wave:", "\n  \"a.b\":", rule);
}

TEST_F(RobotFile, RefusesAGaitThatDoesNotWalk) {
  const std::string last = "- {step: [front_right]}";
  expect_refused(last, "- {step: [front_left]}", "gaits.wave = [...]: front_right never steps");
  expect_refused(last, "- {step: [front_rihgt]}", "did you mean 'front_right'?");
  expect_refused(last, "- {hop: [front_right]}",
                 "gaits.wave[3].hop = [...]: is not a move of a gait");
  expect_refused(last, "- {stay: [front_right]}", "is not a move of a gait");
  expect_refused(last, "- {step: [front_right, front_right]}", "has a move in this row already");
  expect_refused(last, "- {step: [front_right], lift: [front_right]}",
                 "has a move in this row already");
  expect_refused(last, last + "\n    - {}", "gaits.wave[4] = {...}: moves no leg");
  expect_refused(last, "- {step: [front_right, rear_left]}",
                 "gaits.wave[3] = {...}: leaves 2 feet on the surface in row 4 of 4 (at least 3)");
  expect_refused(last, "- {lower: [front_right]}", "front_right moves out of turn in row 4 of 4");
  expect_refused(last, "- {lift: [front_right]}\n    - {lift: [front_right]}",
                 "front_right moves out of turn");
}

/// The wave of the quadruped by the clock, with a row in which no leg moves.
std::string by_the_clock(const std::string& clock, const std::string& rows = "rows:") {
  return "\n  wave:\n" + clock + "    " + rows +
         "\n    - {}\n    - {step: [rear_left]}\n    - {step: [front_left]}\n    - {step: "
         "[rear_right]}\n    - {step: [front_right]}\n  other:";
}

TEST_F(RobotFile, MayHaveAGaitByTheClock) {
  const std::string clock = "    step_s: 1.5\n    sweep_m: 0.1\n";
  const controller::Gait gait =
      load_text(spoilt("\n  wave:", by_the_clock(clock))).nominal.gait.at(0);
  EXPECT_EQ(gait.step_s, 1.5);
  EXPECT_EQ(gait.sweep_m, 0.1);
  ASSERT_EQ(gait.row.size(), 5u);
  EXPECT_EQ(controller::lifted_in(gait, 0), controller::LegSet());
}

TEST_F(RobotFile, RefusesAClockThatDoesNotGo) {
  const std::string old = "\n  wave:", step = "    step_s: 1.5\n", sweep = "    sweep_m: 0.1\n";
  expect_refused(old, by_the_clock(step), "gaits.wave");
  expect_refused(old, by_the_clock(sweep), "gaits.wave");
  expect_refused(old, by_the_clock("    step_s: 0\n" + sweep), "gaits.wave.step_s = 0");
  expect_refused(old, by_the_clock(step + "    sweep_m: 1.5\n"), "gaits.wave.sweep_m = 1.5");
  expect_refused(old, by_the_clock(step + sweep + "    stride_m: 0.1\n"), "gaits.wave.stride_m");
  expect_refused(old, by_the_clock(step + sweep, "row:"), "gaits.wave");
}

TEST_F(RobotFile, RefusesCupsThatSwingByTheReverseBody) {
  const std::string clock = "    step_s: 1.5\n    sweep_m: 0.1\n    swing: ";
  expect_refused("\n  wave:", by_the_clock(clock + "reverse_body\n"),
                 "gaits.wave.swing = reverse_body: needs feet without cups");
  expect_refused("\n  wave:", by_the_clock(clock + "backwards\n"), "gaits.wave.swing = backwards");
  EXPECT_EQ(refusal(spoilt("\n  wave:", by_the_clock(clock + "foothold\n"))), "");
}

TEST_F(RobotFile, MayHaveNoGait) { EXPECT_TRUE(load_text(with_legs(4)).nominal.gait.empty()); }

TEST_F(RobotFile, RefusesTorqueCapOutsideZeroToOne) {
  for (const char* cap : {"0", "-0.1", "1.01"})
    expect_refused("torque_cap: 0.65", std::string("torque_cap: ") + cap, "at most 1");
  for (const char* limit : {"0", "-20"}) {
    expect_refused("acceleration_limit_rad_s2: 20",
                   std::string("acceleration_limit_rad_s2: ") + limit, "acceleration_limit_rad_s2");
    expect_refused("jerk_limit_rad_s3: 400", std::string("jerk_limit_rad_s3: ") + limit,
                   "jerk_limit_rad_s3");
  }
  EXPECT_EQ(refusal(spoilt("torque_cap: 0.65", "torque_cap: 1")), "");
}

TEST_F(RobotFile, RefusesDifferentDrivesOnTheWristsDifferential) {
  expect_refused("{drive: XL430-W250-T, limit_rad: [-2.09", "{drive: MX-64T, limit_rad: [-2.09",
                 "joints[5].drive = MX-64T: must be that of joint 5");
}

TEST_F(RobotFile, RefusesALegWithoutTheNumbersOfItsKind) {
  expect_refused("kind: romerin6", "kind: romerin7", "lengths_m = [...]: must have 7 elements");
}

TEST_F(RobotFile, RefusesAWristThatCannotTurn) {
  expect_refused("differential_limit_rad: 3.14", "differential_limit_rad: -3.14",
                 "differential_limit_rad = -3.141592653589793: must be above 0");
}

constexpr const char* kMotorZeros = "motor_zero_deg: [180, 180, 90, 180, 180, 180]";
constexpr const char* kMotorSigns = "motor_sign: [1, 1, 1, 1, 1, -1]";

TEST_F(RobotFile, RefusesMotorsThatCannotBe) {
  const std::string type = "leg_types.romerin.";
  expect_refused(kMotorZeros, "motor_zero_deg: [180, 180, 90, 180, 180]",
                 type + "motor_zero_deg = [...]: must have 6 elements, has 5");
  expect_refused(kMotorZeros, "motor_zero_deg: [180, 180, 400, 180, 180, 180]",
                 type + "motor_zero_deg[2] = 400: must be");
  expect_refused(kMotorSigns, "motor_sign: [1, 1, 1, 1, 1, -1, 1]",
                 type + "motor_sign = [...]: must have 6 elements, has 7");
  for (const char* sign : {"0", "2", "-2"})
    expect_refused(kMotorSigns, "motor_sign: [1, 1, 1, 1, " + std::string(sign) + ", -1]",
                   type + "motor_sign[4] = " + sign + ": must be 1 or -1");
  expect_refused(kMotorSigns, "motor_sing: [1, 1, 1, 1, 1, -1]", type + "motor_sign");
  expect_refused("max_position_deg: 360", "max_position_deg: 0",
                 "drives.MX-64T.firmware.max_position_deg = 0: must be above min_position_deg");
}

TEST_F(RobotFile, RefusesJointsThatTurnAMotorTooFar) {
  expect_refused(
      "limit_rad: [-2.356, 2.356]", "limit_rad: [-2.36, 2.36]",
      "joints[3].limit_rad = [...]: joint 4 would turn motor 4 from -0.29 to 360.29 deg, "
      "XL430-W250-T counts from 0 to 360 deg");
  expect_refused("differential_limit_rad: 3.141592653589793", "differential_limit_rad: 3.2",
                 "joints[4].limit_rad = [...]: joints 5 and 6 would turn motor 5 from -3.35 to "
                 "363.35 deg");
  expect_refused(
      kMotorZeros, "motor_zero_deg: [180, 180, 30, 180, 180, 180]",
      "joints[2].limit_rad = [...]: joint 3 would turn motor 3 from -4.95 to 200.17 deg");
}

TEST_F(RobotFile, LetsAModuleCountItsMotorsInItsOwnWay) {
  const controller::PerJoint<double> q{.1, .2, .3, .4, .5, .6};
  const Robot robot =
      load_text(spoilt("yaw_deg: -46.4}",
                       "yaw_deg: -46.4, motor_zero_deg: [170, 180, 270, 180, 180, 180],\n"
                       "     motor_sign: [1, 1, -1, 1, -1, 1]}"));
  const auto usual = robot.motors[0].motor_angles(q), own = robot.motors[1].motor_angles(q);
  const double deg = M_PI / 180;
  EXPECT_NEAR(own[0], usual[0] - 10 * deg, 1e-14);
  EXPECT_EQ(own[1], usual[1]);
  EXPECT_NEAR(own[2], 360 * deg - usual[2], 1e-14);
  EXPECT_NEAR(own[4], 360 * deg - usual[4], 1e-14);
  EXPECT_NEAR(own[5], 360 * deg - usual[5], 1e-14);
}

TEST_F(RobotFile, RefusesAModuleWhoseMotorsCannotBe) {
  const auto refuses = [&](const std::string& own, const std::string& message) {
    expect_refused("yaw_deg: -46.4}", "yaw_deg: -46.4, " + own + "}", message);
  };
  refuses("motor_zero_deg: [180]", "legs[1].motor_zero_deg = [...]: must have 6 elements, has 1");
  refuses("motor_zero_deg: [180, 180, 90, 180, 180, 361]", "legs[1].motor_zero_deg[5] = 361: must");
  refuses("motor_sign: [1, 1, 1, 1, 1, 0]", "legs[1].motor_sign[5] = 0: must be 1 or -1");
  refuses("motor_sign: [1, 1, 1, 1]", "legs[1].motor_sign = [...]: must have 6 elements, has 4");
  refuses("motor_signs: [1, 1, 1, 1, 1, 1]", "legs[1].motor_signs: unknown key");
  // motor 3 stands at 90: it has no room to turn in the other direction
  refuses("motor_sign: [1, 1, -1, 1, 1, -1]",
          "legs[1] = {...}: joint 3 would turn motor 3 from -80.");
}

TEST_F(RobotFile, RefusesStanceOutOfReach) {
  expect_refused("radius_m: 0.22,", "radius_m: 0.57,", "stance = {...}: the wrist cannot reach");
  expect_refused("drop_m: 0.05}", "drop_m: 0.6}", "the wrist cannot reach");
}

TEST_F(RobotFile, MountsLegsByYawThenPitchThenRoll) {
  const Robot robot = load_text(spoilt("yaw_deg: 46.4}",
                                       "yaw_deg: 90, pitch_deg: 90, roll_deg: 90, "
                                       "stance: {radius_m: 0.15, drop_m: 0.4}}"));
  controller::Matrix3d R;  // Rz(90) Ry(90) Rx(90): x -> -z, y -> z -> x -> y, z -> -y -> -y -> x
  R << 0, 0, 1, 0, 1, 0, -1, 0, 0;
  EXPECT_LT((robot.nominal.leg[0].X_BL.linear() - R).norm(), 1e-15);
}

}  // namespace
}  // namespace ventosa::models::robot_file_legs_test
