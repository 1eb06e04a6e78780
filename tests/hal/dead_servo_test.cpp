#include <gtest/gtest.h>

#include <random>

#include "scenarios/session/load.h"
#include "scenarios/session/pushed_twin.h"
#include "tests/hal/armed.h"
#include "tests/hal/fake_robot.h"
#include "tests/hal/legacy/legacy_twin.h"
#include "tests/hal/native/native_twin.h"
#include "tests/hal/retold_robot.h"
#include "tests/hal/robot_contract.h"
#include "tests/sim/stands.h"

/// One servo of a leg does not answer any more: today's firmware repeats the last readings of all
/// six joints, and waits for the servo in each of its loops. From the twin's physics over either
/// wire to the safe-state machine.
namespace ventosa::hal::dead_servo_test {
namespace {

using controller::Command;
using controller::Observation;
using scenarios::RobotRun;
using scenarios::Scenario;

constexpr std::size_t kLeg = 1;
constexpr double kLoop_s = 0.022, kLoopWithDead_s = 0.061;

enum class Ailment : std::uint8_t { kNone, kDeadServo, kSlowLoop };

/// A robot whose module loops last as long as those of the firmware, give or take a fifth.
class FirmwareLoops final : public test::RetoldRobot {
 public:
  using RetoldRobot::RetoldRobot;
  Ailment ailment = Ailment::kNone;  ///< fault of leg kLeg

 private:
  void tell(Observation& seen) override {
    std::uniform_real_distribution<double> share(0.8, 1.2);
    for (controller::LegReading& leg : seen.leg) leg.module.loop_s = kLoop_s * share(dice_);
    controller::LegReading& leg = seen.leg[kLeg];
    if (ailment != Ailment::kNone) leg.module.loop_s = kLoopWithDead_s;
    if (ailment == Ailment::kDeadServo) leg.joint = last_;
    last_ = leg.joint;
  }

  std::mt19937 dice_{1};
  controller::PerJoint<controller::JointReading> last_{};
};

Scenario shipped(const char* name) {
  return scenarios::load(std::string(VENTOSA_SOURCE_DIR "/scenarios/data/") + name + ".yaml",
                         VENTOSA_SOURCE_DIR "/models/data");
}
/// The legacy protocol has no IMU.
Scenario without_imu(Scenario scenario) {
  scenario.controller.body.estimator = controller::Estimator::kRegistration;
  return scenario;
}

auto ends_over(test::WiredRobot*, const Scenario& scenario, Robot& plant) {
  return test::ends_of(scenario.robot.nominal, contract::started(plant),
                       plant.capabilities().control_period_ns, Pace::kRealTime);
}
auto ends_over(test::LegacyWire*, const Scenario& scenario, Robot& plant) {
  test::LegacyEnds ends = test::legacy_ends(scenario.robot, contract::started(plant));
  ends.master.period_ns = plant.capabilities().control_period_ns;
  return ends;
}

/// A scenario's robot in operation, with everything between it and its controller.
template <class Wire>
class InOperation {
 public:
  explicit InOperation(const Scenario& of)
      : scenario(of),
        twin(scenario, 1),
        plant(twin),
        inputs(scenario),
        wire(plant, ends_over(static_cast<Wire*>(nullptr), scenario, plant)) {
    EXPECT_TRUE(wire.take());
    run.emplace(scenario, wire.robot, std::vector<record::RowSink*>{}, nullptr, &inputs);
  }

  const GuardState& guard() const { return run->session().report().guard; }
  bool is_frozen(std::size_t leg) const {
    return guard().leg[leg].present.contains(Trigger::kJointsFrozen);
  }
  void until(double time_s) {
    while (run->time_s() < time_s && run->advance()) {
    }
  }
  std::vector<double> vacuum_forces_N() const {
    std::vector<double> all;
    for (std::size_t i = 0; i < scenario.robot.nominal.leg.size(); ++i)
      all.push_back(twin.twin().truth().leg[i].cup.vacuum_force_N);
    return all;
  }

