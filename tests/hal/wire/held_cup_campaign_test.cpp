#include <gtest/gtest.h>

#include "hal/wire/cup_watch.h"
#include "scenarios/session/load.h"
#include "scenarios/session/scenario_run.h"

namespace ventosa::hal::held_cup_campaign_test {
namespace {

/// Cups watched in a run in which none is lost.
int false_alarms(const std::string& name, double time_s) {
  const scenarios::Scenario scenario = scenarios::load(
      VENTOSA_SOURCE_DIR "/scenarios/data/" + name + ".yaml", VENTOSA_SOURCE_DIR "/models/data");
  scenarios::ScenarioRun run(scenario, scenario.twin.seed);
  const controller::RobotModel& model = scenario.robot.nominal;
  std::vector<HeldCup> cups(model.leg.size(), HeldCup(*model.cup()));
  int n = 0;
  bool goes_on = true;
  while (goes_on && run.time_s() < time_s) {
    const controller::Command command = run.session().command();
    goes_on = run.advance();
    for (std::size_t i = 0; i < cups.size(); ++i) {
      cups[i].tell(command.leg[i].cup);
      cups[i].note(run.session().seen().leg[i]);
      n += cups[i].has_come_off();
    }
  }
  return n;
}

// with drives, lips, leaks, noise and a link like real ones, where the robot has them
TEST(HeldCup, RaisesNoFalseAlarmWhileARobotCrawls) {
  for (const char* const name :
       {"real_crawl_up_wall", "real_crawl_ceiling", "real_crawl_up_wall_hexapod",
        "real_crawl_up_wall_seven_joints", "real_circle_two_planes", "crawl_up_wall",
        "leg_tasks_wall", "shared_bus_ground", "hold_push_ceiling"})
    EXPECT_EQ(false_alarms(name, 40), 0) << name;
}

}  // namespace
}  // namespace ventosa::hal::held_cup_campaign_test
