#include <gtest/gtest.h>

#include <limits>

#include "tests/controller/ideal_modules.h"

/// A million ticks of nonsense: whatever the controller is told, it answers with a finite command
/// that lets nothing go, and it is itself again once the world is.
namespace ventosa::controller {
namespace {

#ifdef VENTOSA_SANITIZED
constexpr int kEpisodes = 2000;
#else
constexpr int kEpisodes = 250;
#endif
constexpr int kTicks = 500;  // of one episode
constexpr int kShards = 4;   // run side by side

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : rng_(seed) {}

  bool chance(double p) { return std::bernoulli_distribution(p)(rng_); }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(rng_); }
  double in(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(rng_);
  }
  Vector3d vector(double scale) {
    return {in(-scale, scale), in(-scale, scale), in(-scale, scale)};
  }
  /// What no sensor should ever say.
  double nonsense() {
    using Limits = std::numeric_limits<double>;
    const double all[] = {Limits::quiet_NaN(),
                          Limits::infinity(),
                          -Limits::infinity(),
                          Limits::denorm_min(),
                          -Limits::min() / 3,
                          Limits::max(),
                          -1e300,
                          1e154,
                          -1e17,
                          1e9,
                          0.0,
                          in(-100, 100)};
    return all[below(static_cast<int>(std::size(all)))];
  }

 private:
  std::mt19937_64 rng_;
};

/// 1 to 12 legs of the quadruped's, on a circle or all in a row with their feet on one line.
RobotModel random_robot(const RobotModel& quadruped, Dice& dice) {
  RobotModel robot = quadruped;
  const int n = 1 + dice.below(kMaxLegs);
  const bool in_a_row = dice.chance(0.2);
  robot.leg.clear();
  robot.gait_order.clear();
  for (int i = 0; i < n; ++i) {
    Leg leg = quadruped.leg[0];
    const double yaw = in_a_row ? 0 : 2 * std::numbers::pi * i / n;
    const Eigen::AngleAxisd turn(yaw, Vector3d::UnitZ());
    leg.X_BL = Isometry3d(turn) * Eigen::Translation3d(0.14, in_a_row ? 0.2 * i : 0, 0);
    leg.p_BW_nominal = leg.X_BL * Vector3d(0.22, 0, -0.05);
    robot.leg.push_back(leg);
    robot.gait_order.push_back(i);
  }
  return robot;
}

ControllerConfig random_config(Dice& dice) {
  ControllerConfig config;
  config.gravity_W = dice.chance(0.5) ? kDown : dice.vector(9.81);
  config.cup_goal_force_N = dice.in(20, 120);
  config.sharing.objective = static_cast<Objective>(dice.below(3));
  config.body.estimator = static_cast<Estimator>(dice.below(3));
  config.payload.estimation = static_cast<PayloadEstimation>(dice.below(2));
  config.gains.law = static_cast<ControlLaw>(dice.below(2));
  config.gains.loop = static_cast<ServoLoop>(dice.below(2));
  config.gait.swing = static_cast<SwingControl>(dice.below(2));
  config.body.damping_Ns_m = dice.chance(0.5) ? 60 : 0;
  return config;
}

double& random_number(Observation& seen, int n_legs, Dice& dice) {
  LegReading& leg = seen.leg[static_cast<std::size_t>(dice.below(n_legs))];
  JointReading& joint = leg.joint[static_cast<std::size_t>(dice.below(6))];
  Patch& patch = seen.patches.patch[0];
  double* const all[] = {&joint.q_rad,
                         &joint.dq_rad_s,
                         &joint.tau_Nm,
                         &leg.cup.vacuum_Pa,
                         &leg.cup.turbine,
                         &leg.cup.distance_m[static_cast<std::size_t>(dice.below(3))],
                         &seen.body.specific_force_B[dice.below(3)],
                         &seen.body.w_WB_B[dice.below(3)],
                         &patch.X_WS.matrix()(dice.below(3), dice.below(4)),
                         &patch.half_extent_m[dice.below(2)],
                         &patch.friction};
  return *all[dice.below(static_cast<int>(std::size(all)))];
}

/// What can happen to a real robot: cups without vacuum, legs pushed around, wrists stretched.
void mistreat(Observation& seen, int n_legs, Dice& dice) {
  LegReading& leg = seen.leg[static_cast<std::size_t>(dice.below(n_legs))];
  switch (dice.below(5)) {
    case 0:
      leg.cup.vacuum_Pa = dice.in(-100, 300);
      break;
    case 1:
      for (LegReading& each : seen.leg) each.cup.vacuum_Pa = 0;
      break;
    case 2:
      leg.joint[4].q_rad = dice.chance(0.5) ? 0 : 1e-12;
      break;
    case 3:
      for (JointReading& joint : leg.joint) joint.q_rad += dice.in(-0.5, 0.5);
      break;
    default:
      for (JointReading& joint : leg.joint) joint.dq_rad_s = dice.in(-50, 50);
  }
}

