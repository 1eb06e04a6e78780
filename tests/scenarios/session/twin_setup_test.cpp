#include "scenarios/session/twin_setup.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "scenarios/session/scenario_run.h"
#include "sim/config/fingerprint.h"
#include "tests/scenarios/good_scenario.h"
#include "tests/scenarios/logged_run.h"

/// Runs whose plant differs from the model.
namespace ventosa::scenarios::twin_setup_test {
namespace {

/// Standing with every error, on elastic lips.
const std::string kAllErrors = R"(schema: 1
robot: romerin4
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}
placement: {surface: ground}
duration_s: 1
fidelity: full
plant:
  spread: {mass_scale: 0.05, friction_scale: 0.2, surface_friction_scale: 0.2, link_scale: 0.01,
           joint_offset_deg: 0.5, surface_offset_m: 0.005, surface_tilt_deg: 1, lip_scale: 0.2}
asserts:
  - {name: error, signal: error.body.position, max: 1, unit: m}
)";

std::string plant(const std::string& errors) {
  return with("asserts:", "plant: {" + errors + "}\nasserts:");
}

std::uint64_t hash_of(const Scenario& scenario, std::uint64_t seed = 1) {
  ScenarioRun run(scenario, seed);
  while (run.advance()) {
  }
  return run.state_hash();
}

TEST(TwinSetup, WithoutErrorsIsWhatTheScenarioSays) {
  for (const std::string& text : {kGood, with("asserts:", "fidelity: full\nasserts:")}) {
    const Scenario scenario = read(text);
    TwinSetup setup = twin_setup(scenario, 0);
    setup.config.survey.reset();
    EXPECT_EQ(fingerprint_of(setup.robot, setup.config),
              fingerprint_of(scenario.robot, scenario.twin));
  }
}

TEST(TwinSetup, APlantWithoutErrorsChangesNothing) {
  const std::uint64_t nominal = hash_of(read(kGood));
  EXPECT_EQ(hash_of(read(plant(""))), nominal);
  EXPECT_EQ(hash_of(read(plant("mass_scale: 1, link_scale: 1, joint_offset_deg: 0, "
                               "surface_tilt_deg: 0, lip_scale: 1, leg: {rear_left: {}}, "
                               "surface: {ground: {}}, spread: {mass_scale: 0}"))),
            nominal);
}

TEST(TwinSetup, EveryErrorChangesTheRunAndNotWhatTheControllerKnows) {
  const Scenario nominal = read(kGood);
  std::set<std::uint64_t> hashes{hash_of(nominal)};
  const char* const errors[] = {"mass_scale: 1.05",
                                "link_scale: 1.01",
                                "joint_offset_deg: 0.3",
                                "surface_offset_m: 0.003",
                                "surface_tilt_deg: 0.5",
                                "leg: {front_left: {joint_offset_deg: [0, 0.3, 0]}}",
                                "leg: {front_left: {joint_offset_deg: [0, 0.3]}}",
                                "surface: {ground: {tilt_y_deg: 0.5}}",
                                "spread: {joint_offset_deg: 0.3}"};
  for (const char* error : errors) {
    const Scenario scenario = read(plant(error));
    EXPECT_TRUE(hashes.insert(hash_of(scenario)).second) << error;
    sim::Twin nominal_twin(nominal.robot, nominal.twin);
    controller::Start nominal_start, start;
    ASSERT_EQ(nominal_twin.start(nominal_start), hal::Status::kOk);
    const TwinSetup setup = twin_setup(scenario, 1);
    sim::Twin twin(setup.robot, setup.config);
    ASSERT_EQ(twin.start(start), hal::Status::kOk);
    EXPECT_EQ(start.X_WB.matrix(), nominal_start.X_WB.matrix()) << error;
    EXPECT_EQ(start.patches.patch[0].X_WS.matrix(), nominal_start.patches.patch[0].X_WS.matrix());
    EXPECT_EQ(start.patches.patch[0].friction, nominal_start.patches.patch[0].friction);
    EXPECT_EQ(scenario.controller_model.body_mass_kg, nominal.controller_model.body_mass_kg);
    EXPECT_EQ(scenario.controller_model.leg[0].joint[3].p_PJ,
              nominal.controller_model.leg[0].joint[3].p_PJ);
  }
}

