#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"

/// `ventosa modules` and `ventosa hal` on a broadcast wire, as separate programs.
namespace ventosa::app::broadcast_program_test {
namespace {

constexpr const char* kRobot = VENTOSA_SOURCE_DIR "/tests/hal/broadcast/hexapod3_slaves.yaml";

/// A broadcast address whose port no test running at this time uses, below the ephemeral ports.
std::string address() { return "127.255.255.255:" + std::to_string(10100 + getpid() % 20000); }

std::string stand(const std::string& duration_s) {
  return std::string("schema: 1\ntitle: It stands\nrobot: ") + kRobot +
         "\nsurfaces:\n"
         "  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [6, 6], friction: "
         "0.7}\n"
         "placement: {surface: ground}\n"
         "drive: {model: electric}\n"
         "control_period_s: 0.01\n"
         "duration_s: " +
         duration_s +
         "\nasserts:\n  - {name: nothing refused, signal: plan.reason, equals: none}\n";
}

/// A shipped scenario of the robot with pantograph legs, until this time.
/// @param more  lines of its script, in addition
std::string pantographs(const std::string& name, const std::string& time_s,
                        const std::string& more = "") {
  std::string text = text_of(VENTOSA_SOURCE_DIR "/scenarios/data/" + name + ".yaml");
  text.resize(text.find("asserts:"));
  text.replace(text.find("duration_s: "), text.find("step_s: ") - text.find("duration_s: "),
               "duration_s: " + time_s + "\n");
  return text + more + "asserts:\n  - {name: any, signal: plan.reason, equals: none}\n";
}

/// Slaves in a folder of their own.
class Slaves {
 public:
  explicit Slaves(const std::vector<std::string>& more = {}, const std::string& robot = kRobot,
                  const std::string& scenario = stand("60"))
      : program_(started(more, robot, scenario)) {
    for (int k = 0; k < 2000 && said().find("rear_right") == std::string::npos; ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ~Slaves() { end(); }
  Ended end() {
    if (!ended_) {
      program_.send(SIGINT);
      ended_ = program_.wait();
    }
    return *ended_;
  }

 private:
  std::string said() const { return text_of(desk_.here.parent_path() / "out"); }
  Program started(const std::vector<std::string>& more, const std::string& robot,
                  const std::string& scenario) {
    desk_.write("scenario.yaml", scenario);
    std::vector<std::string> all{"modules", robot, "./scenario.yaml", "--address", address()};
    all.insert(all.end(), more.begin(), more.end());
    return desk_.start(all);
  }

  Desk desk_;
  Program program_;
  std::optional<Ended> ended_{};
};

Ended hal(const Desk& desk, const std::string& robot = kRobot) {
  return desk.run({"hal", robot, "./stand.yaml", "--address", address(), "--json",
                   "--allow-unauthenticated", "--arm"});
}

TEST(BroadcastProgram, CommandsOverTheWireWhatItCommandsInProcess) {
  Slaves slaves({"--lock-step"});
  const Desk desk;
  desk.write("stand.yaml", stand("0.5"));
  const Ended over = hal(desk);
  ASSERT_EQ(over.exit_code, 0) << over.err;
  const auto summary = nlohmann::json::parse(over.out);
  EXPECT_EQ(summary.at("wire"), "broadcast");
  const Ended in_process = desk.run({"run", "./stand.yaml", "--json"});
  EXPECT_EQ(nlohmann::json::parse(in_process.out).at("scenarios").at(0).at("command_hash"),
            summary.at("command_hash"));
  const Ended ended = slaves.end();
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_NE(ended.out.find("on "), std::string::npos) << "they hold";
}

TEST(BroadcastProgram, CommandsAWalkOverTheWireAsInProcess) {
  for (const char* const name : {"amru5_fig5", "amru5_feedback"}) {
    const std::string walk = pantographs(name, "6");
    Slaves slaves({"--lock-step"}, "amru5", walk);
    const Desk desk;
    desk.write("stand.yaml", walk);
    const Ended over = hal(desk, "amru5");
    ASSERT_EQ(over.exit_code, 0) << over.err;
    const Ended in_process = desk.run({"run", "./stand.yaml", "--json"});
    EXPECT_EQ(nlohmann::json::parse(in_process.out).at("scenarios").at(0).at("command_hash"),
              nlohmann::json::parse(over.out).at("command_hash"))
        << name;
    EXPECT_EQ(slaves.end().exit_code, 0);
  }
}

/// In lock step, so that its times are simulated ones.
TEST(BroadcastProgram, NamesASilentSlaveAndEndsWhenTheOthersStand) {
  const std::string walk =
      pantographs("amru5_fig5", "6", "  - {at_s: 2, fault: {kind: mute, leg: front_left}}\n");
  Slaves slaves({"--lock-step"}, "amru5", walk);
  const Desk desk;
  desk.write("stand.yaml", walk);
  const Ended over = hal(desk, "amru5");
  EXPECT_EQ(over.exit_code, 5) << "nobody can acknowledge";
  const std::size_t stands = over.err.find("2.20 s: stand"),
                    named = over.err.find("front_left stale");
  EXPECT_NE(stands, std::string::npos) << over.err;
  EXPECT_NE(named, std::string::npos) << over.err;
  EXPECT_LT(stands, named);
  const double ended_s = nlohmann::json::parse(over.out).at("time_s");
  EXPECT_GT(ended_s, 2.9) << "front_left is in the air until 3 s";
  EXPECT_LT(ended_s, 4);
}

TEST(BroadcastProgram, StandsInRealTime) {
  const Slaves slaves;
  const Desk desk;
  desk.write("stand.yaml", stand("1"));
  const Ended over = hal(desk);
  EXPECT_EQ(over.exit_code, 0) << over.err;
  const auto links = nlohmann::json::parse(over.out).at("links");
  ASSERT_EQ(links.size(), 7u);
  EXPECT_EQ(links.at(0).at("device"), "front_left");
  EXPECT_GT(links.at(5).at("heard"), 90);
  EXPECT_EQ(links.at(6).at("device"), "no slave");
  EXPECT_TRUE(links.at(0).at("rejected_by_reason").is_object());
}

TEST(BroadcastProgram, NamesTwoSlavesOfALeg) {
  const Slaves slaves, others;
  const Desk desk;
  desk.write("stand.yaml", stand("1"));
  const Ended refused = hal(desk);
  EXPECT_EQ(refused.exit_code, 5);
  EXPECT_NE(refused.err.find("front_left: slaves: expected 1, found 2: 127."), std::string::npos)
      << refused.err;
}

TEST(BroadcastProgram, NamesLegsWithoutSlave) {
  const Desk desk;
  desk.write("stand.yaml", stand("1"));
  const Ended refused = hal(desk);
  EXPECT_EQ(refused.exit_code, 5);
  EXPECT_NE(refused.err.find("rear_right: replies: expected, found none"), std::string::npos)
      << refused.err;
}

/// Words that both programs refuse, and a part of the message.
struct Refused {
  const char* name;
  std::vector<std::string> words;
  const char* message;
};

TEST(BroadcastProgram, RefusesWhatItCannotDo) {
  const Desk desk;
  desk.write("stand.yaml", stand("1"));
  const std::vector<Refused> all{
      {"no broadcast address",
       {kRobot, "./stand.yaml", "--address", "127.0.0.1:12060"},
       "must be the broadcast address of a network of this computer"},
      {"cups", {"romerin4", "--wire", "broadcast"}, "must be a robot without cups"},
      {"another law",
       {"hexapod3", "hexapod3_stand", "--wire", "broadcast"},
       "must have the control law position, not"},
  };
  for (const Refused& each : all)
    for (const std::string command : {"modules", "hal"}) {
      std::vector<std::string> words{command};
      words.insert(words.end(), each.words.begin(), each.words.end());
      if (command == "hal") words.emplace_back("--allow-unauthenticated");
      const Ended ended = desk.run(words);
      EXPECT_EQ(ended.exit_code, 2) << command << ": " << each.name;
      EXPECT_NE(ended.err.find(each.message), std::string::npos) << ended.err;
    }
  const Ended ended = desk.run({"hal", kRobot, "./stand.yaml", "--address", address()});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_NE(ended.err.find("--allow-unauthenticated"), std::string::npos) << ended.err;
}

}  // namespace
}  // namespace ventosa::app::broadcast_program_test
