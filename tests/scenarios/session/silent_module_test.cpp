#include <gtest/gtest.h>

#include "scenarios/script/script_inputs.h"
#include "tests/scenarios/session/stand.h"

/// One module fails while the robot holds: it sends no readings, or receives no commands.
namespace ventosa::scenarios::silent_module_test {
namespace {

enum class Fault { kMute, kDeaf };
constexpr std::int64_t kFaultTick = 150;

/// One module of a robot fails at kFaultTick: a mute one sends nothing, a deaf one keeps its
/// last command.
void break_module(TalkingRobot& robot, Fault fault, std::size_t leg) {
  robot.change = [=, tick = std::int64_t{0},
                  last = controller::LegCommand()](controller::Command& command) mutable {
    const bool is_heard = ++tick < kFaultTick || fault == Fault::kMute;
    is_heard ? last = command.leg[leg] : command.leg[leg] = last;
  };
  robot.edit = [=, tick = std::int64_t{0},
                last = controller::LegReading()](controller::Observation& seen) mutable {
    if (++tick < kFaultTick)
      last = seen.leg[leg];
    else if (fault == Fault::kMute)
      seen.leg[leg] = last;
    else
      seen.leg[leg].heard_ns = last.heard_ns;
  };
}

struct Case {
  const char* robot;
  const char* surface;
  std::size_t leg;
};

class SilentModule : public testing::TestWithParam<Case> {};

std::string scenario_of(const Case& given) {
  const std::string surfaces[] = {
      "{name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}",
      "{name: wall, position_m: [0.5, 0, 1.5], normal: [-1, 0, 0], size_m: [3, 3], friction: 0.6}",
      "{name: ceiling, position_m: [0, 0, 1.5], normal: [0, 0, -1], size_m: [3, 3], friction: "
      "0.6}"};
  std::string text = std::string("schema: 1\nrobot: ") + given.robot + "\nsurfaces:\n";
  for (const std::string& surface : surfaces)
    if (surface.find(given.surface) != std::string::npos) text += "  - " + surface + "\n";
  return text + "placement: {surface: " + given.surface +
         "}\ncup_force_N: 120\ncontroller: {gait: {load_s: 0.4}}\nduration_s: 6\nasserts: "
         "[{signal: count.attached, min: 0}]\n";
}

/// Runs to the end; returns the log.
record::RunLog log_of(const Case& given, Fault fault) {
  const std::filesystem::path source(VENTOSA_SOURCE_DIR);
  const Scenario scenario = parse(scenario_of(given), "silent.yaml", source / "models/data");
  sim::Twin twin(scenario.robot, scenario.twin);
  TalkingRobot robot(twin);
  break_module(robot, fault, given.leg);
  ScriptInputs inputs(scenario.script, scenario.twin.X_WB, scenario.twin.control_period_s);
  record::RunLog log(recorded_columns(scenario));
  RowRecorder recorder(scenario, twin_setup(scenario, scenario.twin.seed), {&log});
  Session session({scenario.controller_model, scenario.controller}, robot, inputs, recorder, &twin);
  while (session.tick() < 600 && session.advance()) {
  }
  return log;
}

double at(const record::RunLog& log, std::size_t row, const std::string& signal) {
  return log.at(row, log.find(signal).value());
}

double way_m(const record::RunLog& log, std::size_t row) {
  double sum = 0;
  for (const char* axis : {"x", "y", "z"})
    sum += std::pow(at(log, row, std::string("truth.body.") + axis) -
                        at(log, 0, std::string("truth.body.") + axis),
                    2);
  return std::sqrt(sum);
}

TEST_P(SilentModule, ThatIsMuteIsUnloadedAndNamedAndTheRobotHolds) {
  const record::RunLog log = log_of(GetParam(), Fault::kMute);
  const std::string leg = "leg" + std::to_string(GetParam().leg);
  const auto planned_N = [&](std::size_t row) {
    double sum = 0;
    for (const char* axis : {"x", "y", "z"})
      sum += std::pow(at(log, row, "plan." + leg + ".force." + axis), 2);
    return std::sqrt(sum);
  };
  EXPECT_EQ(at(log, 140, "plan.reason"), 0);
  EXPECT_EQ(at(log, 200, "plan.reason"), static_cast<double>(controller::Reason::kModuleSilent));
  EXPECT_EQ(at(log, 200, "plan.refused_leg"), static_cast<double>(GetParam().leg));
  EXPECT_LT(planned_N(599), 0.25 * planned_N(140));
  for (std::size_t row = 0; row < 600; ++row) ASSERT_LT(way_m(log, row), 0.008) << row;
  EXPECT_EQ(at(log, 599, "count.attached"), at(log, 0, "count.attached"));
}

TEST_P(SilentModule, ThatIsDeafIsNamedAndHoldsWithTheOthers) {
  const record::RunLog log = log_of(GetParam(), Fault::kDeaf);
  // the others carry its load
  for (std::size_t row = 0; row < 600; ++row) ASSERT_LT(way_m(log, row), 0.005) << row;
  EXPECT_EQ(at(log, 599, "count.attached"), at(log, 0, "count.attached"));
  EXPECT_EQ(at(log, 140, "plan.reason"), 0);
  EXPECT_EQ(at(log, 200, "plan.reason"), static_cast<double>(controller::Reason::kModuleSilent));
  EXPECT_EQ(at(log, 200, "plan.refused_leg"), static_cast<double>(GetParam().leg));
}

INSTANTIATE_TEST_SUITE_P(Each, SilentModule,
                         testing::Values(Case{"romerin4", "ground", 0}, Case{"romerin4", "wall", 0},
                                         Case{"romerin4", "wall", 2},
                                         Case{"romerin4", "ceiling", 1},
                                         Case{"romerin6", "ground", 2}, Case{"romerin6", "wall", 4},
                                         Case{"romerin6", "ceiling", 3}),
                         [](const auto& given) {
                           return std::string(given.param.robot) + "_" + given.param.surface + "_" +
                                  std::to_string(given.param.leg);
                         });

}  // namespace
}  // namespace ventosa::scenarios::silent_module_test
