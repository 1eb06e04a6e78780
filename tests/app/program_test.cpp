#include "tests/app/program.h"

#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

/// Results of the program when its input is good: verdicts, exit codes, files.
namespace ventosa::app::program_test {
namespace {

class ProgramTest : public testing::Test {
 protected:
  ProgramTest() { desk.write("robot.yaml", robot_text()); }
  Desk desk;
};

TEST_F(ProgramTest, RunPrintsTheVerdictAndLeavesAFolderOfResults) {
  desk.write("stand.yaml", kStand);
  const Ended run = desk.run({"run", "stand.yaml", "--out", "results"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_NE(run.out.find("stand, seed 1: pass"), std::string::npos) << run.out;
  for (const char* file : {"signals.mcap", "verdict.json", "scenario.yaml"})
    EXPECT_TRUE(fs::exists(desk.here / "results" / file)) << file;
}

TEST_F(ProgramTest, EveryNthTickIsWrittenAndTheVerdictIsTheSame) {
  desk.write("stand.yaml", kStand);
  const Ended all = desk.run({"run", "stand.yaml", "--json", "--out", "all"});
  const Ended some = desk.run(
      {"run", "stand.yaml", "--json", "--out", "some", "--every", "7", "--csv", "truth.body"});
  EXPECT_EQ(some.exit_code, 0) << some.err;
  const auto scenario = [](const Ended& run) {
    auto json = nlohmann::json::parse(run.out).at("scenarios").at(0);
    json.erase("realtime_factor");
    return json;
  };
  EXPECT_EQ(scenario(some), scenario(all));
  const std::string rows = text_of(desk.here / "some/signals.csv");
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 1 + 3);  // header, ticks 0, 7, 14 of 20
}

TEST_F(ProgramTest, RecordedInputsEndInTheSameHash) {
  desk.write("stand.yaml", kStand);
  EXPECT_EQ(desk.run({"run", "stand.yaml", "--out", "run", "--record-inputs"}).exit_code, 0);
  const Ended again = desk.run({"run", "run/recorded.yaml", "--out", "again"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  const auto hash = [&](const char* folder) {
    return nlohmann::json::parse(text_of(desk.here / folder / "verdict.json")).at("state_hash");
  };
  EXPECT_EQ(hash("again"), hash("run"));
  const Ended other = desk.run(
      {"run", "stand.yaml", "--objective", "least_norm", "--record-inputs", "--out", "no"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_NE(other.err.find("controller:"), std::string::npos) << other.err;
  EXPECT_FALSE(fs::exists(desk.here / "no"));
}

TEST_F(ProgramTest, AWalkThatIsTooFastIsAWarning) {
  std::string fast = kStand;
  fast += "script:\n  - {at_s: 0.1, walk: {velocity_m_s: [0.04, 0, 0], turn_deg_s: [0, 0, 30]}}\n";
  desk.write("fast.yaml", fast);
  const Ended check = desk.run({"check", "fast.yaml"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_NE(check.err.find("warning: fast.yaml"), std::string::npos) << check.err;
  EXPECT_NE(check.err.find("0.0174 m/s"), std::string::npos) << check.err;
  EXPECT_NE(check.err.find("deg/s"), std::string::npos) << check.err;
}

TEST_F(ProgramTest, AFolderOfResultsRunsAgainWhereverItIs) {
  desk.write("stand.yaml", kStand);
  const Ended first = desk.run({"run", "stand.yaml", "--seed", "5", "--objective", "least_norm",
                                "--out", "first", "--json"});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  fs::remove(desk.here / "stand.yaml");
  fs::remove(desk.here / "robot.yaml");
  fs::create_directory(desk.here / "elsewhere");
  fs::rename(desk.here / "first", desk.here / "elsewhere/moved");

  const Ended again = desk.run({"run", "elsewhere/moved", "--json"});
  EXPECT_EQ(again.exit_code, 0) << again.err << again.out;
  const auto scenario_of = [](const Ended& run) {
    return nlohmann::json::parse(run.out).at("scenarios").at(0);
  };
  EXPECT_EQ(scenario_of(again).at("state_hash"), scenario_of(first).at("state_hash"));
  EXPECT_EQ(scenario_of(again).at("seed"), 5);
  EXPECT_EQ(scenario_of(again).at("asserts").back().at("name"), "state hash of the earlier run");
  EXPECT_TRUE(fs::exists(desk.here / "out/stand-5-again/signals.mcap"));

  // also for repeated runs
  EXPECT_EQ(desk.run({"run", "out/stand-5-again", "--out", "third"}).exit_code, 0);
}

// as `cp -r results/* there` or an upload of artifacts copies it
TEST_F(ProgramTest, AFolderOfResultsRunsAgainWithoutHiddenFilesAndSignals) {
  desk.write("stand.yaml", kStand);
  ASSERT_EQ(desk.run({"run", "stand.yaml", "--out", "first"}).exit_code, 0);
  fs::remove(desk.here / "first/.ventosa");
  fs::remove(desk.here / "first/signals.mcap");
  fs::remove(desk.here / "robot.yaml");
  const Ended again = desk.run({"run", "first", "--out", "second"});
  EXPECT_EQ(again.exit_code, 0) << again.err << again.out;
  EXPECT_NE(again.out.find("state hash of the earlier run"), std::string::npos) << again.out;
  for (const char* file : {"settings.json", "robot/robot.yaml"}) {
    fs::remove(desk.here / "first" / file);
    const Ended missing = desk.run({"run", "first", "--out", "second"});
    EXPECT_EQ(missing.exit_code, 2);
    EXPECT_NE(missing.err.find(std::string("first/") + file), std::string::npos) << missing.err;
    fs::copy_file(desk.here / "second" / file, desk.here / "first" / file);
  }
}

TEST_F(ProgramTest, ASecondRunIntoOneFolderIsRefusedAtItsStart) {
  desk.write("long.yaml", replaced(kStand, "duration_s: 0.2", "duration_s: 20"));
  const Program first = desk.start({"run", "long.yaml", "--out", "results"});
  const auto staging = [&] {
    for (const std::string& file : desk.files())
      if (file.starts_with("results.partial-") && file.ends_with("signals.mcap")) return true;
    return false;
  };
  for (int i = 0; i < 12000 && !staging(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const Ended second = desk.start({"run", "long.yaml", "--out", "results"}).wait();
  EXPECT_EQ(second.exit_code, 4);
  EXPECT_NE(second.err.find("another run writes its results there"), std::string::npos)
      << second.err;
  EXPECT_EQ(first.wait().exit_code, 0);
  EXPECT_TRUE(fs::exists(desk.here / "results/verdict.json"));
}

TEST_F(ProgramTest, AFolderOfResultsHasTheTracesOfItsLinks) {
  desk.write("own.yaml", "kind: hold\ngaps_ms: [30, 70]\n");
  desk.write("stand.yaml", kStand + "link: {command_trace: ./own.yaml, telemetry_trace: wifi}\n");
  const Ended first = desk.run({"run", "stand.yaml", "--out", "first"});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  fs::remove(desk.here / "own.yaml");
  EXPECT_EQ(desk.run({"run", "stand.yaml", "--out", "second"}).exit_code, 2);
  const Ended again = desk.run({"run", "first", "--out", "second"});
  EXPECT_EQ(again.exit_code, 0) << again.err << again.out;
  EXPECT_EQ(text_of(desk.here / "second/traces/command_trace.yaml"),
            "kind: hold\ngaps_ms: [30, 70]\n");
}

TEST_F(ProgramTest, AFolderOfResultsThatWasChangedFailsOrIsRefused) {
  desk.write("stand.yaml", kStand);
  ASSERT_EQ(desk.run({"run", "stand.yaml", "--out", "first"}).exit_code, 0);
  const std::string scenario = text_of(desk.here / "first/scenario.yaml");
  desk.write("first/scenario.yaml", replaced(scenario, "cup_force_N: 100", "cup_force_N: 90"));
  const Ended other = desk.run({"run", "first", "--out", "second"});
  EXPECT_EQ(other.exit_code, 1) << other.out;
  EXPECT_NE(other.out.find("the earlier run had state hash"), std::string::npos) << other.out;
  desk.write("first/settings.json", "{");
  EXPECT_EQ(desk.run({"run", "first", "--out", "second"}).exit_code, 2);
  fs::remove(desk.here / "first/settings.json");
  EXPECT_EQ(desk.run({"run", "first", "--out", "second"}).exit_code, 2);
}

TEST_F(ProgramTest, PicturesMayGoIntoTheFolderOfResults) {
  desk.write("stand.yaml", kStand);
  for (int n = 0; n < 2; ++n) {
    const Ended run =
        desk.run({"run", "stand.yaml", "--out", "x", "--frames", "x/pics", "--frame-period", "10"});
    if (run.err.find("OpenGL") != std::string::npos) GTEST_SKIP() << run.err;
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(fs::exists(desk.here / "x/pics/0000.png"));
    EXPECT_TRUE(fs::exists(desk.here / "x/verdict.json"));
    EXPECT_NE(run.out.find("pictures in x/pics"), std::string::npos) << run.out;
  }
}

TEST_F(ProgramTest, MistakesOnTheCommandLineAreOneClearLine) {
  desk.write("stand.yaml", kStand);
  const auto complaint = [&](const std::vector<std::string>& arguments) {
    const Ended ended = desk.run(arguments);
    EXPECT_EQ(ended.exit_code, 2) << arguments.front();
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
    EXPECT_TRUE(ended.err.starts_with("error: ")) << ended.err;
    return ended.err;
  };
  EXPECT_NE(complaint({"run", "stand.yaml", "--seed", "-1"}).find("-1"), std::string::npos);
  EXPECT_NE(complaint({"run", "stand.yaml", "--seed", "99999999999999999999"}).find("2^63 - 1"),
            std::string::npos);
  EXPECT_NE(complaint({"run", "stand.yaml", "--objective", "toque"}).find("peak_torque"),
            std::string::npos);
  EXPECT_NE(complaint({"runn", "stand.yaml"}).find("did you mean run?"), std::string::npos);
  EXPECT_NE(complaint({"nonsense"}).find("--help"), std::string::npos);
  EXPECT_NE(complaint({"bench", "--filter", "nonsense"}).find("nonsense"), std::string::npos);
  EXPECT_NE(complaint({"run", "stand.yaml", "--bogus"}).find("--bogus"), std::string::npos);
}

TEST_F(ProgramTest, NoEscapeOfAFileOrArgumentReachesTheTerminal) {
  desk.write("stand.yaml", replaced(kStand, "A short stand", "\"\\e[31mred\""));
  EXPECT_EQ(desk.run({"run", "stand.yaml"}).exit_code, 2);
  desk.write("stand.yaml", replaced(kStand, "cups attached", "caf\xe9"));
  EXPECT_EQ(desk.run({"run", "stand.yaml"}).exit_code, 2);
  desk.write("stand.yaml", kStand);
  for (const std::string name : {"\x1b[31mred.yaml", "\xff\xfe.yaml"}) {
    const Ended gone = desk.run({"run", name, "--json"});
    EXPECT_EQ(gone.exit_code, 2);
    EXPECT_EQ(gone.err.find('\x1b'), std::string::npos);
    EXPECT_EQ(nlohmann::json::parse(gone.out).at("scenarios").size(), 1u);
  }
}

TEST_F(ProgramTest, TestRunsTheGoodScenariosBesideBrokenOnesAndRobots) {
  fs::create_directory(desk.here / "all");
  fs::rename(desk.here / "robot.yaml", desk.here / "all/robot.yaml");
  desk.write("all/stand.yaml", kStand);
  desk.write("all/broken.yaml", "schema: [1\n");
  desk.write("all/wrong.yaml", replaced(kStand, "cup_force_N", "cup_fource_N"));
  const Ended test = desk.run({"test", "all", "--junit", "junit.xml", "--json"});
  EXPECT_EQ(test.exit_code, 2) << test.err;
  const auto scenarios = nlohmann::json::parse(test.out).at("scenarios");
  ASSERT_EQ(scenarios.size(), 3u) << test.out;
  EXPECT_EQ(scenarios.at(0).at("scenario"), "stand");
  EXPECT_EQ(scenarios.at(0).at("verdict"), "pass");
  pugi::xml_document junit;
  ASSERT_TRUE(junit.load_file((desk.here / "junit.xml").c_str()));
  const pugi::xml_node suite = junit.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 3);
  EXPECT_EQ(suite.attribute("errors").as_int(), 2);
}

TEST_F(ProgramTest, APatternWithoutASignalIsBadInput) {
  desk.write("stand.yaml", kStand);
  const Ended run = desk.run({"run", "stand.yaml", "--csv", "truth.bodi"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("truth.bodi"), std::string::npos) << run.err;
  EXPECT_FALSE(fs::exists(desk.here / "out"));
}

TEST_F(ProgramTest, ResultsOfAnEarlierRunAreReplaced) {
  desk.write("stand.yaml", kStand);
  ASSERT_EQ(desk.run({"run", "stand.yaml", "--out", "results"}).exit_code, 0);
  desk.write("results/signals.mcap", "old");
  ASSERT_EQ(desk.run({"run", "stand.yaml", "--out", "results"}).exit_code, 0);
  EXPECT_EQ(text_of(desk.here / "results/signals.mcap").rfind("\x89MCAP0", 0), 0u);
}

TEST_F(ProgramTest, JsonHasTheFieldsOfItsSchema) {
  desk.write("stand.yaml", kStand);
  const Ended run = desk.run({"run", "stand.yaml", "--json", "--seed", "7"});
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json.at("schema"), 1);
  const auto& scenario = json.at("scenarios").at(0);
  EXPECT_EQ(scenario.at("scenario"), "stand");
  EXPECT_EQ(scenario.at("verdict"), "pass");
  EXPECT_EQ(scenario.at("exit_code"), 0);
  EXPECT_EQ(scenario.at("seed"), 7);
  EXPECT_DOUBLE_EQ(scenario.at("sim_time_s"), 0.2);
  EXPECT_GT(scenario.at("realtime_factor"), 0.0);
  for (const char* text : {"state_hash", "version", "mujoco"})
    EXPECT_TRUE(scenario.at(text).is_string()) << text;
  const auto& result = scenario.at("asserts").at(0);
  EXPECT_EQ(result.at("name"), "cups attached");
  EXPECT_EQ(result.at("pass"), true);
  EXPECT_EQ(result.at("value"), 4);
  EXPECT_EQ(result.at("limit"), 4);
  EXPECT_TRUE(result.at("unit").is_string());
}

TEST_F(ProgramTest, StaticsSaysWhichStancesStandAndWhatLimitsThem) {
  const auto wall = [&](const char* cup_force_N) {
    return desk.run(
        {"statics", "./robot.yaml", "--surface", "wall", "--cup-force", cup_force_N, "--json"});
  };
  const Ended strong = wall("120");
  EXPECT_EQ(strong.exit_code, 0) << strong.err;
  const auto json = nlohmann::json::parse(strong.out);
  EXPECT_EQ(json.at("schema"), 1);
  ASSERT_EQ(json.at("stances").size(), 4u);  // each foot lifted in turn
  const auto& stance = json.at("stances").at(2);
  EXPECT_EQ(stance.at("surface"), "wall");
  EXPECT_EQ(stance.at("lift"), "rear_left");
  EXPECT_EQ(stance.at("feasible"), true);
  EXPECT_NEAR(stance.at("torque_ratio"), 0.77, 0.02);
  EXPECT_GT(stance.at("cup_margin"), 0.0);
  EXPECT_NE(stance.at("limiting").get<std::string>().find("joint"), std::string::npos);
  EXPECT_GT(stance.at("margins").at("tumble_Nm"), 0.0);
  EXPECT_GT(stance.at("margins").at("acceleration_m_s2"), 0.0);
  ASSERT_EQ(stance.at("feet").size(), 4u);
  EXPECT_EQ(stance.at("feet").at(2).at("held"), false);
  EXPECT_GT(stance.at("feet").at(0).at("safety_factor"), 1.0);

  const Ended weak = wall("57");
  EXPECT_EQ(weak.exit_code, 1);
  EXPECT_EQ(nlohmann::json::parse(weak.out).at("stances").at(0).at("feasible"), false);
}

TEST_F(ProgramTest, StaticsMapsWhatCanBeHeld) {
  const std::vector<std::string> command{"statics", "./robot.yaml", "--lift", "none", "--map"};
  const Ended map = desk.run(command);
  EXPECT_EQ(map.exit_code, 0) << map.err;
  for (const char* sign : {"#", ".", "4"}) EXPECT_NE(map.out.find(sign), std::string::npos) << sign;
  std::vector<std::string> as_json = command;
  as_json.push_back("--json");
  const auto stances = nlohmann::json::parse(desk.run(as_json).out).at("stances");
  EXPECT_EQ(stances.size(), 25u * 31u);
  EXPECT_TRUE(stances.at(0).contains("radius_m"));
}

TEST_F(ProgramTest, BadInputIsInTheJsonToo) {
  const auto json = nlohmann::json::parse(desk.run({"run", "none.yaml", "--json"}).out);
  EXPECT_EQ(json.at("scenarios").at(0).at("verdict"), "error");
  EXPECT_EQ(json.at("scenarios").at(0).at("exit_code"), 2);
}

TEST_F(ProgramTest, SameSeedSameHashOtherSeedOtherHashWithNoise) {
  desk.write("stand.yaml",
             replaced(kStand, "duration_s", "drive: {encoder_noise_rad: 0.001}\nduration_s"));
  const auto hash = [&](const char* seed) {
    const Ended run = desk.run({"run", "stand.yaml", "--json", "--seed", seed});
    return nlohmann::json::parse(run.out).at("scenarios").at(0).at("state_hash");
  };
  const auto first = hash("1");
  EXPECT_EQ(hash("1"), first);
  EXPECT_NE(hash("2"), first);
}

TEST_F(ProgramTest, AFailedAssertionIsExitCode1) {
  desk.write("fails.yaml", failing());
  const Ended run = desk.run({"run", "fails.yaml"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.out.find("fails, seed 1: fail"), std::string::npos) << run.out;
}

TEST_F(ProgramTest, UnstablePhysicsIsExitCode3AndLeavesItsLog) {
  desk.write("robot.yaml", overpowered_robot());
  desk.write("unstable.yaml", unstable());
  const Ended run = desk.run({"run", "unstable.yaml", "--out", "results"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_NE(run.out.find("physics unstable: "), std::string::npos) << run.out;
  EXPECT_GT(fs::file_size(desk.here / "results/signals.mcap"), 100'000u);
}

TEST_F(ProgramTest, TheWorstOfSeveralExitCodesWins) {
  desk.write("stand.yaml", kStand);
  desk.write("fails.yaml", failing());
  EXPECT_EQ(desk.run({"run", "fails.yaml", "stand.yaml"}).exit_code, 1);
  desk.write("robot.yaml", overpowered_robot());
  desk.write("unstable.yaml", unstable());
  const Ended run = desk.run({"run", "unstable.yaml", "fails.yaml", "--out", "results"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_TRUE(fs::exists(desk.here / "results/fails-1/verdict.json"));
  EXPECT_TRUE(fs::exists(desk.here / "results/unstable-1/verdict.json"));
}

TEST_F(ProgramTest, TestRunsAFolderAndWritesJUnit) {
  fs::create_directory(desk.here / "all");
  fs::rename(desk.here / "robot.yaml", desk.here / "all/robot.txt");
  desk.write("all/stand.yaml", replaced(kStand, "./robot.yaml", "./robot.txt"));
  desk.write("all/fails.yaml", replaced(failing(), "./robot.yaml", "./robot.txt"));
  const Ended test = desk.run({"test", "all", "-j", "2", "--junit", "junit.xml"});
  EXPECT_EQ(test.exit_code, 1) << test.err;

  pugi::xml_document junit;
  ASSERT_TRUE(junit.load_file((desk.here / "junit.xml").c_str()));
  const pugi::xml_node suite = junit.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 2);
  EXPECT_EQ(suite.attribute("failures").as_int(), 1);
  EXPECT_TRUE(suite.find_child_by_attribute("testcase", "name", "fails-1").child("failure"));
  EXPECT_FALSE(suite.find_child_by_attribute("testcase", "name", "stand-1").first_child());
  EXPECT_TRUE(fs::exists(desk.here / "out/test/fails-1/signals.mcap"));
  EXPECT_FALSE(fs::exists(desk.here / "out/test/stand-1"));
}

TEST_F(ProgramTest, TestVerifiesThatRunsRepeat) {
  fs::create_directory(desk.here / "all");
  fs::rename(desk.here / "robot.yaml", desk.here / "all/robot.txt");
  desk.write("all/stand.yaml", replaced(kStand, "./robot.yaml", "./robot.txt"));
  const Ended test = desk.run({"test", "all", "--json"});
  EXPECT_EQ(test.exit_code, 0) << test.err;
  const auto asserts = nlohmann::json::parse(test.out).at("scenarios").at(0).at("asserts");
  EXPECT_EQ(asserts.back().at("name"), "same state hash");
}

TEST_F(ProgramTest, InterruptKeepsWhatIsFinishedAndIsExitCode130) {
  desk.write("stand.yaml", kStand);
  desk.write("long.yaml", replaced(kStand, "duration_s: 0.2", "duration_s: 120"));
  const Program run = desk.start({"run", "stand.yaml", "long.yaml", "--out", "results"});
  for (int i = 0; i < 12000 && !fs::exists(desk.here / "results/stand-1/verdict.json"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  run.send(SIGINT);
  const Ended ended = run.wait();
  EXPECT_EQ(ended.exit_code, 130);
  EXPECT_NE(ended.out.find("stand, seed 1: pass"), std::string::npos) << ended.out;
  for (const std::string& file : desk.files()) EXPECT_EQ(file.find("long-1"), std::string::npos);
}

TEST_F(ProgramTest, HelpAndVersionAreData) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--help"}, {"run", "--help"}, {"--version"}}) {
    const Ended ended = desk.run(arguments);
    EXPECT_EQ(ended.exit_code, 0);
    EXPECT_EQ(ended.err, "");
    EXPECT_NE(ended.out, "");
  }
  EXPECT_NE(desk.run({"--version"}).out.find("MuJoCo 4.0.1"), std::string::npos);
}

TEST_F(ProgramTest, DataFolderCanBeNamedByTheEnvironment) {
  fs::create_directories(desk.here / "data/robots");
  fs::create_directories(desk.here / "data/scenarios");
  desk.write("data/robots/mine.yaml", robot_text());
  desk.write("data/scenarios/stand.yaml", replaced(kStand, "./robot.yaml", "mine"));
  setenv("VENTOSA_DATA", (desk.here / "data").c_str(), 1);
  const Ended run = desk.run({"run", "stand"});
  unsetenv("VENTOSA_DATA");
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

}  // namespace
}  // namespace ventosa::app::program_test
