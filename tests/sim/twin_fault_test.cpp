#include <gtest/gtest.h>

#include "tests/sim/feet/walking_robot.h"
#include "tests/sim/lip_cups.h"
#include "tests/sim/shipped_drive.h"

/// Effects of each kind of fault in the twin, and their end.
namespace ventosa::sim::twin_fault_test {
namespace {

using controller::Command;
using controller::JointMode;
using controller::LegReading;
using controller::Observation;
using controller::Switch;
using controller::Vector3d;

constexpr int kLeg = 1, kJoint = 1;

Fault of_leg(FaultKind kind, double amount = 0) {
  return {.kind = kind, .leg = kLeg, .amount = amount};
}
Fault of_joint(FaultKind kind) { return {.kind = kind, .leg = kLeg, .joint = kJoint}; }
Fault of_body(FaultKind kind, double amount = 0) { return {.kind = kind, .amount = amount}; }

Stimulus broken(const Fault& fault) {
  Stimulus stimulus;
  stimulus.fault.add({fault});
  return stimulus;
}

/// A robot that stands on the ground with constant commands, its cups at 100 N.
struct Stand {
  explicit Stand(TwinConfig given, const models::Robot& stands = romerin4())
      : robot(stands), config(std::move(given)), twin(robot, config) {
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 6; ++j)
        if (j < 3)
          command.leg[i].joint[j] = {.mode = JointMode::kImpedance,
                                     .q_rad = config.leg[i].q_rad[j],
                                     .kp_Nm_rad = 60,
                                     .kd_Nms_rad = 4};
    for (controller::LegCommand& leg : command.leg)
      leg.cup = {controller::CupMode::kGrip, std::sqrt(100 / full_vacuum_N(robot))};
  }
  Stand() : Stand(standing(romerin4(), 0)) {}

  /// With this fault, or without any.
  void run(double span_s, const std::optional<Fault>& fault = {}) {
    twin.apply(fault ? broken(*fault) : Stimulus{});
    sim::run(twin, command, span_s);
    ASSERT_EQ(twin.exchange(command, seen), hal::Status::kOk);
  }
  const LegReading& leg(int i = kLeg) const { return seen.leg[static_cast<std::size_t>(i)]; }
  const LegTruth& truth(int i = kLeg) const {
    return twin.truth().leg[static_cast<std::size_t>(i)];
  }

