#include "tests/models/robot_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <string>

/// Every rule of a robot file as a whole: the shipped quadruped with one mistake.
namespace ventosa::models::robot_file_test {
namespace {

/// With a file of parts beside the robot's.
struct RobotFileWithParts : RobotFile {
  /// The shipped quadruped with a copy of its parts file that ends in `more`.
  std::string beside_parts(const std::string& more = "") {
    std::ofstream(parts_) << file_text("romerin_parts.yaml") + more;
    return replaced(file_text("romerin4.yaml"), "romerin_parts.yaml", parts_.filename().string());
  }
  const std::filesystem::path parts_ = scratch_.path() / "parts.yaml";
};

/// The shipped quadruped, and a robot file that has it as its base.
struct RobotFileWithBase : RobotFile {
  RobotFileWithBase() { std::ofstream(base_) << quadruped_text(); }
  static std::string variant(const std::string& more) {
    return "schema: 1\nname: mine\nbase: base.yaml\n" + more;
  }
  const std::filesystem::path base_ = scratch_.path() / "base.yaml";
};

TEST_F(RobotFile, LoadsUnspoilt) { EXPECT_EQ(refusal(quadruped_text()), ""); }

TEST_F(RobotFile, IsRefusedIfMissing) { EXPECT_THROW(load("/no/such/robot.yaml"), InputError); }

TEST_F(RobotFile, RefusesWrongType) {
  expect_refused("mass_kg: 2.364", "mass_kg: heavy", "body.mass_kg = heavy: must be a finite");
  expect_refused("mass_kg: 2.364", "mass_kg: [2]", "body.mass_kg = [...]: must be a number");
  expect_refused("name: romerin4", "name: 4", "name = 4: must be a text");
}

TEST_F(RobotFile, RefusesUnknownKeyWhereverItStands) {
  expect_refused("yaw_deg: 46.4}", "yaw_deg: 46.4, rol_deg: 1}",
                 "legs[0].rol_deg: unknown key (did you mean 'roll_deg'?");
  expect_refused("torque_cap: 0.65", "torque_cap: 0.65\n    colour: red",
                 "leg_types.romerin.colour: unknown key");
  expect_refused("schema: 1", "schema: 1\nspeed: 2", "speed: unknown key");
}

TEST_F(RobotFile, RefusesDuplicateKey) {
  expect_refused("schema: 1", "schema: 1\nschema: 1", "schema: duplicate key");
}

TEST_F(RobotFile, RefusesNaN) {
  expect_refused("mass_kg: 2.364", "mass_kg: .nan", "body.mass_kg = .nan: must be a finite");
}

TEST_F(RobotFile, RefusesAnotherSchema) {
  expect_refused("schema: 1", "schema: 2", "schema = 2: must be 1");
}

TEST_F(RobotFile, SaysWhereTheDrivesOfARobotWithPartsStand) {
  const std::string robot = file_text("romerin4.yaml");
  const std::string what = refusal(robot + "\ndrives: {}\n");
  EXPECT_NE(what.find("drives = {...}: excludes parts"), std::string::npos) << what;
}

TEST_F(RobotFileWithBase, MayChangeNumbersOfDrives) {
  const std::string name = load(base_).drive[0][0].name;
  const Robot base = load(base_);
  const Robot robot = load_text(variant(
      "drives: {" + name + ": {armature_kgm2: 0.004, firmware: {position_i_V_rad_s: 3}}}\n"));
  EXPECT_EQ(robot.drive[0][0].armature_kgm2, 0.004);
  EXPECT_EQ(robot.drive[0][0].firmware.position_i_V_rad_s, 3);
  EXPECT_EQ(robot.nominal.leg[0].joint[0].armature_kgm2, 0.004);
  EXPECT_EQ(robot.drive[0][0].stall_torque_Nm, base.drive[0][0].stall_torque_Nm);
  EXPECT_EQ(robot.drive[0][0].firmware.overload_s, base.drive[0][0].firmware.overload_s);
}

TEST_F(RobotFileWithBase, RefusesChangesOfDrivesThatItsBaseLacks) {
  const auto refused = [&](const std::string& drives) { return refusal(variant(drives)); };
  const std::string name = load(base_).drive[0][0].name;
  EXPECT_NE(
      refused("drives: {mine: {armature_kgm2: 1}}\n").find("drives.mine = {...}: is no drive of"),
      std::string::npos);
  for (const char* bad : {"{armature: 1}", "{armature_kgm2: -1}", "{gear: {load_ratio: 2}}"}) {
    const std::string what = refused("drives: {" + name + ": " + bad + "}\n");
    EXPECT_NE(what.find("drives." + name), std::string::npos) << bad << what;
  }
}

TEST_F(RobotFileWithBase, IsTheBaseWithSensorsOfItsOwn) {
  const std::string gps = "sensors: {gps: {rate_hz: 5, noise_m: 0.02, position_m: [0, 0, 0.1]}}\n";
  const Robot base = load(base_), robot = load_text(variant(gps));
  EXPECT_EQ(robot.nominal.name, "mine");
  EXPECT_EQ(robot.nominal.p_BG.z(), 0.1);
  EXPECT_EQ(robot.nominal.leg.size(), base.nominal.leg.size());
  EXPECT_EQ(robot.nominal.gait.size(), base.nominal.gait.size());
  EXPECT_TRUE(robot.gps && !robot.compass && !base.gps);
}

TEST_F(RobotFileWithBase, MayHaveOtherSettingsOfTheController) {
  const Robot base = load(base_);
  const Robot robot = load_text(variant("controller: {body: {max_speed_m_s: 0.0123}}\n"));
  for (const Effects effects : {Effects{}, all_effects()}) {
    EXPECT_EQ(robot.control.with(effects).body.max_speed_m_s, 0.0123);
    EXPECT_NE(base.control.with(effects).body.max_speed_m_s, 0.0123);
    EXPECT_EQ(robot.control.with(effects).gains.kp_Nm_rad,
              base.control.with(effects).gains.kp_Nm_rad);
  }
  EXPECT_NE(
      refusal(variant("controller: {gait: {touch_m: 0.001, feet: 2}}\n")).find("robot.yaml:4"),
      std::string::npos);
}

TEST_F(RobotFileWithBase, HasNoKeyThatItsBaseHas) {
  for (const std::string key : {"body", "payload", "parts", "legs", "gaits"}) {
    const std::string what = refusal(variant(key + ": {}\n"));
    EXPECT_NE(what.find("robot.yaml:4:1: " + key), std::string::npos) << what;
    EXPECT_NE(what.find("excludes base"), std::string::npos) << what;
  }
  EXPECT_NE(refusal(variant("wings: 2\n")).find("wings: unknown key"), std::string::npos);
}

TEST_F(RobotFileWithBase, MistakesInTheBaseAreFoundThere) {
  std::ofstream(base_) << spoilt("mass_kg: 2.364", "mass_kg: -1");
  const std::string what = refusal(variant(""));
  EXPECT_NE(what.find("/base.yaml:"), std::string::npos) << what;
  EXPECT_NE(what.find("body.mass_kg = -1"), std::string::npos) << what;
}

TEST_F(RobotFileWithBase, TheBaseIsACompleteRobotThatExists) {
  std::ofstream(base_) << variant("");
  EXPECT_NE(refusal(variant("")).find("base = base.yaml: has a base itself"), std::string::npos);
  std::filesystem::remove(base_);
  EXPECT_NE(refusal(variant("")).find("base = base.yaml: there is no file"), std::string::npos);
}

TEST_F(RobotFile, KnowsAScenarioAndAFileOfParts) {
  EXPECT_NE(refusal("schema: 1\nrobot: romerin4\n").find("is a scenario, not a robot"),
            std::string::npos);
  EXPECT_NE(refusal(file_text("romerin_parts.yaml")).find("is a file of parts, not a robot"),
            std::string::npos);
}

TEST_F(RobotFile, RefusesReferencesToNothing) {
  expect_refused("{drive: XH540-W270-T", "{drive: XH54-W270-T",
                 "joints[1].drive = XH54-W270-T: must be one of: MX-64T, XH540-W270-T");
  expect_refused("type: romerin,", "type: romerim,", "did you mean 'romerin'?");
  expect_refused("kind: romerin6", "kind: romerin8",
                 "kind = romerin8: must be one of: romerin6, romerin7");
}

TEST_F(RobotFile, NamesTheFileOfPartsThatIsNotThere) {
  const std::string what = refusal(file_text("romerin4.yaml"));
  EXPECT_NE(what.find("parts = romerin_parts.yaml: there is no file"), std::string::npos) << what;
}

TEST_F(RobotFileWithParts, MistakesInTheFileOfPartsAreFoundThere) {
  const std::string what = refusal(beside_parts("\nwings: 2\n"));
  EXPECT_NE(what.find("/parts.yaml:"), std::string::npos) << what;
  EXPECT_NE(what.find("wings: unknown key"), std::string::npos) << what;
}

/// The parts file, overridden by the robot's own keys for any plant; both overridden by its keys
/// for an effect.
TEST_F(RobotFileWithParts, KeepsTheSettingsOfItsController) {
  const ControlSettings shipped = load_text(quadruped_text()).control;
  EXPECT_EQ(shipped.with({}).gains.friction_share, 0);
  EXPECT_EQ(shipped.with(all_effects()).gains.friction_share, 1);
  EXPECT_EQ(shipped.with(all_effects()).gains.kp_Nm_rad, shipped.with({}).gains.kp_Nm_rad);

  const ControlSettings own = load_text(beside_parts() +
                                        "controller:\n"
                                        "  gait: {stride_m: 0.07, load_s: 0.5}\n"
                                        "  effects: [{of: [fan, lip], gait: {load_s: 2}}]\n")
                                  .control;
  EXPECT_EQ(own.with({}).gait.stride_m, 0.07);
  EXPECT_EQ(own.with(all_effects()).gait.stride_m, 0.07);
  EXPECT_EQ(own.with({}).gait.load_s, 0.5);
  EXPECT_EQ(own.with({Effect::kFriction}).gait.load_s, 0.5);
  EXPECT_EQ(own.with({Effect::kLip}).gait.load_s, 2);
  EXPECT_EQ(own.with(all_effects()).gait.load_s, 2);
  EXPECT_EQ(own.with(all_effects()).gait.spin_up_s, shipped.with(all_effects()).gait.spin_up_s);
}

TEST_F(RobotFileWithParts, SettingsFollowEachEffectAlone) {
  const ControlSettings control = load_text(quadruped_text()).control;
  const controller::ControllerConfig ideal = control.with({}), fan = control.with({Effect::kFan}),
                                     friction = control.with({Effect::kFriction});
  EXPECT_EQ(friction.gains.friction_share, 1);
  EXPECT_EQ(friction.gait.spin_up_s, ideal.gait.spin_up_s);
  EXPECT_EQ(fan.gait.spin_up_s, 4);
  EXPECT_EQ(fan.gains.friction_share, 0);
  EXPECT_EQ(control.with({Effect::kImu}).filter.accel_bias_m_s2, 0.03);
}

TEST_F(RobotFileWithParts, RefusesSettingsThatNoControllerHas) {
  const auto refused = [&](const std::string& settings, const std::string& message) {
    const std::string what = refusal(beside_parts() + "controller: {" + settings + "}\n");
    EXPECT_NE(what.find(message), std::string::npos) << settings << "\n" << what;
  };
  refused("gait: {strides_m: 0.07}", "controller.gait.strides_m");
  refused("gait: {stride_m: -1}", "controller.gait.stride_m");
  refused("gains: {kp_Nm_rad: [1, -2]}", "controller.gains.kp_Nm_rad");
  refused("effects: [{of: [fan], gait: {stride_m: .nan}}]", "controller.effects[0].gait.stride_m");
  refused("effects: [{of: [fans], gait: {load_s: 1}}]",
          "controller.effects[0].of[0] = fans: must be one of: motor, thermal");
  refused("effects: [{of: [fan, fan], gait: {load_s: 1}}]",
          "controller.effects[0].of[1] = fan: is named twice");
  refused("effects: [{of: [], gait: {load_s: 1}}]", "controller.effects[0].of");
  refused("effects: [{gait: {load_s: 1}}]", "controller.effects[0].of: missing key");
  refused("effects: [{of: [fan]}]", "controller.effects[0] = {...}: has no options");
  refused("effects: [{of: [fan], effects: []}]", "controller.effects[0].effects: unknown key");
  refused("effects: []", "controller.effects");
  refused("of: [fan]", "controller.of: unknown key");
  refused("full: {gait: {load_s: 1}}",
          "controller.full = {...}: is no option: settings follow each effect");
}

TEST_F(RobotFile, EndsInARobotOrARefusalHoweverDamaged) {
  const std::string good = quadruped_text(), bytes = "[]{}:,-#&*!|>'\"%@`\n\t 019.eE";
  std::mt19937 random(1);
  int refused = 0;
  for (int i = 0; i < 500; ++i) {
    std::string text = good;
    for (int k = 0; k < 3; ++k) text[random() % text.size()] = bytes[random() % bytes.size()];
    refused += refusal(text).empty() ? 0 : 1;
  }
  EXPECT_GT(refused, 100);
  EXPECT_LT(refused, 500);  // some changes only hit a comment or a digit
}

}  // namespace
}  // namespace ventosa::models::robot_file_test
