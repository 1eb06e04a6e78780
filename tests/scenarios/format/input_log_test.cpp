#include "scenarios/format/input_log.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>

#include "scenarios/format/json_fields.h"
#include "scenarios/script/script_inputs.h"
#include "scenarios/session/logged_inputs.h"
#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/good_scenario.h"
#include "tests/scenarios/session/stand.h"

/// Inputs of a session are written as a scenario that repeats them.
namespace ventosa::scenarios::input_log_test {
namespace {

using controller::Activity;
using controller::ControllerConfig;

/// Ends with this hash when it is run from its text alone.
std::uint64_t hash_of(const std::string& text) {
  const Scenario scenario = parse(text, "folder/recorded.yaml", kRobots);
  ScenarioRun run(scenario, scenario.seeds.front());
  while (run.advance()) {
  }
  return run.state_hash();
}

/// Runs a session to the end of its scenario and records its inputs.
struct LoggedStand : Stand {
  explicit LoggedStand(const char* name) : Stand(name), log(scenario), logged(inputs, &log) {
    scenario.duration_s = 1.5;
  }
  void run() {
    session.emplace(ControllerSetup{scenario.controller_model, scenario.controller}, robot, logged,
                    recorder, &twin);
    until(150);
  }
  /// Scenario of the session, shortened to its length.
  std::string text() const {
    std::string text = log.scenario_text(1);
    const std::size_t time = text.find("duration_s:");
    text.replace(time, text.find('\n', time) - time, "duration_s: 1.5");
    const std::size_t asserts = text.find("asserts:");
    return text.replace(asserts, text.find("seed:") - asserts,
                        "asserts: [{signal: count.attached, min: 0}]\n");
  }

