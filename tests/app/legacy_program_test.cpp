#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "hal/udp/socket.h"
#include "tests/app/program.h"

/// `ventosa modules --legacy` and `ventosa hal --legacy` as separate programs, over sockets of this
/// computer.
namespace ventosa::app::legacy_program_test {
namespace {

/// First of a range of ports that no other test uses now, below the ephemeral ports.
std::string first_address() { return "127.0.0.1:" + std::to_string(10105 + getpid() % 2000 * 10); }

/// A stand with the signals that this protocol has, for this duration.
std::string stand_without_imu(double time_s) {
  return replaced(
      replaced(judged_by_readings(), "duration_s: 0.2", "duration_s: " + std::to_string(time_s)),
      "cup_force_N: 100",
      "cup_force_N: 100\ncontrol_period_s: 0.04\ncontroller:\n"
      "  body: {estimator: registration}\n  gait: {silence_s: 1}");
}

using Words = std::vector<std::string>;

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

/// Modules with their public firmware.
class LegacyProgram : public testing::Test {
 protected:
  ~LegacyProgram() override {
    if (modules_) end_modules(SIGKILL);
  }

  void start_modules(const Words& more = {}) { start_modules(stand_without_imu(60), more); }
  void start_modules(const std::string& scenario, const Words& more) {
    desk_.write("robot.yaml", robot_text());
    desk_.write("stand.yaml", scenario);
    Words words{"modules",   "./robot.yaml",  "./stand.yaml",  "--legacy",
                "--address", first_address(), "--master-port", "0"};
    append(words, more);
    modules_.emplace(desk_.start(words));
    const auto said = [&] { return text_of(desk_.here.parent_path() / "out"); };
    for (int k = 0; k < 2000 && said().find("127.0.0.1") == std::string::npos; ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  Ended end_modules(int signal = SIGINT) {
    modules_->send(signal);
    const Ended ended = modules_->wait();
    modules_.reset();
    return ended;
  }
  Program start_master(const std::string& scenario, const Words& more) {
    master_.write("robot.yaml", robot_text());
    master_.write("stand.yaml", scenario);
    Words words{"hal", "./robot.yaml", "./stand.yaml", "--legacy", "--master-port", "0", "--json"};
    append(words, more);
    return master_.start(words);
  }
  Ended run_master(const std::string& scenario, const Words& more) {
    return start_master(scenario, more).wait();
  }
  std::string said() const { return text_of(master_.here.parent_path() / "err"); }
  void wait_for(const std::string& words) const {
    for (int k = 0; k < 6000; ++k, std::this_thread::sleep_for(std::chrono::milliseconds(10)))
      if (said().find(words) != std::string::npos) return;
    FAIL() << "it never says: " << words << "\n" << said();
  }
  Ended run_armed(const std::string& scenario, const Words& more = {}) {
    Words words{"--allow-unauthenticated", "--arm", "--address", first_address()};
    append(words, more);
    return run_master(scenario, words);
  }

 private:
  Desk desk_, master_;
  std::optional<Program> modules_;
};

TEST_F(LegacyProgram, StandsOverTheWireAndLeavesTheModulesGripping) {
  start_modules();
  const Ended ended = run_armed(stand_without_imu(2));
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  const auto summary = nlohmann::json::parse(ended.out);
  EXPECT_EQ(summary.at("ended"), "end of the scenario");
  EXPECT_EQ(summary.at("held"), false);
  EXPECT_EQ(summary.at("links").size(), 4);  // the body has no device in this protocol
  for (const auto& link : summary.at("links")) EXPECT_GT(link.at("heard"), 100);
  const std::string left = end_modules().out;
  EXPECT_NE(left.find("torque on"), std::string::npos) << left;
  EXPECT_EQ(left.find("           0          "), std::string::npos) << left;  // no turbine is off
}

TEST_F(LegacyProgram, AsksLegByLegWhichCupsHoldBeforeItIsArmed) {
  start_modules(with_leaks(stand_without_imu(60)), {});
  std::this_thread::sleep_for(std::chrono::seconds(1));  // they leak
  const Program runs = start_master(
      stand_without_imu(60), {"--allow-unauthenticated", "--arm", "--address", first_address()});
  wait_for("the state of every cup is unknown: the robot holds");
  wait_for("arm is refused");
  wait_for("the cup may be attached: say `holds rear_right` or `free rear_right`");
  runs.type("free 3");
  wait_for("'3': must be one of front_left, front_right, ");
  runs.type("free rear_left");
  wait_for("free rear_left: other cups are unknown too");
  for (const char* const leg : {"front_left", "front_right", "rear_left", "rear_right"}) {
    runs.type(std::string("holds ") + leg);
    wait_for(std::string("holds ") + leg + ": taken");
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(1200));
  runs.type("arm");
  wait_for("s: active");
  std::this_thread::sleep_for(std::chrono::seconds(3));
  runs.type("quit");
  EXPECT_EQ(runs.wait().exit_code, 130);
  EXPECT_EQ(said().find("s: hold\n"), std::string::npos) << said();
  const std::string left = end_modules().out;
  int n_full = 0;
  for (std::size_t at = left.find(" 100 "); at != std::string::npos;
       at = left.find(" 100 ", at + 1))
    ++n_full;
  EXPECT_GE(n_full, 4) << left;
}

TEST_F(LegacyProgram, DoesSoBehindOneAddressToo) {
  start_modules({"--shared-address"});
  const Ended ended = run_armed(stand_without_imu(1), {"--shared-address"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
}

TEST_F(LegacyProgram, TakesNoTorqueOfAWireThatAnybodyCanSpeakOnUnlessToldTo) {
  const Ended ended = run_master(stand_without_imu(1), {"--arm", "--address", first_address()});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_NE(ended.err.find("--allow-unauthenticated"), std::string::npos) << ended.err;
}

/// A socket on any free port, to which no other can bind.
class TakenPort {
 public:
  TakenPort() : socket_(hal::Address{}) {}
  std::string port() const { return std::to_string(socket_.local().port); }

 private:
  hal::UdpSocket socket_;
};

Words hal_at(const std::string& address, const std::string& reply_port) {
  return {"hal",    "./robot.yaml", "./stand.yaml", "--legacy",      "--dry-run",
          "--json", "--address",    address,        "--master-port", reply_port};
}

TEST(LegacyPrograms, SayWhatToDoAboutAReplyPortThatIsAnotherPrograms) {
  const TakenPort taken;
  const Desk desk;
  desk.write("robot.yaml", robot_text());
  desk.write("stand.yaml", stand_without_imu(1));
  const Ended ended = desk.run(hal_at(first_address(), taken.port()));
  EXPECT_EQ(ended.exit_code, 5);
  EXPECT_NE(ended.err.find(taken.port() + " is in use"), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("--master-port 0"), std::string::npos) << ended.err;
}

TEST(LegacyPrograms, DriveTwoRobotsThatAnswerToOnePort) {
  std::string reply_port;
  { reply_port = TakenPort().port(); }
  const std::string at[] = {first_address(), replaced(first_address(), "127.0.0.1", "127.0.0.2")};
  const Desk modules[2], masters[2];
  std::vector<Program> running;
  for (std::size_t k = 0; k < 2; ++k) {
    for (const Desk* const desk : {&modules[k], &masters[k]}) {
      desk->write("robot.yaml", robot_text());
      desk->write("stand.yaml", stand_without_imu(3));
    }
    running.push_back(modules[k].start({"modules", "./robot.yaml", "./stand.yaml", "--legacy",
                                        "--address", at[k], "--master-port", reply_port}));
  }
  std::this_thread::sleep_for(std::chrono::seconds(3));
  for (std::size_t k = 0; k < 2; ++k)
    running.push_back(masters[k].start(hal_at(at[k], reply_port)));
  for (std::size_t k = 2; k < 4; ++k) {
    const Ended ended = running[k].wait();
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    for (const auto& link : nlohmann::json::parse(ended.out).at("links")) {
      EXPECT_GT(link.at("heard"), 300);
      EXPECT_EQ(link.at("rejected"), 0);
    }
  }
  for (std::size_t k = 0; k < 2; ++k) {
    running[k].send(SIGINT);
    running[k].wait();
  }
}

TEST_F(LegacyProgram, AsksAndClaimsAloneInADryRun) {
  start_modules();
  const Ended ended = run_master(stand_without_imu(3), {"--dry-run", "--address", first_address()});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  // a heartbeat every 0.88 s and some queries; commands would be a datagram every 40 ms
  for (const auto& link : nlohmann::json::parse(ended.out).at("links"))
    EXPECT_LT(link.at("sent"), 20);
}

TEST_F(LegacyProgram, RefusesSwappedLegsByName) {
  start_modules();
  const auto at = [](int k) {
    return "127.0.0.1:" + std::to_string(10105 + getpid() % 2000 * 10 + k);
  };
  const Ended ended = run_master(
      stand_without_imu(1), {"--allow-unauthenticated", "--arm", "--address", at(1), "--address",
                             at(0), "--address", at(2), "--address", at(3)});
  EXPECT_EQ(ended.exit_code, 5);
  EXPECT_NE(ended.err.find("front_left: name: expected front_left, found front_right"),
            std::string::npos)
      << ended.err;
}

TEST_F(LegacyProgram, RefusesToTurnPdOffByName) {
  start_modules();
  const Ended ended = run_armed(replaced(
      stand_without_imu(2), "asserts:", "script:\n  - {at_s: 1, hold: {pd: false}}\nasserts:"));
  EXPECT_EQ(ended.exit_code, 5);
  EXPECT_NE(ended.err.find("at 1 s of the scenario"), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("which this robot lacks"), std::string::npos) << ended.err;
}

TEST_F(LegacyProgram, RefusesAnEstimatorThatNeedsAnImu) {
  start_modules();
  const Ended ended = run_armed(replaced(stand_without_imu(2), "registration", "filter"));
  EXPECT_EQ(ended.exit_code, 5);
  EXPECT_NE(ended.err.find("IMU"), std::string::npos) << ended.err;
}

TEST_F(LegacyProgram, RefusesQuirksThatItDoesNotKnowAndCountsOfAddressesThatDoNotFit) {
  Desk desk;
  const Ended quirks = desk.run({"modules", "romerin4", "--legacy", "--quirks", "false_zero,odd"});
  EXPECT_EQ(quirks.exit_code, 2);
  EXPECT_NE(quirks.err.find("--quirks = odd: must be one of all, none, stale_tails"),
            std::string::npos)
      << quirks.err;
  const Ended addresses = desk.run({"hal", "romerin4", "crawl_up_wall", "--legacy", "--dry-run",
                                    "--address", "127.0.0.1:1", "--address", "127.0.0.1:2"});
  EXPECT_EQ(addresses.exit_code, 2);
  EXPECT_NE(addresses.err.find("one for each of the 4 devices"), std::string::npos)
      << addresses.err;
  EXPECT_EQ(desk.run({"modules", "romerin4", "--quirks", "none"}).exit_code, 2);
  EXPECT_EQ(desk.run({"hal", "romerin4", "crawl_up_wall", "--shared-address"}).exit_code, 2);
}

}  // namespace
}  // namespace ventosa::app::legacy_program_test
