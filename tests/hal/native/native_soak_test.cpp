#include <gtest/gtest.h>

#include "hal/link/impairment.h"
#include "tests/hal/fake_robot.h"
#include "tests/hal/native/native_twin.h"
#include "tests/hal/robot_contract.h"

/// An hour over a bad network, in virtual time; the physics stand still in it.
namespace ventosa::hal {
namespace {

using controller::Command;
using controller::Observation;
using test::Fate;
using test::Way;

constexpr std::int64_t kPeriod_ns = 10'000'000;

/// A tenth is lost, a hundredth comes twice, a twentieth is held back; the 99th percentile of the
/// delay is 114 ms.
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

class Soak : public testing::TestWithParam<int> {};

TEST_P(Soak, NeverHoldsInAnHour) {
  FakeRobot plant;
  controller::RobotModel model = fake_model();
  model.name = "fake";
  model.leg.resize(4, model.leg[0]);
  for (std::size_t i = 0; i < model.leg.size(); ++i) model.leg[i].name = "leg" + std::to_string(i);
  auto ends = test::ends_of(model, contract::started(plant), kPeriod_ns, Pace::kRealTime);
  ends.master.first_sequence = 0xFFFF'0000;  // the numbers wrap on the way
  test::WiredRobot wire(plant, ends, bad_network(static_cast<std::uint64_t>(GetParam())));
  ASSERT_TRUE(wire.take(60'000'000'000));
  NativeRobot& robot = wire.robot;
  robot.enter(GuardMode::kActive);
  Observation seen;
  GuardState guard;
  for (int k = 0; k < 360'000; ++k) {
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
  for (std::size_t i = 0; i < model.leg.size(); ++i)
    EXPECT_EQ(wire.fleet.module(i).mode(), GuardMode::kActive);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Soak, testing::Range(1, 21));

}  // namespace
}  // namespace ventosa::hal