  InputLog log;
  LoggedInputs logged;
};

Input input_at(std::int64_t tick) {
  Input input;
  input.tick = tick;
  return input;
}

TEST(InputLog, RepeatsGoalsAndPushesThatChangeAtEveryTick) {
  LoggedStand stand("hold_push_wall");
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (int tick = 0; tick < 150; ++tick) {
    Input input = input_at(tick);
    input.goal.activity = Activity::kPose;
    input.goal.X_WB = stand.scenario.twin.X_WB * Eigen::Translation3d(0, 0, 1e-3 * normal(random)) *
                      Eigen::AngleAxisd(1e-2 * normal(random), Eigen::Vector3d::UnitX());
    input.goal.v_WB.x() = -0.0;
    input.stimulus = sim::push_on_body({3 * normal(random), normal(random), -0.0});
    stand.inputs.list.push_back({tick, input});
  }
  stand.run();
  EXPECT_EQ(hash_of(stand.text()), stand.recorder.state_hash());
}

TEST(InputLog, RepeatsPushesAndLeaksWithinAndOverControlPeriods) {
  LoggedStand stand("hold_push_wall");
  const Script script({},
                      {{.at_s = 0.103, .duration_s = 0.0041, .f_B0 = {0, 300, 0}},
                       {.at_s = 0.104, .duration_s = 0.2, .f_B0 = {0, 0, 9}, .link = {1, 2}},
                       {.at_s = 0.2, .duration_s = 0.017, .f_B0 = {9, 0, 0}, .link = {2, 0}}},
                      {}, {},
                      {{0.3033, 0.05, {.kind = sim::FaultKind::kLeak, .leg = 1, .amount = 0.001}},
                       {0.4, 0.3, {.kind = sim::FaultKind::kEncoderFrozen, .leg = 2, .joint = 1}},
                       {0.7077, 9, {.kind = sim::FaultKind::kImuBiased, .amount = 0.01}}});
  ScriptInputs inputs(script, stand.scenario.twin.X_WB, 0.01);
  for (int tick = 0; tick < 150; ++tick) stand.inputs.list.push_back({tick, inputs.at(tick)});
  stand.run();
  const std::string text = stand.text();
  EXPECT_NE(text.find("\"from_ns\":3000000,\"to_ns\":7100000"), std::string::npos);
  EXPECT_EQ(hash_of(text), stand.recorder.state_hash());
}

TEST(InputLog, WritesAPushWithinAControlPeriodOnceEvenIfItsInputIsOld) {
  LoggedStand stand("hold_push_wall");
  Input blow = input_at(10);
  blow.stimulus.push.add({.f_W = {0, 300, 0}, .when = {.from_ns = 3'000'000, .to_ns = 5'000'000}});
  stand.inputs.list = {{10, blow}};
  stand.run();
  EXPECT_NEAR(stand.at(10, "stimulus.force.y"), 60, 1e-12);
  EXPECT_EQ(stand.at(11, "stimulus.force.y"), 0);
  EXPECT_EQ(hash_of(stand.text()), stand.recorder.state_hash());
}

TEST(InputLog, WritesTheSameBlowInTwoTicksRunningTwice) {
  LoggedStand stand("hold_push_wall");
  for (const std::int64_t tick : {10, 11, 12}) {
    Input blow = input_at(tick);
    if (tick < 12) blow.stimulus.push.add({.f_W = {0, 300, 0}, .when = {.to_ns = 2'000'000}});
    stand.inputs.list.push_back({tick, blow});
  }
  stand.run();
  EXPECT_NEAR(stand.at(11, "stimulus.force.y"), 60, 1e-12);
  EXPECT_EQ(hash_of(stand.text()), stand.recorder.state_hash());
}

TEST(InputLog, ReadsRecordingsFromBeforePushesHadTimes) {
  const Scenario good = read(kGood);
  const std::string log = InputLog(good).scenario_text(1);
  const std::string start = log.substr(0, log.find("inputs:"));
  const Scenario old = read(start +
                            "inputs:\n"
                            "- {tick: 0, stimulus: {force: [0, 20, 0]}}\n"
                            "- {tick: 10, stimulus: {part: {leg: 1, link: 2}, part_force: [3, 0, "
                            "0], leg: [{}, {lip_gap: 0.001}, {}, {}]}}\n"
                            "- {tick: 20, stimulus: {force: [0, 0, 0]}}\n");
  const std::vector<RecordedInput>& all = old.inputs->all();
  const auto record = [&](std::size_t k) {
    return sim::record_of(all[k].input.stimulus, 10'000'000);
  };
  EXPECT_EQ(record(0).f_B_W, controller::Vector3d(0, 20, 0));
  EXPECT_EQ(record(1).f_B_W, controller::Vector3d(0, 20, 0));
  EXPECT_EQ(record(1).f_leg_W[1], controller::Vector3d(3, 0, 0));
  EXPECT_EQ(record(1).fault.gap_m(1), 0.001);
  EXPECT_TRUE(record(2).f_B_W.isZero(0));
  EXPECT_EQ(record(2).f_leg_W[1], controller::Vector3d(3, 0, 0));
}

TEST(InputLog, RepeatsRequestsAndChangesOfOptions) {
  LoggedStand stand("hold_push_ground");
  Input stiff = input_at(20), refused = input_at(40), other = input_at(50);
  stiff.options = stand.scenario.controller;
  stiff.options->gains.kp_Nm_rad[1] = 77.7;
  stiff.options->cup_goal_force_N = 55;
  refused.options = stiff.options;
  refused.options->gains.fade_s = std::nan("");
  other.options = stiff.options;
  other.options->body.estimator = controller::Estimator::kRegistration;
  Input relays = input_at(70);
  relays.goal.relay.fill(controller::Relay::kShare);
  relays.goal.gaze = {.pan_rad = 0.1, .tilt_rad = 0.2};
  Input none = input_at(90);
  stand.inputs.list = {{20, stiff},
                       {40, refused},
                       {50, other},
                       {60, request(60, OperatorAction::kHold)},
                       {65, request(65, OperatorAction::kAcknowledge)},
                       {70, relays},
                       {90, none},
                       {100, request(100, OperatorAction::kCut, false)},
                       {110, request(110, OperatorAction::kCut, true)}};
  stand.run();
  EXPECT_EQ(stand.at(20, "session.options"), static_cast<double>(OptionsStatus::kChanged));
  EXPECT_EQ(stand.at(40, "session.options"), static_cast<double>(OptionsStatus::kRefused));
  EXPECT_EQ(stand.at(50, "session.options"), static_cast<double>(OptionsStatus::kRefused));
  EXPECT_EQ(stand.at(75, "goal.gaze.tilt"), 0.2);
  EXPECT_EQ(stand.at(95, "goal.gaze.given"), 0);
  EXPECT_EQ(stand.mode(), hal::GuardMode::kCut);
  EXPECT_EQ(hash_of(stand.text()), stand.recorder.state_hash());
}

TEST(InputLog, RepeatsInputsThatCameAtTheWrongTime) {
  LoggedStand stand("hold_push_ground");
  const auto lift = [&](std::int64_t tick, double height_m) {
    Input input = input_at(tick);
    input.goal.activity = Activity::kPose;
    input.goal.X_WB = stand.scenario.twin.X_WB * Eigen::Translation3d(0, 0, height_m);
    return input;
  };
  Input unsound = lift(40, 0.05);
  unsound.stimulus = sim::push_on_body({-std::numeric_limits<double>::infinity(), 0, 0});
  Input unsound_goal = lift(60, 0.05);
  unsound_goal.goal.v_WB.y() = -std::nan("");
  Input hold_later = request(80, OperatorAction::kHold);
  stand.inputs.list = {{0, lift(0, 0)},      {10, lift(10, 0.01)}, {20, lift(15, 0.02)},
                       {30, lift(12, 0.03)}, {35, lift(99, 0.04)}, {40, unsound},
                       {60, unsound_goal},   {70, hold_later}};
  stand.run();
  EXPECT_EQ(stand.at(20, "session.input"), static_cast<double>(InputStatus::kLate));
  EXPECT_EQ(stand.at(30, "session.input"), static_cast<double>(InputStatus::kUnsorted));
  EXPECT_EQ(stand.at(35, "session.input"), static_cast<double>(InputStatus::kFuture));
  EXPECT_EQ(stand.at(40, "session.input"), static_cast<double>(InputStatus::kUnsound));
  EXPECT_EQ(stand.at(79, "session.mode"), static_cast<double>(hal::GuardMode::kActive));
  EXPECT_EQ(stand.mode(), hal::GuardMode::kHold);
  EXPECT_EQ(hash_of(stand.text()), stand.recorder.state_hash());
}

TEST(InputLog, RepeatsRequestsOfOneLeg) {
  LoggedStand stand("hold_push_ground");
  Input detach = input_at(5), move = input_at(120);
  detach.goal.activity = move.goal.activity = Activity::kLeg;
  detach.goal.X_WB = move.goal.X_WB = stand.scenario.twin.X_WB;
  detach.goal.request = {.id = 1, .leg = 2, .kind = controller::TaskKind::kDetach};
  move.goal.request = {.id = 2, .leg = 2};
  controller::LegMove& way = move.goal.request.move;
  way.space = controller::MoveSpace::kCartesian;
  way.n = 2;
  way.shift_B[0].translation() = controller::Vector3d(0.01 / 3, 0, 0.01);
  way.shift_B[1].linear() = Eigen::AngleAxisd(0.1, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  way.speed_m_s = 0.1 / 7;
  stand.inputs.list = {{5, detach}, {120, move}};
  stand.run();
  EXPECT_EQ(hash_of(stand.text()), stand.recorder.state_hash());
}

TEST(InputLog, RepeatsAScript) {
  const Scenario scenario = shipped("circle_ground");
  InputLog log(scenario);
  ScenarioRun run(scenario, 3, {}, &log);
  while (run.advance()) {
  }
  EXPECT_EQ(hash_of(log.scenario_text(3)), run.state_hash());
}

TEST(InputLog, ForgetsWhatARewoundRunDoesNotRepeat) {
  const Scenario scenario = read(kGood);
  InputLog whole(scenario), rewound(scenario);
  const auto add = [](InputLog& log, std::int64_t tick, double force_N) {
    Input input = input_at(tick);
    input.stimulus = sim::push_on_body({force_N, 0, 0});
    if (force_N > 5) input.goal.gaze = controller::Gaze{.pan_rad = force_N};
    log.add(tick, input);
  };
  for (const std::int64_t tick : {0, 10, 20, 30}) add(rewound, tick, static_cast<double>(tick));
  for (const std::int64_t tick : {15, 40}) add(rewound, tick, 7);
  for (const std::int64_t tick : {0, 10}) add(whole, tick, static_cast<double>(tick));
  for (const std::int64_t tick : {15, 40}) add(whole, tick, 7);
  EXPECT_EQ(rewound.text(), whole.text());
}

TEST(InputLog, WritesOnlyWhatChanges) {
  const Scenario scenario = read(kGood);
  InputLog log(scenario);
  Input input = input_at(0);
  log.add(0, input);
  for (std::int64_t tick = 1; tick < 100; ++tick) log.add(tick, input_at(tick));
  input = input_at(100);
  input.stimulus = sim::push_on_body({0, 0, 0.1});
  log.add(100, input);
  EXPECT_EQ(log.text(),
            "inputs:\n"
            "- {\"tick\":0}\n"
            "- {\"tick\":100,\"stimulus\":{\"push\":[{\"part\":{\"leg\":-1,\"link\":-1},"
            "\"force\":[0.0,0.0,0.1],\"from_ns\":0,\"to_ns\":null}]}}\n");
}

TEST(InputLog, TakesTheScriptsPlaceInEveryShippedScenario) {
  const std::filesystem::path folder = std::filesystem::path(VENTOSA_SOURCE_DIR) / "scenarios/data";
  int n = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const Scenario scenario = load(file.path(), kRobots);
    const Scenario again = parse(InputLog(scenario).scenario_text(5), file.path(), kRobots);
    EXPECT_TRUE(again.inputs.has_value()) << file.path();
    EXPECT_TRUE(again.script.goals().empty()) << file.path();
    EXPECT_EQ(again.seeds, std::vector<std::uint64_t>{5}) << file.path();
    EXPECT_EQ(again.asserts.size(), scenario.asserts.size()) << file.path();
    ++n;
  }
  EXPECT_GT(n, 50);
}

/// Comments, flow style, quoted keys, end mark, indentation: another layout of the same scenario.
TEST(InputLog, TakesTheScriptsPlaceInAnyLayout) {
  std::string indented, comments = kGood;
  std::istringstream lines(kGood);
  for (std::string line; std::getline(lines, line);) indented += "  " + line + "\n";
  comments.insert(comments.find("  - {at_s"), "# a comment in column 0\n");
  std::string quoted = kGood + "\"seed\" : 9\n";
  quoted.replace(quoted.find("script:"), 7, "'script':");
  const std::string flow = models::Node::parse(kGood, "good.yaml").as_flow();
  for (const std::string& text :
       {indented, comments, quoted, flow, kGood + "...\n", "---\n" + kGood}) {
    const Scenario scenario = read(text);
    const Scenario again = read(InputLog(scenario).scenario_text(5));
    EXPECT_TRUE(again.inputs.has_value()) << text;
    EXPECT_EQ(again.title, scenario.title);
    EXPECT_EQ(again.seeds, std::vector<std::uint64_t>{5});
  }
}

/// The new file names the robot's file correctly from any folder.
TEST(InputLog, FindsARobotOfAnotherFolder) {
  const std::string near = "robot: ../models/data/romerin4.yaml";
  const std::filesystem::path folder = std::filesystem::path(VENTOSA_SOURCE_DIR) / "scenarios";
  const Scenario scenario = parse(with("robot: romerin4", near), folder / "here.yaml", kRobots);
  const std::string text = InputLog(scenario).scenario_text(1);
  EXPECT_EQ(parse(text, "elsewhere/there.yaml", kRobots).robot.nominal.name, "romerin4");
}

TEST(InputLog, WritesRefusedOptionsAgainAsThatWord) {
  const Scenario scenario = read(
      with("script:\n  - {at_s: 1, walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}}\n",
           "inputs:\n- {tick: 5, options: refused}\n- {tick: 9, options: {gains: {fade_s: 2}}}\n"));
  InputLog log(scenario);
  ScenarioRun run(scenario, 1, {}, &log);
  while (run.tick() < 20 && run.advance()) {
  }
  EXPECT_EQ(log.text(),
            "inputs:\n- {\"tick\":0}\n- {\"tick\":5,\"options\":\"refused\"}\n"
            "- {\"tick\":9,\"options\":{\"gains\":{\"fade_s\":2.0}}}\n");
  EXPECT_NO_THROW(read(log.scenario_text(1)));
}

TEST(InputLog, RefusesAControllerThatTheFileDoesNotSay) {
  Scenario scenario = read(kGood);
  EXPECT_NO_THROW(InputLog(scenario).scenario_text(1));
  scenario.controller.gains.kp_Nm_rad[0] += 1;
  EXPECT_THROW(InputLog(scenario).scenario_text(1), models::InputError);
}

TEST(NumberIn, GivesBackEveryValueThatWasReadInTheUnit) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-8, 8);
  for (const controller::Unit unit : {controller::kDegrees, controller::kRevolutionsPerMinute}) {
    for (int i = 0; i < 10000; ++i) {
      const double value = std::pow(10, exponent(random)) * unit.si;
      EXPECT_EQ(number_in(unit, value) * unit.si, value);
    }
  }
}

