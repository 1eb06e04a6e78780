#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "models/self_collision.h"
#include "tests/models/robot_file.h"

/// The shipped hexapod with point feet, and every rule of its file: the file with one mistake.
namespace ventosa::models::point_foot_file_test {
namespace {

using controller::PointFoot;

std::string spoilt(const std::string& from, const std::string& to) {
  return replaced(file_text("hexapod3.yaml"), from, to);
}

/// The file without a block: from its key to before the next key of the first column.
std::string without(const std::string& key) {
  std::string text = file_text("hexapod3.yaml");
  const std::size_t at = text.find("\n" + key + ":") + 1;
  std::size_t end = text.find('\n', at);
  while (text[end + 1] == ' ' || text[end + 1] == '\n') end = text.find('\n', end + 1);
  return text.erase(at, end + 1 - at);
}

class PointFootFile : public RobotText {
 protected:
  void expect_refused(const std::string& text, const std::string& message) {
    const std::string what = refusal(text);
    EXPECT_NE(what.find(message), std::string::npos) << "'" << what << "'\n" << message;
    EXPECT_NE(what.find("robot.yaml:"), std::string::npos) << what;
  }
};

TEST_F(PointFootFile, RefusesSwingsByTheReverseBodyOfMoreThanOneRow) {
  const std::string tripod = "  tripod:\n    step_s: 0.35\n", reverse = "    swing: reverse_body\n";
  expect_refused(spoilt(tripod, tripod + reverse),
                 "front_left does not swing in one row, once in a cycle, in row 1 of 6");
  const std::string twice = tripod + reverse +
                            "    sweep_m: 0.05\n    rows:\n"
                            "      - {step: [front_left, middle_right, rear_left]}\n"
                            "      - {step: [front_right, middle_left, rear_right]}\n";
  const auto with = [&](const std::string& row) {
    const std::string file = file_text("hexapod3.yaml");
    return file.substr(0, file.find(tripod)) + twice + row;
  };
  EXPECT_EQ(refusal(with("")), "");
  expect_refused(with("      - {step: [front_left]}\n"), "front_left does not swing in one row");
}

/// A robot that has the hexapod as its base.
class WalkerWithBase : public PointFootFile {
 protected:
  WalkerWithBase() { std::ofstream(scratch_.path() / "base.yaml") << file_text("hexapod3.yaml"); }
  static std::string variant(const std::string& foot) {
    return "schema: 1\nname: mine\nbase: base.yaml\nfoot: " + foot + "\n";
  }
};

TEST_F(WalkerWithBase, MayHaveAnotherSensorInItsFeetOrNone) {
  const std::string other = "{rate_hz: 100, noise_N: 0.5, range_N: 40, cutoff_hz: 10}";
  const Robot robot = load_text(variant("{contact: {sensor: " + other + "}}"));
  const Robot without = load_text(variant("{contact: {sensor: null}}"));
  EXPECT_EQ(robot.point->sensor->range_N, 40);
  EXPECT_FALSE(without.point->sensor.has_value());
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(robot.nominal.leg[i].foot.sensor()->range_N, 40) << i;
    EXPECT_FALSE(without.nominal.leg[i].foot.senses_contact()) << i;
    EXPECT_EQ(std::get<PointFoot>(without.nominal.leg[i].foot.hold).bear_N, 2) << i;
  }
}

TEST_F(WalkerWithBase, HasTheFeetOfItsBaseButForTheSensor) {
  expect_refused(variant("{contact: {stiffness_N_m: 1}}"), "sensor");
  expect_refused(variant("{touch_N: 1, contact: {sensor: null}}"), "touch_N");
  expect_refused(variant("{contact: {sensor: {rate_hz: 100}}}"), "noise_N");
  std::ofstream(scratch_.path() / "base.yaml") << quadruped_text();
  expect_refused(variant("{contact: {sensor: null}}"), "the robot has no point feet");
}

TEST_F(PointFootFile, HasFeetThatPushAndNeitherCupsNorPacks) {
  const Robot robot = load_text(file_text("hexapod3.yaml"));
  EXPECT_FALSE(robot.cup);
  EXPECT_EQ(robot.nominal.cup(), nullptr);
  EXPECT_FALSE(robot.nominal.has_packs);
  ASSERT_TRUE(robot.point && robot.point->sensor);
  EXPECT_EQ(robot.point->sensor->range_N, 50);
  for (const controller::Leg& leg : robot.nominal.leg) {
    const PointFoot* const foot = std::get_if<PointFoot>(&leg.foot.hold);
    ASSERT_NE(foot, nullptr);
    EXPECT_EQ(foot->touch_N, 1);
    EXPECT_EQ(foot->bear_N, 2);
    EXPECT_EQ(foot->max_push_N, 50);
    EXPECT_EQ(foot->seek_m, 0.05);
    EXPECT_EQ(foot->seek_m_s, 0.1);
    EXPECT_EQ(leg.foot.standoff_m, 0);
    EXPECT_EQ(leg.foot.radius_m(), 0);
    EXPECT_EQ(leg.n_joints, 3);
    EXPECT_FALSE(leg.has_wrist());
  }
}

TEST_F(PointFootFile, HasTheMassesAndTheStanceOfItsTable) {
  const controller::RobotModel robot = load_text(file_text("hexapod3.yaml")).nominal;
  EXPECT_NEAR(robot.total_mass_kg(), 1.40 + 6 * (0.11 + 0.05 + 0.13), 1e-12);  // 3.14 kg
  for (const controller::Leg& leg : robot.leg) {
    controller::PerJoint<double> q_rad{};
    ASSERT_TRUE(find_home(leg, q_rad)) << leg.name;
    EXPECT_NEAR(q_rad[0], 0, 1e-12) << leg.name;
    EXPECT_NEAR(q_rad[1], 0.1908, 5e-5) << leg.name;
    EXPECT_NEAR(q_rad[2], -1.6781, 5e-5) << leg.name;
    EXPECT_LT((leg_pose(leg, q_rad).p_BW - leg.p_BW_nominal).norm(), 1e-12) << leg.name;
  }
}

TEST_F(PointFootFile, HasEitherFeetOrCups) {
  const std::string cup = file_text("romerin_parts.yaml");
  const std::size_t at = cup.find("\ncup:") + 1;
  const std::string both =
      file_text("hexapod3.yaml") + cup.substr(at, cup.find("\ncontroller:") - at);
  expect_refused(both, "cup = {...}: excludes foot (a robot's feet are cups or points)");
  expect_refused(without("foot"), "must have cup or foot");
}

TEST_F(PointFootFile, RefusesFeetThatCannotBe) {
  const auto refuses = [&](const std::string& good, const std::string& bad,
                           const std::string& rule = "must be") {
    const std::string key = bad.substr(0, bad.find(':')), value = bad.substr(bad.find(' ') + 1);
    expect_refused(spoilt("  " + good, "  " + bad), "foot." + key + " = " + value + ": " + rule);
  };
  for (const std::string wrong : {"0", "-1", "1e30"}) {
    refuses("touch_N: 1.0", "touch_N: " + wrong, "must be above 0 and at most 1000000");
    refuses("bear_N: 2.0", "bear_N: " + wrong, "must be above 0 and at most 1000000");
    refuses("max_push_N: 50", "max_push_N: " + wrong, "must be above 0 and at most 1000000");
    refuses("seek_m_s: 0.1", "seek_m_s: " + wrong, "must be above 0 and at most 10");
  }
  refuses("seek_m: 0.05", "seek_m: -0.05");
  refuses("seek_m: 0.05", "seek_m: 1.1");
  refuses("bear_N: 2.0", "bear_N: 0.9", "must not be below touch_N");
  refuses("max_push_N: 50", "max_push_N: 1.9", "must be above bear_N");
  expect_refused(spoilt("  touch_N: 1.0", "  touch_Nm: 1.0"), "foot.touch_N: missing key");
  expect_refused(spoilt("  touch_N: 1.0", "  touch_N: .nan"), "foot.touch_N");
  expect_refused(spoilt("  touch_N: 1.0", "  touch_N: 1\n  lip_radius_m: 0.1"),
                 "foot.lip_radius_m: unknown key");
}

TEST_F(PointFootFile, HasOneLawOfFriction) {
  const std::string sticking = "    sticking: {stiffness_N_m: 20000, damping_Ns_m: 40}  # E\n";
  const std::string rule = "foot.contact = {...}: must have exactly one of the keys sticking";
  expect_refused(spoilt(sticking, ""), rule);
  expect_refused(spoilt(sticking, sticking + "    creeping: {v_lim_m_s: 0.04}\n"), rule);
  const Robot creeps = load_text(spoilt(sticking, "    creeping: {v_lim_m_s: 0.04}\n"));
  EXPECT_EQ(std::get<Creeping>(creeps.point->friction).v_lim_m_s, 0.04);
}

TEST_F(PointFootFile, RefusesALegWithoutTheNumbersOfItsKind) {
  const std::string type = "leg_types.three_joint.";
  expect_refused(spoilt("[0.054, 0.0661, 0.133]", "[0.054, 0.0661]"),
                 type + "lengths_m = [...]: must have 3 elements, has 2");
  expect_refused(spoilt("[0.054, 0.0661, 0.133]", "[0.054, 0.0661, 0.133, 0.1]"),
                 type + "lengths_m = [...]: must have 3 elements, has 4");
  expect_refused(spoilt("[0.054, 0.0661, 0.133]", "[0.054, 0, 0.133]"),
                 type + "lengths_m[1] = 0: must be above 0");
  const std::string joint = "      - {limit_rad: [-2.6, 0.0], drive: MX-28T}   # E\n";
  expect_refused(spoilt(joint, ""), type + "joints = [...]: must have 3 elements, has 2");
  expect_refused(spoilt(joint, joint + joint),
                 type + "joints = [...]: must have 3 elements, has 4");
  const std::string link = "      - {mass_kg: 0.05, com_m: [0.033, 0, 0], ";
  std::string text = file_text("hexapod3.yaml");
  const std::size_t at = text.find(link);
  text.erase(at, text.find('\n', at) + 1 - at);
  expect_refused(text, type + "links = [...]: must have 3 elements, has 2");
  expect_refused(spoilt("kind: three_joint", "kind: romerin6"), type);
  expect_refused(spoilt("stance: {radius_m: 0.13", "stance: {radius_m: 0.26"),
                 type + "stance = {...}: the foot cannot reach this stance");
}

TEST_F(PointFootFile, MayHavePacksToo) {
  const std::string parts = file_text("romerin_parts.yaml");
  const std::size_t at = parts.find("\nbattery:") + 1;
  const std::size_t end = parts.find("\ndrives:", at);
  const Robot robot = load_text(file_text("hexapod3.yaml") + "\n" + parts.substr(at, end - at));
  EXPECT_TRUE(robot.nominal.has_packs);
  EXPECT_EQ(robot.power.battery.cells, 4);
}

TEST_F(PointFootFile, HasARailOfTwelveVoltsUnlessItSaysAnother) {
  const std::string drives = "\ndrives:";
  EXPECT_EQ(load_text(file_text("hexapod3.yaml")).power.rail.voltage_V, 12);
  const auto rail = [&](const std::string& text) {
    return spoilt(drives, "\nrail: {" + text + "}\n" + drives);
  };
  const Robot robot = load_text(rail("voltage_V: 14"));
  EXPECT_EQ(robot.power.rail.voltage_V, 14);
  EXPECT_FALSE(robot.nominal.has_packs);
  const std::string motor = "drives.MX-28T.motor.";
  expect_refused(rail("voltage_V: 9"),
                 motor + "min_voltage_V = 9.5: must not lie above rail.voltage_V");
  expect_refused(rail("voltage_V: 48"), motor +
                                            "torque_constant_Nm_A = 2.028: times "
                                            "no_load_speed_rad_s is 11.7 V: must be 1/3 to 1.5 of");
  expect_refused(rail("voltage_V: 0"), "rail.voltage_V = 0: must be above 0");
  expect_refused(rail("voltage_V: 24, efficiency: 0.9"), "rail.efficiency");
  expect_refused(rail("volts: 24"), "rail.voltage_V: missing key");
}

TEST_F(PointFootFile, MayHaveBristlesInItsGearsAndALoopOfItsModules) {
  const Robot plain = load_text(file_text("hexapod3.yaml"));
  EXPECT_FALSE(plain.drive[0][0].gear.bristles);
  EXPECT_FALSE(has_position_loops(plain));
  const std::string gear = "      load_ratio: 0.116 ", loop = "      overload_s: 3  ";
  const auto bristles = [&](const std::string& text) {
    return spoilt(gear, "      bristles: {" + text + "}\n" + gear);
  };
  const Robot robot = load_text(bristles("stiffness_Nm_rad: 50, damping_Nms_rad: 0.3"));
  ASSERT_TRUE(robot.drive[3][2].gear.bristles);
  EXPECT_EQ(robot.drive[3][2].gear.bristles->stiffness_Nm_rad, 50);
  EXPECT_EQ(robot.drive[3][2].gear.bristles->damping_Nms_rad, 0.3);
  const std::string key = "drives.MX-28T.gear.bristles.";
  expect_refused(bristles("stiffness_Nm_rad: 50"), key + "damping_Nms_rad: missing key");
  expect_refused(bristles("stiffness_Nm_rad: 0, damping_Nms_rad: 0.3"),
                 key + "stiffness_Nm_rad = 0: must be above 0");
  const Robot looped = load_text(spoilt(loop, "      loop_s: 0.01\n" + loop));
  EXPECT_EQ(looped.drive[0][0].firmware.loop_s, 0.01);
  EXPECT_TRUE(has_position_loops(looped));
  expect_refused(spoilt(loop, "      loop_s: 0\n" + loop),
                 "drives.MX-28T.firmware.loop_s = 0: must be above 0");
}

/// n drives of ratio r: torques n r, torques over angles n r²
TEST_F(PointFootFile, MovesBristlesAndLoopToTheJoint) {
  Drive drive;
  drive.gear.bristles = Bristles{.stiffness_Nm_rad = 50, .damping_Nms_rad = 0.25};
  drive.firmware.loop_s = 0.01;
  const Drive joint = at_joint(drive, {.drives = 2, .ratio = 3});
  EXPECT_EQ(joint.gear.bristles->stiffness_Nm_rad, 900);
  EXPECT_EQ(joint.gear.bristles->damping_Nms_rad, 4.5);
  EXPECT_EQ(joint.firmware.loop_s, 0.01);
}

TEST_F(PointFootFile, MayNotHaveHalfASetOfPacks) {
  expect_refused(file_text("hexapod3.yaml") + "\nbus: {line_ohm: 0.03, relay_ohm: 0.01}\n",
                 "battery: missing key");
}

TEST_F(PointFootFile, RefusesSettingsOfCups) {
  const std::string why = "would have no effect: the robot has no cups", gains = "controller:\n",
                    gait = "    lift_m: 0.03\n", effects = "  effects:\n";
  expect_refused(spoilt(gains, gains + "  lip: {press_m: 0}\n"), "controller.lip = {...}: " + why);
  expect_refused(spoilt(gait, gait + "    seal_retries: 1\n"),
                 "controller.gait.seal_retries = 1: " + why);
  expect_refused(spoilt(effects, effects + "    - {of: [friction], gait: {spin_up_s: 1}}\n"),
                 "controller.effects[0].gait.spin_up_s = 1: " + why);
}

TEST_F(PointFootFile, HasNoLipThatExtends) {
  const Robot robot = load_text(file_text("hexapod3.yaml"));
  for (const Effects effects : {Effects{}, all_effects()}) {
    EXPECT_EQ(robot.control.with(effects).lip.free_height_m, 0);
    EXPECT_EQ(robot.control.with(effects).lip.press_m, 0);
  }
}

TEST_F(PointFootFile, TellsTheControllerWhetherTheFeetHaveSensors) {
  const auto has_sensor = [&](const std::string& text) {
    return std::get<PointFoot>(load_text(text).nominal.leg[0].foot.hold).sensor.has_value();
  };
  EXPECT_TRUE(has_sensor(file_text("hexapod3.yaml")));
  std::string without = file_text("hexapod3.yaml");
  const std::size_t sensor = without.find("    sensor: ");
  without.replace(sensor, without.find("\n\ndrives:") - sensor, "    sensor: null");
  EXPECT_FALSE(has_sensor(without));
}

}  // namespace
}  // namespace ventosa::models::point_foot_file_test
