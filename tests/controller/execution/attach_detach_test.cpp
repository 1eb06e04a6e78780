#include "controller/execution/attach_detach.h"

#include <gtest/gtest.h>

#include "controller/dynamics/lip.h"
#include "controller/execution/accept_task.h"
#include "controller/execution/cup_contact.h"
#include "controller/execution/set_points.h"
#include "controller/kinematics/forward_kinematics.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::attach_detach_test {
namespace {

/// A module at the beginning of a step of 60 mm along x, on level ground.
struct AttachDetach : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  const Leg& leg = robot.leg[0];
  const Vector3d from_W{0.2, 0.1, 0.087}, goal_W{0.26, 0.1, 0.087};
  ControllerConfig config;
  ModuleState module;
  LegReading reading;

  AttachDetach() { begin(TaskKind::kStep); }

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

  void use_elastic_lips() { config.lip.model = LipModel::kElastic; }

  Reason tick(double grip_N, double height_m = kNoDistance_m) {
    reading.cup.vacuum_Pa = grip_N / robot.cup()->area_m2;
    reading.cup.distance_m.fill(height_m);
    const FootReadings foot = read_foot(leg, config, reading, module.phase);
    judge_contact(leg, foot, module);
    advance_phase(leg, config, foot, module);
    return module.reason;
  }

  /// ticks until the phase changes, at most 10000
  int stay(double grip_N) {
    const FootPhase phase = module.phase;
    int ticks = 0;
    while (module.phase == phase && ticks < 10000 && tick(grip_N) == Reason::kNone) ++ticks;
    return ticks;
  }

  double wrist_z() const {
    Contact contact;
    contact.p_WW = from_W;
    return planned_wrist(leg, config, contact, module).z();
  }
};

TEST_F(AttachDetach, GoesThroughTheStepInTheConfiguredTimes) {
  config.gait.lift_s = config.gait.lower_s = 0.6;  // longer than the limits of the swing require
  config.gait.transfer_s = 1;
  const double full_N = config.cup_goal_force_N, tick_s = config.period_s;
  const GaitConfig& gait = config.gait;
  const std::vector<std::tuple<FootPhase, double, double>> story{
      {FootPhase::kUnload, full_N, gait.load_s}, {FootPhase::kRelease, 0, tick_s},
      {FootPhase::kLift, 0, gait.lift_s},        {FootPhase::kTransfer, 0, gait.transfer_s},
      {FootPhase::kLower, 0, gait.lower_s},      {FootPhase::kTouch, 0, gait.touch_s},
      {FootPhase::kSeal, full_N, tick_s},        {FootPhase::kLoad, full_N, gait.load_s}};
  for (const auto& [phase, grip_N, time_s] : story) {
    ASSERT_EQ(module.phase, phase);
    ASSERT_EQ(module.status, TaskStatus::kRunning);
    EXPECT_NEAR(stay(grip_N) * tick_s, time_s, tick_s * (1 + 1e-9));
  }
  EXPECT_EQ(module.phase, FootPhase::kStance);
  EXPECT_EQ(module.status, TaskStatus::kDone);
  EXPECT_EQ(module.patch, 3);
  EXPECT_TRUE(module.attached);
}

/// The first joint turns the foot 30 mm past its place, and then comes back or not.
TEST_F(AttachDetach, ComesDownOnlyAboveItsPlaceAndReportsALongWait) {
  constexpr double kReported_s = 1;
  const double beyond_rad = 0.03 / (leg_pose(leg, {}).p_BW - leg.X_BL.translation()).norm();
  for (const double back_s : {0.0, 0.4, 5.0}) {
    enter(module, FootPhase::kTransfer);
    reading.joint[0].q_rad = beyond_rad;
    const double way_s = swing_duration_s(module.swing, FootPhase::kTransfer, config);
    double waited_s = -way_s;
    for (; module.phase == FootPhase::kTransfer && waited_s < 10; waited_s += config.period_s) {
      if (waited_s >= back_s) reading.joint[0].q_rad = 0;
      const Reason reason = tick(0);
      const bool is_reported = waited_s > kReported_s && waited_s < back_s;
      const bool is_early = waited_s < kReported_s - 2 * config.period_s;
      ASSERT_TRUE(!is_reported || reason == Reason::kUnreachable);
      ASSERT_TRUE(!is_early || reason == Reason::kNone);
    }
    EXPECT_EQ(module.phase, FootPhase::kLower);
    EXPECT_NEAR(waited_s, back_s, 2.5 * config.period_s);
  }
}

