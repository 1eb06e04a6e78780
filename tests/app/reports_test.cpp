#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <sstream>

#include "tests/app/program.h"

/// Reports of `ventosa run` and `ventosa test` on several runs: for people, CI and spreadsheets.
namespace ventosa::app::reports_test {
namespace {

/// A stand whose worst values differ between seeds.
std::string noisy(const std::string& seeds) {
  return replaced(kStand, "asserts:", "fidelity: full\n" + seeds + "\nasserts:") +
         "  - {name: error, signal: error.body.position, max: 1, unit: m}\n"
         "  - {name: factor, signal: worst.safety_factor, min: 0.1, unit: \"1\"}\n";
}

class Reports : public testing::Test {
 protected:
  Reports() { desk.write("robot.yaml", robot_text()); }
  void make_folder() const {
    fs::create_directory(desk.here / "all");
    fs::rename(desk.here / "robot.yaml", desk.here / "all/robot.yaml");
  }
  /// The test case of one run; empty if there is none.
  pugi::xml_node junit_case(const char* run) {
    EXPECT_TRUE(junit_.load_file((desk.here / "junit.xml").c_str()));
    return junit_.child("testsuites")
        .child("testsuite")
        .find_child_by_attribute("testcase", "name", run);
  }
  Desk desk;
  pugi::xml_document junit_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST_F(Reports, StatisticsAreOverTheSeedsThatRan) {
  desk.write("stand.yaml", noisy("seeds: [1, 2, 3, 4]"));
  const Ended run = desk.run({"run", "stand.yaml", "--json", "-j", "2", "--statistics", "over"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  const auto& statistics = json.at("statistics").at(0);
  for (const auto& each : statistics.at("asserts")) {
    if (each.at("name") != "error" && each.at("name") != "factor") continue;
    std::vector<std::pair<double, int>> values;
    for (const auto& scenario : json.at("scenarios"))
      for (const auto& result : scenario.at("asserts"))
        if (result.at("name") == each.at("name"))
          values.emplace_back(result.at("value"), scenario.at("seed"));
    ASSERT_EQ(values.size(), 4u);
    std::sort(values.begin(), values.end());
    const auto& worst = each.at("bound") == "max" ? values.back() : values.front();
    EXPECT_EQ(each.at("worst").at("value"), worst.first);
    EXPECT_EQ(each.at("worst").at("seed"), worst.second);
    EXPECT_EQ(each.at("least"), values.front().first);
    EXPECT_DOUBLE_EQ(each.at("median"), (values[1].first + values[2].first) / 2);
  }
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_EQ(statistics.at("runs").at(k).at("state_hash"),
              json.at("scenarios").at(k).at("state_hash"));

  const auto runs = lines_of(text_of(desk.here / "over/runs.csv"));
  ASSERT_EQ(runs.size(), 5u);
  EXPECT_EQ(runs[0].rfind("scenario,seed,verdict,exit_code,", 0), 0u) << runs[0];
  EXPECT_EQ(runs[1].rfind("\"stand\",1,\"pass\",0,", 0), 0u) << runs[1];
  const auto asserts = lines_of(text_of(desk.here / "over/assertions.csv"));
  EXPECT_EQ(asserts.size(), 1 + statistics.at("asserts").size());
  EXPECT_NE(asserts[0].find("worst.seed"), std::string::npos) << asserts[0];
}

TEST_F(Reports, RunsAtATimeAreToldInTheirOrderAndEndInTheSameHashes) {
  desk.write("stand.yaml", noisy("seeds: [3, 1, 2]"));
  const Ended one = desk.run({"run", "stand.yaml"});
  const Ended three = desk.run({"run", "stand.yaml", "-j", "3"});
  const auto result_lines = [](const std::string& out) {
    std::vector<std::string> lines;
    for (const std::string& line : lines_of(out))
      if (line.find(", seed ") != std::string::npos || line.find("  error") == 0)
        lines.push_back(line);
    return lines;
  };
  EXPECT_EQ(result_lines(three.out), result_lines(one.out));
  EXPECT_EQ(result_lines(three.out).size(), 6u);
}

TEST_F(Reports, JUnitSaysWhyARunFailed) {
  desk.write("stand.yaml",
             replaced(with_leaks(kStand), "duration_s: 0.2", "cup: {turbine: fan}\nduration_s: 2"));
  const Ended run = desk.run({"run", "stand.yaml", "--junit", "junit.xml"});
  ASSERT_EQ(run.exit_code, 1) << run.out << run.err;
  const pugi::xml_node failure = junit_case("stand-1").child("failure");
  const std::string text = failure.text().get();
  EXPECT_NE(std::string(failure.attribute("message").value()).find("cups attached: "),
            std::string::npos);
  EXPECT_NE(text.find("cups hold: "), std::string::npos) << text;
  EXPECT_NE(text.find("cup_lost front_left"), std::string::npos) << text;
}

TEST_F(Reports, ARefusedFileHasTheCasesThatItsSeedsWouldHave) {
  make_folder();
  desk.write("all/wrong.yaml", replaced(noisy("seeds: [4, 7]"), "cup_force_N", "cup_fource_N"));
  desk.write("all/broken.yaml", "schema: [1\n");
  const Ended test = desk.run({"test", "all", "--junit", "junit.xml"});
  EXPECT_EQ(test.exit_code, 2);
  for (const char* run : {"wrong-4", "wrong-7", "broken-1"})
    EXPECT_TRUE(junit_case(run).child("error")) << run;
}

TEST_F(Reports, ARunThatIsNotStartedBecauseOfAnotherFileIsSkipped) {
  desk.write("stand.yaml", kStand);
  desk.write("broken.yaml", "schema: [1\n");
  const Ended run = desk.run({"run", "stand.yaml", "broken.yaml", "--junit", "junit.xml"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(junit_case("broken-1").child("error"));
  EXPECT_STREQ(junit_case("stand-1").child("skipped").attribute("message").value(),
               "not run: another input is refused");
}

TEST_F(Reports, AFolderThatIsNotThereIsInTheReport) {
  desk.write("junit.xml", "<testsuites/>");
  EXPECT_EQ(desk.run({"test", "typo", "--junit", "junit.xml"}).exit_code, 2);
  EXPECT_TRUE(junit_case("typo-1").child("error"));
}

TEST_F(Reports, AFolderWithoutScenariosIsNoPass) {
  make_folder();
  const Ended test = desk.run({"test", "all", "--junit", "junit.xml"});
  EXPECT_EQ(test.exit_code, 2);
  EXPECT_NE(test.err.find("must contain scenarios"), std::string::npos) << test.err;
  EXPECT_TRUE(junit_case("all-1").child("error"));
}

TEST_F(Reports, ADanglingLinkIsAScenarioThatCouldNotBeRead) {
  make_folder();
  desk.write("all/stand.yaml", kStand);
  fs::create_symlink("nowhere", desk.here / "all" / "elsewhere.yaml");
  EXPECT_EQ(desk.run({"test", "all", "--junit", "junit.xml"}).exit_code, 2);
  EXPECT_TRUE(junit_case("elsewhere-1").child("error"));
}

TEST_F(Reports, AReportReplacesNoOtherFile) {
  desk.write("stand.yaml", kStand);
  const Ended run = desk.run({"run", "stand.yaml", "--junit", "stand.yaml"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_NE(run.err.find("stand.yaml: exists and is no JUnit report"), std::string::npos);
  EXPECT_EQ(text_of(desk.here / "stand.yaml"), kStand);
}

TEST_F(Reports, MayLieInAFolderOfResults) {
  desk.write("stand.yaml", kStand);
  for (int n = 0; n < 2; ++n) {
    const Ended run = desk.run({"run", "stand.yaml", "--out", "out", "--junit", "out/junit.xml",
                                "--statistics", "out/seeds"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    for (const char* file : {"out/junit.xml", "out/seeds/runs.csv", "out/verdict.json"})
      EXPECT_TRUE(fs::exists(desk.here / file)) << file;
  }
  const Ended same = desk.run({"run", "stand.yaml", "--out", "x", "--statistics", "x"});
  EXPECT_EQ(same.exit_code, 2);
  EXPECT_NE(same.err.find("--statistics: must be another folder than --out"), std::string::npos);
}

TEST_F(Reports, ARunThatWasInterruptedIsAnErrorInAllOfThem) {
  desk.write("long.yaml", replaced(kStand, "duration_s: 0.2", "seeds: [1, 2]\nduration_s: 3000"));
  const Program run =
      desk.start({"run", "long.yaml", "--json", "--junit", "junit.xml", "--statistics", "over"});
  std::this_thread::sleep_for(std::chrono::seconds(1));
  run.send(SIGINT);
  const Ended ended = run.wait();
  EXPECT_EQ(ended.exit_code, 130);
  EXPECT_EQ(nlohmann::json::parse(ended.out).at("scenarios").size(), 2u);
  for (const char* each : {"long-1", "long-2"})
    EXPECT_TRUE(junit_case(each).child("error")) << each;
  EXPECT_NE(text_of(desk.here / "over/runs.csv").find("interrupted"), std::string::npos);
}

TEST_F(Reports, TestTakesRunsByTheirNames) {
  make_folder();
  desk.write("all/stand.yaml", noisy("seeds: [1, 2]"));
  desk.write("all/other.yaml", kStand);
  const auto runs = [&](const std::string& pattern) {
    const Ended test = desk.run({"test", "all", "-k", pattern, "--json"});
    std::string names;
    if (test.exit_code != 0) return test.err;
    const auto scenarios = nlohmann::json::parse(test.out).at("scenarios");
    for (const auto& each : scenarios)
      names += each.at("scenario").get<std::string>() + "-" +
               std::to_string(each.at("seed").get<int>()) + " ";
    return names;
  };
  EXPECT_EQ(runs("stan"), "stand-1 stand-2 ");
  EXPECT_EQ(runs("stand-2"), "stand-2 ");
  EXPECT_EQ(runs("*r"), "other-1 ");
  EXPECT_NE(runs("stend").find("did you mean stand?"), std::string::npos) << runs("stend");
}

TEST_F(Reports, TestMayTakeTheFirstSeedsAlone) {
  make_folder();
  desk.write("all/stand.yaml", noisy("seeds: [7, 2, 5]"));
  desk.write("all/other.yaml", kStand);
  const Ended two = desk.run({"test", "all", "--seeds", "2", "-j", "1"});
  EXPECT_EQ(two.exit_code, 0);
  EXPECT_NE(two.err.find("--seeds 2: 1 runs with later seeds are left out"), std::string::npos);
  EXPECT_NE(two.err.find("3 of 3"), std::string::npos) << two.err;
  EXPECT_EQ(two.err.find("stand-5"), std::string::npos) << two.err;
  const Ended all = desk.run({"test", "all", "--seeds", "3"});
  EXPECT_EQ(all.err.find("left out"), std::string::npos) << all.err;
  EXPECT_EQ(desk.run({"test", "all", "--seeds", "2", "-k", "stand-5"}).exit_code, 2);
  EXPECT_EQ(desk.run({"test", "all", "--seeds", "0"}).exit_code, 2);
  EXPECT_EQ(desk.run({"test", "all", "--seeds", "two"}).exit_code, 2);
}

TEST_F(Reports, EachRunOfATestIsALineOfProgress) {
  make_folder();
  desk.write("all/stand.yaml", noisy("seeds: [1, 2]"));
  const Ended test = desk.run({"test", "all", "-j", "1"});
  EXPECT_EQ(test.err, "1 of 2: stand-1 pass\n2 of 2: stand-2 pass\n");
}

TEST_F(Reports, ARunThatTakesTooLongFails) {
  desk.write("stand.yaml", replaced(kStand, "duration_s: 0.2", "duration_s: 600"));
  const Ended run = desk.run({"run", "stand.yaml", "--time-limit", "0.2", "--json"});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  const auto& scenario = json.at("scenarios").at(0);
  EXPECT_EQ(scenario.at("verdict"), "fail");
  EXPECT_LT(scenario.at("sim_time_s"), 600);
  EXPECT_EQ(scenario.at("asserts").back().at("name"), "time limit");
  // what had passed before is unknown
  EXPECT_EQ(scenario.at("asserts").at(0).at("pass"), false);
  EXPECT_TRUE(scenario.at("asserts").at(0).at("value").is_null());
  EXPECT_EQ(json.at("statistics").at(0).at("asserts").at(0).at("unknown"), 1);
  EXPECT_TRUE(fs::exists(desk.here / "out/stand-1/signals.mcap"));
  EXPECT_EQ(desk.run({"run", "stand.yaml", "--time-limit", "0"}).exit_code, 2);
}

TEST_F(Reports, ARunWithinItsTimeLimitSaysHowLongItTook) {
  desk.write("stand.yaml", kStand);
  const Ended run = desk.run({"run", "stand.yaml", "--time-limit", "1000", "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  const auto& limit = json.at("scenarios").at(0).at("asserts").back();
  EXPECT_EQ(limit.at("name"), "time limit");
  EXPECT_EQ(limit.at("pass"), true);
  EXPECT_EQ(json.at("statistics").at(0).at("asserts").back().at("failed"), 0);
}

TEST_F(Reports, PicturesAreDrawnOneRunAtATime) {
  desk.write("stand.yaml", noisy("seeds: [1, 2]"));
  const Ended run = desk.run({"run", "stand.yaml", "-j", "2", "--frames", "pictures"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.err, "error: --jobs: must be 1 with --frames\n");
}

}  // namespace
}  // namespace ventosa::app::reports_test