  const Scenario scenario;
  scenarios::PushedTwin twin;
  FirmwareLoops plant;
  test::Armed inputs;
  Wire wire;
  std::optional<RobotRun> run;
};

/// After `kill()` the robot holds within this time, and stays in hold.
template <class Wire>
void expect_hold(InOperation<Wire>& robot, double within_s, auto kill) {
  robot.until(1);
  EXPECT_EQ(robot.guard().mode, GuardMode::kActive);
  const std::vector<double> before_N = robot.vacuum_forces_N();
  kill();
  const double died_s = robot.run->time_s();
  while (robot.guard().mode == GuardMode::kActive && robot.run->time_s() < died_s + 10)
    robot.run->advance();
  const double took_s = robot.run->time_s() - died_s;
  EXPECT_LE(took_s, within_s);
  testing::Test::RecordProperty("took_s", std::to_string(took_s));
  for (std::size_t i = 0; i < before_N.size(); ++i) EXPECT_EQ(robot.is_frozen(i), i == kLeg) << i;
  robot.inputs.request = {OperatorAction::kAcknowledge};
  robot.until(died_s + 5);
  EXPECT_EQ(robot.guard().mode, GuardMode::kHold);
  EXPECT_TRUE(robot.is_frozen(kLeg));
  const std::vector<double> after_N = robot.vacuum_forces_N();
  for (std::size_t i = 0; i < after_N.size(); ++i) EXPECT_GE(after_N[i], 0.99 * before_N[i]) << i;
}

// the repeated reading and five equal ones, one in each period of 10 ms; one more until the watch
// checks
TEST(DeadServo, StopsARobotOnTheNativeWireWithinSevenReadings) {
  InOperation<test::WiredRobot> robot(shipped("crawl_up_wall"));
  expect_hold(robot, 0.07 + 1e-9, [&] { robot.plant.ailment = Ailment::kDeadServo; });
}

// two readings after its loop time has shown it, one in each of the module's loops of 61 ms,
// because a single loop may be slow; plus two of the master's periods
TEST(DeadServo, StopsARobotOnTheLegacyWireWithinEightReadings) {
  InOperation<test::LegacyWire> robot(without_imu(shipped("leg_tasks_wall")));
  expect_hold(robot, 8 * kLoopWithDead_s + 0.08,
              [&] { robot.wire.fleet.module(kLeg).kill_servo(3); });
}

TEST(DeadServo, IsNotSeenInAModuleThatIsSlowAlone) {
  InOperation<test::WiredRobot> robot(shipped("crawl_up_wall"));
  robot.until(1);
  robot.plant.ailment = Ailment::kSlowLoop;
  robot.until(5);
  EXPECT_EQ(robot.guard().mode, GuardMode::kActive);
}

// readings that are equal bit for bit, over a network that loses and delays

constexpr int kTenMinutes_s = 600;

test::VirtualNetwork::Fates wireless() {
  auto dice = std::make_shared<std::mt19937>(4);
  return [dice](const test::Way&, std::int64_t) {
    std::exponential_distribution<double> jitter_s(1 / 0.0226);
    if ((*dice)() % 10 == 0) return test::Fate{{}};
    return test::Fate{{static_cast<std::int64_t>(1e9 * (0.01 + jitter_s(*dice)))}};
  };
}

/// Stands still; its loop period is given.
int n_triggered(auto& robot, double period_s) {
  robot.enter(GuardMode::kActive);
  Observation seen;
  int n = 0;
  for (int k = 0; k < std::lround(kTenMinutes_s / period_s); ++k) {
    static_cast<void>(robot.exchange(Command{}, seen));
    for (const Triggers& leg : robot.health().leg) n += leg != Triggers{};
  }
  return n;
}

TEST(DeadServo, IsNotSeenInARobotThatStandsStillOnTheNativeWire) {
  FakeRobot still;
  FirmwareLoops plant(still);
  controller::RobotModel model = fake_model();
  for (controller::Leg& leg : model.leg) leg.name = "leg";
  test::WiredRobot wire(plant,
                        test::ends_of(model, contract::started(plant), 10'000'000, Pace::kRealTime),
                        wireless());
  ASSERT_TRUE(wire.take());
  EXPECT_EQ(n_triggered(wire.robot, 0.01), 0);
}

TEST(DeadServo, IsNotSeenInARobotThatStandsStillOnTheLegacyWire) {
  FakeRobot plant;
  test::LegacyWire wire(plant, test::legacy_ends(sim::romerin4(), contract::started(plant)),
                        wireless());
  ASSERT_TRUE(wire.take());
  EXPECT_EQ(n_triggered(wire.robot, 0.04), 0);
}

}  // namespace
}  // namespace ventosa::hal::dead_servo_test
