#include <gtest/gtest.h>

#include <string>

#include "controller/kinematics/joint_limits.h"
#include "models/self_collision.h"
#include "tests/models/robot_file.h"

/// The shipped robot with pantograph legs, and every rule of such a leg: the file with one mistake.
namespace ventosa::models::pantograph_file_test {
namespace {

const std::string kType = "leg_types.pantograph.";

std::string spoilt(const std::string& from, const std::string& to) {
  return replaced(file_text("amru5.yaml"), from, to);
}

class PantographFile : public RobotText {
 protected:
  /// Expects a refusal, with its place, of the file with one change.
  void expect_refused(const std::string& from, const std::string& to, const std::string& message) {
    const std::string text = spoilt(from, to), what = refusal(text);
    EXPECT_NE(what.find(message), std::string::npos) << to << "\n'" << what << "'\n" << message;
    EXPECT_NE(what.find("robot.yaml:"), std::string::npos) << what;
  }
  /// As expect_refused, of a key of the leg type.
  void refuses(const std::string& from, const std::string& to, const std::string& message) {
    expect_refused("    " + from, "    " + to, kType + message);
  }
};

TEST_F(PantographFile, HasSlidersAKneeAndALinkage) {
  const Robot robot = load_text(file_text("amru5.yaml"));
  ASSERT_EQ(robot.nominal.n_legs(), 6);
  EXPECT_FALSE(robot.nominal.has_packs);
  for (std::size_t i = 0; i < 6; ++i) {
    const controller::Leg& leg = robot.nominal.leg[i];
    ASSERT_TRUE(robot.linkage[i]) << leg.name;
    ASSERT_TRUE(leg.knee) << leg.name;
    EXPECT_FALSE(leg.joint[0].slides());
    EXPECT_NEAR(leg.joint[1].slide_m_rad * 2 * M_PI, 4 * 0.005, 1e-15);
    EXPECT_NEAR(leg.joint[2].slide_m_rad * 2 * M_PI, -3 * 0.005, 1e-15);
    EXPECT_NEAR(leg.joint[1].q_max_rad, 0.025 / 0.005 * 2 * M_PI, 1e-12);
    EXPECT_NEAR(leg.joint[2].q_min_rad, -0.035 / 0.005 * 2 * M_PI, 1e-12);
    EXPECT_EQ(leg.link[2].radius_m, 0.015);
    controller::PerJoint<double> q_rad{};
    ASSERT_TRUE(find_home(leg, q_rad)) << leg.name;
    for (const double q : q_rad) EXPECT_NEAR(q, 0, 1e-9);
    EXPECT_GT(knee_room(leg, q_rad), 0.5);
  }
}

TEST_F(PantographFile, RefusesALinkageThatDoesNotClose) {
  // from A to P it is 4 * 0.1235 = 0.494 m
  refuses(
      "thigh_m: 0.27", "thigh_m: 0.11",
      "thigh_m = 0.11: the linkage does not close: from A to P it is amplification |AB| = 0.4941 "
      "m, and the bars reach from 0.27 to 0.49 m (with both sliders at 0)");
  refuses("shank_m: 0.38", "shank_m: 0.2", "thigh_m = 0.27: the linkage does not close");
  refuses("radial_slider_m: [0.1225, 0]", "radial_slider_m: [0.055, 0.10]",
          "radial_slider_m = [...]: the linkage does not close");
  refuses("radial_slider_m: [0.1225, 0]", "radial_slider_m: [0.05, 0.10]",
          "radial_slider_m = [...]: the linkage does not close");
}

TEST_F(PantographFile, RefusesAKneeThatMayBeStraightOrFolded) {
  refuses("knee_deg: [30, 150]", "knee_deg: [0, 150]", "knee_deg = [...]: must lie between 0 and");
  refuses("knee_deg: [30, 150]", "knee_deg: [30, 180]", "knee_deg = [...]: must lie between 0 and");
  refuses("knee_deg: [30, 150]", "knee_deg: [-10, 150]", "knee_deg[0] = -10: must be");
  refuses("knee_deg: [30, 150]", "knee_deg: [30, 190]", "knee_deg[1] = 190: must be");
  refuses("knee_deg: [30, 150]", "knee_deg: [150, 30]", "knee_deg = [...]: the minimum must be");
  refuses("knee_deg: [30, 150]", "knee_deg: [.nan, 150]", "knee_deg");
  refuses("knee_deg: [30, 150]", "knee_deg: 30", "knee_deg = 30: must");
  refuses("knee_deg: [30, 150]", "knee_range: [30, 150]", "knee_deg: missing key");
}

TEST_F(PantographFile, RefusesAKneeRangeWithoutThePoseOfZeroAngles) {
  refuses("knee_deg: [30, 150]", "knee_deg: [30, 90]",
          "knee_deg = [...]: with both sliders at 0 the knee would have 97.5 deg: must be from 30 "
          "to 90 deg (change the range, the bars or the sliders' places)");
  refuses("knee_deg: [30, 150]", "knee_deg: [120, 150]",
          "knee_deg = [...]: with both sliders at 0");
}

TEST_F(PantographFile, RefusesAStanceThatTheKneeDoesNotPermit) {
  const std::string stance = "stance: {radius_m: 0.34, drop_m: 0.30}",
                    rule =
                        "stance = {...}: the foot cannot reach this stance: the knee would have ";
  refuses(stance, "stance: {radius_m: 0.43, drop_m: 0.39}", rule + "164.3 deg: must be from 30");
  refuses(stance, "stance: {radius_m: 0.64, drop_m: 0.60}", rule + "180 deg: must be from 30");
  refuses(stance, "stance: {radius_m: 0, drop_m: 0.30}", "stance.radius_m = 0: must be");
  refuses(stance, "stance: {radius_m: 0.34}", "stance.drop_m: missing key");
}

TEST_F(PantographFile, RefusesAStanceBeyondTheStrokes) {
  expect_refused("stance: {radius_m: 0.34, drop_m: 0.30}", "stance: {radius_m: 0.45, drop_m: 0.30}",
                 "legs[0] = {...}: in the default stance the foot is 10 mm out of reach");
}

TEST_F(PantographFile, NamesTheKneeThatOneLegsOwnStanceWouldOpenTooFar) {
  const std::string leg = "hip_m: [0, 0.24, 0], yaw_deg: 90", own = leg + ", stance: ";
  expect_refused(leg, own + "{radius_m: 0.43, drop_m: 0.39}",
                 "legs[2] = {...}: in the default stance the knee would have 164.3 deg: must be "
                 "from 30 to 150 deg (change stance of the leg or of its type");
  expect_refused(leg, own + "{radius_m: 0.64, drop_m: 0.30}", "mm out of reach");
  EXPECT_EQ(refusal(spoilt(leg, own + "{radius_m: 0.38, drop_m: 0.35}")), "");
}

TEST_F(PantographFile, RefusesSlidersWithoutStroke) {
  const std::string stroke = "  - {stroke_m: [-0.025, 0.025], ", rule = "joints[1].stroke_m";
  refuses(stroke, "  - {stroke_m: [0.025, -0.025], ", rule + " = [...]: the minimum must be below");
  refuses(stroke, "  - {stroke_m: [0.01, 0.01], ", rule + " = [...]: the minimum must be below");
  refuses(stroke, "  - {stroke_m: [0.01], ", rule + " = [...]: must have 2 elements");
  refuses(stroke, "  - {stroke_m: [-0.025, .inf], ", rule + "[1] = .inf: must be");
  refuses(stroke, "  - {", rule + ": missing key");
}

TEST_F(PantographFile, RefusesAScrewWithoutLead) {
  const std::string screw = "0.025], lead_m: 0.005, ",
                    joint = "leg_types.pantograph.joints[1].lead_m";
  for (const std::string lead : {"0", "-0.005", "1.5", ".nan"})
    expect_refused(screw, "0.025], lead_m: " + lead + ", ", joint + " = " + lead + ": must be");
  expect_refused(screw, "0.025], ", joint + ": missing key");
}

TEST_F(PantographFile, TellsHingesFromSliders) {
  refuses("  - {stroke_m: [-0.025, 0.025], ",
          "  - {limit_rad: [-1, 1], stroke_m: [-0.025, 0.025], ",
          "joints[1].limit_rad: unknown key");
  refuses("  - {limit_rad: [-0.5, 0.5], ", "  - {limit_rad: [-0.5, 0.5], stroke_m: [-0.1, 0.1], ",
          "joints[0].stroke_m: unknown key");
  refuses("  - {limit_rad: [-0.5, 0.5], ", "  - {limit_rad: [-0.5, 0.5], lead_m: 0.005, ",
          "joints[0].lead_m: unknown key");
  refuses("  - {limit_rad: [-0.5, 0.5], ", "  - {stroke_m: [-0.5, 0.5], ",
          "joints[0].limit_rad: missing key");
}

TEST_F(PantographFile, RefusesALegOfOtherThanThreeJoints) {
  const std::string joint =
      "      - {stroke_m: [-0.035, 0.035], lead_m: 0.005, drive: screw}     # E\n";
  expect_refused(joint, "", kType + "joints = [...]: must have 3 elements, has 2");
  expect_refused(joint, joint + joint, kType + "joints = [...]: must have 3 elements, has 4");
}

TEST_F(PantographFile, RefusesAnAmplificationThatIsNone) {
  for (const std::string k : {"1", "0.5", "-4", "0", "101"})
    refuses("amplification: 4", "amplification: " + k, "amplification = " + k + ": must be");
}

TEST_F(PantographFile, RefusesBarsThatAreNone) {
  for (const std::string bar : {"0", "-0.27", "11"})
    refuses("thigh_m: 0.27", "thigh_m: " + bar, "thigh_m = " + bar + ": must be above 0");
  refuses("thigh_m: 0.27", "femur_m: 0.27", "thigh_m: missing key");
  refuses("vertical_slider_m: [0.05, 0.10]", "vertical_slider_m: [0.05, 0.10, 0]",
          "vertical_slider_m = [...]: must have 2 elements");
}

TEST_F(PantographFile, RefusesPartsThatAreMissingUnknownOrTooLarge) {
  refuses("  carriage: {", "  carrige: {", "parts.carriage: missing key");
  refuses("  carriage: {",
          "  foot: {mass_kg: 1, com_m: [0, 0, 0], inertia_kgm2: [1, 1, 1]}\n"
          "      carriage: {",
          "parts.foot: unknown key");
  refuses("  thigh: {mass_kg: 0.36, com_m: [0.135,", "  thigh: {mass_kg: 0.36, com_m: [1.35,",
          "parts.thigh.com_m = [...]: must lie within 0.38 m");
  refuses("  thigh: {mass_kg: 0.36,", "  thigh: {mass_kg: 0,",
          "parts.thigh.mass_kg = 0: must be above 0");
  refuses("  thigh: {mass_kg: 0.36, com_m: [0.135, 0, 0], inertia_kgm2: [4.05e-5,",
          "  thigh: {mass_kg: 0.36, com_m: [0.135, 0, 0], inertia_kgm2: [4.05e-1,",
          "parts.thigh.inertia_kgm2 = [...]: no body has this inertia");
  refuses(
      "  carriage: {mass_kg: 1.35, com_m: [0.04, 0, 0.05], inertia_kgm2: [4.1e-3, 4.1e-3, "
      "4.1e-3]}",
      "  carriage: {mass_kg: 1.35, com_m: [0.04, 0, 0.05], inertia_kgm2: [4.1, 4.1, 4.1]}",
      "parts.carriage.inertia_kgm2 = [...]: is that of 1.74 m");
}

TEST_F(PantographFile, RefusesAScrewThatTurnsItsMotorTooFar) {
  expect_refused("max_position_deg: 3600", "max_position_deg: 1000",
                 kType +
                     "joints[1].stroke_m = [...]: joint 2 would turn motor 2 from -1800 to "
                     "1800 deg, screw counts from -3600 to 1000 deg");
}

TEST_F(PantographFile, ReportsTheMistakesOfAllItsDrivesAtOnce) {
  const std::string what = refusal(replaced(spoilt("stall_torque_Nm: 37.4", "stall_torque_Nm: 374"),
                                            "stall_torque_Nm: 1.31", "stall_torque_Nm: 13.1"));
  EXPECT_NE(what.find("drives.turn.stall_torque_Nm = 374: must be 1/3 to 1.5"), std::string::npos);
  EXPECT_NE(what.find("drives.screw.stall_torque_Nm = 13.1: must be 1/3 to 1.5"), std::string::npos)
      << what;
}

TEST_F(PantographFile, RefusesKeysOfOtherKindsOfLegs) {
  refuses("thigh_m: 0.27", "lengths_m: [1, 1, 1]\n    thigh_m: 0.27", "lengths_m: unknown key");
  refuses("thigh_m: 0.27", "links: []\n    thigh_m: 0.27", "links: unknown key");
  refuses("kind: pantograph", "kind: three_joint", "lengths_m: missing key");
  refuses("kind: pantograph", "kind: pantagraph", "kind = pantagraph: ");
}

}  // namespace
}  // namespace ventosa::models::pantograph_file_test