TEST_F(AttachDetach, ReportsItsProgressInEveryPhase) {
  FootPhase phase = module.phase;
  double last = 0;
  for (int n = 0; n < 5000 && module.phase != FootPhase::kStance; ++n) {
    // the vacuum falls late, and never builds up again
    (void)tick(module.phase == FootPhase::kUnload || n < 100 ? 60 : 0);
    const double now = progress(module, config);
    ASSERT_GE(now, 0);
    ASSERT_LE(now, 1);
    if (module.phase == phase && now < 1) {
      ASSERT_GT(now, last);
    }
    phase = module.phase;
    last = now;
  }
  EXPECT_EQ(module.reason, Reason::kSealFailed);
  EXPECT_EQ(last, 1);
}

TEST_F(AttachDetach, EndsADetachInTheAir) {
  begin(TaskKind::kDetach);
  stay(config.cup_goal_force_N);
  for (const FootPhase phase : {FootPhase::kRelease, FootPhase::kLift}) {
    ASSERT_EQ(module.phase, phase);
    ASSERT_EQ(module.status, TaskStatus::kRunning);
    stay(0);
  }
  EXPECT_EQ(module.phase, FootPhase::kFree);
  EXPECT_EQ(module.status, TaskStatus::kDone);
  EXPECT_FALSE(module.attached);
  for (int n = 0; n < 1000; ++n) ASSERT_EQ(tick(0), Reason::kNone);
  EXPECT_EQ(module.phase, FootPhase::kFree);
  // a foot in the air that touches something stops there
  (void)tick(120);
  EXPECT_FALSE(module.attached);
}

TEST_F(AttachDetach, LiftsOnlyWhenTheVacuumIsGone) {
  stay(60);
  for (int n = 0; n < 490; ++n) {
    ASSERT_EQ(tick(1.5 * config.gait.released_force_N), Reason::kNone);
    ASSERT_EQ(module.phase, FootPhase::kRelease);
  }
  for (int n = 0; n < 20; ++n) (void)tick(1.5 * config.gait.released_force_N);
  EXPECT_EQ(module.reason, Reason::kReleaseStuck);
  EXPECT_EQ(module.phase, FootPhase::kRelease);
  EXPECT_EQ(tick(0.5 * config.gait.released_force_N), Reason::kNone);
  EXPECT_EQ(module.phase, FootPhase::kLift);
}

TEST_F(AttachDetach, LoadsOnlyAboveTheAttachedShareOfTheGoal) {
  enter(module, FootPhase::kSeal);
  for (int n = 0; n < 50; ++n) {
    (void)tick(47.9);  // of 60
    ASSERT_EQ(module.phase, FootPhase::kSeal);
  }
  (void)tick(48.1);
  EXPECT_EQ(module.phase, FootPhase::kLoad);
}

TEST_F(AttachDetach, TriesAgainFromWhereItStandsAndThenGivesUp) {
  enter(module, FootPhase::kSeal);
  for (int retry = 1; retry <= config.gait.seal_retries; ++retry) {
    stay(0);
    ASSERT_EQ(module.phase, FootPhase::kRelease);
    EXPECT_EQ(module.retries, retry);
    EXPECT_NEAR(wrist_z(), goal_W.z(), 1e-15);
    EXPECT_EQ(module.swing.p_from_W, goal_W);
    EXPECT_FALSE(module.from_contact);
    for (int k = 0; k < 5; ++k) stay(0);
    ASSERT_EQ(module.phase, FootPhase::kSeal);
  }
  Reason reason = Reason::kNone;
  for (int n = 0; n < 1000 && reason == Reason::kNone; ++n) reason = tick(0);
  EXPECT_EQ(reason, Reason::kSealFailed);
  for (int n = 0; n < 1000; ++n) ASSERT_EQ(tick(0), Reason::kSealFailed);
  EXPECT_EQ(module.phase, FootPhase::kSeal);
  // the turbine continues: a late seal is accepted
  EXPECT_EQ(tick(60), Reason::kNone);
  EXPECT_EQ(module.phase, FootPhase::kLoad);
}

