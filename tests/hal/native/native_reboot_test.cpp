#include <gtest/gtest.h>

#include "scenarios/session/load.h"
#include "scenarios/session/pushed_twin.h"
#include "tests/hal/native/false_zeros.h"
#include "tests/hal/native/native_twin.h"
#include "tests/hal/said.h"

/// Modules with the native protocol that rebooted while their cups were attached: they report no
/// vacuum. In virtual time.
namespace ventosa::hal::native_reboot_test {
namespace {

struct NativeReboot : testing::Test {
  NativeReboot()
      : scenario(without_script()), plant(scenario, 1), modules(plant), inputs(scenario) {
    controller::Start start;
    EXPECT_EQ(modules.start(start), Status::kOk);
    wire.emplace(modules, test::ends_of(scenario.robot.nominal, start,
                                        plant.capabilities().control_period_ns, Pace::kRealTime));
    pass(1);
  }
  static scenarios::Scenario without_script() {
    scenarios::Scenario scenario =
        scenarios::load(VENTOSA_SOURCE_DIR "/scenarios/data/hold_push_wall.yaml",
                        VENTOSA_SOURCE_DIR "/models/data");
    scenario.script = {};
    scenario.duration_s = 60;
    return scenario;
  }

  void pass(double time_s) {
    const std::int64_t end_ns = wire->network.now_ns() + std::llround(1e9 * time_s);
    while (wire->network.now_ns() < end_ns) wire->network.wait_until(end_ns);
  }
  void set_up() {
    EXPECT_TRUE(wire->take());
    EXPECT_EQ(robot().set_up(), std::vector<std::string>{});
  }
  void advance(double time_s) {
    if (!run) run.emplace(scenario, robot(), std::vector<record::RowSink*>{}, nullptr, &inputs);
    const double end_s = run->time_s() + time_s;
    while (run->time_s() < end_s && run->advance())
      least_N = std::min(least_N, plant.twin().truth().leg[0].cup.vacuum_force_N);
  }
  void request(OperatorAction action, double time_s) {
    inputs.request = {action};
    advance(time_s);
  }
  GuardMode mode() const { return run->session().report().guard.mode; }
  NativeRobot& robot() { return wire->robot; }
  std::array<double, 24> angles_rad() const {
    std::array<double, 24> all{};
    for (std::size_t k = 0; k < all.size(); ++k)
      all[k] = plant.twin().truth().leg[k / 6].q_rad[k % 6];
    return all;
  }
  double moved_deg(const std::array<double, 24>& from_rad) const {
    double worst_rad = 0;
    for (std::size_t k = 0; k < from_rad.size(); ++k)
      worst_rad = std::max(worst_rad, std::abs(angles_rad()[k] - from_rad[k]));
    return worst_rad * 180 / M_PI;
  }

  const scenarios::Scenario scenario;
  scenarios::PushedTwin plant;
  test::FalseZeros modules;
  test::Said inputs;
  std::optional<test::WiredRobot> wire;
  std::optional<scenarios::RobotRun> run;
  double least_N = 1e9;
};

TEST_F(NativeReboot, LowersNoCupThatHoldsAndMovesNoLegWhenItIsArmed) {
  modules.boot(0);
  pass(4);
  set_up();
  const double before_N = plant.twin().truth().leg[0].cup.vacuum_force_N;
  const auto before_rad = angles_rad();
  request(OperatorAction::kArm, 5);
  EXPECT_GE(least_N, 0.99 * before_N);
  EXPECT_LT(moved_deg(before_rad), 1);
  EXPECT_EQ(mode(), GuardMode::kReady);
  EXPECT_EQ(robot().refusals().size(), 1u);
}

TEST_F(NativeReboot, KeepsACupAtFullThatHoldsByTheOperatorsWord) {
  modules.boot(0);
  pass(4);
  set_up();
  const double before_N = plant.twin().truth().leg[0].cup.vacuum_force_N;
  const auto before_rad = angles_rad();
  EXPECT_EQ(robot().take({0, CupWord::kHolds}), CupReply::kTaken);
  advance(1.1);
  request(OperatorAction::kArm, 5);
  EXPECT_EQ(mode(), GuardMode::kActive);
  EXPECT_EQ(run->controller().diagnostics().reason, controller::Reason::kNone);
  EXPECT_TRUE(run->controller().diagnostics().report[0].attached);
  EXPECT_EQ(wire->fleet.obeyed().leg[0].cup.mode, controller::CupMode::kGrip);
  EXPECT_EQ(wire->fleet.obeyed().leg[0].cup.turbine, 1);
  EXPECT_GE(least_N, 0.99 * before_N);
  EXPECT_LT(moved_deg(before_rad), 2);  // all cups are reported as attached
}

TEST_F(NativeReboot, InMidHoldIsLedOutOfByAnAnswerAndGoOn) {
  set_up();
  request(OperatorAction::kArm, 1);
  ASSERT_EQ(mode(), GuardMode::kActive);
  request(OperatorAction::kHold, 1);
  const double before_N = plant.twin().truth().leg[0].cup.vacuum_force_N;
  const auto before_rad = angles_rad();
  modules.boot(0);
  advance(20);
  EXPECT_EQ(mode(), GuardMode::kDegradedLeg);
  EXPECT_EQ(robot().knows_cup(0), CupKnowledge::kUnknown);
  request(OperatorAction::kAcknowledge, 0.5);
  EXPECT_EQ(mode(), GuardMode::kDegradedLeg);
  inputs.cup = CupAnswer{0, CupWord::kHolds};
  advance(1.2);
  request(OperatorAction::kAcknowledge, 3);
  EXPECT_EQ(mode(), GuardMode::kActive);
  EXPECT_EQ(run->controller().diagnostics().reason, controller::Reason::kNone);
  EXPECT_GE(least_N, 0.99 * std::min(before_N, 120.0));
  EXPECT_LT(moved_deg(before_rad), 2);
}

}  // namespace
}  // namespace ventosa::hal::native_reboot_test
