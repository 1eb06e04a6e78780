#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "controller/dynamics/stance.h"
#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/good_scenario.h"
#include "tests/scenarios/session/stand.h"
#include "tests/scratch_folder.h"

/// The hexapod's scenarios notice a law that is wrong: each is broken once.
namespace ventosa::scenarios::broken_walk_laws_test {
namespace {

namespace fs = std::filesystem;
using controller::Command;
using controller::Observation;
using controller::Vector3d;

bool fails(const Verdict& verdict, const std::string& name) {
  for (const AssertResult& result : verdict.asserts)
    if (result.name == name) return !result.pass;
  throw std::logic_error("no assertion " + name);
}

Verdict verdict_of(const Scenario& scenario, std::uint64_t seed = 1) {
  JudgedRun run(scenario, seed);
  while (run.advance()) {
  }
  return run.verdict(1);
}

/// Asif 2012, eq. (44)-(46), as printed: the ends of the links for their centres of mass.
TEST(HexapodTest2, FailsWithLinkEndsForCentresOfMass) {
  Scenario scenario = shipped("hexapod3_test2");
  EXPECT_EQ(verdict_of(scenario).outcome, Outcome::kPass);
  constexpr double kLengths_m[] = {0.054, 0.0661, 0.133};
  for (controller::Leg& leg : scenario.controller_model.leg)
    for (std::size_t k = 0; k < 3; ++k) leg.link[k].p_JC = {kLengths_m[k], 0, 0};
  const Verdict verdict = verdict_of(scenario);
  for (const AssertResult& result : verdict.asserts)
    if (result.name.starts_with("angles"))
      std::printf("link ends, %s: %.2f mrad\n", result.name.c_str(), 1e3 * result.value);
  EXPECT_TRUE(fails(verdict, "angles of the free leg"));
}

/// The hexapod's first steps on flat ground; the feed-forward of its standing legs may be replaced
/// by that for the measured forces.
class FirstSteps {
 public:
  explicit FirstSteps(bool measured)
      : scenario_(steps()),
        setup_(twin_setup(scenario_, 1)),
        twin_(setup_.robot, setup_.config),
        robot_(twin_),
        run_(scenario_, robot_) {
    if (!measured) return;
    robot_.edit = [this](Observation& seen) { seen_ = seen; };
    robot_.change = [this](Command& command) { feed_measured_forces(command); };
  }

  double slip_per_metre() {
    while (run_.advance()) {
    }
    double slip_m = 0;
    for (int i = 0; i < 6; ++i)
      slip_m += twin_.truth().leg[static_cast<std::size_t>(i)].point.slip_m;
    return slip_m / kWay_m;
  }

 private:
  static constexpr double kWay_m = 0.2;

  static Scenario steps() {
    Scenario scenario = shipped("hexapod3_wave_flat");
    scenario.duration_s = 18;
    return scenario;
  }

  void feed_measured_forces(Command& command) {
    const controller::Diagnostics& plan = run_.controller().diagnostics();
    const Vector3d g_B = plan.X_WB_estimate.linear().transpose() * Vector3d(0, 0, -9.81);
    for (std::size_t i = 0; i < 6; ++i) {
      if (!plan.report[i].attached || !seen_.leg[i].foot.is_known()) continue;
      const controller::Leg& leg = scenario_.controller_model.leg[i];
      controller::StanceLeg stance;
      stance.pose = controller::leg_pose(leg, controller::measured_q(seen_.leg[i]));
      stance.attached = true;
      controller::weigh_leg(leg, g_B, stance);
      const Vector3d F_B =
          stance.pose.X_BF.linear() * Vector3d::Map(seen_.leg[i].foot.f_F_N.data());
      const auto tau_Nm = controller::feed_forward(leg, stance, g_B, F_B);
      for (std::size_t j = 0; j < 3; ++j) command.leg[i].joint[j].tau_ff_Nm = tau_Nm[j];
    }
  }

  const Scenario scenario_;
  const TwinSetup setup_;
  sim::Twin twin_;
  TalkingRobot robot_;
  Observation seen_;
  RobotRun run_;
};

/// Any internal force between the feet then reproduces itself; the planned forces end it. The limit
/// is that of hexapod3_wave_flat.
TEST(HexapodSlip, ExceedsItsLimitWithMeasuredForcesAsFeedForward) {
  constexpr double kLimit = 0.005;
  const double planned = FirstSteps(false).slip_per_metre();
  const double measured = FirstSteps(true).slip_per_metre();
  std::printf("slip of all feet: planned forces %.1f mm/m, measured forces %.1f mm/m\n",
              1e3 * planned, 1e3 * measured);
  EXPECT_LT(planned, kLimit);
  EXPECT_GT(measured, kLimit);
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(HexapodOnRoughGround, FailsWithFeetThatDoNotSeekIt) {
  const ScratchFolder scratch;
  std::ofstream(scratch.path() / "never_seeks.yaml")
      << replaced(text_of(kRobots / "hexapod3.yaml"), "seek_m: 0.05", "seek_m: 0");
  const std::string text =
      replaced(text_of(kRobots / "../../scenarios/data/hexapod3_rough_wave.yaml"),
               "robot: hexapod3", "robot: ./never_seeks.yaml");
  const Scenario scenario = parse(text, scratch.path() / "rough.yaml", kRobots);
  for (const std::uint64_t seed : scenario.seeds) {
    const Verdict verdict = verdict_of(scenario, seed);
    EXPECT_EQ(verdict.outcome, Outcome::kFail) << seed;
    EXPECT_TRUE(fails(verdict, "nothing refused")) << seed;
    EXPECT_TRUE(fails(verdict, "travel x")) << seed;
  }
}

}  // namespace
}  // namespace ventosa::scenarios::broken_walk_laws_test
