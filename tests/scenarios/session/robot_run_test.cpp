#include "scenarios/session/robot_run.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "hal/blinded_robot.h"
#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/logged_run.h"
#include "tests/scenarios/session/stand.h"

/// Scenarios with robots that are used only through their interface (hal::Robot).
namespace ventosa::scenarios::robot_run_test {
namespace {

Scenario walking() {
  Scenario scenario = shipped("real_crawl_up_wall");
  scenario.duration_s = 12;
  return scenario;
}

bool begins_with(const record::Column& column, const char* start) {
  return column.name.rfind(start, 0) == 0;
}

TEST(RobotRun, CommandsWhatTheTwinsRunDoes) {
  const Scenario scenario = walking();
  LoggedRun logged(scenario, 4);
  ScenarioTwin unseen(scenario, 4);
  const std::vector<record::Column> columns = recorded_columns(scenario, Subject::kRobot);
  record::RunLog log(columns);
  RobotRun run(scenario, unseen.twin(), {&log});
  while (run.advance()) logged.advance();
  ASSERT_EQ(log.n_rows(), 1201u);
  const std::size_t last = log.n_rows() - 1;
  int n_compared = 0;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (!begins_with(columns[k], "command.")) continue;
    EXPECT_EQ(log.at(last, k), logged.log().at(last, logged.log().find(columns[k].name).value()))
        << columns[k].name;
    ++n_compared;
  }
  EXPECT_GT(n_compared, 100);
}

TEST(RobotRun, RecordsNothingOfTheTruthNorOfPushesThatNeverWere) {
  const Scenario scenario = walking();
  const std::vector<record::Column> all = recorded_columns(scenario);
  for (const record::Column& column : recorded_columns(scenario, Subject::kRobot)) {
    for (const char* group : {"truth.", "error.", "stimulus."})
      EXPECT_FALSE(begins_with(column, group)) << column.name;
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const record::Column& each) {
      return each.name == column.name;
    })) << column.name;
  }
}

TEST(RobotRun, HashesWhatItRecords) {
  const Scenario scenario = walking();
  const auto hash = [&](std::uint64_t seed) {
    ScenarioTwin unseen(scenario, seed);
    RobotRun run(scenario, unseen.twin());
    for (int k = 0; k < 50; ++k) run.advance();
    EXPECT_TRUE(run.is_recorded());
    return run.state_hash();
  };
  EXPECT_EQ(hash(1), hash(1));
  EXPECT_NE(hash(1), hash(2));
}

TEST(RobotRun, RefusesARobotThatLacksWhatTheScenarioNeeds) {
  const Scenario scenario = shipped("crawl_seen_ground");
  hal::BlindedRobot robot(std::make_unique<sim::Twin>(scenario.robot, scenario.twin));
  EXPECT_THROW(RobotRun(scenario, robot), std::invalid_argument);
}

}  // namespace
}  // namespace ventosa::scenarios::robot_run_test
