#include <gtest/gtest.h>

#include "hal/link/impairment.h"
#include "tests/hal/fake_robot.h"
#include "tests/hal/native/native_twin.h"
#include "tests/hal/robot_contract.h"

/// An hour over a bad network, in virtual time; the physics does not advance.
namespace ventosa::hal::native_soak_test {
namespace {

using controller::Command;
using controller::Observation;
using test::Fate;
using test::Way;

constexpr std::int64_t kPeriod_ns = 10'000'000;

/// A tenth is lost, a hundredth arrives twice, a twentieth is delayed further; the 99th percentile
/// of the delay is 114 ms.
constexpr Impairment kBad{.latency_s = 0.01,
                          .jitter_s = 0.0226,
                          .loss = 0.1,
                          .duplicate = 0.01,
                          .reorder = 0.05,
                          .reorder_s = 0.02};

test::VirtualNetwork::Fates bad_network(std::uint64_t seed) {
  return [seed](const Way& way, std::int64_t) {
    const std::uint64_t channel = 100 * way.device + (way.back ? 50 : 0);
    const Passage passes = passage(kBad, seed, channel, way.sequence);
    Fate fate{{}};
    if (passes.lost()) return fate;
    fate.delay_ns.push_back(passes.delay_ns);
    if (passes.copy_delay_ns) fate.delay_ns.push_back(*passes.copy_delay_ns);
    return fate;
  };
}

struct Load {
  std::size_t n_modules;
  std::uint64_t seed;
};
std::string name_of(const testing::TestParamInfo<Load>& load) {
  return std::to_string(load.param.n_modules) + "_modules_seed_" + std::to_string(load.param.seed);
}
std::vector<Load> loads(std::size_t n_modules, std::uint64_t n_seeds) {
  std::vector<Load> all;
  for (std::uint64_t seed = 1; seed <= n_seeds; ++seed) all.push_back({n_modules, seed});
  return all;
}

controller::RobotModel model_of(std::size_t n_modules) {
  controller::RobotModel model = fake_model();
  model.name = "fake";
  model.leg.resize(n_modules, model.leg[0]);
  for (std::size_t i = 0; i < n_modules; ++i) model.leg[i].name = "leg" + std::to_string(i);
  return model;
}

/// Sequence numbers of both ends wrap after eleven minutes.
test::Ends ends_of(std::size_t n_modules, Robot& plant) {
  auto ends =
      test::ends_of(model_of(n_modules), contract::started(plant), kPeriod_ns, Pace::kRealTime);
  ends.master.first_sequence = ends.fleet.first_sequence = 0xFFFF'0000;
  return ends;
}

class Soak : public testing::TestWithParam<Load> {};

TEST_P(Soak, NeverHoldsInAnHour) {
  constexpr int kHour = 360'000;  // periods
  const auto [n_modules, seed] = GetParam();
  FakeRobot plant;
  test::WiredRobot wire(plant, ends_of(n_modules, plant), bad_network(seed));
  ASSERT_TRUE(wire.take(60'000'000'000));
  NativeRobot& robot = wire.robot;
  robot.enter(GuardMode::kActive);
  Observation seen;
  GuardState guard;
  for (int k = 0; k < kHour; ++k) {
    static_cast<void>(robot.exchange(Command{}, seen));
    const Health& health = robot.health();
    const GuardInputs inputs{health.session,
                             health.lease,
                             health.robot,
                             health.leg,
                             {k == 0 ? OperatorAction::kArm : OperatorAction::kNone}};
    guard = step(guard, inputs, seen.now_ns).state;
    ASSERT_EQ(guard.mode, GuardMode::kActive) << "after " << 0.01 * k << " s";
  }
  for (std::size_t i = 0; i < n_modules; ++i) {
    EXPECT_EQ(wire.fleet.module(i).mode(), GuardMode::kActive);
    EXPECT_NEAR(static_cast<double>(robot.link(i).missing.value_or(0)) / kHour, kBad.loss, 0.01);
  }
}

INSTANTIATE_TEST_SUITE_P(Quadruped, Soak, testing::ValuesIn(loads(4, 6)), name_of);
INSTANTIATE_TEST_SUITE_P(Octopod, Soak, testing::ValuesIn(loads(8, 3)), name_of);

}  // namespace
}  // namespace ventosa::hal::native_soak_test