  const models::Robot robot;
  TwinConfig config;
  Twin twin;
  Command command;
  Observation seen;
};

TwinConfig with_packs() {
  TwinConfig config = standing(romerin4(), 0);
  config.power.model = PowerModel::kPacks;
  config.power.start_charge.fill(1);
  return config;
}
TwinConfig with_fans() {
  return with(standing(romerin4(), 0),
              {CupModel::kRigid, TurbineModel::kFan, CupSensing::kReadings});
}

TEST(Fault, ADeadTurbineStandsStillAndTellsItsDuty) {
  for (const TwinConfig& config : {standing(romerin4(), 0), with_fans()}) {
    Stand stand(config);
    stand.run(1);
    EXPECT_GT(stand.truth().cup.vacuum_force_N, 90);
    stand.run(2, of_leg(FaultKind::kTurbineDead));
    EXPECT_LT(stand.truth().cup.vacuum_force_N, 1);
    EXPECT_GT(stand.leg().cup.turbine, 0.4);
    EXPECT_GT(stand.truth(0).cup.vacuum_force_N, 90);
  }
}

TEST(Fault, AHalfTurbineMakesAQuarterOfTheVacuum) {
  Stand stand;
  stand.run(3, of_leg(FaultKind::kTurbineHalf));
  EXPECT_NEAR(stand.truth().cup.vacuum_force_N, 25, 0.5);
  stand.run(3);
  EXPECT_NEAR(stand.truth().cup.vacuum_force_N, 100, 0.5);
}

TEST(Fault, AStuckCupSensorTellsWhatItToldWhileTheVacuumGoes) {
  for (const TwinConfig& config : {standing(romerin4(), 0), with_fans()}) {
    Stand stand(config);
    stand.run(2);
    const double reported_Pa = stand.leg().cup.vacuum_Pa;
    Stimulus both = broken(of_leg(FaultKind::kCupSensorStuck));
    both.fault.add({of_leg(FaultKind::kTurbineDead)});
    stand.twin.apply(both);
    run(stand.twin, stand.command, 2);
    ASSERT_EQ(stand.twin.exchange(stand.command, stand.seen), hal::Status::kOk);
    EXPECT_LT(stand.truth().cup.vacuum_force_N, 1);
    EXPECT_EQ(stand.leg().cup.vacuum_Pa, reported_Pa);
    stand.run(1);
    EXPECT_NE(stand.leg().cup.vacuum_Pa, reported_Pa);
  }
}

TEST(Fault, ADeadDriveIsLooseAndSaysSoUntilItIsMended) {
  TwinConfig electric = standing(romerin4(), 0);
  electric.drive.model = MotorModel::kElectric;
  for (const TwinConfig& config : {standing(romerin4(), 0), with_packs(), electric}) {
    Stand stand(config);
    stand.run(0.2);
    EXPECT_EQ(stand.leg().joint[kJoint].torque, Switch::kOn);
    stand.run(0.1, of_joint(FaultKind::kDriveDead));
    EXPECT_LE(std::abs(stand.truth().tau_Nm[kJoint]),
              break_away_Nm(romerin4().drive[kLeg][kJoint]));
    EXPECT_EQ(stand.leg().joint[kJoint].torque, Switch::kOff);
    EXPECT_NE(stand.leg().joint[kJoint].errors, 0);
    EXPECT_EQ(stand.leg().joint[0].torque, Switch::kOn);
    stand.run(0.1);
    EXPECT_EQ(stand.leg().joint[kJoint].torque, Switch::kOn);
    EXPECT_EQ(stand.leg().joint[kJoint].errors, 0);
  }
}

/// The truth of a control period includes faults that are over at its end.
TEST(Fault, ADriveThatIsDeadWithinAControlPeriodHasAnErrorOfThatPeriod) {
  Stand stand;
  stand.run(0.2);
  EXPECT_EQ(stand.truth().period_errors[kJoint], 0);
  Stimulus blink;
  blink.fault.add({of_joint(FaultKind::kDriveDead), {2'000'000, 5'000'000}});
  stand.twin.apply(blink);
  ASSERT_EQ(stand.twin.exchange(stand.command, stand.seen), hal::Status::kOk);
  EXPECT_EQ(stand.truth().status[kJoint].errors, 0);
  EXPECT_EQ(stand.truth().period_errors[kJoint], controller::kVoltageError);
  EXPECT_EQ(stand.truth().period_errors[0], 0);
  stand.run(0.1);
  EXPECT_EQ(stand.truth().period_errors[kJoint], 0);
}

TEST(Fault, AFrozenEncoderTellsOneAngleWhileItsJointMoves) {
  Stand stand;
  stand.run(0.5);
  const double reported_rad = stand.leg().joint[kJoint].q_rad,
               was_rad = stand.truth().q_rad[kJoint];
  for (auto& leg : stand.command.leg) leg.joint[kJoint].q_rad += 0.05;
  stand.run(0.5, of_joint(FaultKind::kEncoderFrozen));
  EXPECT_NEAR(stand.leg().joint[kJoint].q_rad, reported_rad, 1e-9);
  EXPECT_EQ(stand.leg().joint[kJoint].dq_rad_s, 0);
  EXPECT_GT(std::abs(stand.truth().q_rad[kJoint] - was_rad), 0.005);
  stand.run(0.1);
  EXPECT_NEAR(stand.leg().joint[kJoint].q_rad, stand.truth().q_rad[kJoint], 1e-9);
}

TEST(Fault, AModuleWithADeadPackIsDownUnlessItsBusFeedsIt) {
  for (const Relay relay : {Relay::kIsolated, Relay::kShare}) {
    TwinConfig config = with_packs();
    config.power.relay.fill(relay);
    Stand stand(config);
    stand.run(0.2, of_leg(FaultKind::kPackDead));
    EXPECT_EQ(stand.truth().module.power, relay == Relay::kShare ? Switch::kOn : Switch::kOff);
    EXPECT_EQ(stand.truth(0).module.power, Switch::kOn);
  }
}

TEST(Fault, AStuckRelayDoesNotSwitch) {
  Stand stand(with_packs());
  const auto isolated = static_cast<double>(Relay::kIsolated);
  for (controller::LegCommand& leg : stand.command.leg) leg.relay = Relay::kShare;
  stand.run(0.2, of_leg(FaultKind::kRelayStuck, isolated));
  EXPECT_EQ(stand.truth().pack.relay, Relay::kIsolated);
  EXPECT_EQ(stand.truth(0).pack.relay, Relay::kShare);
  stand.run(0.2);
  EXPECT_EQ(stand.truth().pack.relay, Relay::kShare);
}

TEST(Fault, ADeadModuleIsSilentAndPowerlessAndBootsWhenItIsMended) {
  for (const TwinConfig& config : {standing(romerin4(), 0), with_packs()}) {
    Stand stand(config);
    stand.run(0.5);
    stand.run(1, of_leg(FaultKind::kModuleDead));
    EXPECT_GT(stand.seen.now_ns - stand.leg().sampled_ns, 900'000'000);
    EXPECT_LE(std::abs(stand.truth().tau_Nm[kJoint]),
              break_away_Nm(romerin4().drive[kLeg][kJoint]));
    EXPECT_LT(stand.truth().cup.vacuum_force_N, 20);
    EXPECT_EQ(stand.leg(0).sampled_ns, stand.seen.now_ns);
    stand.run(3);
    EXPECT_EQ(stand.leg().sampled_ns, stand.seen.now_ns);
    EXPECT_EQ(stand.leg().module.boots, 2);
    EXPECT_EQ(stand.leg().joint[kJoint].torque, Switch::kOn);
  }
}

TEST(Fault, ADeafModuleGoesOnAsItWasToldLast) {
  Stand stand;
  stand.run(0.5);
  for (controller::LegCommand& leg : stand.command.leg) leg.cup.turbine = 0;
  stand.run(1, of_leg(FaultKind::kDeaf));
  EXPECT_GT(stand.leg().cup.turbine, 0.4);
  EXPECT_EQ(stand.leg(0).cup.turbine, 0);
  EXPECT_EQ(stand.leg().sampled_ns, stand.seen.now_ns);
  stand.run(0.1);
  EXPECT_EQ(stand.leg().cup.turbine, 0);
}

TEST(Fault, AMuteModuleHearsAndSendsNothing) {
  Stand stand;
  stand.run(0.5);
  for (controller::LegCommand& leg : stand.command.leg) leg.cup.turbine = 0;
  stand.run(1, of_leg(FaultKind::kMute));
  EXPECT_GT(stand.seen.now_ns - stand.leg().sampled_ns, 900'000'000);
  EXPECT_EQ(stand.truth().cup.turbine, 0);
  stand.run(0.1);
  EXPECT_EQ(stand.leg().sampled_ns, stand.seen.now_ns);
}

TEST(Fault, ASilentImuTellsItsLastReading) {
  for (const double rate_hz : {0.0, 100.0}) {
    TwinConfig config = standing(romerin4(), 0);
    config.imu.rate_hz = rate_hz;
    Stand stand(config);
    stand.run(0.5);
    stand.run(1, of_body(FaultKind::kImuSilent));
    const controller::BodyReading last = stand.seen.body;
    EXPECT_GT(stand.seen.now_ns - last.sampled_ns, 900'000'000);
    stand.run(0.1, of_body(FaultKind::kImuSilent));
    EXPECT_EQ(stand.seen.body.w_WB_B, last.w_WB_B);
    EXPECT_EQ(stand.seen.body.sampled_ns, last.sampled_ns);
    stand.run(0.1);
    EXPECT_LE(stand.seen.now_ns - stand.seen.body.sampled_ns, 10'000'000);
  }
}

TEST(Fault, AnImuIsBiasedOrSaturatedByItsAmount) {
  Stand stand;
  stand.run(2);
  stand.run(0.1, of_body(FaultKind::kImuBiased, 0.03));
  EXPECT_LT((stand.seen.body.w_WB_B - Vector3d::Constant(0.03)).norm(), 1e-3);
  TwinConfig config = standing(romerin4(), 0);
  config.imu.gyro_bias_rad_s = {0.2, -0.2, 0.001};
  Stand turning(config);
  turning.run(2, of_body(FaultKind::kImuSaturated, 0.05));
  EXPECT_LT((turning.seen.body.w_WB_B - Vector3d(0.05, -0.05, 0.001)).norm(), 1e-3);
}

TEST(Fault, ABlackCameraSeesNoPlane) {
  TwinConfig config = standing(romerin4(), 0);
  config.camera.on = true;
  Stand stand(config);
  stand.run(0.5);
  EXPECT_GT(stand.seen.detections.n, 0);
  const std::int64_t before_ns = stand.seen.detections.sampled_ns;
  stand.run(0.5, of_body(FaultKind::kCameraBlack));
  EXPECT_EQ(stand.seen.detections.n, 0);
  EXPECT_GT(stand.seen.detections.sampled_ns, before_ns);
}

/// Faults of every kind at once, beginning in the middle of a control period.
TEST(Fault, GoesOnAfterARewindAndActsAtPhysicsSteps) {
  TwinConfig config = with_packs();
  config.camera.on = config.gps.on = config.compass.on = true;
  Stand stand(config, placed_romerin4());
  Stimulus all;
  for (std::size_t k = 0; k < controller::kEnumerators<FaultKind>.size(); ++k) {
    Fault fault{.kind = static_cast<FaultKind>(k)};
    if (fault.kind == FaultKind::kFootSensorStuck) continue;  // this robot has none
    if (traits(fault.kind).amount.key != nullptr) fault.amount = 0.001;
    if (traits(fault.kind).place != FaultPlace::kBody) fault.leg = static_cast<int>(k % 4);
    if (traits(fault.kind).place == FaultPlace::kJoint) fault.joint = 1;
    if (fault.kind == FaultKind::kRelayStuck) fault.amount = 0;
    EXPECT_FALSE(refusal_of(fault, stand.robot, config));
    all.fault.add({fault, {.from_ns = 4'000'000}});
  }
  stand.twin.apply(all);
  run(stand.twin, stand.command, 0.2);
  Snapshot snapshot, first, second;
  stand.twin.save(snapshot);
  run(stand.twin, stand.command, 0.3);
  stand.twin.save(first);
  stand.twin.restore(snapshot);
  run(stand.twin, stand.command, 0.3);
  stand.twin.save(second);
  EXPECT_EQ(first.bytes, second.bytes);
}

TEST(Fault, AStuckForceSensorKeepsItsValueWhileItsReadingsStayNew) {
  const models::Robot robot = test::hexapod();
  TwinConfig config = test::standing_on(robot, 0);
  Twin twin(robot, config);
  const Command command = test::hold(config);
  Observation seen;
  run(twin, command, 0.5);
  ASSERT_EQ(twin.exchange(command, seen), hal::Status::kOk);
  const controller::FootForceReading good = seen.leg[kLeg].foot;
  Stimulus both = broken(of_leg(FaultKind::kFootSensorStuck));
  both.push = push_on_body({0, 0, -20}).push;
  twin.apply(both);
  run(twin, command, 0.5);
  ASSERT_EQ(twin.exchange(command, seen), hal::Status::kOk);
  EXPECT_EQ(seen.leg[kLeg].foot.f_F_N, good.f_F_N);
  EXPECT_GT(seen.leg[kLeg].foot.sampled_ns, good.sampled_ns);
  EXPECT_GT(twin.truth().leg[kLeg].point.normal_N, 6);
  twin.apply({});
  run(twin, command, 0.1);
  ASSERT_EQ(twin.exchange(command, seen), hal::Status::kOk);
  EXPECT_NE(seen.leg[kLeg].foot.f_F_N, good.f_F_N);
}

TEST(Fault, IsRefusedWhereARobotCannotHaveIt) {
  const models::Robot robot = romerin4();
  const TwinConfig config = standing(robot, 0);
  const auto key = [&](const Fault& fault) {
    const auto refusal = refusal_of(fault, robot, config);
    return refusal ? std::string(refusal->key) : "";
  };
  EXPECT_EQ(key(of_joint(FaultKind::kDriveDead)), "");
  EXPECT_EQ(key(of_leg(FaultKind::kDriveDead)), "joint");
  EXPECT_EQ(key({.kind = FaultKind::kDriveDead, .leg = 0, .joint = 6}), "joint");
  EXPECT_EQ(key({.kind = FaultKind::kDriveDead, .leg = 4, .joint = 0}), "leg");
  EXPECT_EQ(key(of_body(FaultKind::kDeaf)), "leg");
  EXPECT_EQ(key(of_leg(FaultKind::kImuSilent)), "leg");
  EXPECT_EQ(key(of_joint(FaultKind::kMute)), "joint");
  EXPECT_EQ(key(of_leg(FaultKind::kPackDead)), "kind");
  EXPECT_EQ(key(of_leg(FaultKind::kRelayStuck)), "kind");
  EXPECT_EQ(key(of_body(FaultKind::kCameraBlack)), "kind");
  EXPECT_EQ(key(of_body(FaultKind::kFixWild, 5)), "kind");
  EXPECT_EQ(key(of_body(FaultKind::kHeadingStuck)), "kind");
  EXPECT_EQ(key(of_leg(FaultKind::kFootSensorStuck)), "kind");
  EXPECT_EQ(key(of_leg(FaultKind::kLeak, -0.01)), "amount");
  EXPECT_EQ(key(of_body(FaultKind::kImuBiased)), "amount");
  EXPECT_EQ(key(of_leg(FaultKind::kDeaf, 1)), "amount");
}

}  // namespace
}  // namespace ventosa::sim::twin_fault_test
