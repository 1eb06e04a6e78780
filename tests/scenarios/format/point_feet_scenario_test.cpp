#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "scenarios/session/row_recorder.h"
#include "scenarios/session/twin_setup.h"
#include "tests/scenarios/good_scenario.h"
#include "tests/scratch_folder.h"

/// Scenarios of a robot on point feet, which has neither cups nor packs.
namespace ventosa::scenarios::point_feet_scenario_test {
namespace {

const std::string kWalker = R"(schema: 1
title: A test
robot: hexapod3
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.7}
placement: {surface: ground}
duration_s: 1
asserts:
  - {name: loaded, signal: count.loaded, equals: 6}
)";

std::string walker(const std::string& more, const std::string& of_ground = "") {
  std::string text = kWalker;
  if (!of_ground.empty()) text.insert(text.find("}\nplacement"), ", " + of_ground);
  return text + more + "\n";
}

void expect_refused_in_line_10(const std::string& more, const std::string& words) {
  expect_refused(walker(more), "10", words);
}

TEST(PointFeetScenario, RecordsFeetAndForcesAndNoSignalOfCupsOrPacks) {
  std::vector<std::string> names;
  for (const record::Column& column : recorded_columns(read(kWalker))) names.push_back(column.name);
  const auto has = [&](const std::string& name) { return std::ranges::count(names, name) == 1; };
  for (const char* name : {"count.loaded", "slip.total", "truth.leg5.foot.touches",
                           "truth.leg5.foot.normal", "seen.leg0.foot.force0"})
    EXPECT_TRUE(has(name)) << name;
  for (const std::string& name : names)
    for (const char* part :
         {".cup.", ".pack.", "count.attached", "worst.slip", "safety_factor", "vacuum", "grip"})
      EXPECT_EQ(name.find(part), std::string::npos) << name;
}

