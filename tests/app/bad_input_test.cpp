#include <gtest/gtest.h>

#include "tests/app/program.h"

/// Every kind of bad input: the exit code, a message with cause, place and remedy, and no files
/// left behind.
namespace ventosa::app::bad_input_test {
namespace {

struct Mistake {
  const char* name;
  const char* file;  ///< the file with the mistake, one of two
  const char* from;  ///< text that is replaced
  std::string to;
  std::vector<std::string> message;  ///< required parts of the message, besides file:line:column
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

std::string many_legs(int n) {
  std::string list = "legs:";
  for (int i = 0; i < n; ++i)
    list += "\n  - {name: leg" + std::to_string(i) +
            ", type: romerin, hip_m: [0.08, 0.08, 0], yaw_deg: 46}";
  return list + "\nother_legs:";
}

const std::vector<Mistake> kMistakes{
    {"WrongType",
     "scenario.yaml",
     "duration_s: 0.2",
     "duration_s: long",
     {"scenario.yaml:8:13: ", "duration_s = long: must be a finite decimal number"}},
    {"UnknownKey",
     "scenario.yaml",
     "cup_force_N:",
     "cup_fource_N:",
     {"scenario.yaml:7:1: ", "cup_fource_N", "unknown", "did you mean 'cup_force_N'?"}},
    {"DuplicateKey",
     "scenario.yaml",
     "cup_force_N: 100",
     "cup_force_N: 100\ncup_force_N: 90",
     {"scenario.yaml:8:1: ", "cup_force_N: duplicate key (keep one of them)"}},
    {"NotANumber",
     "scenario.yaml",
     "friction: 0.6",
     "friction: .nan",
     {"scenario.yaml:5:", "surfaces[0].friction = .nan: must be"}},
    {"NegativeMass",
     "robot.yaml",
     "mass_kg: 2.364",
     "mass_kg: -2.364",
     {"robot.yaml:", "body.mass_kg = -2.364: must be above 0"}},
    {"NoLegs",
     "robot.yaml",
     "legs:\n",
     "legs: []\nother_legs:\n",
     {"robot.yaml:", "legs", "must have", "1", "12"}},
    {"ThirteenLegs",
     "robot.yaml",
     "legs:",
     many_legs(13),
     {"robot.yaml:", "legs", "must have", "12"}},
    {"UnreachablePlacement",
     "scenario.yaml",
     "surface: ground}",
     "surface: ground, height_m: 0.9}",
     {"scenario.yaml:6:", "placement", "reach"}},
    {"FootBesideSurface",
     "scenario.yaml",
     "size_m: [3, 3]",
     "size_m: [0.3, 0.3]",
     {"scenario.yaml:6:", "placement", "surface"}},
    {"UnevenControlPeriod",
     "scenario.yaml",
     "cup_force_N: 100",
     "cup_force_N: 100\ncontrol_period_s: 0.0033",
     {"scenario.yaml:8:", "control_period_s = 0.0033: must be a whole number of step_s"}},
};

class BadInput : public testing::TestWithParam<Mistake> {
 protected:
  BadInput() {
    desk.write("scenario.yaml", kStand);
    desk.write("robot.yaml", robot_text());
  }
  Desk desk;
};

TEST_P(BadInput, IsRefusedWithPlaceAndRuleAndLeavesNothing) {
  const Mistake& mistake = GetParam();
  desk.write(mistake.file, replaced(text_of(desk.here / mistake.file), mistake.from, mistake.to));
  const std::set<std::string> before = desk.files();

  const Ended run = desk.run({"run", "scenario.yaml"});

  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err.rfind("error: ", 0), 0u);
  for (const std::string& part : mistake.message)
    EXPECT_NE(run.err.find(part), std::string::npos) << run.err << "does not say: " << part;
  EXPECT_EQ(desk.files(), before);
}

INSTANTIATE_TEST_SUITE_P(Each, BadInput, testing::ValuesIn(kMistakes),
                         [](const auto& mistake) { return std::string(mistake.param.name); });

TEST_F(BadInput, NamesAMissingFile) {
  const Ended run = desk.run({"run", "./none.yaml"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("error: ./none.yaml: "), std::string::npos) << run.err;
}

TEST_F(BadInput, GuessesWhichShippedScenarioWasMeant) {
  const Ended run = desk.run({"run", "crawl_up_wal"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("did you mean crawl_up_wall?"), std::string::npos) << run.err;
}

TEST_F(BadInput, StopsTheGoodRunsBesideIt) {
  const std::set<std::string> before = desk.files();
  const Ended run = desk.run({"run", "scenario.yaml", "none.yaml"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(desk.files(), before);
}

TEST_F(BadInput, IsTheSameForCheck) {
  desk.write("scenario.yaml", replaced(kStand, "0.6", ".nan"));
  const Ended check = desk.run({"check", "scenario.yaml", "robot.yaml"});
  EXPECT_EQ(check.exit_code, 2);
  EXPECT_NE(check.err.find("surfaces[0].friction"), std::string::npos) << check.err;
  EXPECT_NE(check.out.find("good: robot.yaml"), std::string::npos) << check.out;
}

TEST_F(BadInput, InTheCommandLineIsExitCode2) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{},
                                             {"fly"},
                                             {"run"},
                                             {"run", "--seed", "x", "scenario.yaml"},
                                             {"test", "--jobs", "0"},
                                             {"run", "--every", "0", "scenario.yaml"},
                                             {"run", "--every", "-3", "scenario.yaml"},
                                             {"run", "--every", "1.5", "scenario.yaml"}})
    EXPECT_EQ(desk.run(arguments).exit_code, 2);
}

TEST_F(BadInput, AStanceThatMakesNoSenseIsRefusedByOptionValueAndRule) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
      {{"--surface", "roof"}, "--surface = roof: must be ground, wall, ceiling or an angle"},
      {{"--surface", "181"}, "--surface = 181: must be"},
      {{"--surface", "nan"}, "--surface = nan: must be"},
      {{"--heading", "inf"}, "--heading = inf: must be between -360 and 360"},
      {{"--stance-radius=-0.1"}, "--stance-radius = -0.1: must be between 0 and 10"},
      {{"--body-height", "nan"}, "--body-height = nan: must be between -10 and 10"},
      {{"--cup-force", "500"}, "--cup-force = 500: must be between 0 and 120"},
      {{"--mu", "0"}, "--mu = 0: must be between 0.01 and 10"},
      {{"--safety-factor", "0.5"}, "--safety-factor = 0.5: must be between 1 and 10"},
      {{"--objective", "best"}, "--objective = best: must be peak_torque, torque or least_norm"},
      {{"--lift", "tail"}, "--lift = tail: must be none, any, or legs of the robot (front_left"},
      {{"--lift", "rear_left,rear_left"}, "--lift = rear_left: is named twice"}};
  for (const auto& [options, message] : mistakes) {
    std::vector<std::string> arguments{"statics", "./robot.yaml"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Ended run = desk.run(arguments);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find("error: " + message), std::string::npos) << run.err;
  }
  EXPECT_EQ(desk.run({"statics", "no_such_robot"}).exit_code, 2);
  EXPECT_EQ(desk.run({"statics", "./robot.yaml", "--mu", "much"}).exit_code, 2);
}

TEST_F(BadInput, TwoRunsOfOneNameAreRefused) {
  const Ended run = desk.run({"run", "scenario.yaml", "./scenario.yaml"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("scenario.yaml"), std::string::npos);
}

TEST_F(BadInput, AnUnwritableFolderIsExitCode4BeforeTheRun) {
  desk.write("occupied", "no folder");
  const std::set<std::string> before = desk.files();
  for (const char* option : {"--out", "--frames"}) {
    const Ended run = desk.run({"run", "scenario.yaml", option, "occupied/here"});
    EXPECT_EQ(run.exit_code, 4);
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find("occupied/here: cannot be created: "), std::string::npos) << run.err;
    fs::remove(desk.here / "out");  // the empty parent of the default folder of results
    EXPECT_EQ(desk.files(), before);
  }
}

TEST_F(BadInput, AForeignFolderIsNotOverwritten) {
  fs::create_directory(desk.here / "thesis");
  desk.write("thesis/chapter1.txt", "precious");
  const std::set<std::string> before = desk.files();
  const Ended run = desk.run({"run", "scenario.yaml", "--out", "thesis"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_EQ(desk.files(), before);
}

TEST_F(BadInput, AFullDiskBehindStdoutIsExitCode4) {
  const Ended check = Program({"check", "robot.yaml"}, desk.here, "/dev/full", "/dev/null").wait();
  EXPECT_EQ(check.exit_code, 4);
}

}  // namespace
}  // namespace ventosa::app::bad_input_test
