#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <map>

#include "scenarios/session/scenario_run.h"
#include "tests/controller/numbers_of.h"
#include "tests/scenarios/full_crawl.h"
#include "tests/scenarios/logged_run.h"

/// Sensed values have their truth beside them, and the controller gets the sensed ones alone.
namespace ventosa::scenarios::truth_and_sense_test {
namespace {

using controller::Command;
using controller::Goal;
using controller::Observation;

/// time of a reading: the truth is always of now
bool is_time(const std::string& name) {
  return name == "seen.time" || name.ends_with(".sampled") || name.ends_with(".heard");
}

/// a camera's own data on a plane: how many points, how far off they may be. The truth of that is
/// the distance of the detected points from the true plane
bool is_of_its_own(const std::string& name) {
  if (!name.starts_with("seen.plane")) return false;
  const std::string field = name.substr(name.rfind('.') + 1);
  return field == "corners" || field == "pixels" || field == "rms" || field.starts_with("sd");
}

/// a wire's own state, no reading: from whom it knows of a cup (whose reading is `cup.attached`),
/// whether it leads joints slowly
bool is_word(const std::string& name) {
  return name.ends_with(".holding") || name.ends_with(".led");
}

bool is_reading(const std::string& name) {
  return name.starts_with("seen.") && !is_time(name) && !is_word(name);
}

TEST(Log, HasTheTruthOfEverySensedChannelBesideIt) {
  const Scenario scenario = full_crawl();
  std::map<std::string, std::string> unit;
  for (const record::Column& column : recorded_columns(scenario)) unit[column.name] = column.unit;
  int n = 0;
  for (const auto& [name, sensed_in] : unit) {
    if (!is_reading(name) || is_of_its_own(name)) continue;
    const std::string truth = "truth" + name.substr(std::strlen("seen"));
    ASSERT_TRUE(unit.contains(truth)) << name << " has no " << truth;
    EXPECT_EQ(unit[truth], sensed_in) << truth;
    ++n;
  }
  EXPECT_GE(n, 6 + 4 * (6 * 6 + 4 + 2 + 3) + 2 + 8 * (3 + 8 * 3));
}

// perfect sensors and links show the truth: in the same frame, by the same sign, at the same time
TEST(Log, SeesTheTruthItselfThroughPerfectSensors) {
  const Scenario scenario = full_crawl("ideal");
  LoggedRun run(scenario, 1);
  while (run.advance()) {
  }
  const record::RunLog& log = run.log();
  for (const record::Column& column : log.columns()) {
    if (!is_reading(column.name)) continue;
    const std::size_t seen = log.find(column.name).value();
    const std::size_t truth = log.find("truth" + column.name.substr(4)).value();
    for (std::size_t i = 0; i < log.n_rows(); ++i)
      ASSERT_EQ(log.at(i, seen), log.at(i, truth)) << column.name << " in row " << i;
  }
}

/// Inputs of a run's controller in one tick, and its command.
struct Tick {
  Observation seen;
  Goal goal;
  Command command;
};

std::vector<Tick> ticks_of(const Scenario& scenario) {
  std::vector<Tick> ticks;
  LoggedRun run(scenario, 1);
  RunSnapshot now;
  do {
    run.save(now);
    ticks.push_back(
        {now.seen, scenario.script.goal_at(run.time_s(), scenario.twin.X_WB), now.command});
  } while (run.advance());
  return ticks;
}

using Values = std::vector<double>;

Values values_of(const Scenario& scenario, const Command& command) {
  return controller::numbers_of(controller::Shape(scenario.controller_model), command);
}

/// Ticks until a controller without any twin, told the same but for `spoil`, answers otherwise.
std::size_t same_for(const Scenario& scenario, const std::vector<Tick>& ticks,
                     const std::function<void(Observation&)>& spoil,
                     const controller::Vector3d& survey_off_W = controller::Vector3d::Zero()) {
  controller::Start start{.X_WB = scenario.twin.X_WB};
  start.attached.fill(true);
  start.patches = scenario.twin.patches;
  start.patches.patch[0].X_WS.pretranslate(survey_off_W);
  controller::Controller controller(scenario.controller_model, scenario.controller, start);
  for (std::size_t k = 0; k < ticks.size(); ++k) {
    Observation seen = ticks[k].seen;
    spoil(seen);
    if (values_of(scenario, controller.tick(seen, ticks[k].goal)) !=
        values_of(scenario, ticks[k].command))
      return k;
  }
  return ticks.size();
}

// a controller that has no twin to look into, told what the run's controller saw, commands the same
// to the last bit: nothing else ever reached it
TEST(Controller, CommandsAFunctionOfWhatItSeesAlone) {
  const Scenario scenario = full_crawl();
  const std::vector<Tick> ticks = ticks_of(scenario);
  EXPECT_EQ(same_for(scenario, ticks, [](Observation&) {}), ticks.size());
}

// the truth is the same in all of these runs: only what the sensors say of it changes
TEST(Controller, FollowsItsSensorsWhereTheyDifferFromTheTruth) {
  const Scenario scenario = full_crawl();
  const std::vector<Tick> ticks = ticks_of(scenario);
  const std::map<std::string, std::function<void(Observation&)>> lies = {
      {"encoder", [](Observation& seen) { seen.leg[1].joint[2].q_rad += 1e-3; }},
      {"accelerometer", [](Observation& seen) { seen.body.specific_force_B.x() += 0.1; }},
      {"vacuum", [](Observation& seen) { seen.leg[2].cup.vacuum_Pa *= 0.5; }}};
  for (const auto& [sensor, lie] : lies)
    EXPECT_LT(same_for(scenario, ticks, lie), ticks.size()) << sensor;
  EXPECT_LT(same_for(scenario, ticks, [](Observation&) {}, {1e-3, 0, 0}), ticks.size());
}

}  // namespace
}  // namespace ventosa::scenarios::truth_and_sense_test
