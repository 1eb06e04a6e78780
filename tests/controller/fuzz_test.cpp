#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <stdexcept>

#include "tests/controller/nonsense.h"

/// Ticks with invalid input: for any input the controller returns a finite command that releases no
/// cup, and it works again once the input is valid. VENTOSA_FUZZ_TICKS sets the number of ticks.
namespace ventosa::controller::fuzz_test {
namespace {

constexpr int kTicks = 500;  // of one episode
constexpr int kShards = 4;   // run side by side

int n_episodes() {
  const char* ticks = std::getenv("VENTOSA_FUZZ_TICKS");
  const int n = ticks == nullptr ? 250 : std::atoi(ticks) / kTicks;
  EXPECT_GE(n, kShards) << "VENTOSA_FUZZ_TICKS: a number from " << kShards * kTicks;
  return n;
}

/// Path of the first number that is not finite, or "".
bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

/// Only a detached or stepping leg releases its cup or stiffens its wrist; torques stay within
/// their limits.
void expect_safe(const Controller& controller, const Command& command) {
  const RobotModel& robot = controller.robot();
  const ServoLoop loop = controller.config().gains.loop;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const LegCommand& leg = command.leg[i];
    const FootPhase phase = controller.state().decisions.execution.module[i].phase;
    const bool is_stepping = controller.state().decisions.organizer.stepping[i];
    ASSERT_TRUE(is_stepping || phase == FootPhase::kFree || leg.cup.mode != CupMode::kRelease);
    ASSERT_TRUE(leg.cup.turbine >= 0 && leg.cup.turbine <= 1);
    ASSERT_TRUE(leg.cup.goal_N >= 0 && leg.cup.goal_N <= robot.cup()->max_force_N);
    for (std::size_t j = 0; j < 6; ++j) {
      const JointSetpoint& joint = leg.joint[j];
      ASSERT_TRUE(joint.mode <= JointMode::kImpedance ||
                  (joint.mode == JointMode::kPosition && loop == ServoLoop::kServo));
      ASSERT_TRUE(joint.mode != JointMode::kPassive || (j >= 3 && is_contact_phase(phase)));
      ASSERT_LE(std::abs(joint.tau_ff_Nm), robot.leg[i].joint[j].torque_limit_Nm);
      ASSERT_TRUE(joint.kp_Nm_rad >= 0 && joint.kd_Nms_rad >= 0);
    }
  }
}

/// No command if the start is invalid.
std::optional<Controller> controller_of(const RobotModel& robot, const ControllerConfig& config,
                                        const Start& start) {
  try {
    return std::optional<Controller>(std::in_place, robot, config, start);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

class Nonsense : public testing::TestWithParam<int> {};

TEST_P(Nonsense, IsAnsweredWithASafeFiniteCommand) {
  const RobotModel quadruped = test::robot("romerin4");
  const int n = n_episodes();
  for (int episode = GetParam(); episode < n; episode += kShards) {
    Dice dice(static_cast<std::uint64_t>(episode));
    const RobotModel robot = random_robot(quadruped, dice);
    const ControllerConfig config = random_config(dice);
    IdealModules modules(robot, config.gravity_W);
    std::optional<Controller> made =
        controller_of(robot, config, random_start(modules.start(), dice));
    if (!made) continue;
    Controller& controller = *made;
    Goal goal;
    for (int tick = 0; tick < kTicks; ++tick) {
      if (dice.chance(0.02)) goal = random_goal(robot.n_legs(), dice);
      const Command command = controller.tick(spoilt(modules.seen, robot.n_legs(), dice), goal);
      SCOPED_TRACE(testing::Message() << "episode " << episode << ", tick " << tick);
      ASSERT_TRUE(all_finite(values(robot, command)));
      ASSERT_EQ(not_finite(robot, controller.diagnostics()), "");
      ASSERT_NO_FATAL_FAILURE(expect_safe(controller, command));
      modules.obey(command);
    }
    (void)controller.tick(modules.seen, {});
    EXPECT_NE(controller.diagnostics().reason, Reason::kBadInput) << "episode " << episode;
  }
}

INSTANTIATE_TEST_SUITE_P(Shards, Nonsense, testing::Range(0, kShards));

}  // namespace
}  // namespace ventosa::controller::fuzz_test