/// Full fidelity of a cup changes nothing of a robot that has none.
TEST(PointFeetScenario, AtFullFidelityStandsOnTheSameFeetAsAtIdeal) {
  const Scenario ideal = read(kWalker), full = read(walker("fidelity: full\nstep_s: 0.0005"));
  EXPECT_EQ(full.twin.cup.model, sim::CupModel::kRigid);
  const TwinSetup a = twin_setup(ideal, 1), b = twin_setup(full, 1);
  ASSERT_EQ(b.config.leg.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(a.config.leg[i].q_rad, b.config.leg[i].q_rad) << i;
}

TEST(PointFeetScenario, OfARobotWithCupsHasNoSignalOfPointFeet) {
  for (const record::Column& column : recorded_columns(read(kGood)))
    for (const char* part : {".foot.", "count.loaded", "slip.total"})
      EXPECT_EQ(column.name.find(part), std::string::npos) << column.name;
}

TEST(PointFeetScenario, RefusesWhatOnlyCupsHave) {
  expect_refused_in_line_10("cup: {model: rigid}",
                            "cup = {...}: would have no effect: the robot has no cups");
  expect_refused_in_line_10("cup_force_N: 60",
                            "cup_force_N = 60: would have no effect: the robot has no cups");
  for (const char* expected :
       {"detach: [front_left]", "slip_m: {front_left: 0.01}", "unsealed: [front_left]"})
    expect_refused_in_line_10("expect: {" + std::string(expected) + "}",
                              "is no incident of this robot");
  expect_refused_in_line_10("script: [{at_s: 0.5, leak: {leg: front_left, gap_m: 0.001}}]", "leak");
  for (const char* kind : {"turbine_dead", "turbine_half", "cup_sensor_stuck", "pack_dead"})
    expect_refused_in_line_10(
        "script: [{at_s: 0.5, fault: {kind: " + std::string(kind) + ", leg: front_left}}]", kind);
  for (const char* power : {"{model: full}", "{model: ideal}", "{charge: 0.5}"})
    expect_refused_in_line_10("power: " + std::string(power), "no effect: the robot has no packs");
  expect_refused_in_line_10("script: [{at_s: 0.5, relay: share}]", "the robot has no packs");
}

TEST(PointFeetScenario, RefusesSettingsOfCups) {
  const auto expect_none = [](const std::string& section, const std::string& key) {
    expect_refused_in_line_10(section, key);
    expect_refused_in_line_10(section,
                              "would have no effect: the robot has no cups (leave it out)");
  };
  for (const char* lip : {"{model: elastic}", "{free_height_m: 0.002}", "{press_m: 0}"})
    expect_none("controller: {lip: " + std::string(lip) + "}", "controller.lip = {...}");
  for (const char* key : {"gait.spin_up_s", "gait.seal_timeout_s", "gait.release_timeout_s",
                          "gait.seal_retries", "gait.released_force_N", "sharing.wrist_moment_Nm",
                          "reactions.lip_rest_m", "reactions.distance_sd_m"}) {
    const std::string path = key;
    const std::size_t dot = path.find('.');
    expect_none("controller: {" + path.substr(0, dot) + ": {" + path.substr(dot + 1) + ": 1}}",
                "controller." + path + " = 1: ");
  }
  expect_none("plant: {lip_scale: 1.1}", "plant.lip_scale = 1.1");
  expect_none("plant: {spread: {lip_scale: 0.1}}", "plant.spread.lip_scale = 0.1");
  expect_none("plant: {leg: {front_left: {lip_scale: 1.1}}}", "plant.leg.front_left.lip_scale");
  expect_refused(walker("", "roughness_m: 0.0001"), "5",
                 "surfaces[0].roughness_m = 0.0001: would have no effect: the robot has no cups");
}

TEST(PointFeetScenario, RefusesSettingsOfPlaceSensorsThatTheRobotLacks) {
  expect_refused_in_line_10("controller: {filter: {fix_noise_m: 0.1}}", "the robot has no GPS");
  for (const char* key : {"heading_noise_rad", "deviation_rad", "deviation_walk_rad"})
    expect_refused_in_line_10("controller: {filter: {" + std::string(key) + ": 0.1}}",
                              "the robot has no compass");
}

TEST(PointFeetScenario, ReportsAllSettingsWithoutEffectTogether) {
  const std::string error = error_of(
      walker("controller: {lip: {press_m: 0}, gait: {seal_retries: 1}}\nplant: {lip_scale: 1.1}",
             "roughness_m: 0.0001"));
  for (const char* key : {"controller.lip", "controller.gait.seal_retries", "plant.lip_scale",
                          "surfaces[0].roughness_m"})
    EXPECT_NE(error.find(key), std::string::npos) << key << "\n" << error;
}

TEST(PointFeetScenario, OfARobotWithCupsRefusesWhatOnlyPointFeetHave) {
  for (const char* key : {"uneven_m: 0.01", "relief: {height_m: 0.01, correlation_m: 0.2}"})
    expect_refused(with("friction: 0.6}", "friction: 0.6, " + std::string(key) + "}"), "5", "has");
  EXPECT_EQ(error_of(with("friction: 0.6}", "friction: 0.6, roughness_m: 0.0001}")), "");
  EXPECT_EQ(error_of(with("duration_s: 4\n",
                          "duration_s: 4\nplant: {lip_scale: 1.1}\n"
                          "controller: {gait: {seal_retries: 1}}\n")),
            "");
}

/// Feet too stiff for the step are a mistake of the robot's file, and found there.
TEST(PointFeetScenario, NamesThePlaceOfFeetThatAreTooStiff) {
  const ScratchFolder scratch;
  std::ifstream shipped(kRobots / "hexapod3.yaml");
  std::string robot{std::istreambuf_iterator<char>(shipped), {}};
  const std::string good = "stiffness_N_m: 20000 ";
  robot.replace(robot.find(good), good.size(), "stiffness_N_m: 1e7 ");
  std::ofstream(scratch.path() / "stiff.yaml") << robot;
  std::string text = kWalker;
  text.replace(text.find("hexapod3"), 8, "./stiff.yaml");
  try {
    parse(text, scratch.path() / "test.yaml", kRobots);
    ADD_FAILURE() << "accepted";
  } catch (const models::InputError& error) {
    const std::string what = error.what();
    EXPECT_EQ(what.find(scratch.path().string()), 0u) << what;
    EXPECT_NE(what.find("stiff.yaml:25:20: "), std::string::npos) << what;
    EXPECT_NE(what.find("foot.contact.stiffness_N_m = "), std::string::npos) << what;
  }
}

TEST(PointFeetScenario, NamesThePlaceOfALawOfFrictionThatItReplaces) {
  expect_refused(walker("foot: {creeping: {v_lim_m_s: 0.0001}}"), "10:30",
                 "foot.creeping.v_lim_m_s = 0.0001: friction slope f Fn / v_lim is ");
  expect_refused(walker("foot: {sticking: {stiffness_N_m: 1e7, damping_Ns_m: 40}}"), "10:34",
                 "foot.sticking.stiffness_N_m = 1e+07: is too stiff");
}

TEST(PointFeetScenario, ExpectsAFallOfARobotOnPointFeetOnly) {
  EXPECT_EQ(error_of(walker("expect: {tilt_rad: {body: 2}}")), "");
  const std::string cups =
      with("duration_s: 4\n", "duration_s: 4\nexpect: {tilt_rad: {body: 2}}\n");
  expect_refused(cups, "8", "tilt_rad = {...}: is no incident of this robot");
}

TEST(PointFeetScenario, ReplacesTheLawOfFrictionOfItsFeet) {
  const auto friction = [](const std::string& text) { return read(text).robot.point->friction; };
  EXPECT_TRUE(std::holds_alternative<models::Sticking>(friction(kWalker)));
  const auto creeping = friction(walker("foot: {creeping: {v_lim_m_s: 0.05}}"));
  EXPECT_EQ(std::get<models::Creeping>(creeping).v_lim_m_s, 0.05);
  expect_refused_in_line_10("foot: {}", "must have exactly one of the keys");
  expect_refused_in_line_10("foot: {creeping: {v_lim_m_s: 0.05}, mu: 1}", "mu");
  expect_refused(with("duration_s: 4\n", "duration_s: 4\nfoot: {creeping: {v_lim_m_s: 0.05}}\n"),
                 "8", "foot = {...}: is for robots with point feet");
}

TEST(PointFeetScenario, ReplacesTheLawOfDampingOfItsFeet) {
  const auto laws = [](const std::string& text) { return *read(text).robot.point; };
  EXPECT_TRUE(std::holds_alternative<models::GrowingDamping>(laws(kWalker).damping));
  const auto printed = laws(walker("foot: {printed: {damping_exponent: 0}}"));
  EXPECT_TRUE(std::holds_alternative<models::PrintedDamping>(printed.damping));
  EXPECT_TRUE(std::holds_alternative<models::Sticking>(printed.friction));
  const auto both =
      laws(walker("foot: {printed: {damping_exponent: 0}, creeping: {v_lim_m_s: 0.05}}"));
  EXPECT_TRUE(std::holds_alternative<models::PrintedDamping>(both.damping));
  EXPECT_TRUE(std::holds_alternative<models::Creeping>(both.friction));
  expect_refused_in_line_10("foot: {printed: {damping_exponent: -1}}",
                            "foot.printed.damping_exponent = -1: must be");
  expect_refused_in_line_10("foot: {printed: {damping_exponent: 0}, damping_depth_m: 0.001}",
                            "must have exactly one of the keys damping_depth_m and printed");
}

TEST(PointFeetScenario, StandsOnAReliefAsUnevenAsItIsHighByDefault) {
  const std::string relief = "relief: {seed: 3, height_m: 0.03, correlation_m: 0.2}";
  const auto patch = [](const std::string& text) { return read(text).twin.patches.patch[0]; };
  EXPECT_EQ(patch(walker("", relief)).uneven_m, 0.03);
  EXPECT_EQ(patch(walker("", relief + ", uneven_m: 0.05")).uneven_m, 0.05);
  EXPECT_EQ(patch(kWalker).uneven_m, 0);
  const sim::ReliefOptions read_relief = *read(walker("", relief)).twin.relief[0];
  EXPECT_EQ(read_relief.seed, 3U);
  EXPECT_EQ(read_relief.correlation_m, 0.2);
  expect_refused(walker("", relief + ", uneven_m: 0.02"), "5", "uneven_m = 0.02: must be at least");
}

TEST(PointFeetScenario, LoadsInFullFidelity) {
  const Scenario scenario = read(walker("fidelity: full\nstep_s: 0.0005"));
  EXPECT_EQ(scenario.twin.drive.model, sim::MotorModel::kElectric);
  EXPECT_EQ(scenario.twin.power.model, sim::PowerModel::kIdeal);
  EXPECT_EQ(scenario.twin.start_cup_force_N, 0);
}

std::string walking(const std::string& gait, const std::string& gaits) {
  return walker(gaits + "\nscript: [{at_s: 0.5, walk: {velocity_m_s: [0.01, 0, 0], gait: " + gait +
                "}}]");
}

const controller::Gait& gait_of(const Scenario& scenario, const std::string& name) {
  const auto& gaits = scenario.controller_model.gait;
  return *std::ranges::find(gaits, name, &controller::Gait::name);
}

TEST(PointFeetScenario, MayChangeTheClockOfAGait) {
  const controller::Gait shipped = gait_of(read(kWalker), "ripple");
  const Scenario slow = read(walking("ripple", "gaits: {ripple: {step_s: 0.444}}"));
  EXPECT_EQ(gait_of(slow, "ripple").step_s, 0.444);
  EXPECT_EQ(gait_of(slow, "ripple").sweep_m, shipped.sweep_m);
  EXPECT_EQ(gait_of(slow, "ripple").row.size(), shipped.row.size());
  EXPECT_EQ(gait_of(read(walker("gaits: {ripple: {sweep_m: 0.03}}")), "ripple").sweep_m, 0.03);
}

const std::string kRowsOfPairs =
    "rows: [{step: [front_left, rear_right]}, {step: [middle_left, middle_right]}, "
    "{step: [rear_left, front_right]}]";

TEST(PointFeetScenario, MayBringGaitsOfItsOwn) {
  const Scenario own =
      read(walking("pairs", "gaits: {pairs: {step_s: 1, sweep_m: 0.03, " + kRowsOfPairs + "}}"));
  EXPECT_EQ(gait_of(own, "pairs").row.size(), 3u);
  EXPECT_EQ(own.controller_model.gait.size(), read(kWalker).controller_model.gait.size() + 1);
  const Scenario other =
      read(walker("gaits: {tripod: {step_s: 1, sweep_m: 0.03, " + kRowsOfPairs + "}}"));
  EXPECT_EQ(gait_of(other, "tripod").row.size(), 3u);
}

TEST(PointFeetScenario, RefusesGaitsThatDoNotWalk) {
  const auto refused = [](const std::string& gait, const std::string& words) {
    expect_refused_in_line_10("gaits: {" + gait + "}", words);
  };
  refused("riple: {step_s: 0.3}", "gaits.riple");
  refused("ripple: {}", "gaits.ripple");
  refused("ripple: {step_s: 0}", "gaits.ripple.step_s = 0");
  refused("ripple: {step_s: .inf}", "gaits.ripple.step_s");
  refused("ripple: {step_s: .nan}", "gaits.ripple.step_s");
  refused("ripple: {sweep_m: -0.1}", "gaits.ripple.sweep_m = -0.1");
  refused("ripple: {step_s: 0.3, sweep: 0.1}", "gaits.ripple.sweep");
  refused("free: {step_s: 1, sweep_m: 0.03, " + kRowsOfPairs + "}", "gaits.free");
  refused("pairs: [{step: [front_left, rear_right]}, {}]", "gaits.pairs[1] = {...}: moves no leg");
  refused("pairs: [{step: [front_left, rear_right]}]", "front_right never steps");
  refused("pairs: [{step: [front_left, front_left]}]", "has a move in this row already");
  refused(
      "pairs: [{step: [front_left, rear_left, middle_left, front_right]}, {step: [rear_right, "
      "middle_right]}]",
      "leaves 2 feet on the surface in row 1 of 2");
}

TEST(PointFeetScenario, TellsAMistakeOfAGaitOnceAndNotAgainWhereTheGaitIsNamed) {
  const std::string wrong = walking("pairs", "gaits: {pairs: [{step: [front_left, rear_right]}]}");
  try {
    read(wrong);
    FAIL() << "read";
  } catch (const models::InputError& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("front_right never steps"), std::string::npos) << what;
    EXPECT_EQ(what.find("script"), std::string::npos) << what;
  }
}

