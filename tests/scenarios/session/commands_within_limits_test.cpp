#include <gtest/gtest.h>

#include "hal/guard/limit_check.h"
#include "scenarios/session/robot_run.h"
#include "tests/scenarios/session/stand.h"

/// A robot driver never receives a command outside limits: it holds instead. A twin accepts such
/// commands.
namespace ventosa::scenarios::commands_within_limits_test {
namespace {

/// A twin whose commands are checked as in a robot driver.
class CheckedRobot final : public hal::Robot {
 public:
  CheckedRobot(hal::Robot& robot, const controller::RobotModel& model)
      : robot_(robot), model_(model) {}

  const hal::Capabilities& capabilities() const noexcept override { return robot_.capabilities(); }
  hal::Status start(controller::Start& start) noexcept override { return robot_.start(start); }
  hal::Status exchange(const controller::Command& command,
                       controller::Observation& seen) noexcept override {
    const double period_s = 1e-9 * static_cast<double>(capabilities().control_period_ns);
    if (!breach) breach = hal::first_breach(model_, last_, command, period_s);
    last_ = command;
    return robot_.exchange(command, seen);
  }

  std::optional<hal::LimitBreach> breach{};

 private:
  hal::Robot& robot_;
  const controller::RobotModel& model_;
  controller::Command last_;
};

class CommandsWithinLimits : public testing::TestWithParam<const char*> {};

TEST_P(CommandsWithinLimits, AreAllThatAWalkGives) {
  const Scenario scenario = shipped(GetParam());
  sim::Twin twin(scenario.robot, scenario.twin);
  CheckedRobot robot(twin, scenario.controller_model);
  RobotRun run(scenario, robot);
  while (run.time_s() < 60 && !robot.breach && run.advance()) {
  }
  ASSERT_FALSE(robot.breach) << run.time_s() << " s: leg " << robot.breach->leg << " joint "
                             << robot.breach->joint << ": " << robot.breach->value << ", limit "
                             << robot.breach->limit;
  EXPECT_GT(run.time_s(), 59);
}

INSTANTIATE_TEST_SUITE_P(Walks, CommandsWithinLimits,
                         testing::Values("crawl_up_wall", "real_crawl_up_wall", "real_fast_up_wall",
                                         "real_free_up_wall", "real_crawl_diagonal_wall"),
                         [](const auto& walk) { return std::string(walk.param); });

}  // namespace
}  // namespace ventosa::scenarios::commands_within_limits_test