// as a person would write it

TEST(ReadInputs, TakesWhatAPersonWrites) {
  const Scenario scenario = read(
      with_inputs("  - {tick: 10, goal: {activity: walk, velocity: [0.01, 0, 0]}}\n"
                  "  - {tick: 20, request: {action: hold}}\n"
                  "  - {tick: 30, options: {gains: {fade_s: 2}}, goal: {gaze: {pan: 0.5}}}\n"));
  const std::vector<RecordedInput>& inputs = scenario.inputs.value().all();
  ASSERT_EQ(inputs.size(), 3u);
  EXPECT_EQ(inputs[1].input.goal.activity, Activity::kWalk);
  EXPECT_EQ(inputs[1].input.request.action, OperatorAction::kHold);
  EXPECT_EQ(inputs[2].input.options.value().gains.fade_s, 2);
  EXPECT_EQ(inputs[2].input.goal.gaze.value().pan_rad, 0.5);
}

TEST(ReadInputs, RefusesMistakesWithTheirPlace) {
  const auto refuse = [](const std::string& entries, const char* place, const char* words) {
    expect_refused(with_inputs(entries), place, words);
  };
  refuse("  - {tick: 3}\n  - {tick: 3}\n", "10", "later than the entry before");
  refuse("  - {tick: 401}\n", "9", "at most 400");
  refuse("  - {goal: {}}\n", "9", "missing key");
  refuse("  - {tick: 3, goal: {speed: 1}}\n", "9", "unknown key");
  refuse("  - {tick: 3, goal: {activity: run}}\n", "9", "must be one of");
  refuse("  - {tick: 3, goal: {velocity: [1, 2]}}\n", "9", "must have 3 elements");
  refuse("  - {tick: 3, goal: {velocity: [1, 2, \"3\"]}}\n", "9", "must be one of: nan");
  refuse("  - {tick: 3, goal: {body: {rotation: [1, 0, 0]}}}\n", "9", "must have 9 elements");
  refuse("  - {tick: 3, goal: {request: {leg: 4}}}\n", "9", "at most 3");
  refuse("  - {tick: 3, goal: {request: {waypoints: 9}}}\n", "9", "at most 8");
  refuse("  - {tick: 3, goal: {leg: [{}]}}\n", "9", "must have 4 elements");
  refuse("  - {tick: 3, options: {gains: {fade_s: -2}}}\n", "9", "above 0");
  refuse("  - {tick: 3, options: yes}\n", "9", "must be one of: refused");
  refuse("  - {tick: 3, request: {action: stop}}\n", "9", "must be one of");
  refuse("  - {tick: 3, stimulus: none}\n", "9", "must be one of: refused");
  expect_refused(with("duration_s: 4", "duration_s: 4\ninputs: []"), "8", "excludes script");
}

