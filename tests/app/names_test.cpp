#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "tests/app/program.h"

/// The file that an argument of the program names, and the single line that answers a wrong name.
namespace ventosa::app::names_test {
namespace {

class Names : public testing::Test {
 protected:
  Names() { desk.write("robot.yaml", robot_text()); }

  /// The only line on stderr of a command that refuses its argument.
  std::string refusal(const std::vector<std::string>& arguments) const {
    const Ended ended = desk.run(arguments);
    EXPECT_EQ(ended.exit_code, 2) << arguments.front();
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
    return ended.err;
  }
  void expect_refusal(const std::vector<std::string>& arguments, const std::string& text) const {
    const std::string line = refusal(arguments);
    EXPECT_NE(line.find(text), std::string::npos) << line << "lacks: " << text;
  }

  Desk desk;
};

TEST_F(Names, TellsARobotFromAScenario) {
  desk.write("stand.yaml", kStand);
  expect_refusal({"run", "romerin4"}, "romerin4: is not the name of a scenario (it is a robot: ");
  expect_refusal({"statics", "crawl_up_wall"}, "is not the name of a robot (it is a scenario: ");
  expect_refusal({"run", "wifi"}, "it is a trace: ");
  expect_refusal({"run", "robot.yaml"},
                 "is a robot, not a scenario (a scenario names it: robot: ./robot.yaml)");
  expect_refusal({"signals", "stand.yaml"}, "is a scenario, not a robot");
  expect_refusal({"check", "romerin_parts"}, "is a file of parts, not a robot");
}

TEST_F(Names, SaysHowAFileBesideIsWritten) {
  desk.write("stroll.yaml", kStand);
  desk.write("hop.yml", kStand);
  expect_refusal({"run", "stroll"}, "stroll: is not the name of a scenario (write ./stroll.yaml)");
  expect_refusal({"run", "hop"}, "(write ./hop.yml)");
}

TEST_F(Names, AYmlFileIsAYamlFile) {
  desk.write("hop.yml", kStand);
  EXPECT_EQ(desk.run({"run", "hop.yml"}).exit_code, 0);
  EXPECT_EQ(desk.run({"check", "hop.yml"}).exit_code, 0);
  fs::create_directory(desk.here / "all");
  fs::rename(desk.here / "robot.yaml", desk.here / "all/robot.yaml");
  fs::rename(desk.here / "hop.yml", desk.here / "all/hop.yml");
  for (const char* passed_over : {".hidden.yaml", "hop.yaml~", "#hop.yaml#"})
    desk.write(std::string("all/") + passed_over, "no: scenario\n");
  // nothing is ever written to it
  ASSERT_EQ(mkfifo((desk.here / "all/pipe.yaml").c_str(), 0600), 0);
  const Ended test = desk.run({"test", "all", "--json"});
  EXPECT_EQ(test.exit_code, 0) << test.err;
  EXPECT_EQ(nlohmann::json::parse(test.out).at("scenarios").size(), 1u);
}

TEST_F(Names, AFolderIsNoFile) {
  desk.write("stand.yaml", kStand);
  expect_refusal({"run", "."}, ".: is a folder (name a file in it; 'ventosa test .'");
  fs::create_directory(desk.here / "mine");
  expect_refusal({"run", "mine"}, "mine: is a folder");
  expect_refusal({"check", "./mine"}, "./mine: is a folder");
}

TEST_F(Names, CheckTakesAFolderOfResults) {
  desk.write("stand.yaml", kStand);
  ASSERT_EQ(desk.run({"run", "stand.yaml", "--out", "results"}).exit_code, 0);
  const Ended check = desk.run({"check", "results"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_NE(check.out.find("scenario stand"), std::string::npos) << check.out;
}

TEST_F(Names, TwoScenariosOfOneNameAreNotRunTogether) {
  fs::create_directory(desk.here / "all");
  fs::rename(desk.here / "robot.yaml", desk.here / "all/robot.yaml");
  desk.write("all/a.yaml", kStand + "name: stand\n");
  desk.write("all/b.yaml", kStand + "name: stand\n");
  const Ended test = desk.run({"test", "all", "--json"});
  EXPECT_EQ(test.exit_code, 2) << test.err;
  EXPECT_NE(test.err.find("all/b.yaml: has the name of all/a.yaml: stand"), std::string::npos)
      << test.err;
  const auto scenarios = nlohmann::json::parse(test.out).at("scenarios");
  ASSERT_EQ(scenarios.size(), 2u);
  EXPECT_EQ(scenarios.at(0).at("verdict"), "pass");
  EXPECT_EQ(scenarios.at(1).at("scenario"), "b.yaml");
}

TEST_F(Names, NumbersAreDecimal) {
  desk.write("stand.yaml", kStand);
  for (const char* const option : {"--seed", "-j", "--every", "--time-limit"})
    for (const char* const number : {"010", "0x10"}) {
      if (option == std::string("--time-limit") && number == std::string("010")) continue;  // 10 s
      const Ended run = desk.run({"run", "stand.yaml", option, number});
      EXPECT_EQ(run.exit_code, 2) << option << ' ' << number;
      EXPECT_NE(run.err.find(number + std::string(": must be")), std::string::npos) << run.err;
    }
}

TEST_F(Names, AnEmptyNameIsNoDefault) {
  for (const char* const command : {"run", "test"})
    EXPECT_EQ(desk.run({command, ""}).exit_code, 2) << command;
}

TEST_F(Names, AScenarioComesThroughAPipe) {
  const Program run = desk.start({"run", "-", "--json"});
  run.type(replaced(kStand, "./robot.yaml", "romerin4"));
  const Ended ended = run.wait();
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(nlohmann::json::parse(ended.out).at("scenarios").at(0).at("scenario"), "stdin");
  EXPECT_TRUE(fs::exists(desk.here / "out/stdin-1/scenario.yaml"));
}

TEST_F(Names, AReaderWhoLeavesIsNoError) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  close(ends[0]);
  const std::string out = "/dev/fd/" + std::to_string(ends[1]);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(open("err", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    execl(VENTOSA_PROGRAM, "ventosa", "signals", "romerin4", "--all", nullptr);
    _exit(127);
  }
  close(ends[1]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(text_of("err"), "");
  fs::remove("err");
}

TEST_F(Names, ListHasTitlesRobotsAndSurfaces) {
  const Ended list = desk.run({"list", "--json"});
  ASSERT_EQ(list.exit_code, 0) << list.err;
  const auto json = nlohmann::json::parse(list.out);
  const auto& scenarios = json.at("scenarios");
  const auto crawl = std::find_if(scenarios.begin(), scenarios.end(), [](const auto& each) {
    return each.at("name") == "crawl_up_wall";
  });
  ASSERT_NE(crawl, scenarios.end());
  EXPECT_EQ(crawl->at("robot"), "romerin4");
  EXPECT_EQ(crawl->at("surfaces"), nlohmann::json({"wall", "ground"}));
  EXPECT_NE(crawl->at("title"), "crawl_up_wall");
  EXPECT_EQ(json.at("robots").size(), 15u);
  EXPECT_EQ(desk.run({"list", "no_such_name"}).exit_code, 2);
  EXPECT_EQ(
      nlohmann::json::parse(desk.run({"list", "romerin4x?", "--json"}).out).at("robots").size(),
      1u);
}

TEST_F(Names, OptionsHaveDefaultUnitRangeAndMeaning) {
  const Ended all = desk.run({"options", "--json"});
  ASSERT_EQ(all.exit_code, 0) << all.err;
  const auto options = nlohmann::json::parse(all.out).at("options");
  EXPECT_GT(options.size(), 80u);
  for (const auto& option : options)
    for (const char* key : {"default", "range", "meaning"}) EXPECT_NE(option.at(key), "") << option;
  const auto stride = nlohmann::json::parse(desk.run({"options", "stride", "--json"}).out);
  ASSERT_EQ(stride.at("options").size(), 1u);
  EXPECT_EQ(stride.at("options").at(0).at("unit"), "m");
  const auto of_robot = nlohmann::json::parse(
      desk.run({"options", "filter.surface_m", "--robot", "romerin4", "--json"}).out);
  EXPECT_EQ(of_robot.at("options").at(0).at("ideal"), "0");
  EXPECT_NE(of_robot.at("options").at(0).at("full"), "0");
  const auto friction = nlohmann::json::parse(
      desk.run({"options", "gains.friction_share", "--robot", "romerin4", "--json"}).out);
  EXPECT_EQ(friction.at("options").at(0).at("effects"), "friction");
}

}  // namespace
}  // namespace ventosa::app::names_test
