#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/wire_programs.h"

/// `ventosa modules` and `ventosa hal` of a robot with point feet, as separate programs.
namespace ventosa::app::walker_program_test {
namespace {

/// A walk by the tripod, judged by readings.
std::string walk(double time_s) {
  return R"(schema: 1
title: A short walk
robot: hexapod3
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [6, 6], friction: 0.7}
placement: {surface: ground}
control_period_s: 0.004
script:
  - {at_s: 0.5, walk: {velocity_m_s: [0.05, 0, 0], distance_m: 2, gait: tripod}}
asserts:
  - {signal: plan.reason, equals: none}
duration_s: )" +
         std::to_string(time_s) + "\n";
}

/// Emulated modules of the hexapod, with their keys.
struct Feet : Modules {
  explicit Feet(const std::vector<std::string>& more = {}) : Modules(more, walk(60), "hexapod3") {}
};

/// A master in a folder of its own.
struct Walker {
  Walker(const Modules& feet, const std::string& scenario) : keys(feet.keys()) {
    desk.write("walk.yaml", scenario);
  }
  Walker(const Feet& feet, double time_s) : Walker(feet, walk(time_s)) {}
  Program start(const std::vector<std::string>& more = {"--arm"}) const {
    std::vector<std::string> all{"hal",    "hexapod3", "./walk.yaml", "--json",
                                 "--keys", keys,       "--address",   address()};
    all.insert(all.end(), more.begin(), more.end());
    return desk.start(all);
  }
  std::string said() const { return said_by(desk, "err"); }
  void wait_for(const std::string& words) const { wait_until_said(desk, words); }

  Desk desk;
  std::string keys;
};

TEST(WalkerProgram, CommandsOverTheWireWhatItCommandsInProcess) {
  Feet feet({"--lock-step"});
  const Walker walker(feet, 3);
  const Ended over = walker.start().wait();
  ASSERT_EQ(over.exit_code, 0) << over.err;
  EXPECT_EQ(over.err.find("cup"), std::string::npos) << over.err;
  const Desk desk;
  desk.write("walk.yaml", walk(3));
  const Ended in_process = desk.run({"run", "./walk.yaml", "--json"});
  EXPECT_EQ(nlohmann::json::parse(in_process.out).at("scenarios").at(0).at("command_hash"),
            nlohmann::json::parse(over.out).at("command_hash"));
}

/// The push acts in the modules' twin; the master judges by readings.
TEST(WalkerProgram, FailsARobotThatIsThrownOver) {
  const std::string pushed =
      replaced(walk(60), "walk: {velocity_m_s: [0.05, 0, 0], distance_m: 2, gait: tripod}",
               "push: {force_N: [0, 120, 0], duration_s: 0.5}");
  const std::string judged =
      replaced(walk(3), "{signal: plan.reason, equals: none}", "{signal: plan.steps_done, min: 0}");
  const Modules feet({"--lock-step"}, pushed, "hexapod3");
  const Walker walker(feet, judged);
  const Ended ended = walker.start().wait();
  EXPECT_EQ(ended.exit_code, 1) << ended.err;
  bool fell = false;
  const auto results = nlohmann::json::parse(ended.out);
  for (const auto& each : results.at("asserts"))
    fell = fell || (each.at("name") == "body does not fall" && each.at("pass") == false);
  EXPECT_TRUE(fell) << ended.out;
}

TEST(WalkerProgram, HoldsWhenItsModulesAreStartedAgainAndAsksForNoCup) {
  Feet feet;
  const Walker walker(feet, 60);
  const Program runs = walker.start();
  walker.wait_for("active");
  wait_s(2);  // it walks
  feet.end(SIGKILL);
  walker.wait_for("s: hold");
  feet.start_again();
  wait_s(5);
  runs.type("holds front_left");
  walker.wait_for("its foot is no cup");
  runs.type("go on");
  wait_s(1);
  runs.type("quit");
  const Ended ended = runs.wait();
  EXPECT_EQ(ended.exit_code, 130) << ended.err;
  EXPECT_EQ(ended.err.find("unsafe_cup"), std::string::npos) << ended.err;
  EXPECT_EQ(feet.end().out.find("cut"), std::string::npos);
}

TEST(WalkerProgram, LeavesTheModulesHoldingWhenItIsKilledAndRefusesAnotherMaster) {
  Feet feet;
  const Walker walker(feet, 60), second(feet, 3);
  const Program runs = walker.start();
  walker.wait_for("active");
  EXPECT_NE(second.start().wait().err.find("has a master on this computer: process "),
            std::string::npos);
  wait_s(1.5);  // it walks
  runs.send(SIGKILL);
  runs.wait();
  wait_s(1);
  const Ended ended = feet.end();
  EXPECT_NE(ended.out.find("front_left    hold"), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("cut"), std::string::npos);
}

TEST(WalkerProgram, DoesNotSpeakTheLegacyProtocol) {
  const Desk desk;
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"modules", "hexapod3", "--legacy"},
        {"hal", "hexapod3", "hexapod3_stand", "--legacy", "--allow-unauthenticated"}}) {
    const Ended ended = desk.run(command);
    EXPECT_EQ(ended.exit_code, 2) << ended.err;
    EXPECT_NE(ended.err.find("must be a robot whose modules have a cup and a pack"),
              std::string::npos)
        << ended.err;
  }
}

}  // namespace
}  // namespace ventosa::app::walker_program_test
