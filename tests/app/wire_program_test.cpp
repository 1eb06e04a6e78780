#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/wire_programs.h"

/// `ventosa modules` and `ventosa hal` as separate programs, over sockets of this computer.
namespace ventosa::app::wire_program_test {
namespace {

TEST(WireProgram, CommandsOverTheWireWhatItCommandsInProcess) {
  Modules modules({"--lock-step"});
  const Master master(modules);
  const Ended over = master.run();
  ASSERT_EQ(over.exit_code, 0) << over.err;
  const auto summary = nlohmann::json::parse(over.out);
  EXPECT_EQ(summary.at("ended"), "end of the scenario");
  EXPECT_EQ(summary.at("held"), false);
  EXPECT_TRUE(fs::exists(master.desk.here / "out/hal-stand/signals.mcap"));

  Desk desk;
  desk.write("robot.yaml", robot_text());
  desk.write("stand.yaml", stand(3));
  const Ended in_process = desk.run({"run", "./stand.yaml", "--json"});
  EXPECT_EQ(nlohmann::json::parse(in_process.out).at("scenarios").at(0).at("command_hash"),
            summary.at("command_hash"));
  const Ended ended = modules.end();
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_EQ(ended.err, "");
}

/// Pose and circle by events, until the circle is done.
std::string by_events(double time_s) {
  return replaced(stand(time_s), "asserts:", R"(until: arrived
script:
  - {name: low, at_s: 0.5, pose: {offset_m: [0, 0, -0.01]}}
  - {name: round, after: {entry: low, is: arrived, delay_s: 0.2}, circle: {radius_m: 0.01, period_s: 2}}
asserts:)");
}

TEST(WireProgram, BeginsWhatWaitsForAnEventByTheReportsOfItsController) {
  Modules modules({"--lock-step"});
  const Master master(modules);
  master.desk.write("stand.yaml", by_events(30));
  const Ended over = master.run();
  ASSERT_EQ(over.exit_code, 0) << over.err;
  const auto there = nlohmann::json::parse(over.out);
  EXPECT_EQ(there.at("ended"), "end of the scenario");
  EXPECT_LT(there.at("time_s"), 20);

  Desk desk;
  desk.write("robot.yaml", robot_text());
  desk.write("stand.yaml", by_events(30));
  const Ended in_process = desk.run({"run", "./stand.yaml", "--json"});
  ASSERT_EQ(in_process.exit_code, 0) << in_process.err;
  const auto here = nlohmann::json::parse(in_process.out).at("scenarios").at(0);
  ASSERT_EQ(here.at("events").size(), 2u);
  EXPECT_EQ(here.at("events"), there.at("events"));
}

TEST(WireProgram, FailsByTheNameOfWhatNeverBegins) {
  Modules modules({"--lock-step"});
  const Master master(modules);
  master.desk.write("stand.yaml", by_events(1.2));
  const Ended over = master.run();
  EXPECT_EQ(over.exit_code, 1) << over.err;
  EXPECT_NE(over.out.find("\"round begins\""), std::string::npos) << over.out;
}

/// A proxy to all devices, so that a master has another address, as from another computer.
class Link {
 public:
  explicit Link(const Desk& desk) : program_(desk.start(words())) { wait_s(0.5); }
  ~Link() { end(); }
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  static std::string first() { return at(5); }

