#include <gtest/gtest.h>

#include "tests/hal/fake_robot.h"
#include "tests/hal/native/native_twin.h"
#include "tests/hal/retold_robot.h"
#include "tests/hal/robot_contract.h"

/// Checks of modules with the native protocol before their joints get torque, and of their cups
/// while they climb.
namespace ventosa::hal::native_start_up_test {
namespace {

using controller::Command;
using controller::Observation;

constexpr std::int64_t kPeriod_ns = 10'000'000;
constexpr std::int64_t kSecond_ns = 1'000'000'000;

/// A closed-form robot with readings set by the test.
class EditedRobot final : public test::RetoldRobot {
 public:
  EditedRobot() : RetoldRobot(robot_) {}
  std::function<void(Observation&)> edit = [](Observation&) {};

 private:
  void tell(Observation& seen) override {
    for (controller::LegReading& leg : seen.leg) {
      leg.cup.distance_m.fill(controller::kNoDistance_m);
      leg.cup.turbine = 0;
      leg.module = {.power = controller::Switch::kOn, .boots = 1};
      for (controller::JointReading& joint : leg.joint)
        joint.errors = 0, joint.torque = controller::Switch::kOn;
    }
    edit(seen);
  }
  FakeRobot robot_;
};

test::Ends ends(Pace pace) {
  controller::RobotModel model = fake_model();
  model.name = "fake";
  model.leg[0].name = "left";
  model.leg[1].name = "right";
  for (controller::Leg& leg : model.leg)
    leg.foot.hold = controller::Cup{.area_m2 = 0.02, .goal_force_N = 60, .attached_ratio = 0.8};
  FakeRobot robot;
  return test::ends_of(model, contract::started(robot), kPeriod_ns, pace);
}

struct Wired {
  explicit Wired(
      std::function<void(Observation&)> edit = [](Observation&) {}, Pace pace = Pace::kRealTime)
      : plant(with(std::move(edit))), wire(*plant, ends(pace)) {}

  static std::unique_ptr<EditedRobot> with(std::function<void(Observation&)> edit) {
    auto plant = std::make_unique<EditedRobot>();
    plant->edit = std::move(edit);
    return plant;
  }
  NativeRobot& robot() { return wire.robot; }
  void pass(double time_s) {
    for (int k = 0; k < std::lround(time_s / 0.01); ++k)
      static_cast<void>(robot().exchange(command, seen));
  }
  /// Reply of the guard to an operator who arms now.
  GuardStep armed() {
    const Health& health = robot().health();
    const GuardInputs inputs{
        health.session, health.lease, health.robot, health.leg, {OperatorAction::kArm}};
    const GuardStep ready = step({}, {.session = true, .lease = true}, seen.now_ns);
    return step(ready.state, inputs, seen.now_ns);
  }