TEST_F(AttachDetach, RampsItsLoadAwayAndBackWithoutAJump) {
  const auto widest_step = [&] {
    const FootPhase phase = module.phase;
    double last = availability(module, config), widest = 0;
    while ((void)tick(60), module.phase == phase) {
      widest = std::max(widest, std::abs(availability(module, config) - last));
      last = availability(module, config);
    }
    return std::pair(widest, last);
  };
  // the steepest ramp that starts and ends flat has twice the mean slope
  const double steepest = 2 * config.period_s / config.gait.load_s;
  const auto [down, least] = widest_step();
  EXPECT_LT(down, steepest);
  EXPECT_LT(least, 0.01);
  enter(module, FootPhase::kLoad);
  module.attached = true;
  EXPECT_LT(availability(module, config), 0.01);
  const auto [up, most] = widest_step();
  EXPECT_LT(up, steepest);
  EXPECT_GT(most, 0.99);
}

TEST_F(AttachDetach, IsAttachedUntilItsReleaseAndAgainFromItsSeal) {
  module.q_set_rad.fill(9);
  for (JointReading& joint : reading.joint) joint.q_rad = 0.25;
  while (module.phase == FootPhase::kUnload) {
    EXPECT_TRUE(module.attached);
    (void)tick(60);
  }
  EXPECT_FALSE(module.attached);
  EXPECT_EQ(module.q_set_rad, measured_q(reading));  // the wrist is powered where it hangs
  enter(module, FootPhase::kSeal);
  module.q_set_rad.fill(0.27);
  (void)tick(60);
  EXPECT_TRUE(module.attached);
  EXPECT_NEAR(module.press_rad[1], 0.02, 1e-12);  // force with which it is pressed on
}

TEST_F(AttachDetach, LosesAndRegainsAnAttachedCupInStance) {
  module.phase = FootPhase::kStance;
  for (JointReading& joint : reading.joint) joint.q_rad = 0.25;
  EXPECT_EQ(tick(60), Reason::kNone);
  EXPECT_EQ(tick(0.5), Reason::kCupLost);
  EXPECT_FALSE(module.attached);
  EXPECT_EQ(module.q_set_rad, measured_q(reading));
  EXPECT_EQ(tick(30), Reason::kCupLost);  // not enough to attach
  EXPECT_FALSE(module.attached);
  EXPECT_EQ(tick(60), Reason::kNone);
  EXPECT_TRUE(module.attached);
}

TEST_F(AttachDetach, SucksFromSealToUnloadAndLetsGoInBetween) {
  config.cup_goal_force_N = 77;
  for (const FootPhase phase :
       {FootPhase::kStance, FootPhase::kUnload, FootPhase::kSeal, FootPhase::kLoad}) {
    enter(module, phase);
    EXPECT_EQ(cup_command(leg, config, module).mode, CupMode::kAttach);
    EXPECT_EQ(cup_command(leg, config, module).goal_N, 77);
  }
  for (const FootPhase phase : {FootPhase::kRelease, FootPhase::kLift, FootPhase::kTransfer,
                                FootPhase::kLower, FootPhase::kTouch, FootPhase::kFree}) {
    enter(module, phase);
    EXPECT_EQ(cup_command(leg, config, module).mode, CupMode::kRelease);
    EXPECT_EQ(cup_command(leg, config, module).goal_N, 0);
  }
}

