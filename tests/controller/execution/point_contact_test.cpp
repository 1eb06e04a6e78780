#include "controller/execution/point_contact.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "controller/execution/accept_task.h"
#include "controller/execution/attach_detach.h"
#include "controller/execution/cup_contact.h"
#include "controller/execution/report.h"
#include "controller/execution/set_points.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::point_contact_test {
namespace {

constexpr double kFull_N = 5.1;  ///< load of a foot when all six stand

/// A module of the hexapod at the beginning of a step of 50 mm along x, on level ground.
struct PointContact : testing::Test {
  const RobotModel robot;
  const Leg& leg = robot.leg[0];
  const PointFoot point = std::get<PointFoot>(leg.foot.hold);
  const Vector3d from_W{0.2, 0.1, 0}, goal_W{0.25, 0.1, 0};
  ControllerConfig config;
  ModuleState module;
  LegReading reading;

  explicit PointContact(const RobotModel& walker = test::robot("hexapod3")) : robot(walker) {
    begin(TaskKind::kStep);
  }

  void begin(TaskKind kind) {
    module = {};
    module.attached = true;
    AcceptedMove none;
    const ModuleTask task{.id = 1,
                          .kind = kind,
                          .foothold = {.patch = 3, .p_WW = goal_W},
                          .z_from_W = -Vector3d::UnitZ()};
    meet_task(leg, config, task, nullptr, module, none);
    module.swing.p_from_W = from_W;
  }

  void arrive_in(FootPhase phase) {
    begin(TaskKind::kStep);
    module.attached = false;
    enter(module, phase);
  }

  Reason tick(double force_N) {
    reading.foot.f_F_N = {0.6 * force_N, 0, -0.8 * force_N};
    const FootReadings foot = read_foot(leg, config, reading, module.phase);
    judge_contact(leg, foot, module);
    advance_phase(leg, config, foot, module);
    return module.reason;
  }

  /// Ticks until the phase changes, at most 10000.
  int stay(double force_N) {
    const FootPhase phase = module.phase;
    int ticks = 0;
    while (module.phase == phase && ticks < 10000 && tick(force_N) == Reason::kNone) ++ticks;
    return ticks;
  }

  double foot_z() const {
    Contact contact;
    contact.p_WW = from_W;
    return planned_wrist(leg, config, contact, module).z();
  }