Observation told(const Observation& sound, int n_legs, Dice& dice) {
  Observation seen = sound;
  if (dice.chance(0.1)) mistreat(seen, n_legs, dice);
  if (dice.chance(0.1))
    for (int k = 1 + dice.below(3); k > 0; --k) random_number(seen, n_legs, dice) = dice.nonsense();
  if (dice.chance(0.01)) seen.patches.n = dice.below(2000) - 1000;
  if (dice.chance(0.01)) seen.now_ns = std::numeric_limits<std::int64_t>::min();
  return seen;
}

Goal random_goal(Dice& dice) {
  Goal goal{.activity = static_cast<Activity>(dice.below(6)), .pd = dice.chance(0.8)};
  goal.X_WB.translation() = Vector3d(0, 0, 0.137) + dice.vector(0.05);
  goal.v_WB = dice.vector(dice.chance(0.1) ? 10 : 0.02);
  goal.w_WB = dice.vector(dice.chance(0.1) ? 0.1 : 0);
  if (!dice.chance(0.05)) return goal;
  double* const all[] = {&goal.X_WB.matrix()(dice.below(3), dice.below(4)),
                         &goal.v_WB[dice.below(3)], &goal.w_WB[dice.below(3)]};
  *all[dice.below(3)] = dice.nonsense();
  return goal;
}

std::vector<double> values(const RobotModel& robot, const Diagnostics& diagnostics) {
  std::vector<double> all;
  auto collect = [&all](const SignalName&, const char*, double value) { all.push_back(value); };
  signals(collect, robot, diagnostics);
  return all;
}

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

/// No leg but the one in its step lets go or stiffens its wrist; torques stay inside their limits.
void expect_safe(const Controller& controller, const Command& command) {
  const RobotModel& robot = controller.robot();
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const LegCommand& leg = command.leg[i];
    const FootPhase phase = controller.state().foot[i].phase;
    const bool may_let_go = static_cast<int>(i) == controller.state().stepping;
    ASSERT_TRUE(may_let_go || leg.cup.mode != CupMode::kRelease);
    ASSERT_TRUE(leg.cup.turbine >= 0 && leg.cup.turbine <= 1);
    ASSERT_TRUE(leg.cup.goal_N >= 0 && leg.cup.goal_N <= robot.cup.max_force_N);
    for (std::size_t j = 0; j < 6; ++j) {
      const JointSetpoint& joint = leg.joint[j];
      ASSERT_TRUE(joint.mode != JointMode::kPassive || (j >= 3 && is_held(phase)));
      ASSERT_LE(std::abs(joint.tau_ff_Nm), robot.leg[i].joint[j].torque_limit_Nm);
      ASSERT_TRUE(joint.kp_Nm_rad >= 0 && joint.kd_Nms_rad >= 0);
    }
  }
}

class Nonsense : public testing::TestWithParam<int> {};

TEST_P(Nonsense, IsAnsweredWithASafeFiniteCommand) {
  const RobotModel quadruped = test::robot("romerin4");
  for (int episode = GetParam(); episode < kEpisodes; episode += kShards) {
    Dice dice(static_cast<std::uint64_t>(episode));
    const RobotModel robot = random_robot(quadruped, dice);
    const ControllerConfig config = random_config(dice);
    IdealModules modules(robot, config.gravity_W);
    Start start = modules.start();
    for (bool& attached : start.attached) attached = dice.chance(0.9);
    Controller controller(robot, config, start);
    Goal goal;
    for (int n = 0; n < kTicks; ++n) {
      if (dice.chance(0.02)) goal = random_goal(dice);
      const Command command = controller.tick(told(modules.seen, robot.n_legs(), dice), goal);
      SCOPED_TRACE(testing::Message() << "episode " << episode << ", tick " << n);
      ASSERT_TRUE(all_finite(values(robot, command)));
      ASSERT_TRUE(all_finite(values(robot, controller.diagnostics())));
      ASSERT_NO_FATAL_FAILURE(expect_safe(controller, command));
      modules.obey(command);
    }
    (void)controller.tick(modules.seen, {});
    EXPECT_NE(controller.diagnostics().reason, Reason::kBadInput) << "episode " << episode;
  }
}

INSTANTIATE_TEST_SUITE_P(Shards, Nonsense, testing::Range(0, kShards));

}  // namespace
}  // namespace ventosa::controller
