#include <gtest/gtest.h>

#include "scenarios/script/inputs.h"
#include "tests/scenarios/session/stand.h"

/// Inputs that a session applies, and inputs that it rejects.
namespace ventosa::scenarios::session_inputs_test {
namespace {

Input lift(std::int64_t tick, double height_m, const Stand& stand) {
  Input input;
  input.tick = tick;
  input.goal.activity = controller::Activity::kPose;
  input.goal.X_WB = stand.scenario.twin.X_WB * Eigen::Translation3d(0, 0, height_m);
  return input;
}

TEST(Session, JudgesInputsByTheirTicks) {
  Stand stand;
  Input unsound = lift(40, 0.05, stand);
  unsound.stimulus = sim::push_on_body({std::nan(""), 0, 0});
  stand.inputs.list = {{0, lift(0, 0, stand)},
                       {10, lift(10, 0.01, stand)},
                       {20, lift(15, 0.02, stand)},  // late
                       {30, lift(12, 0.03, stand)},  // older than the last one
                       {35, lift(99, 0.04, stand)},  // of the future
                       {40, unsound}};
  stand.begin();
  stand.until(45);
  const auto status = [&](std::size_t row) {
    return static_cast<InputStatus>(stand.at(row, "session.input"));
  };
  const double z_m = stand.at(0, "goal.body.z");
  EXPECT_EQ(status(10), InputStatus::kNew);
  EXPECT_EQ(status(11), InputStatus::kOld);
  EXPECT_EQ(status(20), InputStatus::kLate);
  EXPECT_EQ(status(30), InputStatus::kUnsorted);
  EXPECT_EQ(status(35), InputStatus::kFuture);
  EXPECT_EQ(status(40), InputStatus::kUnsound);
  EXPECT_NEAR(stand.at(19, "goal.body.z"), z_m + 0.01, 1e-12);
  for (const std::size_t row : {20u, 30u, 35u, 45u})
    EXPECT_NEAR(stand.at(row, "goal.body.z"), z_m + 0.02, 1e-12);
}

TEST(Session, AsksAnOperatorsRequestOnce) {
  Stand stand;
  // the newest input stays that of the hold, but the robot may be acknowledged later
  stand.inputs.list = {{10, request(10, OperatorAction::kHold)},
                       {20, request(20, OperatorAction::kAcknowledge)},
                       {25, request(10, OperatorAction::kHold)}};
  stand.begin();
  stand.until(60);
  EXPECT_EQ(stand.mode(), hal::GuardMode::kActive);
}

TEST(Session, PassesStimuliToItsPlant) {
  Stand stand;
  Input push;
  push.tick = 10;
  push.stimulus = sim::push_on_body({20, 0, 0});
  stand.inputs.list = {{10, push}};
  stand.begin();
  stand.until(12);
  EXPECT_LT(std::abs(stand.at(10, "truth.velocity.x")), 1e-3);
  EXPECT_GT(stand.at(11, "truth.velocity.x"), 1e-3);
  EXPECT_EQ(stand.at(10, "stimulus.force.x"), 20);
}

TEST(Session, RecordsFaultsFromTheirTickOnAsBits) {
  Stand stand;
  Input broken;
  broken.tick = 10;
  broken.stimulus.fault.add({{.kind = sim::FaultKind::kDriveDead, .leg = 2, .joint = 1}});
  broken.stimulus.fault.add({{.kind = sim::FaultKind::kMute, .leg = 2}});
  broken.stimulus.fault.add({{.kind = sim::FaultKind::kImuSilent}, {.to_ns = 2'000'000}});
  stand.inputs.list = {{10, broken}};
  stand.begin();
  stand.until(12);
  const auto bit = [](sim::FaultKind kind) { return 1 << static_cast<int>(kind); };
  EXPECT_EQ(stand.at(9, "stimulus.leg2.fault"), 0);
  EXPECT_EQ(stand.at(10, "stimulus.leg2.fault"),
            bit(sim::FaultKind::kDriveDead) | bit(sim::FaultKind::kMute));
  EXPECT_EQ(stand.at(11, "stimulus.leg2.fault"), stand.at(10, "stimulus.leg2.fault"));
  EXPECT_EQ(stand.at(10, "stimulus.leg2.fault_joints"), 2);
  EXPECT_EQ(stand.at(10, "stimulus.leg1.fault"), 0);
  EXPECT_EQ(stand.at(10, "stimulus.fault"), bit(sim::FaultKind::kImuSilent));
  EXPECT_EQ(stand.at(11, "stimulus.fault"), 0);
  EXPECT_EQ(stand.at(12, "truth.leg2.joint1.torque"), 0);
}

TEST(Session, IgnoresAGapThatIsNegative) {
  Stand stand;
  Input leak;
  leak.tick = 10;
  leak.stimulus.fault.add({{.kind = sim::FaultKind::kLeak, .leg = 1, .amount = -0.001}});
  stand.inputs.list = {{10, leak}};
  stand.begin();
  stand.until(12);
  EXPECT_EQ(static_cast<InputStatus>(stand.at(10, "session.input")), InputStatus::kUnsound);
  EXPECT_EQ(stand.at(11, "stimulus.leg1.lip_gap"), 0);
}

Input options(std::int64_t tick, const controller::ControllerConfig& config) {
  Input input;
  input.tick = tick;
  input.options = config;
  return input;
}

TEST(Session, ChangesOptionsBetweenTicks) {
  Stand stand;
  controller::ControllerConfig stiffer = stand.scenario.controller;
  stiffer.gains.kp_Nm_rad[1] = 77;
  stand.inputs.list = {{10, options(10, stiffer)}};
  const Session& session = stand.begin();
  stand.until(9);
  EXPECT_NE(session.command().leg[0].joint[1].kp_Nm_rad, 77);
  stand.until(10);
  EXPECT_EQ(session.command().leg[0].joint[1].kp_Nm_rad, 77);
  EXPECT_EQ(session.report().options, OptionsStatus::kChanged);
  stand.until(100);
  EXPECT_EQ(stand.at(100, "count.attached"), 4);
  EXPECT_EQ(stand.at(100, "plan.reason"), 0);
}

TEST(Session, RefusesOptionsThatAreWrongOrOfAnotherState) {
  controller::ControllerConfig wrong = shipped("hold_push_ground").controller, other = wrong,
                               loose = wrong;
  wrong.gains.fade_s = -1;
  loose.gains.kp_Nm_rad[1] = -1;  // a range that the controller itself does not check
  other.body.estimator = controller::Estimator::kRegistration;
  for (const controller::ControllerConfig& config : {wrong, other, loose}) {
    Stand stand, calm;
    stand.inputs.list = {{10, options(10, config)}};
    const Session& session = stand.begin();
    calm.begin();
    stand.until(10);
    EXPECT_EQ(session.report().options, OptionsStatus::kRefused);
    stand.until(30);
    calm.until(30);
    EXPECT_EQ(stand.at(30, "command.leg2.joint1.tau_ff"),
              calm.at(30, "command.leg2.joint1.tau_ff"));
  }
}

TEST(Session, GoesOnFromASnapshotInAHoldAndAfterAChangeOfOptions) {
  Stand whole;
  controller::ControllerConfig stiffer = whole.scenario.controller;
  stiffer.gains.kp_Nm_rad[1] = 77;
  whole.inputs.list = {{10, options(10, stiffer)},
                       {20, request(20, OperatorAction::kHold)},
                       {40, request(40, OperatorAction::kAcknowledge)}};
  whole.begin();
  for (const std::int64_t stop : {15, 30}) {
    whole.until(stop);
    SessionSnapshot snapshot;
    whole.session->save(snapshot);
    const RecorderState recorded = whole.recorder.state();
    whole.until(60);

    Stand fresh;
    fresh.inputs.list = whole.inputs.list;
    fresh.begin().restore(snapshot);
    fresh.recorder.resume(snapshot.tick, recorded, snapshot.command);
    fresh.until(60);
    EXPECT_EQ(fresh.recorder.state_hash(), whole.recorder.state_hash()) << stop;

    whole.session->restore(snapshot);
    whole.recorder.resume(snapshot.tick, recorded, snapshot.command);
  }
}

}  // namespace
}  // namespace ventosa::scenarios::session_inputs_test
