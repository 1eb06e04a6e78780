#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "models/input_error.h"
#include "models/robot.h"
#include "models/self_collision.h"
#include "tests/models/shipped_robot.h"
#include "tests/scratch_folder.h"

/// Every rule of a robot file: the shipped quadruped with one mistake.
namespace ventosa::models::robot_file_test {
namespace {

std::string shipped_text() { return quadruped_text(); }

/// The shipped file with the first `from` replaced.
std::string spoilt(const std::string& from, const std::string& to) {
  std::string text = shipped_text();
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << "the shipped file has no '" << from << "'";
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

class RobotFile : public testing::Test {
 protected:
  /// The shipped quadruped with a copy of its parts file that ends in `more`.
  std::string beside_parts(const std::string& more = "") {
    std::ofstream(parts_) << file_text("romerin_parts.yaml") + more;
    std::string robot = file_text("romerin4.yaml");
    return robot.replace(robot.find("romerin_parts.yaml"), 18, parts_.filename().string());
  }

  Robot load_text(const std::string& text) {
    std::ofstream(file_) << text;
    return load(file_);
  }

  std::string refusal(const std::string& text) {
    try {
      load_text(text);
    } catch (const InputError& error) {
      EXPECT_TRUE(error.has_place());
      return error.what();
    }
    return "";
  }

  void expect_refused(const std::string& from, const std::string& to, const std::string& message) {
    const std::string what = refusal(spoilt(from, to));
    EXPECT_NE(what.find(message), std::string::npos) << to << "\n'" << what << "'\n" << message;
    EXPECT_NE(what.find(".yaml:"), std::string::npos) << what;
  }

  const ScratchFolder scratch_;
  const std::filesystem::path file_ = scratch_.path() / "robot.yaml";
  const std::filesystem::path parts_ = scratch_.path() / "parts.yaml";
};

// the text from `legs:` on, for n legs side by side
std::string with_legs(int n) {
  std::string text = shipped_text();
  text.erase(text.find("\nlegs:") + 1);
  text += n == 0 ? "legs: []\n" : "legs:\n";
  for (int i = 0; i < n; ++i) {
    const std::string name = "leg_" + std::to_string(i);
    text += "  - {name: " + name + ", type: romerin, hip_m: [0.1, " + std::to_string(0.3 * i) +
            ", 0], yaw_deg: 0}\n";
  }
  return text;
}

constexpr const char* kOwnStance = "yaw_deg: 46.4, stance: {radius_m: 0.3, drop_m: 0.02}}";

TEST_F(RobotFile, LoadsUnspoilt) { EXPECT_EQ(refusal(shipped_text()), ""); }

TEST_F(RobotFile, IsRefusedIfMissing) { EXPECT_THROW(load("/no/such/robot.yaml"), InputError); }

constexpr const char* kPlaced =
    "\nsensors:\n  gps: {rate_hz: 5, noise_m: 0.02, position_m: [0.1, 0, 0.2]}\n"
    "  compass: {rate_hz: 10, noise_deg: 1.5, deviation_deg: -3, deviation_sd_deg: 5}\n";

TEST_F(RobotFile, ReadsGpsAndCompass) {
  const Robot robot = load_text(shipped_text() + kPlaced);
  ASSERT_TRUE(robot.gps.has_value() && robot.compass.has_value());
  EXPECT_EQ(robot.gps->rate_hz, 5);
  EXPECT_EQ(robot.gps->noise_m, 0.02);
  EXPECT_EQ(robot.nominal.p_BG, controller::Vector3d(0.1, 0, 0.2));
  EXPECT_EQ(robot.compass->rate_hz, 10);
  EXPECT_NEAR(robot.compass->deviation_rad, -3 * M_PI / 180, 1e-15);
  EXPECT_NEAR(robot.compass->deviation_sd_rad, 5 * M_PI / 180, 1e-15);
  const Robot without = load_text(shipped_text());
  EXPECT_FALSE(without.gps || without.compass);
}

TEST_F(RobotFile, RefusesWrongGpsAndCompass) {
  const auto refused = [&](const std::string& from, const std::string& to, const char* words) {
    std::string sensors = kPlaced;
    sensors.replace(sensors.find(from), from.size(), to);
    const std::string what = refusal(shipped_text() + sensors);
    EXPECT_NE(what.find(words), std::string::npos) << to << "\n" << what;
  };
  refused("rate_hz: 5", "rate_hz: 0", "sensors.gps.rate_hz");
  refused("rate_hz: 10", "rate_hz: 0", "sensors.compass.rate_hz");
  refused("noise_m: 0.02", "noise_m: 0", "sensors.gps.noise_m");
  refused(", position_m: [0.1, 0, 0.2]", "", "sensors.gps.position_m");
  refused("deviation_deg: -3, ", "", "sensors.compass.deviation_deg");
  refused("noise_deg: 1.5", "noise_dog: 1.5", "noise_dog");
}

TEST_F(RobotFile, ReadsWhereTheCameraSits) {
  const Robot robot = load_text(shipped_text());
  ASSERT_TRUE(robot.sensors.has_value());
  EXPECT_EQ(robot.sensors->depth.width_px, 848);
  EXPECT_EQ(robot.sensors->depth.rate_hz, 30);
  const PanTilt& mount = robot.sensors->mount;
  EXPECT_NEAR(mount.tilt_limit_rad, 75 * M_PI / 180, 1e-12);
  // at zero it points ahead, x of its image to the right
  const controller::Isometry3d ahead = camera_pose(mount, 0, 0);
  EXPECT_LT((ahead.linear().col(2) - controller::Vector3d::UnitX()).norm(), 1e-12);
  EXPECT_LT((ahead.linear().col(0) + controller::Vector3d::UnitY()).norm(), 1e-12);
  EXPECT_LT((ahead.translation() - mount.p_BP - mount.p_PE).norm(), 1e-12);
  // pan to the left, then down
  const controller::Isometry3d turned = camera_pose(mount, M_PI / 2, 0.3);
  const controller::Vector3d view(0, std::cos(0.3), -std::sin(0.3));
  EXPECT_LT((turned.linear().col(2) - view).norm(), 1e-12);
  EXPECT_LT((turned.linear().col(0) - controller::Vector3d::UnitX()).norm(), 1e-12);
}

TEST_F(RobotFile, ReadsTheSolidsOfLinksAndCup) {
  const controller::RobotModel shipped = load_text(shipped_text()).nominal;
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
            load_text(shipped_text()).nominal.leg[1].p_BW_nominal);
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

TEST_F(RobotFile, MayBeBlind) {
  std::string text = shipped_text();
  const std::size_t at = text.find("  camera:");
  text.erase(at, text.find("\n\n", at) - at);
  EXPECT_FALSE(load_text(text).sensors.has_value());
}

TEST_F(RobotFile, RefusesACameraOrImuThatCannotBe) {
  expect_refused("baseline_m: 0.050", "baseline_m: 0", "camera.baseline_m = 0: must be above 0");
  expect_refused("focal_px: 425", "focal_px: -425", "camera.focal_px");
  expect_refused("disparity_noise_px: 0.08", "disparity_noise_px: 0", "camera.disparity_noise_px");
  expect_refused("farthest_m: 3", "farthest_m: 0.1", "camera.farthest_m");
  expect_refused("grazing_deg: 10", "grazing_deg: 70", "camera.grazing_deg");
  expect_refused("rate_hz: 30", "rate_hz: 0", "camera.rate_hz");
  expect_refused("rate_hz: 200", "rate_hz: -200", "imu.rate_hz");
  expect_refused("gyro_walk_rad_s: 2e-5", "gyro_walk_rad_s: -2e-5", "imu.gyro_walk_rad_s");
  expect_refused("pan_limit_deg: 120", "pan_limit_deg: 190", "pan_tilt.pan_limit_deg");
  expect_refused("tilt_limit_deg: 75", "tilt_limit_deg: 91", "pan_tilt.tilt_limit_deg");
  expect_refused("speed_deg_s: 180", "speed_deg_s: 0", "pan_tilt.speed_deg_s");
  expect_refused("acceleration_deg_s2: 720", "acceleration_deg_s2: 0", "pan_tilt.acceleration");
  expect_refused("scale_error: 0.0067", "scale_error: -0.1", "camera.scale_error");
  expect_refused("\npan_tilt:", "\npan_tild:", "pan_tilt");
  expect_refused("accel_step_m_s2", "accel_stp_m_s2", "accel_step_m_s2");
}

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

TEST_F(RobotFile, RefusesMassesThatAreNotPositive) {
  expect_refused("mass_kg: 2.364", "mass_kg: -1", "body.mass_kg = -1: must be above 0");
  expect_refused("{mass_kg: 0.535", "{mass_kg: 0",
                 "leg_types.romerin.links[2].mass_kg = 0: must be above 0");
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

TEST_F(RobotFile, SaysWhereTheDrivesOfARobotWithPartsStand) {
  const std::string robot = file_text("romerin4.yaml");
  const std::string what = refusal(robot + "\ndrives: {}\n");
  EXPECT_NE(what.find("drives = {...}: excludes parts"), std::string::npos) << what;
}

TEST_F(RobotFile, KnowsAScenarioAndAFileOfParts) {
  EXPECT_NE(refusal("schema: 1\nrobot: romerin4\n").find("is a scenario, not a robot"),
            std::string::npos);
  EXPECT_NE(refusal(file_text("romerin_parts.yaml")).find("is a file of parts, not a robot"),
            std::string::npos);
}

TEST_F(RobotFile, AcceptsInertiaInsteadOfTheBox) {
  const Robot robot = load_text(spoilt("com_m: [0, 0, 0]",
                                       "com_m: [0, 0, 0]\n  inertia_kgm2: [0.01, 0.02, 0.02]\n"
                                       "  products_of_inertia_kgm2: [1e-3, 2e-3, -3e-3]"));
  controller::Matrix3d I;
  I << 0.01, 1e-3, 2e-3, 1e-3, 0.02, -3e-3, 2e-3, -3e-3, 0.02;
  EXPECT_EQ(robot.nominal.I_C, I);
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

TEST_F(RobotFile, RefusesReferencesToNothing) {
  expect_refused("{drive: XH540-W270-T", "{drive: XH54-W270-T",
                 "joints[1].drive = XH54-W270-T: must be one of: MX-64T, XH540-W270-T");
  expect_refused("type: romerin,", "type: romerim,", "did you mean 'romerin'?");
  expect_refused("kind: romerin6", "kind: romerin8",
                 "kind = romerin8: must be one of: romerin6, romerin7");
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
  const std::string text = shipped_text();
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

TEST_F(RobotFile, NamesTheFileOfPartsThatIsNotThere) {
  const std::string what = refusal(file_text("romerin4.yaml"));
  EXPECT_NE(what.find("parts = romerin_parts.yaml: there is no file"), std::string::npos) << what;
}

TEST_F(RobotFile, MistakesInTheFileOfPartsAreFoundThere) {
  const std::string what = refusal(beside_parts("\nwings: 2\n"));
  EXPECT_NE(what.find("/parts.yaml:"), std::string::npos) << what;
  EXPECT_NE(what.find("wings: unknown key"), std::string::npos) << what;
}

TEST_F(RobotFile, MountsLegsByYawThenPitchThenRoll) {
  const Robot robot = load_text(spoilt("yaw_deg: 46.4}",
                                       "yaw_deg: 90, pitch_deg: 90, roll_deg: 90, "
                                       "stance: {radius_m: 0.15, drop_m: 0.4}}"));
  controller::Matrix3d R;  // Rz(90) Ry(90) Rx(90): x -> -z, y -> z -> x -> y, z -> -y -> -y -> x
  R << 0, 0, 1, 0, 1, 0, -1, 0, 0;
  EXPECT_LT((robot.nominal.leg[0].X_BL.linear() - R).norm(), 1e-15);
}

/// The parts file, overridden by the robot's own keys, for both plants; both overridden by `full`.
TEST_F(RobotFile, KeepsTheSettingsOfItsController) {
  const ControlSettings shipped = load_text(shipped_text()).control;
  EXPECT_EQ(shipped.ideal.gains.friction_share, 0);
  EXPECT_EQ(shipped.full.gains.friction_share, 1);
  EXPECT_EQ(shipped.full.gains.kp_Nm_rad, shipped.ideal.gains.kp_Nm_rad);

  const ControlSettings own =
      load_text(beside_parts() +
                "controller: {gait: {stride_m: 0.07, load_s: 0.5}, full: {gait: {load_s: 2}}}\n")
          .control;
  EXPECT_EQ(own.ideal.gait.stride_m, 0.07);
  EXPECT_EQ(own.full.gait.stride_m, 0.07);
  EXPECT_EQ(own.ideal.gait.load_s, 0.5);
  EXPECT_EQ(own.full.gait.load_s, 2);
  EXPECT_EQ(own.full.gait.spin_up_s, shipped.full.gait.spin_up_s);
}

TEST_F(RobotFile, RefusesSettingsThatNoControllerHas) {
  const auto refused = [&](const std::string& settings, const std::string& message) {
    const std::string what = refusal(beside_parts() + "controller: {" + settings + "}\n");
    EXPECT_NE(what.find(message), std::string::npos) << settings << "\n" << what;
  };
  refused("gait: {strides_m: 0.07}", "controller.gait.strides_m");
  refused("gait: {stride_m: -1}", "controller.gait.stride_m");
  refused("full: {gait: {stride_m: .nan}}", "controller.full.gait.stride_m");
  refused("full: {full: {}}", "controller.full.full");
  refused("gains: {kp_Nm_rad: [1, -2]}", "controller.gains.kp_Nm_rad");
}

TEST_F(RobotFile, EndsInARobotOrARefusalHoweverDamaged) {
  const std::string good = shipped_text(), bytes = "[]{}:,-#&*!|>'\"%@`\n\t 019.eE";
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
