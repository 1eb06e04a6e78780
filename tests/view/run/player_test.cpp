#include "view/run/player.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>

#include "hal/blinded_robot.h"
#include "record/state_hash.h"
#include "tests/scenarios/good_scenario.h"
#include "tests/scratch_folder.h"

/// The thread behind the window.
namespace ventosa::view::player_test {
namespace {

using scenarios::Scenario;

struct Recorded final : Messages {
  void info(const std::string& text) override { add(text, infos); }
  void warn(const std::string& text) override { add(text, warnings); }
  void add(const std::string& text, std::vector<std::string>& list) {
    const std::lock_guard lock(mutex);
    list.push_back(text);
  }
  std::size_t n_warnings() {
    const std::lock_guard lock(mutex);
    return warnings.size();
  }
  std::mutex mutex;
  std::vector<std::string> infos, warnings;
};

std::shared_ptr<const Scenario> scenario() {
  return std::make_shared<const Scenario>(scenarios::read(scenarios::kGood));
}

std::uint64_t hash_of(const Scenario& scenario) {
  scenarios::ScenarioRun run(scenario, 1);
  while (run.advance()) {
  }
  return run.state_hash();
}

struct APlayer : testing::Test {
  Recorded messages;
  Player player{messages};

  /// Takes frames until one meets the condition.
  [[nodiscard]] bool until(const std::function<bool(const Frame&)>& wanted) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(60);
    while (Clock::now() < end) {
      if (player.look() && wanted(player.frame())) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
  [[nodiscard]] bool until_tick(std::int64_t tick) {
    return until([=](const Frame& frame) { return frame.tick == tick && !frame.play.playing; });
  }
  [[nodiscard]] bool load() {
    player.ask(Load{scenario(), 1});
    return until_tick(0);
  }
  [[nodiscard]] bool play_to_the_end() {
    player.ask(Speed{Pace::kAsFastAsPossible});
    player.ask(Play{});
    return until([](const Frame& frame) { return frame.play.over; });
  }
};

TEST_F(APlayer, ShowsNothingBeforeItIsGivenSomething) {
  player.ask(Play{});
  player.ask(Step{});
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(player.look());
}

TEST_F(APlayer, BeginsPausedAndRunsAsTheCommandDoes) {
  ASSERT_TRUE(load());
  EXPECT_FALSE(player.frame().play.playing);
  EXPECT_EQ(player.frame().row.size(), recorded_columns(*player.frame().scenario).size());
  ASSERT_TRUE(play_to_the_end());
  EXPECT_EQ(player.frame().tick, player.frame().n_ticks);
  EXPECT_EQ(player.frame().state_hash, hash_of(*player.frame().scenario));
}

TEST_F(APlayer, StepsForwardsAndBack) {
  ASSERT_TRUE(load());
  player.ask(Step{5});
  ASSERT_TRUE(until_tick(5));
  const std::uint64_t hash = player.frame().state_hash;
  player.ask(Step{1});
  ASSERT_TRUE(until_tick(6));
  player.ask(Step{-1});
  ASSERT_TRUE(until_tick(5));
  EXPECT_EQ(player.frame().state_hash, hash);
}

TEST_F(APlayer, IsMadeFasterAndSlowerStepByStep) {
  const auto speed_after = [this](std::vector<double> times) {
    player.ask(Speed{1});
    for (const double each : times) player.ask(Faster{each});
    player.ask(Step{1});
    const std::int64_t tick = player.frame().tick + 1;
    EXPECT_TRUE(until_tick(tick));
    return player.frame().play.speed;
  };
  ASSERT_TRUE(load());
  EXPECT_EQ(speed_after({2, 2}), 4);
  EXPECT_EQ(speed_after({2, 2, 2, 2, 2, 2}), 16);
  EXPECT_EQ(speed_after({0.5, 0.5, 0.5, 0.5, 0.5}), 0.125);
}

TEST_F(APlayer, IsRewoundAndRunsOnFromThere) {
  ASSERT_TRUE(load());
  ASSERT_TRUE(play_to_the_end());
  const std::uint64_t hash = player.frame().state_hash;
  player.ask(Seek{123});
  ASSERT_TRUE(until_tick(123));
  EXPECT_EQ(player.frame().n_reached, player.frame().n_ticks);
  ASSERT_TRUE(play_to_the_end());
  EXPECT_EQ(player.frame().state_hash, hash);
}

TEST_F(APlayer, WritesWhatWasDoneAsAScenarioWithItsHash) {
  ASSERT_TRUE(load());
  player.ask(Step{150});
  ASSERT_TRUE(until_tick(150));
  player.ask(Intervention{.push = sim::force_on({}, controller::Vector3d(0, 10, 0))});
  ASSERT_TRUE(play_to_the_end());
  const std::uint64_t hash = player.frame().state_hash;
  EXPECT_NE(hash, hash_of(*player.frame().scenario));

  const ScratchFolder scratch;
  const auto file = scratch.path() / "touched.yaml";
  player.ask(Save{file});
  player.ask(Seek{1});
  ASSERT_TRUE(until_tick(1));
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_EQ(hash_of(scenarios::read(text)), hash);
}

TEST_F(APlayer, TellsWhatItCannotWriteAndGoesOn) {
  ASSERT_TRUE(load());
  player.ask(Save{"/no/such/folder/touched.yaml"});
  player.ask(Step{3});
  ASSERT_TRUE(until_tick(3));
  ASSERT_EQ(messages.n_warnings(), 1u);
  EXPECT_NE(messages.warnings[0].find("/no/such/folder"), std::string::npos);
}

TEST_F(APlayer, LoadsAnotherRunInPlaceOfTheFirst) {
  ASSERT_TRUE(load());
  player.ask(Step{30});
  ASSERT_TRUE(until_tick(30));
  const std::uint64_t run = player.frame().run;
  player.ask(Load{scenario(), 2});
  ASSERT_TRUE(until_tick(0));
  EXPECT_NE(player.frame().run, run);
  EXPECT_EQ(player.frame().seed, 2u);
  EXPECT_TRUE(player.frame().events.empty());
}

TEST_F(APlayer, DoesAnEarlierRunAgainBeforeItIsLookedAt) {
  player.ask(Load{scenario(), 1, record::hexadecimal(hash_of(*scenario()))});
  player.ask(Seek{40});  // waits
  ASSERT_TRUE(until(
      [](const Frame& frame) { return frame.tick == 40 && frame.n_reached == frame.n_ticks; }));
  EXPECT_FALSE(player.frame().play.repeats);
  EXPECT_EQ(messages.n_warnings(), 0u);
  ASSERT_EQ(messages.infos.size(), 1u);
  EXPECT_NE(messages.infos[0].find(record::hexadecimal(hash_of(*scenario()))), std::string::npos);
}

TEST_F(APlayer, WarnsOfARunThatIsNotTheEarlierOne) {
  player.ask(Load{scenario(), 1, "0123456789abcdef"});
  ASSERT_TRUE(until([](const Frame& frame) { return !frame.play.repeats; }));
  ASSERT_EQ(messages.n_warnings(), 1u);
  EXPECT_NE(messages.warnings[0].find("0123456789abcdef"), std::string::npos);
}

TEST_F(APlayer, ShowsAGhostAtTheSameTick) {
  ASSERT_TRUE(load());
  player.ask(ShowGhost{scenario(), 1});
  player.ask(Step{40});
  ASSERT_TRUE(until_tick(40));
  ASSERT_TRUE(player.frame().ghost.has_value());
  EXPECT_EQ(player.frame().ghost->q_rad, pose_of(player.frame().shown).q_rad);
  player.ask(Intervention{.push = sim::force_on({}, controller::Vector3d(0, 20, 0))});
  player.ask(Step{40});
  ASSERT_TRUE(until_tick(80));
  EXPECT_NE(player.frame().ghost->q_rad, pose_of(player.frame().shown).q_rad);
  player.ask(Step{-50});
  ASSERT_TRUE(until_tick(30));
  EXPECT_EQ(player.frame().ghost->q_rad, pose_of(player.frame().shown).q_rad);
  player.ask(ShowGhost{});
  ASSERT_TRUE(until([](const Frame& frame) { return !frame.ghost.has_value(); }));
}

TEST_F(APlayer, RefusesAGhostOfAnotherRobot) {
  std::string text = scenarios::kGood;
  const std::string robot = "robot: romerin4";
  text.replace(text.find(robot), robot.size(), "robot: romerin6");
  ASSERT_TRUE(load());
  player.ask(ShowGhost{std::make_shared<const Scenario>(scenarios::read(text)), 1});
  player.ask(Step{3});
  ASSERT_TRUE(until_tick(3));
  EXPECT_FALSE(player.frame().ghost.has_value());
  ASSERT_EQ(messages.n_warnings(), 1u);
}

// only that a slow run is slower than a fast one; wall-clock times are not checked further
TEST_F(APlayer, KeepsToItsSpeed) {
  ASSERT_TRUE(load());
  player.ask(Speed{0.125});
  player.ask(Play{});
  ASSERT_TRUE(until([](const Frame& frame) { return frame.play.realtime_factor > 0; }));
  ASSERT_TRUE(until([](const Frame& frame) { return frame.tick > 10; }));
  EXPECT_LT(player.frame().play.realtime_factor, 0.5);
}

/// A robot whose exchanges take time.
struct Clocked final : hal::Robot {
  explicit Clocked(std::unique_ptr<hal::Robot> inner)
      : robot(std::move(inner)), can(robot->capabilities()) {
    can.keeps_time = true;
  }
  const hal::Capabilities& capabilities() const noexcept override { return can; }
  hal::Status start(controller::Start& start) noexcept override { return robot->start(start); }
  hal::Status exchange(const controller::Command& command,
                       controller::Observation& seen) noexcept override {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return robot->exchange(command, seen);
  }
  const std::unique_ptr<hal::Robot> robot;
  hal::Capabilities can;
};

std::unique_ptr<hal::Robot> blinded(const Scenario& scenario, std::uint64_t) {
  return std::make_unique<hal::BlindedRobot>(
      std::make_unique<sim::Twin>(scenario.robot, scenario.twin));
}

TEST_F(APlayer, ShowsARobotByItsReadingsAlone) {
  player.ask(Load{scenario(), 1, "", blinded});
  player.ask(Step{30});
  ASSERT_TRUE(until_tick(30));
  const Frame& frame = player.frame();
  EXPECT_FALSE(frame.is_twin());
  EXPECT_FALSE(frame.can.telemetry.turbine_speed);
  EXPECT_FALSE(controller::is_known(frame.shown.leg[0].turbine));
  EXPECT_TRUE(frame.shown.leg[0].held);
  EXPECT_EQ(frame.row.size(), recorded_columns(*frame.scenario, scenarios::Subject::kRobot).size());
  player.ask(Step{-1});
  ASSERT_TRUE(until([this](const Frame&) { return messages.n_warnings() == 1; }));
  EXPECT_EQ(player.frame().tick, 30);
  ASSERT_TRUE(play_to_the_end());
}

TEST_F(APlayer, FollowsARobotThatKeepsItsOwnTime) {
  player.ask(Load{scenario(), 1, "", [](const Scenario& of, std::uint64_t seed) {
                    return std::make_unique<Clocked>(blinded(of, seed));
                  }});
  ASSERT_TRUE(until([](const Frame& frame) { return frame.tick > 5; }));
  player.ask(Pause{});
  player.ask(Speed{4});
  player.ask(Seek{0});
  ASSERT_TRUE(until([](const Frame& frame) { return frame.play.over; }));
  EXPECT_EQ(player.frame().tick, player.frame().n_ticks);
  EXPECT_EQ(messages.n_warnings(), 3u);
}

TEST_F(APlayer, LeavesTheRunThereOfARobotThatDoesNotStart) {
  ASSERT_TRUE(load());
  player.ask(Step{30});
  ASSERT_TRUE(until_tick(30));
  player.ask(Load{scenario(), 1, "", [](const Scenario&, std::uint64_t) {
                    throw std::runtime_error("nobody answers");
                    return std::unique_ptr<hal::Robot>();
                  }});
  player.ask(Step{1});
  ASSERT_TRUE(until_tick(31));
  ASSERT_EQ(messages.n_warnings(), 1u);
  EXPECT_EQ(messages.warnings[0], "nobody answers");
}

TEST_F(APlayer, RefusesWhatWouldNeverHappen) {
  ASSERT_TRUE(load());
  ASSERT_TRUE(play_to_the_end());
  player.ask(Intervention{.pd = false});
  ASSERT_TRUE(until([this](const Frame&) { return messages.n_warnings() == 1; }));
  EXPECT_TRUE(player.frame().goal.pd);
}

TEST_F(APlayer, SaysWhyThereIsNothingToShow) {
  player.ask(Load{scenario(), 1, "", [](const Scenario&, std::uint64_t) {
                    throw std::runtime_error("nobody answers");
                    return std::unique_ptr<hal::Robot>();
                  }});
  for (int n = 0; n < 1000 && !player.failure(); ++n)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(player.failure(), "nobody answers");
}

struct AKeepingPlayer : testing::Test {
  const ScratchFolder scratch;
  const std::filesystem::path folder = scratch.path();
  std::vector<std::string> kept_after(const std::vector<Request>& requests) const {
    Recorded messages;
    {
      Player player(messages, folder);
      player.ask(Load{scenario(), 1});
      for (const Request& request : requests) player.ask(request);
      while (!player.look() || player.frame().tick < 5)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      names.push_back(entry.path().filename());
    return names;
  }
};

TEST_F(AKeepingPlayer, KeepsWhatWasDoneAndNotSaved) {
  EXPECT_EQ(kept_after({Intervention{.pd = false}, Step{5}}),
            std::vector<std::string>{"test_touched.yaml"});
  EXPECT_NO_THROW(scenarios::load(folder / "test_touched.yaml", scenarios::kRobots));
  EXPECT_EQ(kept_after({Intervention{.pd = false}, Step{5}}).size(), 2u);
}

TEST_F(AKeepingPlayer, KeepsNothingOfWhatWasNotTouchedOrIsSaved) {
  EXPECT_TRUE(kept_after({Step{5}}).empty());
  const ScratchFolder elsewhere;
  const auto saved = elsewhere.path() / "saved_run.yaml";
  EXPECT_TRUE(kept_after({Intervention{.pd = false}, Step{5}, Save{saved}}).empty());
  EXPECT_TRUE(std::filesystem::remove(saved));
}

}  // namespace
}  // namespace ventosa::view::player_test
