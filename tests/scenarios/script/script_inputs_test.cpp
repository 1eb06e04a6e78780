#include "scenarios/script/script_inputs.h"

#include <gtest/gtest.h>

#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/good_scenario.h"

/// Positions that goals after a walk refer to.
namespace ventosa::scenarios::script_inputs_test {
namespace {

constexpr double kPeriod_s = 0.01;

Isometry3d shift(double x, double y, double z) { return Isometry3d(Eigen::Translation3d(x, y, z)); }

Isometry3d wall_start() {
  Isometry3d X_WB0 = shift(0.4, -0.2, 1.1);
  X_WB0.linear() = Eigen::AngleAxisd(2.1, Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();
  return X_WB0;
}

/// A report with this planned pose of the body.
controller::Diagnostics at(const Isometry3d& X_WB) {
  controller::Diagnostics plan;
  plan.X_WB_reference = X_WB;
  return plan;
}

const Walk kWalk{.v_B0 = {0, 0.01, 0}, .distance_m = 0.2};

/// A session of a script in which only positions matter.
class Asked {
 public:
  explicit Asked(std::vector<TimedGoal> goals) : script_(std::move(goals), {}) {}

  /// Runs to this time, with the body at X_B0B throughout; then the goal, in B0.
  Isometry3d goal_at(double time_s, const Isometry3d& X_B0B) {
    Input input;
    const auto last = static_cast<std::int64_t>(std::llround(time_s / kPeriod_s));
    for (; tick_ <= last; ++tick_) {
      inputs_.watch(at(wall_start() * X_B0B));
      input = inputs_.at(tick_);
    }
    return wall_start().inverse() * input.goal.X_WB;
  }

  ScriptInputs& inputs() { return inputs_; }

 private:
  const Script script_;
  ScriptInputs inputs_{script_, wall_start(), kPeriod_s};
  std::int64_t tick_ = 0;
};

void expect_at(const Isometry3d& X, const Isometry3d& expected) {
  EXPECT_TRUE(X.isApprox(expected, 1e-12)) << X.matrix();
}

TEST(ScriptInputs, CountWhatFollowsAnOvertakenWalkFromWhereItHasLedTheBody) {
  for (const bool holds : {false, true}) {
    std::vector<TimedGoal> goals{{.at_s = 0, .motion = kWalk}};
    if (holds) goals.push_back({.at_s = 2, .motion = Hold{}});
    goals.push_back({.at_s = 3, .motion = Pose{shift(0.01, 0, 0)}});
    goals.push_back({.at_s = 6, .motion = Circle{.radius_m = 0.03, .period_s = 8}});
    Asked requested(goals);
    requested.goal_at(2.99, shift(0, 0.03, 0));
    expect_at(requested.goal_at(3, shift(0, 0.03, 0)), shift(0.01, 0.03, 0));
    expect_at(requested.goal_at(5, shift(0.01, 0.03, 0)), shift(0.01, 0.03, 0));
    expect_at(requested.goal_at(30, shift(0.01, 0.03, 0)), shift(0.01, 0.03, 0));
  }
}

/// The return of a walk ends at its start, however far the first part came.
TEST(ScriptInputs, LeadWalksToTheirPlannedEnds) {
  const Walk back{.v_B0 = {0, -0.01, 0}, .distance_m = 0.2};
  Asked requested({{.at_s = 0, .motion = kWalk},
                   {.at_s = 3, .motion = Pose{shift(0.01, 0, 0)}},
                   {.at_s = 6, .motion = back},
                   {.at_s = 9, .motion = Pose{}}});
  expect_at(requested.goal_at(3, shift(0, 0.03, 0)), shift(0.01, 0.03, 0));
  expect_at(requested.goal_at(6, shift(0.01, 0.03, 0)), shift(0.01, 0, 0));
  expect_at(requested.goal_at(9, shift(0.01, 0.02, 0)), shift(0.01, 0.02, 0));
}

/// The body's sideways motion during a walk does not move the position that later goals refer to.
TEST(ScriptInputs, CountTheWayOfTheWalkAlone) {
  Asked requested({{.at_s = 0, .motion = kWalk}, {.at_s = 3, .motion = Pose{}}});
  expect_at(requested.goal_at(3, shift(0.004, 0.03, -0.002)), shift(0, 0.03, 0));
}

TEST(ScriptInputs, ArePlannedToTheBitAfterAWalkThatHasArrived) {
  const std::vector<TimedGoal> goals{{.at_s = 0, .motion = kWalk},
                                     {.at_s = 3, .motion = Pose{shift(0.01, 0, 0)}}};
  Asked requested(goals);
  requested.goal_at(3, shift(0, 0.2 - 5e-5, 0));
  EXPECT_EQ(requested.inputs().at(301).goal.X_WB.matrix(),
            Script(goals, {}).goal_at(3.01, wall_start()).X_WB.matrix());
}

TEST(ScriptInputs, AreThePlanWithoutASession) {
  const Script script({{.at_s = 0, .motion = kWalk}, {.at_s = 3, .motion = Pose{}}}, {});
  ScriptInputs inputs(script, wall_start(), kPeriod_s);
  inputs.at(0);
  expect_at(wall_start().inverse() * inputs.at(300).goal.X_WB, shift(0, 0.2, 0));
}

TEST(ScriptInputs, GoOnFromAPlaceThatIsRestored) {
  const std::vector<TimedGoal> goals{{.at_s = 0, .motion = kWalk}, {.at_s = 3, .motion = Pose{}}};
  Asked first(goals), second(goals);
  first.goal_at(3.5, shift(0, 0.03, 0));
  second.inputs().restore(first.inputs().script_state());
  second.inputs().watch(at(wall_start()));
  expect_at(wall_start().inverse() * second.inputs().at(351).goal.X_WB, shift(0, 0.03, 0));
}

/// 1 cm is requested of a body that has walked for a second; it was moved to the end of the walk.
TEST(ScriptInputs, LeadABodyNoFartherThanAskedAfterAnOvertakenWalk) {
  std::string text = with("asserts:", "  - {at_s: 1.8, pose: {offset_m: [0, 0, 0.01]}}\nasserts:");
  const Scenario scenario = read(text.replace(text.find("duration_s: 4"), 13, "duration_s: 16"));
  JudgedRun run(scenario, 1);
  Isometry3d X_WB_then = Isometry3d::Identity();
  while (run.advance())
    if (run.tick() == 179) X_WB_then = run.controller().diagnostics().X_WB_reference;
  const Vector3d way_W =
      run.controller().diagnostics().X_WB_reference.translation() - X_WB_then.translation();
  EXPECT_LT((way_W - Vector3d(0, 0, 0.01)).norm(), 1e-3) << way_W.transpose();
  Verdict verdict = run.verdict(1);
  verify_sameness(scenario, first_half(scenario, 1, n_ticks_of(scenario)),
                  verdict);  // half time is after the walk
  EXPECT_TRUE(verdict.asserts.back().pass);
}

}  // namespace
}  // namespace ventosa::scenarios::script_inputs_test
