#include "controller/load_sharing/share.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/controller/weighed_stance.h"

namespace ventosa::controller::share_test {
namespace {

const Vector3d kDown(0, 0, -9.81);

/// sum of the forces and of their moments about B's origin
Vector6d wrench_of(const Stance& stance, const PerLeg<Vector3d>& F_B) {
  Vector6d w = Vector6d::Zero();
  for (std::size_t i = 0; i < F_B.size(); ++i) {
    w.head<3>() += F_B[i];
    if (stance.leg[i].attached) w.tail<3>() += stance.leg[i].pose.p_BW.cross(F_B[i]);
  }
  return w;
}

struct Share : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  ControllerConfig config;
  Stance stance = test::weighed_stance(robot, kDown);
  LoadSharingState state;

  LoadShare run(bool clamped = false, bool pd = true) {
    return share(robot, config, stance, clamped, pd, state);
  }
};

TEST_F(Share, CarriesWhatTheStanceNeeds) {
  for (const Vector3d& g_B : {kDown, Vector3d(-9.81, 0, 0), Vector3d(0, 0, 9.81)}) {
    stance = test::weighed_stance(robot, g_B);
    const LoadShare load = run();
    ASSERT_TRUE(load.solved);
    EXPECT_EQ(load.reason, Reason::kNone);
    EXPECT_LT((wrench_of(stance, load.F_B) - required_wrench(robot, stance)).norm(), 1e-9);
    EXPECT_EQ(load.F_B, state.F_B);
  }
}

TEST_F(Share, AddsTheBodysDampingWhilePositionControlIsOff) {
  config.body.damping_Ns_m = 60;
  config.body.damping_Nms_rad = 3;
  stance.w_WB_B = Vector3d(0.1, -0.2, 0.3);
  const Vector6d damped =
      required_wrench(robot, stance) + damping_wrench(robot, config.body, stance);
  ASSERT_GT(damping_wrench(robot, config.body, stance).norm(), 0.1);
  EXPECT_LT((wrench_of(stance, run(false, false).F_B) - damped).norm(), 1e-9);
  EXPECT_LT((wrench_of(stance, run().F_B) - required_wrench(robot, stance)).norm(), 1e-9);
}

/// The forces of least torque are close to the limits; those of the largest margin leave room for
/// the jolt.
TEST_F(Share, LeavesTheLargestMarginOnceAFootIsLost) {
  stance = test::weighed_stance(robot, Vector3d(-9.81, 0, 0));
  for (StanceLeg& leg : stance.leg) leg.grip_force_N = 80;
  const double planned = run().bottleneck.margin;
  stance.lost_foot = true;
  const LoadShare load = run();
  StanceProblem problem;
  SharingWarmStart warm;
  pose_problem(robot, config.sharing, stance, zero_vectors(), problem);
  EXPECT_NEAR(load.bottleneck.margin, largest_margin(problem, warm).margin, 1e-6);
  EXPECT_GT(load.bottleneck.margin, planned + 0.05);
  EXPECT_LT((wrench_of(stance, load.F_B) - required_wrench(robot, stance)).norm(), 1e-9);
}

TEST_F(Share, AsksNothingOfTheFootThatIsLost) {
  stance = test::weighed_stance(robot, kDown);
  stance.lost_foot = true;
  stance.leg[1].trust = 0;
  const LoadShare load = run();
  ASSERT_TRUE(load.solved);
  const Vector3d on_its_cup_B = hanging_weight(robot.leg[1], stance.leg[1].pose, kDown).total_B;
  EXPECT_LT((load.F_B[1] - on_its_cup_B).norm(), 0.2);
}

TEST_F(Share, ReturnsToItsObjectiveInTheTimeOfALoad) {
  stance = test::weighed_stance(robot, Vector3d(-9.81, 0, 0));
  const PerLeg<Vector3d> usual_B = run().F_B;
  stance.lost_foot = true;
  PerLeg<Vector3d> last_B = run().F_B;
  const double way_N = (last_B[0] - usual_B[0]).norm();
  ASSERT_GT(way_N, 1);
  stance.lost_foot = false;
  const int ticks = static_cast<int>(config.gait.load_s / config.period_s);
  for (int n = 0; n <= ticks; ++n) {
    const PerLeg<Vector3d> now_B = run().F_B;
    EXPECT_LT((now_B[0] - last_B[0]).norm(), 2 * way_N / ticks) << n;
    last_B = now_B;
  }
  for (std::size_t i = 0; i < 4; ++i) EXPECT_LT((last_B[i] - usual_B[i]).norm(), 0.1) << i;
}

TEST_F(Share, GivesNothingToALegInTheAir) {
  stance.leg[2].attached = false;
  const LoadShare load = run();
  ASSERT_TRUE(load.solved);
  EXPECT_EQ(load.F_B[2], Vector3d::Zero());
}

TEST_F(Share, MovesTheLoadOffAFootWithoutTrustWhereOthersCarry) {
  for (const Objective objective :
       {Objective::kTorque, Objective::kPeakTorque, Objective::kLeastNorm})
    for (const Vector3d& g_B : {kDown, Vector3d(-9.81, 0, 0), Vector3d(0, 0, 9.81)}) {
      config.sharing.objective = objective;
      stance = test::weighed_stance(robot, g_B);
      state = {};
      const double trusted_N = run().F_B[0].norm();
      stance.leg[0].trust = 0;
      const LoadShare load = run();
      ASSERT_TRUE(load.solved);
      EXPECT_EQ(load.reason, Reason::kNone);
      EXPECT_LT(load.F_B[0].norm(), 0.2 * trusted_N);
      EXPECT_LT((wrench_of(stance, load.F_B) - required_wrench(robot, stance)).norm(), 1e-9);
    }
}

/// On a wall with weak cups the other feet cannot carry the load.
TEST_F(Share, LeavesOnAFootWithoutTrustWhatNobodyElseCarries) {
  stance = test::weighed_stance(robot, Vector3d(-9.81, 0, 0));
  for (StanceLeg& leg : stance.leg) leg.grip_force_N = 60;
  stance.leg[0].trust = 0;
  const LoadShare load = run();
  EXPECT_EQ(load.reason, Reason::kNone);
  EXPECT_GE(load.bottleneck.margin, 0);
  EXPECT_GT(load.F_B[0].norm(), 3);
}

TEST_F(Share, MovesTheLoadSteadilyWhileTrustGoes) {
  stance = test::weighed_stance(robot, Vector3d(-9.81, 0, 0));
  Vector3d last_B = run().F_B[0];
  const double whole_N = last_B.norm();
  for (int n = 39; n >= 0; --n) {
    stance.leg[0].trust = n / 40.0;
    const Vector3d now_B = run().F_B[0];
    EXPECT_LT((now_B - last_B).norm(), 0.2 * whole_N) << n;
    last_B = now_B;
  }
}

/// With and without the foot the forces satisfy every limit, so all forces in between do.
TEST_F(Share, MovesTheLoadOffAFootOnAStraightLine) {
  for (const Objective objective :
       {Objective::kTorque, Objective::kPeakTorque, Objective::kLeastNorm})
    for (const Vector3d& g_B : {kDown, Vector3d(-9.81, 0, 0), Vector3d(0, 0, 9.81)}) {
      config.sharing.objective = objective;
      stance = test::weighed_stance(robot, g_B);
      state = {};
      const PerLeg<Vector3d> with = run().F_B;
      stance.leg[0].availability = 0;
      const PerLeg<Vector3d> without = run().F_B;
      const Vector3d hanging_B = hanging_weight(robot.leg[0], stance.leg[0].pose, g_B).total_B;
      EXPECT_LT((without[0] - hanging_B).norm(), 0.5);
      for (const double a : {0.9, 0.5, 0.2}) {
        stance.leg[0].availability = a;
        const LoadShare load = run();
        ASSERT_TRUE(load.solved);
        EXPECT_EQ(load.reason, Reason::kNone);
        EXPECT_GE(load.bottleneck.margin, 0);
        EXPECT_LT((wrench_of(stance, load.F_B) - required_wrench(robot, stance)).norm(), 1e-6);
        for (std::size_t i = 0; i < robot.leg.size(); ++i)
          EXPECT_LT((load.F_B[i] - a * with[i] - (1 - a) * without[i]).norm(), 0.5) << i;
      }
    }
}

/// One foot is loaded while another is unloaded: from the solution without the first to that
/// without the second. Both feet keep a cost for changes of their force.
TEST_F(Share, HandsTheLoadOfOneFootToAnother) {
  for (const Vector3d& g_B : {kDown, Vector3d(-9.81, 0, 0), Vector3d(0, 0, 9.81)}) {
    stance = test::weighed_stance(robot, g_B);
    StanceLeg &comes = stance.leg[1], &goes = stance.leg[2];
    goes.leaves = true;
    const auto at = [&](double share) {
      comes.availability = share;
      goes.availability = 1 - share;
      return run();
    };
    const LoadShare before = at(0), after = at(1 - 1e-12);
    for (const double share : {0.2, 0.5, 0.9}) {
      const LoadShare load = at(share);
      ASSERT_TRUE(load.solved);
      EXPECT_EQ(load.reason, Reason::kNone);
      EXPECT_GE(load.bottleneck.margin, 0);
      EXPECT_LT((wrench_of(stance, load.F_B) - required_wrench(robot, stance)).norm(), 1e-6);
      for (std::size_t i = 0; i < robot.leg.size(); ++i)
        EXPECT_LT((load.F_B[i] - (1 - share) * before.F_B[i] - share * after.F_B[i]).norm(), 0.5);
    }
    for (const auto& [load, leg] : {std::pair{before, 1}, std::pair{after, 2}}) {
      const auto i = static_cast<std::size_t>(leg);
      const Vector3d hanging_B = hanging_weight(robot.leg[i], stance.leg[i].pose, g_B).total_B;
      EXPECT_LT((load.F_B[i] - hanging_B).norm(), 0.5) << leg;
    }
  }
}

/// If no margin is left to accelerate the legs in the air by feed-forward, position control does
/// it.
TEST_F(Share, DoesWithoutTheInertiaOfSwingingLegsWhereThereIsNoRoomForIt) {
  stance = test::weighed_stance(robot, kDown);
  stance.inertia_w << 5, 0, 0, 0, 0.5, 0;
  const LoadShare moved = run();
  EXPECT_LT((wrench_of(stance, moved.F_B) - required_wrench(robot, stance)).norm(), 1e-9);
  stance.inertia_w *= 1e3;
  const LoadShare still = run();
  EXPECT_EQ(still.reason, Reason::kNone);
  const Vector6d at_rest = required_wrench(robot, stance) - stance.inertia_w;
  EXPECT_LT((wrench_of(stance, still.F_B) - at_rest).norm(), 1e-9);
}

/// The weak cups on the wall can hold with four feet, not with three: then the foot keeps the load
/// that it must carry.
TEST_F(Share, SaysThatTheOthersCannotTakeALoadThatIsToGo) {
  stance = test::weighed_stance(robot, Vector3d(-9.81, 0, 0));
  for (StanceLeg& leg : stance.leg) leg.grip_force_N = 60;
  EXPECT_EQ(run().reason, Reason::kNone);
  stance.leg[0].availability = 0.5;
  EXPECT_EQ(run().reason, Reason::kSharingInfeasible);
}

TEST_F(Share, SaysWhichLegIsOverloadedAndHoldsAsWellAsItCan) {
  for (StanceLeg& leg : stance.leg) leg.grip_force_N = 5;
  stance.g_B = Vector3d(0, 0, 9.81);
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    weigh_leg(robot.leg[i], stance.g_B, stance.leg[i]);
  const LoadShare load = run();
  EXPECT_EQ(load.reason, Reason::kSharingInfeasible);
  EXPECT_TRUE(load.solved);
  EXPECT_LT(load.bottleneck.margin, 0);
  EXPECT_GE(load.bottleneck.leg, 0);
  EXPECT_LT((wrench_of(stance, load.F_B) - required_wrench(robot, stance)).norm(), 1e-9);
}

/// The force exceeds the friction itself, not only the safety factor.
TEST_F(Share, SaysThatFeetWithTooLittleFrictionSlip) {
  stance = test::weighed_stance(robot, Vector3d(-9.81, 0, 0));
  const auto reason_at = [&](double friction) {
    for (StanceLeg& leg : stance.leg) leg.friction = friction;
    return run().reason;
  };
  EXPECT_EQ(reason_at(0.6), Reason::kNone);
  EXPECT_EQ(reason_at(0.05), Reason::kSlipping);
  bool overloaded = false;
  for (double friction = 0.6; friction > 0.05; friction -= 0.01)
    overloaded = overloaded || reason_at(friction) == Reason::kSharingInfeasible;
  EXPECT_TRUE(overloaded);
}

TEST_F(Share, CannotHoldOnTooFewFeet) {
  (void)run();
  for (std::size_t i = 1; i < robot.leg.size(); ++i) stance.leg[i].attached = false;
  const LoadShare load = run();
  EXPECT_FALSE(load.solved);
  EXPECT_EQ(load.reason, Reason::kTooFewFeet);
  for (const Vector3d& F_B : load.F_B) EXPECT_EQ(F_B, Vector3d::Zero());
}

TEST_F(Share, NeedsNoFeetOnABench) {
  for (StanceLeg& leg : stance.leg) leg.attached = false;
  EXPECT_TRUE(run(true).solved);
  EXPECT_FALSE(run(false).solved);
}

TEST_F(Share, OfNonsenseIsNoAnswer) {
  stance.leg[1].pose.p_BW.x() = std::numeric_limits<double>::quiet_NaN();
  const LoadShare load = run();
  EXPECT_FALSE(load.solved);
  EXPECT_NE(load.reason, Reason::kNone);
}

}  // namespace
}  // namespace ventosa::controller::share_test
