#include "scenarios/session/foot_signals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "models/robot.h"
#include "tests/scenarios/good_scenario.h"
#include "tests/scenarios/logged_run.h"

namespace ventosa::scenarios::foot_signals_test {
namespace {

using controller::kUnknown;
using controller::Vector3d;

constexpr double kPeriod_s = 0.002;

/// Ticks of a hexapod whose readings and forces a test sets.
struct Feet : testing::Test {
  const controller::RobotModel robot = models::load(kRobots / "hexapod3.yaml").nominal;
  const controller::LowPass low_pass = controller::butterworth(20, kPeriod_s);
  controller::Observation seen;
  sim::Truth truth;
  FeetState state{};

  FootSignals signals(bool is_twin = true) {
    const Input input;
    const controller::Command command;
    const controller::Diagnostics plan;
    const SessionReport session;
    const Tick tick{.seen = seen,
                    .input = input,
                    .command = command,
                    .plan = plan,
                    .truth = is_twin ? &truth : nullptr,
                    .session = session};
    return feet_signals(robot, low_pass, tick, state).leg[2];
  }
  FootSignals pushed(const Vector3d& f_W, const Vector3d& normal_W) {
    truth.leg[2].point = {.touches = true, .normal_N = f_W.dot(normal_W), .f_W = f_W};
    return signals();
  }
  FootSignals sensed(double z_N) {
    seen.leg[2].foot = {.sampled_ns = seen.leg[2].foot.sampled_ns + 2'000'000,
                        .f_F_N = {0, 0, z_N}};
    return signals();
  }
};

TEST_F(Feet, HaveTheRatiosAcrossTheGroundAndAcrossTheVertical) {
  const double slope = 0.3;
  const Vector3d n(std::sin(slope), 0, std::cos(slope)), t(std::cos(slope), 0, -std::sin(slope));
  for (const double friction : {-0.6, 0.0, 0.6}) {
    const FootSignals foot = pushed(10 * (n + friction * t), n);
    EXPECT_TRUE(foot.loaded);
    EXPECT_NEAR(foot.surface_ratio, std::abs(friction), 1e-7);  // the root of a difference
    EXPECT_NEAR(foot.world_ratio, std::abs(std::tan(slope + std::atan(friction))), 1e-9);
  }
}

/// Friction beyond the normal force in the world's axes, although mu is 0.7.
TEST_F(Feet, MayPushMoreSidewaysThanUpwardsOnASlope) {
  const double slope = 0.3;
  const Vector3d n(std::sin(slope), 0, std::cos(slope)), t(std::cos(slope), 0, -std::sin(slope));
  EXPECT_GT(pushed(10 * (n + 0.7 * t), n).world_ratio, 1.2);
}

TEST_F(Feet, AreLoadedFromTheForceThatBears) {
  const double bear_N = std::get<controller::PointFoot>(robot.leg[2].foot.hold).bear_N;
  const FootSignals light = pushed({0, 0, 0.99 * bear_N}, Vector3d::UnitZ());
  EXPECT_FALSE(light.loaded);
  EXPECT_TRUE(std::isnan(light.surface_ratio) && std::isnan(light.world_ratio));
  EXPECT_TRUE(pushed({0, 0, 1.01 * bear_N}, Vector3d::UnitZ()).loaded);
}

TEST_F(Feet, HaveACappedRatioWhereTheyDoNotPushAndNoBetterOneForALostForce) {
  EXPECT_EQ(pushed({10, 0, -1}, Vector3d::UnitZ()).world_ratio, kMostRatio);
  EXPECT_EQ(pushed({10, 0, 0}, Vector3d::UnitZ()).surface_ratio, kMostRatio);
  const FootSignals lost = pushed({kUnknown, 0, 10}, Vector3d::UnitZ());
  EXPECT_TRUE(lost.loaded);
  EXPECT_EQ(lost.surface_ratio, kMostRatio);
  EXPECT_EQ(lost.world_ratio, kMostRatio);
}

TEST_F(Feet, AreUnknownBeforeTheFirstReadingAndStartAtIt) {
  EXPECT_TRUE(signals().filtered_F.array().isNaN().all());
  EXPECT_NEAR(sensed(-5).filtered_F.z(), -5, 1e-12);
}

TEST_F(Feet, FollowAStepOfTheForceLateAndWithoutItsNoise) {
  for (int n = 0; n < 500; ++n) (void)sensed(-5);
  EXPECT_GT(sensed(-10).filtered_F.z(), -5.1);
  for (int n = 0; n < 500; ++n) (void)sensed(n % 2 == 0 ? -9 : -11);
  EXPECT_NEAR(sensed(-10).filtered_F.z(), -10, 0.01);
}

TEST_F(Feet, IgnoreWhatIsNoForceOfTheirSensor) {
  FootSignals foot;
  for (int n = 0; n < 100; ++n) foot = sensed(-5);
  for (const double wild : {kUnknown, std::numeric_limits<double>::infinity(), 51.0, 1e200})
    EXPECT_EQ(sensed(wild).filtered_F, foot.filtered_F);
  EXPECT_NEAR(sensed(-5).filtered_F.z(), -5, 1e-9);
}

const std::string kStands = R"(schema: 1
robot: hexapod3
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.7}
placement: {surface: ground}
duration_s: 1
control_period_s: 0.002
asserts:
  - {name: friction, share: feet.leg*.surface_ratio, above: 0.7, while: feet.leg*.loaded, max: 0}
)";

/// Raw and filtered force are in the record, and both weigh the robot.
TEST(FootSignals, StandInTheRecordRawAndFiltered) {
  const Scenario scenario = read(kStands);
  LoggedRun run(scenario, 1);
  while (run.advance()) {
  }
  const auto last = run.log().row(run.log().n_rows() - 1);
  const auto at = [&](const std::string& name) { return last[run.log().find(name).value()]; };
  double raw_N = 0, filtered_N = 0;
  for (const char* leg : {"0", "1", "2", "3", "4", "5"}) {
    raw_N += std::hypot(at(std::string("seen.leg") + leg + ".foot.force0"),
                        at(std::string("seen.leg") + leg + ".foot.force2"));
    filtered_N += std::hypot(at(std::string("feet.leg") + leg + ".filtered.x"),
                             at(std::string("feet.leg") + leg + ".filtered.z"));
    EXPECT_EQ(at(std::string("feet.leg") + leg + ".loaded"), 1);
  }
  const double weight_N = 9.81 * scenario.robot.nominal.total_mass_kg();
  EXPECT_NEAR(raw_N, weight_N, 0.1 * weight_N);
  EXPECT_NEAR(filtered_N, weight_N, 0.05 * weight_N);
}

}  // namespace
}  // namespace ventosa::scenarios::foot_signals_test