/// The turbine reaches the speed for its goal when the foot is down, and starts no earlier than
/// necessary.
TEST_F(AttachDetach, SpinsUpWhileTheFootComesDown) {
  config.gait.spin_up_s = 0.4;
  config.cup_goal_force_N = 60;
  double spun_s = 0, idle_s = 0;
  for (const FootPhase phase :
       {FootPhase::kLift, FootPhase::kTransfer, FootPhase::kLower, FootPhase::kTouch}) {
    enter(module, phase);
    const double duration_s = swing_duration_s(module.swing, phase, config);
    for (; module.ticks * config.period_s < duration_s; ++module.ticks) {
      const CupCommand command = cup_command(leg, config, module);
      (command.mode == CupMode::kGrip ? spun_s : idle_s) += config.period_s;
      if (command.mode == CupMode::kRelease) {
        ASSERT_EQ(spun_s, 0);
      } else {
        ASSERT_NEAR(command.turbine, std::sqrt(60 / robot.cup()->max_force_N), 1e-12);
      }
    }
  }
  EXPECT_NEAR(spun_s, config.gait.spin_up_s, 4 * config.period_s);
  EXPECT_GT(idle_s, 0.5);
}

/// The foot continues as soon as it is allowed to.
TEST_F(AttachDetach, StaysWhereItsTaskLetsItGoNoFurther) {
  for (const auto& [last, held] : {std::pair(FootPhase::kLift, FootPhase::kLift),
                                   std::pair(FootPhase::kTransfer, FootPhase::kTransfer),
                                   std::pair(FootPhase::kSeal, FootPhase::kLoad)}) {
    begin(TaskKind::kStep);
    module.task.through = last;
    const auto grip_N = [&] {
      return module.phase == FootPhase::kUnload || module.phase >= FootPhase::kSeal ? 60.0 : 0.0;
    };
    for (int n = 0; n < 1000; ++n) (void)tick(grip_N());
    ASSERT_EQ(module.phase, held);
    EXPECT_TRUE(waits(module, config));
    EXPECT_EQ(module.status, TaskStatus::kRunning);
    EXPECT_EQ(availability(module, config), held == FootPhase::kLoad ? 0 : 1);
    module.task.through = FootPhase::kLoad;
    for (int n = 0; n < 1000; ++n) (void)tick(grip_N());
    EXPECT_EQ(module.phase, FootPhase::kStance);
    EXPECT_EQ(module.status, TaskStatus::kDone);
  }
}

TEST_F(AttachDetach, FollowsALipThatStandsUpWhileItsVacuumGoes) {
  use_elastic_lips();
  const auto wrist_z_at = [&](double grip_N) {
    (void)tick(grip_N);
    return wrist_z();
  };
  int ticks = 0;
  const auto ahead_m = [&] { return 0.0015 * vacuum_gone(config.lip, ++ticks * config.period_s); };
  while (module.phase == FootPhase::kUnload) EXPECT_EQ(wrist_z_at(60), from_W.z());
  EXPECT_NEAR(wrist_z_at(30), from_W.z() + 0.0015 + ahead_m(), 1e-12);
  EXPECT_NEAR(wrist_z_at(6), from_W.z() + 0.0027 + ahead_m(), 1e-12);
  EXPECT_EQ(module.phase, FootPhase::kRelease);
  const double lifts_m = from_W.z() + 0.003 + ahead_m();
  EXPECT_NEAR(wrist_z_at(0), lifts_m, 1e-12);
  EXPECT_EQ(module.phase, FootPhase::kLift);
  EXPECT_GE(wrist_z_at(0), lifts_m);  // from there
}

TEST_F(AttachDetach, SeeksItsSurfaceUntilTheLipLiesOnIt) {
  use_elastic_lips();
  config.gait.seal_timeout_s = 20;
  enter(module, FootPhase::kSeal);
  const double planned_m = goal_W.z() + lip_touch_m(config.lip);
  constexpr double kOff_m = 0.004;  // the joints stick and the estimate is wrong
  for (int n = 0; n < 1500; ++n)
    (void)tick(0, std::max(0.0, wrist_z() + kOff_m - leg.foot.standoff_m));
  EXPECT_NEAR(wrist_z(), planned_m - kOff_m, 1e-5);
}