TEST(PointFeetScenario, RefusesAStepTimeThatTheJointsCannotFollow) {
  const std::string limits =
      "{max_swing_speed_m_s: 2, max_swing_acceleration_m_s2: 100, max_swing_jerk_m_s3: 10000, "
      "load_s: 0.015}";
  const std::string fast = "gaits: {ripple: {step_s: 0.1}}\ncontrol_period_s: 0.002\n";
  const std::string script =
      "\nscript: [{at_s: 0.5, walk: {velocity_m_s: [0.01, 0, 0], gait: ripple}}]";
  expect_refused(walker(fast + "controller: {gait: " + limits + "}" + script), "13",
                 "but the joints' speed asks for at least 0.");
  const std::string insists = limits.substr(0, limits.size() - 1) + ", beyond_joints: ";
  EXPECT_NO_THROW(read(walker(fast + "controller: {gait: " + insists + "true}}" + script)));
  expect_refused(walker(fast + "controller: {gait: " + insists + "yes}}" + script), "12",
                 "controller.gait.beyond_joints = yes");
  expect_refused(walker(fast + "controller: {gait: {beyond_joint: true}}" + script), "12",
                 "did you mean 'beyond_joints'?");
}

TEST(PointFeetScenario, RefusesAnUnknownGait) {
  expect_refused(walking("riple", "step_s: 0.002"), "11", "did you mean 'ripple'?");
}

}  // namespace
}  // namespace ventosa::scenarios::point_feet_scenario_test
