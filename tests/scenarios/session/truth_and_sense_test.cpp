#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <map>

#include "scenarios/session/scenario_run.h"
#include "tests/controller/numbers_of.h"
#include "tests/scenarios/full_crawl.h"
#include "tests/scenarios/logged_run.h"

/// Every reading has its true value beside it; the controller gets only the readings.
namespace ventosa::scenarios::truth_and_sense_test {
namespace {

using controller::Command;
using controller::Goal;
using controller::Observation;

/// times of readings: true values are always of the present time
bool is_time(const std::string& name) {
  return name == "seen.time" || name.ends_with(".sampled") || name.ends_with(".heard");
}

/// a camera's own data of a plane: number of points and their deviation. The truth is the distance
/// of the detected points from the true plane
bool is_of_its_own(const std::string& name) {
  if (!name.starts_with("seen.plane")) return false;
  const std::string field = name.substr(name.rfind('.') + 1);
  return field == "corners" || field == "pixels" || field == "rms" || field.starts_with("sd");
}

/// state of the connection, not a reading: by what a cup is known to be attached (its reading is
/// `cup.attached`), whether joints start slowly
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

// with perfect sensors and links readings equal the truth: same frame, sign and time
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

/// Ticks until a controller without a twin, with the same inputs except for `spoil`, gives another
/// command.
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

// a controller without access to the twin, given the readings of the run's controller, gives the
// same commands to the last bit: nothing else ever reached it
TEST(Controller, CommandsAFunctionOfWhatItSeesAlone) {
  const Scenario scenario = full_crawl();
  const std::vector<Tick> ticks = ticks_of(scenario);
  EXPECT_EQ(same_for(scenario, ticks, [](Observation&) {}), ticks.size());
}

// the truth is the same in all of these runs: only the readings change
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
