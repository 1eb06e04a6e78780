#include <gtest/gtest.h>

#include "scenarios/session/load.h"
#include "scenarios/session/pushed_twin.h"
#include "scenarios/session/required_capabilities.h"
#include "tests/hal/armed.h"
#include "tests/hal/native/native_twin.h"

/// A robot with point feet over the native protocol, in real time of a virtual network: start-up,
/// wrong modules, and what is left standing when a module, the master or the link is lost.
namespace ventosa::hal::walker_wire_test {
namespace {

using scenarios::RobotRun;
using scenarios::Scenario;

Scenario shipped(const std::string& name) {
  return scenarios::load(VENTOSA_SOURCE_DIR "/scenarios/data/" + name + ".yaml",
                         VENTOSA_SOURCE_DIR "/models/data");
}

/// Modules, network and master of a scenario; either end may be edited before they are built.
struct Walker {
  using Edit = std::function<void(test::Ends&)>;
  explicit Walker(const std::string& name, const Edit& edit = {},
                  test::VirtualNetwork::Fates fates = {})
      : scenario(shipped(name)), plant(scenario, 1), inputs(scenario) {
    controller::Start start;
    EXPECT_EQ(plant.start(start), Status::kOk);
    ends = test::ends_of(scenario.robot.nominal, start, plant.capabilities().control_period_ns,
                         Pace::kRealTime);
    ends.master.place = scenarios::place_of(scenario.twin);
    if (edit) edit(ends);
    wire.emplace(plant, ends, std::move(fates));
  }
  NativeRobot& robot() { return wire->robot; }
  std::vector<std::string> mismatches() {
    static_cast<void>(robot().ask(1'000'000'000));
    return robot().mismatches();
  }
  void walk(double until_s) {
    if (!run) {
      EXPECT_TRUE(wire->take());
      run.emplace(scenario, robot(), std::vector<record::RowSink*>{}, nullptr, &inputs);
    }
    while (run->time_s() < until_s && run->advance()) {
    }
  }
  GuardMode mode() const { return run->session().report().guard.mode; }
  double height_m() const { return plant.twin().truth().X_WB.translation().z(); }
  double lean_rad() const {
    return std::acos(std::min(1.0, plant.twin().truth().X_WB.linear()(2, 2)));
  }
  /// The robot stands as high as before, level, and no joint has been made passive.
  void expect_standing(double from_m) {
    EXPECT_NEAR(height_m(), from_m, 0.01);
    EXPECT_LT(lean_rad(), 0.05);
    for (std::size_t i = 0; i < scenario.robot.nominal.leg.size(); ++i)
      for (const controller::JointSetpoint& joint : wire->fleet.obeyed().leg[i].joint)
        EXPECT_NE(joint.mode, controller::JointMode::kPassive) << i;
  }

  const Scenario scenario;
  scenarios::PushedTwin plant;
  test::Armed inputs;
  test::Ends ends;
  std::optional<test::WiredRobot> wire;
  std::optional<RobotRun> run;
};

TEST(WalkerWire, PassesAllChecksWithoutARowOfACup) {
  Walker walker("hexapod3_tripod_flat");
  ASSERT_TRUE(walker.wire->take());
  EXPECT_EQ(walker.robot().set_up(), std::vector<std::string>{});
  int n_forces = 0;
  for (const ModuleCheck& each : walker.robot().checks()) {
    EXPECT_EQ(each.verdict, Verdict::kPassed) << text_of(each);
    EXPECT_NE(each.check, StartCheck::kVacuum);
    EXPECT_NE(each.check, StartCheck::kCupZero);
    n_forces += each.check == StartCheck::kFootForce;
  }
  EXPECT_EQ(n_forces, 6);
  EXPECT_EQ(summary_of(0, walker.robot().checks()), "front_left: 11 checks passed");
}

TEST(WalkerWire, HasTheCapabilitiesOfItsTwin) {
  for (const char* const name : {"hexapod3_tripod_flat", "hexapod3_gps"}) {
    Walker walker(name);
    ASSERT_TRUE(walker.wire->take());
    const Capabilities &found = walker.robot().capabilities(), &twin = walker.plant.capabilities();
    EXPECT_EQ(found.cup_modes.bits(), 0u);
    EXPECT_FALSE(found.relays);
    EXPECT_FALSE(found.gaze);
    EXPECT_TRUE(found.telemetry.foot_force);
    EXPECT_FALSE(found.telemetry.pack || found.telemetry.cup_distance);
    EXPECT_EQ(found.telemetry.gps, twin.telemetry.gps);
    EXPECT_EQ(found.telemetry.compass, twin.telemetry.compass);
    EXPECT_EQ(twin.telemetry.gps, std::string(name) == "hexapod3_gps");
  }
}

TEST(WalkerWire, NeedsNoAnswerAboutAFoot) {
  Walker walker("hexapod3_tripod_flat");
  ASSERT_TRUE(walker.wire->take());
  for (const CupWord word : {CupWord::kHolds, CupWord::kFree})
    for (const bool confirmed : {false, true})
      EXPECT_EQ(walker.robot().take({2, word, confirmed}), CupReply::kNoCup);
}

/// A difference of the modules from the robot file, and what is said of the first.
struct Wrong {
  const char* scenario;
  void (*edit)(FleetConfig&);
  const char* line;
};

controller::PointFoot& point_of(FleetConfig& fleet) {
  return std::get<controller::PointFoot>(fleet.model.leg[0].foot.hold);
}

const Wrong kWrong[] = {
    {"hexapod3_tripod_flat",
     [](FleetConfig& fleet) { fleet.model.leg[0].foot.hold = controller::Cup{}; },
     "front_left: foot: expected point, found cup"},
    {"hexapod3_tripod_flat", [](FleetConfig& fleet) { point_of(fleet).sensor.reset(); },
     "front_left: force sensor: expected one, found none"},
    {"hexapod3_tripod_flat", [](FleetConfig& fleet) { point_of(fleet).sensor->range_N = 20; },
     "front_left: range of the force sensor [N]: expected 50, found 20"},
    {"hexapod3_tripod_flat", [](FleetConfig& fleet) { fleet.model.has_packs = true; },
     "front_left: pack: expected none, found one"},
    {"hexapod3_tripod_flat",
     [](FleetConfig& fleet) {
       fleet.model = shipped("crawl_up_wall_hexapod").robot.nominal;
       fleet.model.leg.resize(6);
     },
     "front_left: robot: expected hexapod3, found romerin6"},
    {"crawl_up_wall",
     [](FleetConfig& fleet) { fleet.model.leg[0].foot.hold = controller::PointFoot{}; },
     "front_left: foot: expected cup, found point"},
};

TEST(WalkerWire, RefusesOtherModulesByName) {
  for (const Wrong& wrong : kWrong) {
    Walker walker(wrong.scenario, [&](test::Ends& ends) { wrong.edit(ends.fleet); });
    const std::vector<std::string> lines = walker.mismatches();
    EXPECT_NE(std::find(lines.begin(), lines.end(), wrong.line), lines.end())
        << wrong.line << " is not said; first: " << (lines.empty() ? "nothing" : lines.front());
    EXPECT_FALSE(walker.wire->take());
  }
}

TEST(WalkerWire, RefusesABodyWithoutTheReceiversThatItUses) {
  Walker walker("hexapod3_tripod_flat", [](test::Ends& ends) {
    ends.master.place = {controller::Equipment::kFix, controller::Equipment::kHeading};
  });
  EXPECT_EQ(walker.mismatches(),
            (std::vector<std::string>{"body: GPS: expected one, found none",
                                      "body: compass: expected one, found none"}));
}

TEST(WalkerWire, DropsReadingsOfReceiversThatItDoesNotUse) {
  Walker walker("hexapod3_gps", [](test::Ends& ends) { ends.master.place = {}; });
  ASSERT_TRUE(walker.wire->take());
  controller::Observation seen;
  for (int k = 0; k < 200; ++k) walker.robot().idle(seen);
  EXPECT_FALSE(seen.fix || seen.heading);
}

TEST(WalkerWire, StandsWhenItsMasterOrItsLinkIsLostInMidStride) {
  Walker walker("hexapod3_tripod_flat");
  walker.walk(3);
  ASSERT_EQ(walker.mode(), GuardMode::kActive);
  const double before_m = walker.height_m();
  walker.wire->network.is_cut = true;
  walker.walk(3.4);
  EXPECT_EQ(walker.mode(), GuardMode::kHold);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(walker.wire->fleet.module(i).mode(), GuardMode::kHold);
  walker.walk(6);
  walker.expect_standing(before_m);
  walker.wire->network.is_cut = false;
  walker.walk(9);
  EXPECT_EQ(walker.mode(), GuardMode::kHold);  // nothing resumes by itself
  walker.inputs.request = {OperatorAction::kAcknowledge};
  walker.walk(9.1);
  walker.inputs.request = {};
  walker.walk(11);
  EXPECT_EQ(walker.mode(), GuardMode::kActive);
  walker.expect_standing(before_m);
}

TEST(WalkerWire, StandsAndNamesTheLegWhenAModuleIsLost) {
  constexpr std::size_t kLost = 2;
  bool is_lost = false;
  Walker walker("hexapod3_tripod_flat", {}, [&](const test::Way& way, std::int64_t) {
    return is_lost && way.device == kLost ? test::Fate{{}} : test::Fate{};
  });
  walker.walk(3);
  const double before_m = walker.height_m();
  is_lost = true;
  walker.walk(3.4);
  EXPECT_NE(walker.mode(), GuardMode::kActive);
  EXPECT_TRUE(walker.robot().health().leg[kLost].contains(Trigger::kStale));
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_FALSE(walker.robot().health().leg[i].contains(Trigger::kUnsafeCup));
  walker.walk(6);
  EXPECT_EQ(walker.mode(), GuardMode::kDegradedLeg);
  walker.expect_standing(before_m);
}

TEST(WalkerWire, TellsASecondMasterWhoHasTheModules) {
  Walker walker("hexapod3_tripod_flat");
  walker.walk(1);
  test::Ends second = walker.ends;
  second.master.nonce = test::nonce(9);
  second.master.owner = native::Label("ben");
  walker.wire->network.master = 8;
  NativeRobot other(second.master, walker.wire->network);
  ASSERT_TRUE(other.ask(walker.wire->network.now_ns() + 1'000'000'000));
  EXPECT_FALSE(other.claim(walker.wire->network.now_ns() + 1'000'000'000));
  ASSERT_EQ(other.holders().size(), 7u);
  EXPECT_EQ(other.holders().front(), "front_left has another master: anna on pc3");
}

}  // namespace
}  // namespace ventosa::hal::walker_wire_test