  ModuleReport report(const FootForceReading& force) {
    Observation seen;
    seen.leg[0].foot = force;
    ExecutionState state;
    state.started = true;
    state.module[0] = module;
    for (int n = 0; n < 200; ++n) (void)report_modules(robot, config, {seen}, state);
    return report_modules(robot, config, {seen}, state)[0];
  }
};

TEST_F(PointContact, GoesThroughTheStepInTheConfiguredTimesAndReleasesAtOnce) {
  config.gait.lift_s = config.gait.lower_s = 0.6;  // longer than the limits of the swing require
  config.gait.transfer_s = 1;
  const GaitConfig& gait = config.gait;
  const double tick_s = config.period_s;
  const std::vector<std::tuple<FootPhase, double, double>> story{
      {FootPhase::kUnload, kFull_N, gait.load_s}, {FootPhase::kRelease, kFull_N, tick_s},
      {FootPhase::kLift, kFull_N, gait.lift_s},   {FootPhase::kTransfer, 0, gait.transfer_s},
      {FootPhase::kLower, 0, gait.lower_s},       {FootPhase::kTouch, kFull_N, tick_s},
      {FootPhase::kLoad, kFull_N, gait.load_s}};
  for (const auto& [phase, force_N, time_s] : story) {
    ASSERT_EQ(module.phase, phase);
    ASSERT_EQ(module.status, TaskStatus::kRunning);
    EXPECT_EQ(module.attached, is_contact_phase(phase));
    EXPECT_NEAR(stay(force_N) * tick_s, time_s, tick_s * (1 + 1e-9));
  }
  EXPECT_EQ(module.phase, FootPhase::kStance);
  EXPECT_EQ(module.status, TaskStatus::kDone);
  EXPECT_EQ(module.patch, 3);
  EXPECT_TRUE(module.attached);
}

TEST_F(PointContact, StandsWhereItTouchesOnItsWayDownAndTakesItsLoadFromNothing) {
  for (const FootPhase phase : {FootPhase::kLower, FootPhase::kTouch}) {
    arrive_in(phase);
    for (JointReading& joint : reading.joint) joint.q_rad = 0.25;
    (void)tick(0.99 * point.touch_N);
    ASSERT_EQ(module.phase, phase);
    (void)tick(1.01 * point.touch_N);
    EXPECT_EQ(module.phase, FootPhase::kLoad);
    EXPECT_TRUE(module.attached);
    EXPECT_EQ(module.patch, 3);
    EXPECT_EQ(module.q_set_rad, measured_q(reading));
    EXPECT_EQ(availability(module, config), 0);
    (void)stay(kFull_N);
    EXPECT_EQ(module.phase, FootPhase::kStance);
  }
}

/// It may brush the ground while it lifts off, or an obstacle.
TEST_F(PointContact, IgnoresContactBeforeItComesDown) {
  for (const FootPhase phase : {FootPhase::kLift, FootPhase::kTransfer}) {
    arrive_in(phase);
    (void)tick(kFull_N);
    EXPECT_EQ(module.phase, phase);
    EXPECT_FALSE(module.attached);
  }
}

TEST_F(PointContact, SeeksTheGroundBelowTheExpectedOneUntilItBears) {
  arrive_in(FootPhase::kSeal);
  const double step_m = point.seek_m_s * config.period_s;
  for (int n = 1; n <= 20; ++n) {
    ASSERT_EQ(tick(0.99 * point.bear_N), Reason::kNone);  // touching is not enough
    ASSERT_EQ(module.phase, FootPhase::kSeal);
    ASSERT_NEAR(foot_z(), goal_W.z() - n * step_m, 1e-12);
  }
  EXPECT_EQ(tick(1.01 * point.bear_N), Reason::kNone);
  EXPECT_EQ(module.phase, FootPhase::kLoad);
  EXPECT_TRUE(module.attached);
}

/// A foot that seeks leads its joints by what it goes on down until its reading arrives. In its
/// load phase this would lift the robot off its other feet.
TEST_F(PointContact, KeepsNoPressOfItsSearch) {
  arrive_in(FootPhase::kSeal);
  module.q_set_rad = {0.1, -0.2, 0.3};
  (void)tick(kFull_N);
  ASSERT_EQ(module.phase, FootPhase::kLoad);
  EXPECT_EQ(module.press_rad, PerJoint<double>{});
}

TEST_F(PointContact, ReportsThatThereIsNoGroundAndStillStandsOnWhatComesLate) {
  arrive_in(FootPhase::kSeal);
  const int ticks = stay(0);
  EXPECT_NEAR(ticks * config.period_s, point.seek_m / point.seek_m_s, 2 * config.period_s);
  for (int n = 0; n < 1000; ++n) ASSERT_EQ(tick(0), Reason::kNoGround);
  EXPECT_EQ(module.phase, FootPhase::kSeal);
  EXPECT_NEAR(foot_z(), goal_W.z() - point.seek_m, 1e-12);
  EXPECT_EQ(tick(kFull_N), Reason::kNone);
  EXPECT_EQ(module.phase, FootPhase::kLoad);
}

/// Otherwise it would wait at a depth that it cannot leave.
TEST_F(PointContact, EndsItsSearchOneStepAboveWhereTheLegDoesNotReach) {
  arrive_in(FootPhase::kSeal);
  for (int n = 0; n < 5; ++n) (void)tick(0);
  const double reached_m = module.swing.depth_m - point.seek_m_s * config.period_s;
  module.stalls = true;
  EXPECT_EQ(tick(0), Reason::kNoGround);
  EXPECT_NEAR(module.swing.depth_m, reached_m, 1e-12);
}

TEST_F(PointContact, StandsWithoutForceAndIsNotLost) {
  enter(module, FootPhase::kStance);
  const PerJoint<double> q_set_rad = module.q_set_rad;
  for (const double force_N : {kFull_N, 0.0, kFull_N, 0.5 * point.touch_N})
    for (int n = 0; n < 300; ++n) {
      ASSERT_EQ(tick(force_N), Reason::kNone);
      ASSERT_TRUE(module.attached);
      ASSERT_EQ(module.q_set_rad, q_set_rad);
    }
}

/// Only cups hold on with what they have when another foot is lost.
TEST_F(PointContact, StepsOnInAnEmergencyAsItWouldWithoutOne) {
  for (const bool urgent : {false, true}) {
    begin(TaskKind::kStep);
    module.task.urgent = urgent;
    while (module.phase == FootPhase::kUnload) (void)tick(kFull_N);
    ASSERT_EQ(module.phase, FootPhase::kRelease);
    (void)tick(kFull_N);
    EXPECT_EQ(module.phase, FootPhase::kLift);
    EXPECT_FALSE(module.attached);
    enter(module, FootPhase::kSeal);
    (void)tick(0.99 * point.bear_N);
    EXPECT_EQ(module.phase, FootPhase::kSeal);
    (void)tick(kFull_N);
    EXPECT_EQ(module.phase, FootPhase::kLoad);
    (void)tick(kFull_N);
    EXPECT_EQ(module.phase, FootPhase::kLoad);
    EXPECT_LT(availability(module, config), 0.01);
    EXPECT_EQ(module.ticks_provisional, 0);
  }
}

TEST_F(PointContact, CountsAForceThatIsNoNumberAsNoContact) {
  const double inf = std::numeric_limits<double>::infinity(), nan = kUnknown;
  for (const std::array<double, 3>& f_F_N :
       {std::array{nan, 0.0, 0.0}, {inf, 0.0, 0.0}, {-inf, nan, 0.0}, {0.0, 1e200, 1e200}}) {
    reading.foot.f_F_N = f_F_N;
    const FootReadings foot = read_foot(leg, config, reading, module.phase);
    const bool finite = std::isfinite(f_F_N[0]);
    EXPECT_EQ(foot.touches, finite) << f_F_N[0];
    EXPECT_EQ(foot.bears, finite) << f_F_N[0];
  }
}

RobotModel without_sensors() {
  RobotModel robot = test::robot("hexapod3");
  for (Leg& each : robot.leg) std::get<PointFoot>(each.foot.hold).sensor.reset();
  return robot;
}

/// Without a sensor the foot stands where it was sent, whatever its readings are.
struct ContactWithoutSensor : PointContact {
  ContactWithoutSensor() : PointContact(without_sensors()) {}
};

TEST_F(ContactWithoutSensor, IsWhatThePhaseSays) {
  for (const double force_N : {0.0, kFull_N}) {
    begin(TaskKind::kStep);
    std::vector<FootPhase> phases;
    double depth_m = 0;
    for (int n = 0; n < 10000 && module.status == TaskStatus::kRunning; ++n) {
      if (phases.empty() || phases.back() != module.phase) phases.push_back(module.phase);
      EXPECT_EQ(tick(force_N), Reason::kNone);
      depth_m = std::max(depth_m, module.swing.depth_m);
    }
    using enum FootPhase;
    EXPECT_EQ(phases,
              (std::vector{kUnload, kRelease, kLift, kTransfer, kLower, kTouch, kSeal, kLoad}));
    EXPECT_EQ(module.phase, kStance);
    EXPECT_TRUE(module.attached);
    EXPECT_EQ(depth_m, 0);  // it does not seek
  }
}

TEST_F(ContactWithoutSensor, IsReadOfAFootThatStandsOrHasArrived) {
  using enum FootPhase;
  for (const FootPhase phase :
       {kStance, kUnload, kRelease, kLift, kTransfer, kLower, kTouch, kSeal, kLoad, kFree}) {
    const bool stands = is_contact_phase(phase) || phase == kSeal;
    const FootReadings foot = read_foot(leg, config, reading, phase);
    EXPECT_EQ(foot.touches, stands) << name(phase);
    EXPECT_EQ(foot.bears, stands) << name(phase);
  }
}

TEST_F(PointContact, ReportsItsForceAndNoGrip) {
  enter(module, FootPhase::kStance);
  const auto expect = [&](double force_N, bool touches, bool bears) {
    const ModuleReport said = report({.sampled_ns = 0, .f_F_N = {0, 0, -force_N}});
    EXPECT_EQ(said.touches, touches) << force_N;
    EXPECT_EQ(said.bears, bears) << force_N;
    EXPECT_TRUE(said.attached);
    EXPECT_FALSE(said.provisional);
    EXPECT_EQ(said.grip_force_N, 0);
    EXPECT_EQ(said.reason, Reason::kNone);
    EXPECT_NE(said.failure, Reason::kCupWeak);
  };
  expect(0, false, false);
  expect(0.5 * (point.touch_N + point.bear_N), true, false);
  expect(kFull_N, true, true);
}

TEST(FoundNoHold, IsAMatterOfTheFootThatSealsAndNotOfARefusedTask) {
  EXPECT_TRUE(found_no_hold(FootPhase::kSeal, Reason::kSealFailed));
  EXPECT_TRUE(found_no_hold(FootPhase::kSeal, Reason::kNoGround));
  for (const Reason other : {Reason::kNone, Reason::kLegHeld, Reason::kUnreachable})
    EXPECT_FALSE(found_no_hold(FootPhase::kSeal, other)) << name(other);
  EXPECT_FALSE(found_no_hold(FootPhase::kRelease, Reason::kSealFailed));
}

TEST_F(PointContact, HasNoCupToCommand) {
  for (const FootPhase phase : {FootPhase::kStance, FootPhase::kSeal, FootPhase::kLower}) {
    enter(module, phase);
    EXPECT_EQ(cup_command(leg, config, module).mode, CupCommand{}.mode);
    EXPECT_EQ(cup_command(leg, config, module).goal_N, 0);
  }
}

}  // namespace
}  // namespace ventosa::controller::point_contact_test
