#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/wire_programs.h"

/// `ventosa modules` and `ventosa hal`, each a program of its own, over sockets of this computer.
namespace ventosa::app {
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

TEST(WireProgram, TellsASecondMasterWhoHoldsTheModules) {
  Modules modules;
  const Master first(modules, 60), second(modules, 60);
  const Program runs = first.start({"--owner", "anna"});
  first.wait_for("active");
  const Ended refused = second.run();
  EXPECT_EQ(refused.exit_code, 5);
  EXPECT_NE(refused.err.find("front_left is held by anna"), std::string::npos) << refused.err;
  EXPECT_FALSE(fs::exists(second.desk.here / "out/hal-stand"));
  runs.send(SIGINT);
  EXPECT_EQ(runs.wait().exit_code, 130);
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
  EXPECT_EQ(summary.at("ended"), "it holds, and nobody is there to let it go on");
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
  EXPECT_EQ(ended.exit_code, 5) << ended.err;  // it came to its end, and had held
  const auto summary = nlohmann::json::parse(ended.out);
  EXPECT_EQ(summary.at("ended"), "end of the scenario");
  EXPECT_GT(summary.at("time_s"), 6.5);
}

TEST(WireProgram, AsksLegByLegWhichCupsHoldBeforeItIsArmed) {
  Modules modules({}, with_leaks(stand(60)));
  wait_s(1);  // they leak
  const Master master(modules, 60);
  const Program runs = master.start();
  master.wait_for("nothing is known of any cup: the robot stays as it is");
  master.wait_for("arm is refused");
  master.wait_for("it may hold: say `holds rear_right` or `free rear_right`");
  runs.type("holds frontleft");
  master.wait_for("'frontleft': must be one of front_left, front_right, ");
  runs.type("free front_left");
  master.wait_for("free front_left: say it again if it is so");
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
  EXPECT_EQ(nlohmann::json::parse(stopped.out).at("ended"), "interrupted");
}

TEST(WireProgram, DoesNotWaitToBeArmedWhenNobodyIsThere) {
  Modules modules;
  const Master master(modules, 60);
  const Program runs = master.start_unarmed();
  master.wait_for("ready, and holding");
  runs.leave_keyboard();
  const Ended ended = runs.wait();
  EXPECT_EQ(ended.exit_code, 5) << ended.err;
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
  const Master next(modules, 1);  // it has given the modules back
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
}  // namespace ventosa::app