/// The rules of a script apply, within one control period.
TEST(ReadInputs, RefusesAStimulusThatNoScriptCouldSay) {
  const auto entry = [](const std::string& list, const std::string& element) {
    return with_inputs("  - {tick: 3, stimulus: {" + list + ": [{" + element + "}]}}\n");
  };
  const auto refuses = [&](const std::string& fault, const char* key, const char* rule) {
    expect_refused(entry("fault", fault), "9", rule);
    expect_refused(entry("fault", fault), "9", std::string("inputs[0].stimulus.fault[0]") + key);
  };
  EXPECT_EQ(error_of(entry("fault", "kind: leak, leg: 0, amount: 0.01, from_ns: 9999999")), "");
  EXPECT_EQ(error_of(entry("fault", "kind: imu_biased, amount: -1, to_ns: 10000000")), "");
  refuses("kind: leak, leg: 0, amount: -0.01", ".amount = -0.01", "above 0 and at most 0.1");
  refuses("kind: leak, leg: 0, amount: 0.2", ".amount = 0.2", "above 0 and at most 0.1");
  refuses("kind: leak, leg: 0, amount: \"nan\"", ".amount", "above 0 and at most 0.1");
  refuses("kind: leak, leg: 0", "", "above 0 and at most 0.1");
  refuses("kind: imu_saturated, amount: -1", ".amount = -1", "above 0 and at most 10");
  refuses("kind: imu_saturated, amount: 0", ".amount = 0", "above 0 and at most 10");
  refuses("kind: imu_biased, amount: 0", ".amount = 0", "and not 0");
  refuses("kind: deaf, leg: 0, amount: 1", ".amount = 1", "is not allowed");
  refuses("kind: deaf, leg: 4", ".leg = 4", "must be one of the robot's legs");
  refuses("kind: drive_dead, leg: 0, joint: 6", ".joint = 6", "must be one of the leg's joints");
  refuses("kind: relay_stuck, leg: 0, amount: 1", ".kind", "needs packs");
  refuses("leg: 0", ".kind", "missing key");
  refuses("kind: deaf, leg: 0, from_ns: 10000000", ".from_ns", "0 to less than 10000000 ns");
  refuses("kind: deaf, leg: 0, from_ns: -1", ".from_ns = -1", "an entry of a later tick");
  refuses("kind: deaf, leg: 0, from_ns: 5, to_ns: 5", ".to_ns = 5", "must be after from_ns");
  refuses("kind: deaf, leg: 0, to_ns: 10000001", ".to_ns", "within the control period");
  for (const char* amount : {"7", "1.5", "-1"})
    expect_refused(with_inputs("  - {tick: 3, stimulus: {fault: [{kind: relay_stuck, leg: 0, "
                               "amount: " +
                               std::string(amount) + "}]}}\npower: {model: packs}\n"),
                   "9", "must be the number of a relay's state (0 isolated, 1 share");
  expect_refused(entry("push", "force: [0, 1, 0], to_ns: 50000000"), "9", "to_ns");
  expect_refused(entry("push", "force: [0, \"inf\", 0]"), "9", "force");
  expect_refused(entry("push", "part: {leg: 0, link: 1}"), "9", "force: missing key");
  expect_refused(entry("push", "force: [0, 1, 0], part: {leg: 0, link: 6}"), "9", "at most 5");
  expect_refused(with_inputs("  - {tick: 3, stimulus: {leg: [{lip_gap: -0.01}, {}, {}, {}]}}\n"),
                 "9", "lip_gap");
}

}  // namespace
}  // namespace ventosa::scenarios::input_log_test