 private:
  static std::string at(int k) {
    const std::string first = address();
    return first.substr(0, first.size() - 1) + std::to_string(k);
  }
  static std::vector<std::string> words() {
    std::vector<std::string> words{"link"};
    for (int k = 0; k < 5; ++k) words.insert(words.end(), {"--listen", at(5 + k), "--to", at(k)});
    return words;
  }
  void end() const {
    program_.send(SIGKILL);
    program_.wait();
  }
  Program program_;
};

TEST(WireProgram, TellsASecondMasterWhoHoldsTheModules) {
  Modules modules;
  const Master first(modules, 60);
  Master second(modules, 60);
  second.first_device = Link::first();
  const Desk between;
  const Link link(between);
  const Program runs = first.start({"--owner", "anna"});
  first.wait_for("active");
  const Ended refused = second.run();
  EXPECT_EQ(refused.exit_code, 5);
  EXPECT_NE(refused.err.find("front_left has another master: anna"), std::string::npos)
      << refused.err;
  EXPECT_FALSE(fs::exists(second.desk.here / "out/hal-stand"));
  runs.send(SIGINT);
  EXPECT_EQ(runs.wait().exit_code, 130);
}

TEST(WireProgram, RefusesASecondMasterOnTheSameComputerAtOnceByName) {
  Modules modules;
  const Master first(modules, 60), second(modules, 2);
  const Program runs = first.start();
  first.wait_for("active");
  const auto began = std::chrono::steady_clock::now();
  for (const char* const more : {"--arm", "--dry-run"}) {
    const Ended refused = second.start_unarmed({more}).wait();
    EXPECT_EQ(refused.exit_code, 5);
    EXPECT_NE(refused.err.find("has a master on this computer: process "), std::string::npos)
        << refused.err;
    EXPECT_NE(refused.err.find("hal ./robot.yaml ./stand.yaml"), std::string::npos) << refused.err;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(6));
  runs.send(SIGKILL);  // and leaves no file that would block the next run
  EXPECT_EQ(runs.wait().exit_code, 128 + SIGKILL);
  EXPECT_NE(second.start_unarmed({"--dry-run"}).wait().err.find("checks passed"),
            std::string::npos);
}

TEST(WireProgram, HoldsAndGoesOnWhenALinkBetweenIsStartedAgain) {
  Modules modules;
  Master master(modules, 8);
  master.first_device = Link::first();
  const Desk between;
  std::optional<Link> link(between);
  const Program runs = master.start();
  master.wait_for("active");
  link.reset();
  master.wait_for("s: hold");
  link.emplace(between);
  wait_s(5);
  runs.type("go on");
  const Ended ended = runs.wait();
  EXPECT_EQ(nlohmann::json::parse(ended.out).at("ended"), "end of the scenario") << ended.err;
}

TEST(WireProgram, LeavesTheModulesHoldingWhenItIsKilled) {
  Modules modules;
  const Master master(modules, 60);
  const Program runs = master.start();
  master.wait_for("active");
  wait_s(1);
  runs.send(SIGKILL);
  EXPECT_EQ(runs.wait().exit_code, 128 + SIGKILL);
  wait_s(1);
  const Ended ended = modules.end();
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_NE(ended.out.find("front_left   hold"), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("cut"), std::string::npos);
}

TEST(WireProgram, HoldsAfterItWasStoppedAndMakesUpForNothing) {
  Modules modules;
  const Master master(modules, 60);
  const Program runs = master.start();
  master.wait_for("active");
  wait_s(1);
  runs.send(SIGSTOP);
  wait_s(2);
  runs.send(SIGCONT);
  master.wait_for("s: hold");
  wait_s(2);
  EXPECT_EQ(master.said().find("active", master.said().find("s: hold")), std::string::npos);
  runs.leave_keyboard();
  const Ended ended = runs.wait();
  EXPECT_EQ(ended.exit_code, 5);
  const auto summary = nlohmann::json::parse(ended.out);
  EXPECT_TRUE(summary.at("held"));
  EXPECT_EQ(summary.at("ended"),
            "the robot holds and standard input is closed: no operator can acknowledge");
}

TEST(WireProgram, DoesWhatIsTypedAndLetsTheScenarioWait) {
  Modules modules;
  const Master master(modules, 3);
  const Program runs = master.start();
  master.wait_for("active");
  runs.type("hold");
  master.wait_for("s: hold");
  wait_s(4);  // longer than the scenario
  runs.type("go on");
  const Ended ended = runs.wait();
  EXPECT_EQ(ended.exit_code, 5) << ended.err;  // it ran to its end after a hold
  const auto summary = nlohmann::json::parse(ended.out);
  EXPECT_EQ(summary.at("ended"), "end of the scenario");
  EXPECT_GT(summary.at("time_s"), 6.5);
}

TEST(WireProgram, AsksLegByLegWhichCupsHoldBeforeItIsArmed) {
  Modules modules({}, with_leaks(stand(60)));
  wait_s(1);  // they leak
  const Master master(modules, 60);
  const Program runs = master.start();
  master.wait_for("the state of every cup is unknown: the robot holds");
  master.wait_for("arm is refused");
  master.wait_for("the cup may be attached: say `holds rear_right` or `free rear_right`");
  runs.type("holds frontleft");
  master.wait_for("'frontleft': must be one of front_left, front_right, ");
  runs.type("free front_left");
  master.wait_for("free front_left: other cups are unknown too");
  runs.type("free front_left");
  master.wait_for("free front_left: taken");
  for (const char* const leg : {"front_left", "front_right", "rear_left", "rear_right"}) {
    runs.type(std::string("holds ") + leg);
    master.wait_for(std::string("holds ") + leg + ": taken");
  }
  wait_s(1.2);
  runs.type("arm");
  master.wait_for("s: active");
  wait_s(1);
  EXPECT_EQ(master.said().find("s: hold\n"), std::string::npos) << master.said();
  runs.type("quit");
  EXPECT_EQ(runs.wait().exit_code, 130);
}

TEST(WireProgram, TakesNoWordOfACupThatWasTypedBeforeItAsked) {
  Modules modules({}, with_leaks(stand(60)));
  wait_s(1);  // they leak
  const Master master(modules, 60);
  const Program runs = master.start_unarmed();
  for (const char* const leg : {"front_left", "front_right", "rear_left", "rear_right"})
    for (int k = 0; k < 2; ++k) runs.type(std::string("free ") + leg);
  runs.type("arm");
  master.wait_for("arm is refused");
  master.wait_for("'free rear_right': refused: typed before the question");
  EXPECT_EQ(master.said().find(": taken"), std::string::npos) << master.said();
  runs.type("holds front_left");
  master.wait_for("holds front_left: taken");
  runs.type("quit");
  EXPECT_EQ(runs.wait().exit_code, 130);
}

TEST(WireProgram, PassesNothingThatNoReadingTells) {
  Modules modules;
  const Master master(modules);
  master.desk.write(
      "stand.yaml",
      replaced(stand(1), "asserts:", "asserts:\n  - {signal: count.attached, equals: 4}"));
  const Ended ended = master.run();
  EXPECT_EQ(ended.exit_code, 77) << ended.err;
  const auto asserts = nlohmann::json::parse(ended.out).at("asserts");
  EXPECT_EQ(asserts.front().at("pass"), true);
  EXPECT_TRUE(asserts.back().at("pass").is_null());
}

TEST(WireProgram, IsInterruptedByQuitBeforeItsEndAndByTwoSignalsAtOnce) {
  Modules modules;
  const Master master(modules, 60);
  const Program quits = master.start();
  master.wait_for("active");
  quits.type("quit");
  const Ended quit = quits.wait();
  EXPECT_EQ(quit.exit_code, 130) << quit.err;
  EXPECT_EQ(nlohmann::json::parse(quit.out).at("ended"), "quit");
  const Master other(modules, 60);
  const Program stops = other.start();
  other.wait_for("active");
  stops.send(SIGTERM);
  stops.send(SIGTERM);  // as `timeout` does
  const Ended stopped = stops.wait();
  EXPECT_EQ(stopped.exit_code, 130) << stopped.err;
  const auto summary = nlohmann::json::parse(stopped.out);
  EXPECT_EQ(summary.at("ended"), "interrupted");
  EXPECT_EQ(summary.at("exit_code"), 130);
  ASSERT_FALSE(summary.at("asserts").empty());
  for (const auto& each : summary.at("asserts")) EXPECT_TRUE(each.at("pass").is_null()) << each;
}

TEST(WireProgram, TakesTheWaitForItsOperatorForNoRefusal) {
  Modules modules;
  const Master master(modules);
  master.desk.write(
      "stand.yaml",
      replaced(stand(1), "asserts:", "asserts:\n  - {signal: plan.reason, equals: none}"));
  const Program runs = master.start_unarmed();
  master.wait_for("ready, and holding");
  wait_s(2);
  runs.type("arm");
  const Ended ended = runs.wait();
  EXPECT_EQ(ended.exit_code, 0) << ended.err << ended.out;
}

TEST(WireProgram, IsInterruptedByQuitBeforeItIsArmedAndWhileItHolds) {
  Modules modules;
  const Master master(modules, 60);
  const Program waits = master.start_unarmed();
  master.wait_for("ready, and holding");
  waits.type("quit");
  EXPECT_EQ(waits.wait().exit_code, 130);
  const Master other(modules, 60);
  const Program holds = other.start();
  other.wait_for("active");
  holds.type("hold");
  other.wait_for("s: hold");
  holds.type("quit");
  EXPECT_EQ(holds.wait().exit_code, 130);
}

TEST(WireProgram, SaysWhatFailsWhileItHoldsAlready) {
  Modules modules({}, replaced(stand(60), "asserts:",
                               "script:\n  - {at_s: 8, fault: {kind: drive_dead, leg: rear_left, "
                               "joint: 1}}\nasserts:"));
  const Master master(modules, 60);
  const Program runs = master.start();
  master.wait_for("active");
  runs.type("hold");
  master.wait_for("s: hold");
  master.wait_for("s: rear_left");
  runs.type("quit");
  const Ended ended = runs.wait();
  EXPECT_EQ(ended.exit_code, 130);
  EXPECT_NE(ended.err.find("joint_fault: "), std::string::npos) << ended.err;
}

TEST(WireProgram, EndsWithinASecondWhileItWaitsForModules) {
  Modules modules;
  EXPECT_EQ(modules.end().exit_code, 0);  // nobody answers
  const auto ends_after = [&](const auto& end) {
    const Master master(modules, 60);
    const Program runs = master.start();
    wait_s(1);
    const auto began = std::chrono::steady_clock::now();
    end(runs);
    const Ended ended = runs.wait();
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(1));
    EXPECT_EQ(ended.exit_code, 130) << ended.err;
  };
  ends_after([](const Program& runs) { runs.send(SIGINT); });
  ends_after([](const Program& runs) { runs.type("quit"); });
}

TEST(WireProgram, LeavesTheStoryOfItsSessionEvenWhenItIsKilled) {
  Modules modules;
  const Master master(modules, 60);
  const Program runs = master.start({"--owner", "anna"});
  master.wait_for("active");
  runs.type("hold");
  master.wait_for("s: hold");
  runs.type("go off");
  master.wait_for("'go off': must be one of");
  wait_s(0.2);
  runs.send(SIGKILL);
  EXPECT_EQ(runs.wait().exit_code, 128 + SIGKILL);
  std::string story;
  for (const auto& entry : fs::recursive_directory_iterator(master.desk.here))
    if (entry.path().filename() == "session.txt") story = text_of(entry.path());
  for (const std::string line :
       {" UTC.\n", "robot romerin4, scenario stand, wire ventosa/2, operator anna\n",
        "\ndevice rear_left 127.0.0.1:", "\ndevice body 127.0.0.1:", "s: active\n",
        "  the operator: hold\n", "s: hold\n", "  the operator: go off\n"})
    EXPECT_NE(story.find(line), std::string::npos) << line << "is not in:\n" << story;
}

TEST(WireProgram, SaysInItsRecordWhatItWasAndNothingThatItDoesNotKnow) {
  Modules modules;
  const Master master(modules, 1);
  const Ended ended = master.run({"--dry-run"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  const auto all = nlohmann::json::parse(ended.out);
  EXPECT_EQ(all.at("robot"), "romerin4");
  EXPECT_EQ(all.at("scenario"), "stand");
  EXPECT_EQ(all.at("devices").at(0), "front_left " + address());
  EXPECT_NE(all.at("date").get<std::string>().find(" UTC"), std::string::npos);
  const auto& link = all.at("links").at(0);  // nothing was sent that could be returned
  EXPECT_TRUE(link.at("round_trip_p50_s").is_null()) << link;
  EXPECT_GT(link.at("longest_gap_s"), 0);
}

TEST(WireProgram, DoesNotWaitToBeArmedWhenNobodyIsThere) {
  Modules modules;
  const Master master(modules, 60);
  const Program runs = master.start_unarmed();
  master.wait_for("ready, and holding");
  runs.leave_keyboard();
  const Ended ended = runs.wait();
  EXPECT_EQ(ended.exit_code, 5) << ended.err;
  EXPECT_NE(ended.err.find("no operator can acknowledge"), std::string::npos) << ended.err;
  EXPECT_TRUE(nlohmann::json::parse(ended.out).at("asserts").at(0).at("pass").is_null());
  EXPECT_NE(modules.end().out.find("front_left   offline"), std::string::npos);
}

TEST(WireProgram, EndsInOrderByOneInterrupt) {
  Modules modules;
  const Master master(modules, 60);
  const Program runs = master.start();
  master.wait_for("active");
  wait_s(1);
  runs.send(SIGINT);
  const Ended ended = runs.wait();
  EXPECT_EQ(ended.exit_code, 130);
  EXPECT_EQ(nlohmann::json::parse(ended.out).at("ended"), "interrupted");
  EXPECT_TRUE(fs::exists(master.desk.here / "out/hal-stand/signals.mcap"));
  const Master next(modules, 1);  // it has released the modules
  EXPECT_NE(next.run().err.find("active"), std::string::npos);
}

TEST(WireProgram, SaysWhichModulesDoNotAnswer) {
  Modules modules;
  EXPECT_EQ(modules.end().exit_code, 0);
  const Ended ended = Master(modules).run();
  EXPECT_EQ(ended.exit_code, 5);
  EXPECT_NE(ended.err.find("error: rear_right: expected an answer, found none"), std::string::npos)
      << ended.err;
}

TEST(WireProgram, RefusesModulesOfAnotherRobotThanTheFileSays) {
  Modules modules;
  const Master master(modules);
  master.desk.write("robot.yaml",
                    replaced(robot_text(), "limit_rad: [-1.92, 1.92]", "limit_rad: [-1.5, 1.92]"));
  const Ended ended = master.run();
  EXPECT_EQ(ended.exit_code, 5);
  EXPECT_NE(ended.err.find("front_left: joint 1 least angle [rad]: expected -1.5, found -1.92"),
            std::string::npos)
      << ended.err;
}

TEST(WireProgram, RefusesKeysThatOthersMayRead) {
  Modules modules;
  fs::permissions(fs::path(modules.keys()) / "romerin4/rear_left.key", fs::perms(0644));
  const Ended ended = Master(modules).run();
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_NE(ended.err.find("others may read or change it (chmod 600"), std::string::npos);
}

TEST(WireProgram, TakesNoAddressThatIsInUse) {
  Modules modules;
  Desk desk;
  desk.write("robot.yaml", robot_text());
  const Ended ended =
      desk.run({"modules", "./robot.yaml", "--keys", modules.keys(), "--address", address()});
  EXPECT_EQ(ended.exit_code, 5);
  EXPECT_NE(ended.err.find("in use"), std::string::npos) << ended.err;
}

TEST(WireProgram, FindsAFreePortForEachDeviceWhenNoneIsNamed) {
  const Desk desk;
  const Program modules = desk.start(
      {"modules", "romerin4", "--make-keys", "--keys", "keys", "--address", "127.0.0.1:0"});
  const auto said = [&] { return text_of(desk.here.parent_path() / "out"); };
  for (int k = 0; k < 2000 && said().find("body") == std::string::npos; ++k) wait_s(0.01);
  modules.send(SIGINT);
  const std::string out = modules.wait().out;
  std::set<std::string> ports;
  for (std::size_t at = out.find("127.0.0.1:"); at != std::string::npos;
       at = out.find("127.0.0.1:", at + 1))
    ports.insert(out.substr(at + 10, out.find('\n', at) - at - 10));
  EXPECT_EQ(ports.size(), 5u) << out;
  for (const std::string& port : ports) EXPECT_GT(std::stoi(port), 1023);
}

TEST(WireProgram, RefusesAScenarioOfAnotherRobotAndAnAddressThatIsNone) {
  Desk desk;
  EXPECT_EQ(desk.run({"modules", "romerin4", "crawl_up_wall_hexapod"}).exit_code, 2);
  const Ended ended =
      desk.run({"modules", "romerin4", "--make-keys", "--keys", "keys", "--address", "nowhere"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_NE(ended.err.find("nowhere"), std::string::npos) << ended.err;
  const Ended too_high = desk.run(
      {"modules", "romerin4", "--make-keys", "--keys", "keys", "--address", "127.0.0.1:65532"});
  EXPECT_EQ(too_high.exit_code, 2);
  EXPECT_NE(too_high.err.find("a port for each of 5 devices"), std::string::npos) << too_high.err;
  for (const char* const none : {"[::1]:12010", "127.0.0.1:0"}) {
    const Ended refused = desk.run({"hal", "romerin4", "crawl_up_wall", "--address", none});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_NE(refused.err.find(none), std::string::npos) << refused.err;
  }
  EXPECT_NE(desk.run({"hal", "romerin4", "crawl_up_wall", "--address", "[::1]:1"}).err.find("IPv6"),
            std::string::npos);
  EXPECT_EQ(desk.run({"hal", "romerin4"}).exit_code, 2);
  EXPECT_EQ(desk.run({"hal", "romerin4", "no_such_scenario"}).exit_code, 2);
}

TEST(WireProgram, RefusesToWaitForModulesThatWaitForIt) {
  Modules modules({"--lock-step"});
  const Ended ended = Master(modules).run({"--dry-run"});
  EXPECT_EQ(ended.exit_code, 5);
  EXPECT_NE(ended.err.find("lock step"), std::string::npos) << ended.err;
}

TEST(WireProgram, SendsNothingThatMovesInADryRun) {
  Modules modules;
  const Master master(modules, 2);
  const Ended ended = master.run({"--dry-run"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  for (const auto& link : nlohmann::json::parse(ended.out).at("links"))
    EXPECT_EQ(link.at("sent"), 0);
  EXPECT_NE(modules.end().out.find("front_left   offline"), std::string::npos);  // given back
}

}  // namespace
}  // namespace ventosa::app::wire_program_test