  std::unique_ptr<EditedRobot> plant;
  test::WiredRobot wire;
  Command command;
  Observation seen;
};

TEST(NativeStartUp, PassesModulesInOperationAtOnce) {
  for (const Pace pace : {Pace::kRealTime, Pace::kLockStep}) {
    Wired wired([](Observation&) {}, pace);
    ASSERT_TRUE(wired.wire.take());
    const std::int64_t before_ns = wired.wire.network.now_ns();
    EXPECT_EQ(wired.robot().set_up(), std::vector<std::string>{});
    EXPECT_EQ(wired.wire.network.now_ns(), before_ns);
    EXPECT_EQ(summary_of(0, wired.robot().checks()),
              "left: 11 checks passed, zero of its cup unverified; the cup is attached");
    EXPECT_EQ(wired.armed().refusal, Refusal::kNone);
  }
}

TEST(NativeStartUp, CallsUnknownWhatModulesDoNotTell) {
  Wired wired([](Observation& seen) {
    for (controller::LegReading& leg : seen.leg) {
      leg.module.power.reset();
      for (controller::JointReading& joint : leg.joint) joint.errors.reset(), joint.torque.reset();
    }
  });
  ASSERT_TRUE(wired.wire.take());
  EXPECT_EQ(wired.robot().set_up(), std::vector<std::string>{});
  EXPECT_EQ(summary_of(1, wired.robot().checks()),
            "right: 8 checks passed, drive errors not reported, supply not reported, zero of "
            "its cup unverified; the cup is attached, torque not reported");
}

/// A condition that forbids torque: the owner gets a line of text, the guard a trigger.
struct Forbidden {
  void (*edit)(Observation&);
  const char* line;
  Trigger trigger;
};

const Forbidden kForbidden[] = {
    {[](Observation& seen) { seen.leg[1].joint[2].errors = controller::kHeatError; },
     "right: drive errors: expected none, found joint 3: bits 4: let it cool, unload it, "
     "reboot the servo",
     Trigger::kJointFault},
    {[](Observation& seen) { seen.leg[1].module.power = controller::Switch::kOff; },
     "right: supply: expected on, found off", Trigger::kNoPower},
    {[](Observation& seen) { seen.leg[1].joint[0].q_rad = 3.1; },
     "right: joint angles: expected each within its limits, found joint 1: 3.1 rad, limits -3 and "
     "3",
     Trigger::kLimit},
    {[](Observation& seen) { seen.leg[1].joint[0].q_rad = controller::kUnknown; },
     "right: joint angles: expected each within its limits, found joint 1: not reported",
     Trigger::kLimit},
    {[](Observation& seen) { seen.leg[1].cup.vacuum_Pa = 62'800; },
     "right: vacuum: expected 0 to 20000 Pa, found 62800 Pa", Trigger::kUnsafeCup},
};

TEST(NativeStartUp, RefusesArmingAndNamesWhatForbidsIt) {
  for (const Forbidden& each : kForbidden) {
    Wired wired(each.edit);
    ASSERT_TRUE(wired.wire.take());
    const std::vector<std::string> refusals = wired.robot().set_up();
    ASSERT_FALSE(refusals.empty()) << each.line;
    EXPECT_EQ(refusals[0], each.line);
    const GuardStep armed = wired.armed();
    EXPECT_EQ(armed.refusal, Refusal::kTriggerPresent);
    EXPECT_TRUE(armed.state.leg[1].present.contains(each.trigger)) << each.line;
    EXPECT_TRUE(armed.state.leg[0].present.empty());
    EXPECT_TRUE(wired.robot().health().session);
  }
}

TEST(NativeStartUp, RefusesAJointThatMovesByMoreThanADegreeInAPeriod) {
  for (const double rate_deg : {0.9, 1.1}) {
    double q_rad = 0;
    Wired wired([&](Observation& seen) {
      q_rad += rate_deg * M_PI / 180;
      seen.leg[0].joint[1].q_rad = std::sin(q_rad);  // there and back: within its limits
    });
    ASSERT_TRUE(wired.wire.take());
    wired.robot().idle(wired.seen);
    wired.robot().idle(wired.seen);
    const bool moves = wired.robot().health().leg[0].contains(Trigger::kLimit);
    EXPECT_EQ(moves, rate_deg > 1) << rate_deg;
  }
}

TEST(NativeStartUp, LeavesItToTheGuardOnceTheRobotIsArmed) {
  bool is_outside = false;
  Wired wired([&](Observation& seen) {
    if (is_outside) seen.leg[0].joint[0].q_rad = 3.2;
  });
  ASSERT_TRUE(wired.wire.take());
  wired.robot().enter(GuardMode::kActive);
  wired.pass(0.1);
  is_outside = true;
  wired.pass(0.1);
  EXPECT_EQ(wired.robot().health().leg[0], Triggers{});
  wired.robot().enter(GuardMode::kReady);
  wired.pass(0.1);
  EXPECT_TRUE(wired.robot().health().leg[0].contains(Trigger::kLimit));
}

/// Edits readings: the right module has this count of boots, this vacuum and distance.
struct Booting {
  int boots = 1;
  double vacuum_Pa = 0;
  double distance_m = controller::kUnknown;
  void operator()(Observation& seen) const {
    seen.leg[1].module.boots = boots;
    seen.leg[1].cup.vacuum_Pa = vacuum_Pa;
    if (controller::is_known(distance_m)) seen.leg[1].cup.distance_m.fill(distance_m);
  }
};

TEST(NativeStartUp, WaitsTwelveSecondsFromABootForTheCupsZero) {
  auto module = std::make_shared<Booting>();
  Wired wired([module](Observation& seen) { (*module)(seen); });
  wired.wire.network.wait_until(kSecond_ns);
  module->boots = 2;
  wired.wire.network.wait_until(kSecond_ns + kSecond_ns / 2);
  const std::int64_t booted_ns = kSecond_ns;
  ASSERT_TRUE(wired.wire.take());
  EXPECT_FALSE(wired.robot().settle(booted_ns + 11 * kSecond_ns));
  EXPECT_EQ(wired.robot().refusals(),
            std::vector<std::string>{
                "right: zero of its cup: expected 12 s at rest since boot, found settling"});
  EXPECT_EQ(wired.armed().refusal, Refusal::kTriggerPresent);
  EXPECT_EQ(wired.robot().set_up(), std::vector<std::string>{});
  EXPECT_NEAR(1e-9 * static_cast<double>(wired.wire.network.now_ns() - booted_ns), 12, 0.05);
  EXPECT_EQ(summary_of(1, wired.robot().checks()), "right: 12 checks passed");
}

// while it climbs

TEST(NativeRobot, DistrustsTheCupOfAModuleThatBootedWhileItHeld) {
  auto module = std::make_shared<Booting>();
  module->vacuum_Pa = 5000;
  Wired wired([module](Observation& seen) { (*module)(seen); });
  ASSERT_TRUE(wired.wire.take());
  wired.robot().enter(GuardMode::kActive);
  wired.pass(1);
  EXPECT_EQ(wired.robot().health().leg[1], Triggers{});
  module->boots = 2;
  module->vacuum_Pa = 2000;  // 40 N: part of the vacuum is gone, or not reported
  wired.pass(1);
  EXPECT_TRUE(wired.robot().health().leg[1].contains(Trigger::kUnsafeCup));
  EXPECT_FALSE(wired.robot().health().leg[0].contains(Trigger::kUnsafeCup));
  wired.robot().enter(GuardMode::kDegradedLeg);
  wired.pass(20);
  EXPECT_EQ(wired.robot().health().leg[1], Triggers{Trigger::kUnsafeCup});
  wired.robot().enter(GuardMode::kReady);  // a disarm proves nothing
  wired.pass(1);
  EXPECT_EQ(wired.robot().health().leg[1], Triggers{Trigger::kUnsafeCup});
  module->vacuum_Pa = 2500;  // 50 N are reported: whatever the error of the zero, it is attached
  wired.pass(0.1);
  EXPECT_EQ(wired.robot().health().leg[1], Triggers{});
}

TEST(NativeRobot, FindsACupThatComesOffAndOneThatWasReleasedWell) {
  for (const bool released : {false, true}) {
    auto module = std::make_shared<Booting>();
    module->vacuum_Pa = 5000;
    Wired wired([module](Observation& seen) { (*module)(seen); });
    ASSERT_TRUE(wired.wire.take());
    wired.robot().enter(GuardMode::kActive);
    wired.command.leg[1].cup = {.mode = controller::CupMode::kAttach, .goal_N = 60};
    wired.pass(1);
    if (released) wired.command.leg[1].cup = {.mode = controller::CupMode::kRelease};
    module->vacuum_Pa = 0;
    wired.pass(0.25);
    EXPECT_EQ(wired.robot().health().leg[1], Triggers{});
    wired.pass(0.1);
    EXPECT_EQ(wired.robot().health().leg[1].contains(Trigger::kUnsafeCup), !released);
    wired.robot().enter(GuardMode::kHold);
    wired.command = {};
    wired.pass(5);
    EXPECT_EQ(wired.robot().health().leg[1].contains(Trigger::kUnsafeCup), !released);
    wired.robot().enter(GuardMode::kReady);  // disarmed: cups need not stay attached any more
    wired.pass(13);
    EXPECT_EQ(wired.robot().health().leg[1], Triggers{});
  }
}

/// A robot that hangs before it is armed. Cups lost before that do not count as lost afterwards.
TEST(NativeRobot, TellsACupThatComesOffBeforeItIsArmed) {
  auto module = std::make_shared<Booting>();
  module->vacuum_Pa = 5000;
  Wired wired([module](Observation& seen) { (*module)(seen); });
  ASSERT_TRUE(wired.wire.take());
  wired.pass(1);
  module->vacuum_Pa = 0;
  wired.pass(0.25);
  EXPECT_FALSE(wired.robot().has_come_off(1));
  wired.pass(0.1);
  EXPECT_TRUE(wired.robot().has_come_off(1));
  EXPECT_FALSE(wired.robot().has_come_off(0));
  EXPECT_EQ(wired.robot().health().leg[1], Triggers{});
  wired.robot().enter(GuardMode::kActive);
  wired.pass(1);
  EXPECT_EQ(wired.robot().health().leg[1], Triggers{});
}

TEST(NativeRobot, AsksTwiceWhetherACupHoldsThatTellsThatItIsOff) {
  for (const double distance_m : {0.002, 0.005}) {
    auto module = std::make_shared<Booting>();
    module->vacuum_Pa = 2000;
    module->distance_m = distance_m;
    Wired wired([module](Observation& seen) { (*module)(seen); });
    ASSERT_TRUE(wired.wire.take());
    wired.pass(1);
    ASSERT_EQ(wired.robot().knows_cup(1), CupKnowledge::kUnknown);
    EXPECT_NEAR(wired.robot().cup_distance_m(1), distance_m, 1e-6);
    const bool is_off = distance_m > 0.003;
    EXPECT_EQ(wired.robot().take({1, CupWord::kHolds}),
              is_off ? CupReply::kIsOff : CupReply::kTaken);
    EXPECT_EQ(wired.robot().take({1, CupWord::kHolds, true}), CupReply::kTaken);
    EXPECT_EQ(wired.robot().knows_cup(1), CupKnowledge::kAttached);
  }
}

}  // namespace
}  // namespace ventosa::hal::native_start_up_test