// errors without effect on ideal drives and cups: with friction, lips and slipping on
TEST(TwinSetup, EveryErrorOfFrictionAndLipsChangesTheRun) {
  const std::string all = kAllErrors.substr(0, kAllErrors.find("  spread:"));
  const std::string asserts = kAllErrors.substr(kAllErrors.find("asserts:"));
  std::set<std::uint64_t> hashes{hash_of(read(all + "  mass_scale: 1\n" + asserts))};
  for (const char* error :
       {"friction_scale: 1.2", "lip_scale: 1.2", "leg: {rear_right: {lip_scale: 1.2}}",
        "leg: {rear_right: {friction_scale: [1, 1.2, 1]}}", "surface_friction_scale: 0.9"})
    EXPECT_TRUE(hashes.insert(hash_of(read(all + "  " + error + "\n" + asserts))).second) << error;
}

TEST(TwinSetup, TheRobotIsAttachedForReal) {
  const Scenario scenario = read(kAllErrors);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const TwinSetup setup = twin_setup(scenario, seed);
    sim::Twin twin(setup.robot, setup.config);
    controller::Start start;
    ASSERT_EQ(twin.start(start), hal::Status::kOk);
    for (std::size_t i = 0; i < 4; ++i) {
      const sim::LegTruth& leg = twin.truth().leg[i];
      // flush, at the height to which this vacuum presses a lip of that stiffness; the sensors do
      // not measure the compression of the lip
      const double nominal_m = setup.config.start_cup_force_N / setup.robot.cup->lip.stiffness_N_m;
      const double rise_m = nominal_m - nominal_m / setup.errors.leg[i].lip_scale;
      for (const double distance_m : leg.cup.distance_m)
        EXPECT_NEAR(distance_m, std::max(0.0, rise_m), 1e-9);
      for (std::size_t j = 0; j < 6; ++j)
        EXPECT_NEAR(leg.q_rad[j] - start.seen.leg[i].joint[j].q_rad,
                    setup.errors.leg[i].joint_offset_rad[j], 5 * 0.0005 + 0.0008);
    }
  }
}

// the body moves relative to the true surface, and the errors show it
TEST(TwinSetup, TheErrorOfTheBodyHasThatOfTheSurveyInIt) {
  const Scenario scenario = read(plant("surface_offset_m: 0.003"));
  LoggedRun run(scenario, 1);
  const auto at_start = [&](const char* signal) {
    return run.log().at(0, run.log().find(signal).value());
  };
  EXPECT_NEAR(at_start("truth.body.z"), scenario.twin.X_WB.translation().z() + 0.003, 1e-12);
  EXPECT_NEAR(at_start("error.body.position"), 0.003, 1e-9);
  EXPECT_NEAR(at_start("error.leg2.foothold.offset"), 0.003, 1e-9);
  EXPECT_EQ(at_start("error.travel.z"), 0);
}

TEST(TwinSetup, APayloadKeepsItsMassWhateverThatOfTheBody) {
  const Scenario nominal = read(kGood);
  const Scenario scenario = read(
      with("asserts:",
           "payload: {mass_kg: 1, position_m: [0, 0, 0.1]}\nplant: {mass_scale: 1.1}\nasserts:"));
  EXPECT_NEAR(twin_setup(scenario, 1).robot.nominal.body_mass_kg,
              1.1 * nominal.robot.nominal.body_mass_kg + 1, 1e-12);
}

TEST(TwinSetup, TheEncodersOfAClampedRobotReadTheAnglesOfTheScenario) {
  const std::string clamped = R"(schema: 1
robot: romerin1
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}
placement: {surface: ground, height_m: 1, clamped: {joints_deg: [[0, 30, 40, 0, 0, 0]]}}
duration_s: 1
plant: {joint_offset_deg: 2}
asserts:
  - {name: error, signal: error.body.position, max: 1, unit: m}
)";
  const TwinSetup setup = twin_setup(read(clamped), 1);
  sim::Twin twin(setup.robot, setup.config);
  controller::Start start;
  ASSERT_EQ(twin.start(start), hal::Status::kOk);
  EXPECT_NEAR(start.seen.leg[0].joint[1].q_rad, 30 * controller::kRadPerDegree, 1e-12);
  EXPECT_NEAR(twin.truth().leg[0].q_rad[1], 32 * controller::kRadPerDegree, 1e-12);
}

}  // namespace
}  // namespace ventosa::scenarios::twin_setup_test