TEST_F(AttachDetach, SeeksNothingFarFromASurfaceOrWithRigidCups) {
  for (const LipModel model : {LipModel::kRigid, LipModel::kElastic}) {
    config.lip.model = model;
    enter(module, FootPhase::kSeal);
    for (int n = 0; n < 50; ++n) (void)tick(0, model == LipModel::kRigid ? 0.01 : kNoDistance_m);
    EXPECT_EQ(module.swing.depth_m, 0);
  }
}

TEST_F(AttachDetach, SeeksNoFasterAndNoFurtherThanItTrusts) {
  use_elastic_lips();
  config.gait.seal_timeout_s = 20;
  for (const double height_m : {0.029, 0.0}) {  // much too high; pressed in
    module.swing.depth_m = 0;
    enter(module, FootPhase::kSeal);
    const double side = height_m > 0 ? 1 : -1;
    double last_m = 0;
    for (int n = 0; n < 1900; ++n) {
      (void)tick(0, height_m);
      ASSERT_GE(side * (module.swing.depth_m - last_m), 0);
      ASSERT_LE(side * (module.swing.depth_m - last_m), 0.005 * config.period_s * (1 + 1e-9));
      last_m = module.swing.depth_m;
    }
    EXPECT_NEAR(module.swing.depth_m, side * 0.02, 1e-12);
  }
}

TEST_F(AttachDetach, TriesAgainFromWhereItHasFoundItsSurface) {
  use_elastic_lips();
  enter(module, FootPhase::kSeal);
  for (int n = 0; n < 1000 && module.phase == FootPhase::kSeal; ++n)
    ASSERT_EQ(tick(0, 0.025), Reason::kNone);
  EXPECT_GT(module.swing.depth_m, 0.01);
  EXPECT_NEAR(module.swing.p_from_W.z(), goal_W.z() - module.swing.depth_m, 1e-15);
}

TEST_F(AttachDetach, HoldsOnWithWhatVacuumThereIsWhenAnotherFootIsLost) {
  const std::vector<std::pair<FootPhase, bool>> phases{
      {FootPhase::kRelease, true}, {FootPhase::kSeal, false}, {FootPhase::kLoad, false}};
  for (const auto& [phase, provisional] : phases) {
    begin(TaskKind::kStep);
    while (module.phase != phase)
      (void)tick(module.phase == FootPhase::kSeal || module.phase == FootPhase::kUnload
                     ? config.cup_goal_force_N
                     : 0);
    module.task.urgent = true;
    (void)tick(60);
    EXPECT_EQ(module.phase, FootPhase::kStance);
    EXPECT_TRUE(module.attached);
    EXPECT_EQ(module.status, TaskStatus::kDone);
    EXPECT_EQ(module.patch, phase == FootPhase::kRelease ? -1 : 3);
    EXPECT_EQ(cup_command(leg, config, module).mode, CupMode::kAttach);
    EXPECT_EQ(module.ticks_provisional > 0, provisional);
  }
}

TEST_F(AttachDetach, DoesNotHoldOnInTheAirOrWithoutVacuum) {
  while (module.phase != FootPhase::kRelease) (void)tick(config.cup_goal_force_N);
  module.task.urgent = true;
  (void)tick(0);
  EXPECT_EQ(module.phase, FootPhase::kLift);
  (void)tick(60);
  EXPECT_EQ(module.phase, FootPhase::kLift);
}

/// The barometer is delayed.
TEST_F(AttachDetach, TrustsACupThatHoldsOnAfterASecondOfGoodReadings) {
  const double full_N = config.cup_goal_force_N, second = 1 / config.period_s;
  while (module.phase != FootPhase::kRelease) (void)tick(full_N);
  module.task.urgent = true;
  for (int n = 0; n < second / 2; ++n) (void)tick(full_N);
  EXPECT_GT(module.ticks_provisional, 0);
  for (int n = 0; n < second; ++n) (void)tick(0.5 * full_N);
  EXPECT_GT(module.ticks_provisional, 0);
  for (int n = 0; n < second; ++n) (void)tick(full_N);
  EXPECT_EQ(module.ticks_provisional, 0);
}

}  // namespace
}  // namespace ventosa::controller::attach_detach_test
