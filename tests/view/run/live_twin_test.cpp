#include "view/run/live_twin.h"

#include <gtest/gtest.h>

#include <random>
#include <tuple>

#include "tests/scenarios/good_scenario.h"

/// A run in the window is the same as with `ventosa run`.
namespace ventosa::view::live_twin_test {
namespace {

using scenarios::Scenario;
using scenarios::ScenarioRun;

/// With noise.
Scenario walking(int duration_s = 9) {
  std::string text = scenarios::with(
      "duration_s: 4", "duration_s: " + std::to_string(duration_s) + "\nfidelity: full");
  text.replace(text.find("velocity_m_s: [0.01"), 19, "velocity_m_s: [0.004");
  return scenarios::read(text);
}

std::uint64_t hash_of(const Scenario& scenario, std::uint64_t seed) {
  ScenarioRun run(scenario, seed);
  while (run.advance()) {
  }
  return run.state_hash();
}

void run_to(std::int64_t tick, LiveTwin& run) {
  while (run.tick() < tick && run.advance()) {
  }
}

void finish(LiveTwin& run) { run_to(run.run().n_ticks(), run); }

/// A hold, a push, other gains, a stop by the operator.
void touch(LiveTwin& run) {
  run_to(250, run);
  run.intervene({.goal = controller::Goal{.activity = controller::Activity::kHold}});
  run_to(300, run);
  run.intervene({.push = sim::force_on({1, 2}, controller::Vector3d(0.1, 12, 3.0 / 7))});
  run_to(340, run);
  run.intervene({.pd = false, .push = sim::force_on({}, controller::Vector3d::Zero())});
  controller::ControllerConfig options = run.run().controller().config();
  options.gains.kd_Nms_rad[1] *= 1.5;
  run.intervene({.options = options});
  run_to(360, run);
  const scenarios::Circle circle{.radius_m = 0.01, .period_s = 2};
  run.intervene({.motion = std::make_shared<const Motion>(
                     Motion{.script = scenarios::Script({{.motion = circle}}, {}),
                            .X_WB0 = run.run().controller().diagnostics().X_WB_reference})});
  run_to(420, run);
  run.intervene({.request = {scenarios::OperatorAction::kHold}});
  run_to(480, run);
  run.intervene({.request = {scenarios::OperatorAction::kAcknowledge}});
  run.intervene({.back_to_script = true});
}

TEST(LiveTwin, LeftAloneIsTheScenariosRun) {
  const Scenario scenario = walking();
  LiveTwin run(scenario, 3);
  finish(run);
  EXPECT_EQ(run.run().state_hash(), hash_of(scenario, 3));
  EXPECT_EQ(run.n_reached(), run.run().n_ticks());
}

TEST(LiveTwin, WritesDownEverythingThatWasDoneToIt) {
  const Scenario scenario = walking();
  LiveTwin run(scenario, 3);
  touch(run);
  finish(run);
  EXPECT_NE(run.run().state_hash(), hash_of(scenario, 3));
  const Scenario recorded = scenarios::read(run.recorded_scenario());
  EXPECT_EQ(hash_of(recorded, recorded.seeds.front()), run.run().state_hash());
}

TEST(LiveTwin, GoesToAnyTickThatItWasAtExactly) {
  const Scenario scenario = walking(18);
  LiveTwin run(scenario, 2);
  touch(run);
  std::vector<std::uint64_t> hash(static_cast<std::size_t>(run.run().n_ticks()) + 1);
  run.seek(0);
  do hash[static_cast<std::size_t>(run.tick())] = run.run().state_hash();
  while (run.advance());
  EXPECT_GE(run.run().controller().diagnostics().steps_done, 1);  // across attach and detach

  std::mt19937 random(5);
  for (int n = 0; n < 12; ++n) {
    const auto tick = static_cast<std::int64_t>(random() % hash.size());
    run.seek(tick);
    ASSERT_EQ(run.tick(), tick);
    ASSERT_EQ(run.run().state_hash(), hash[static_cast<std::size_t>(tick)]) << tick;
  }
  finish(run);
  EXPECT_EQ(run.run().state_hash(), hash.back());
}

/// A pose, a circle after it, and the end of the run after that.
Scenario by_events() {
  std::string text = scenarios::with(
      "walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}}",
      "name: low, pose: {offset_m: [0, 0, -0.01]}}\n  - {name: round, after: {entry: low, is: "
      "arrived, delay_s: 0.3}, circle: {radius_m: 0.01, period_s: 2}}");
  return scenarios::read(
      text.replace(text.find("duration_s: 4"), 13, "duration_s: 30\nuntil: arrived"));
}

TEST(LiveTwin, BeginsEntriesByEventsAgainAfterItHasGoneBack) {
  const Scenario scenario = by_events();
  LiveTwin run(scenario, 1);
  finish(run);
  const scenarios::ScriptState state = run.run().script_state();
  ASSERT_EQ(state.n_events, 2);
  const std::int64_t end = run.tick(), begins = state.event[0].begun_tick;
  ASSERT_LT(end, run.run().n_ticks());
  EXPECT_EQ(run.run().state_hash(), hash_of(scenario, 1));
  for (const std::int64_t tick : {std::int64_t{0}, begins - 1, begins, begins + 1, end - 1}) {
    run.seek(tick);
    EXPECT_EQ(run.run().script_state().n_events, tick >= begins ? 1 : 0) << tick;
    finish(run);
    EXPECT_EQ(run.tick(), end) << tick;
    EXPECT_EQ(run.run().state_hash(), hash_of(scenario, 1)) << tick;
  }
  const Scenario recorded = scenarios::read(run.recorded_scenario());
  EXPECT_EQ(hash_of(recorded, 1), run.run().state_hash());
}

/// An intervention delays the event; the tick at which its entry begins is written down.
TEST(LiveTwin, WritesDownEventsAfterItWasTouched) {
  const Scenario scenario = by_events();
  LiveTwin run(scenario, 1);
  run_to(120, run);
  run.intervene({.goal = controller::Goal{.activity = controller::Activity::kHold}});
  run_to(300, run);
  run.intervene({.back_to_script = true});
  finish(run);
  EXPECT_GT(run.run().script_state().event[0].begun_tick, 300);
  const Scenario recorded = scenarios::read(run.recorded_scenario());
  EXPECT_EQ(hash_of(recorded, 1), run.run().state_hash());
}

TEST(LiveTwin, ShowsAtATickWhatItShowedThere) {
  const Scenario scenario = walking();
  LiveTwin run(scenario, 2);
  run_to(301, run);
  const auto shown = [&] {
    const controller::Diagnostics& plan = run.run().controller().diagnostics();
    return std::tuple(plan.load.margin, plan.f_W_B[1].z(), plan.X_WB_reference.translation().x());
  };
  const auto before = shown();
  run_to(640, run);
  for (const std::int64_t tick : {301, 301, 640, 301}) run.seek(tick);
  EXPECT_EQ(shown(), before);
}

TEST(LiveTwin, ForgetsWhatFollowedWhenItIsTouchedInItsPast) {
  const Scenario scenario = walking();
  LiveTwin run(scenario, 1);
  touch(run);
  finish(run);
  run.seek(200);
  run.intervene({.push = sim::force_on({}, controller::Vector3d(0, 0, 5))});
  EXPECT_EQ(run.n_reached(), 200);
  EXPECT_EQ(run.n_interventions(), 1u);
  finish(run);
  const Scenario recorded = scenarios::read(run.recorded_scenario());
  EXPECT_EQ(hash_of(recorded, 1), run.run().state_hash());
}

TEST(LiveTwin, KeepsToItsShareOfMemory) {
  const Scenario scenario = walking();
  constexpr std::size_t kBudget_bytes = 1'500'000;
  LiveTwin run(scenario, 1, {}, kBudget_bytes);
  finish(run);
  EXPECT_LE(run.history_bytes(), kBudget_bytes);
  EXPECT_GT(run.history_bytes(), kBudget_bytes / 4);
  const std::uint64_t hash = run.run().state_hash();
  run.seek(333);
  finish(run);
  EXPECT_EQ(run.run().state_hash(), hash);
}

TEST(LiveTwin, WritesDownWhatWasDoneAndHasNotHappenedYet) {
  const Scenario scenario = walking();
  LiveTwin run(scenario, 3);
  run_to(250, run);
  EXPECT_EQ(run.pending(), nullptr);
  run.intervene({.pd = false});
  run.intervene({.request = {scenarios::OperatorAction::kHold}});
  ASSERT_NE(run.pending(), nullptr);
  EXPECT_FALSE(run.pending()->goal.pd);
  const Scenario recorded = scenarios::read(run.recorded_scenario());
  finish(run);
  EXPECT_EQ(run.pending(), nullptr);
  EXPECT_EQ(hash_of(recorded, recorded.seeds.front()), run.run().state_hash());
  EXPECT_EQ(run.run().session().report().guard.mode, hal::GuardMode::kHold);
}

}  // namespace
}  // namespace ventosa::view::live_twin_test
