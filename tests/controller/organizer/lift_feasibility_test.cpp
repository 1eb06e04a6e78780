#include "controller/organizer/lift_feasibility.h"

#include <gtest/gtest.h>

#include "tests/controller/random_robot.h"
#include "tests/controller/weighed_stance.h"

namespace ventosa::controller::lift_feasibility_test {
namespace {

struct StepChecks : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  const ControllerConfig config;
  PerLeg<ModuleReport> report{};
  PatchList surfaces;
  Goal goal;
  PerLeg<Vector3d> F_last_B = zero_vectors();
  BodyEstimate body;
  OrganizerState state;

  StepChecks() { stand({-9.81, 0, 0}, 120); }
  void stand(const Vector3d& g_B, double grip_N) {
    body.stance = test::weighed_stance(robot, g_B, grip_N);
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      body.contact[i].p_WW = body.stance.leg[i].pose.p_BW;
      report[i].q_set_rad = test::nominal_pose(robot.leg[i]);
    }
  }
  OrganizerInput input() const { return {body, report, surfaces, goal, F_last_B}; }
  bool lifts(int leg) {
    return lift_is_feasible(robot, config.sharing, input(), LegSet(1ULL << leg), state);
  }
};

// on a wall with x up: the weight pulls the upper cups off
TEST_F(StepChecks, LetAFootLiftIfTheOthersKeepEveryLimit) {
  for (int leg = 0; leg < robot.n_legs(); ++leg) EXPECT_TRUE(lifts(leg)) << leg;
  stand({-9.81, 0, 0}, 60);
  for (int leg = 0; leg < robot.n_legs(); ++leg) {
    EXPECT_FALSE(lifts(leg)) << leg;
    EXPECT_LT(state.refusal.lift.margin, 0);
    EXPECT_NE(state.refusal.lift.leg, leg);
    EXPECT_GE(state.refusal.lift.leg, 0);
  }
  stand({0, 0, -9.81}, 60);
  for (int leg = 0; leg < robot.n_legs(); ++leg) EXPECT_TRUE(lifts(leg)) << leg;
}

TEST_F(StepChecks, LetNoFootLiftWhenAnotherIsOffAlready) {
  stand({0, 0, 9.81}, 120);
  body.stance.leg[0].attached = body.stance.leg[1].attached = false;
  EXPECT_FALSE(lifts(2));
}

/// Two ball joints resist no moment about their line, whatever the weight and the grip.
TEST_F(StepChecks, LetNoFootLiftThatWouldLeaveTwo) {
  test::Rng random{3};
  for (int trial = 0; trial < 100; ++trial) {
    stand(9.81 * test::any_direction(random), test::uniform(60, 120, random));
    for (int lifted = 0; lifted < robot.n_legs(); ++lifted) {
      const auto other = static_cast<std::size_t>((lifted + 1 + trial % 3) % robot.n_legs());
      body.stance.leg[other].attached = false;
      state.refusal = {};
      ASSERT_FALSE(lifts(lifted));
      ASSERT_EQ(state.refusal.lift.margin, kNothingHolds);
      body.stance.leg[other].attached = true;
    }
  }
}

/// The rear left foot is lifted: the nearer the front left one is to the line of the right ones,
/// the larger is the violation.
TEST_F(StepChecks, LetNoFootLiftThatWouldLeaveTheOthersOnALine) {
  stand({0, 0, -9.81}, 120);
  ASSERT_TRUE(lifts(2));
  LegPose& pose = body.stance.leg[0].pose;
  const Vector3d start = pose.p_BW;
  const Vector3d on_line = (body.stance.leg[1].pose.p_BW + body.stance.leg[3].pose.p_BW) / 2;
  double last = 0;
  for (const double share : {0.05, 0.02, 0.01}) {
    const Vector3d shift = on_line + share * (start - on_line) - pose.p_BW;
    pose.p_BW += shift;
    pose.X_BF.pretranslate(shift);
    EXPECT_FALSE(lifts(2)) << share;
    EXPECT_LT(state.refusal.lift.margin, last) << share;
    last = state.refusal.lift.margin;
  }
}

TEST_F(StepChecks, LetGoOnlyWhatCanBeLiftedOff) {
  ControllerConfig high = config;
  high.gait.lift_m = 0.5;
  for (int leg = 0; leg < robot.n_legs(); ++leg) {
    const auto lifts_off = [&](const ControllerConfig& c) {
      return can_lift_off(robot, c, input(), leg, -Vector3d::UnitZ(), Isometry3d::Identity());
    };
    EXPECT_TRUE(lifts_off(config)) << leg;
    EXPECT_FALSE(lifts_off(high)) << leg;
  }
}

struct LeavingLegs : StepChecks {
  LeavingLegs() {
    surfaces.n = 1;
    for (ModuleReport& module : report) module.attached = true;
  }
  static Isometry3d at(double x_m, double z_m) {
    return Isometry3d(Eigen::Translation3d(x_m, 0, z_m));
  }
  int kept(const RobotModel& of, const Isometry3d& from, const Isometry3d& to,
           LegSet stepping = {}) const {
    return leg_kept_from_leaving(of, config, input(), stepping, from, to);
  }
};

TEST_F(LeavingLegs, KeepTheBodyFromWhereTheyWouldBeOutOfReach) {
  const Isometry3d here = at(0, 0), far = at(0, 0.6);
  EXPECT_EQ(kept(robot, here, at(0.02, 0)), -1);
  EXPECT_EQ(kept(robot, here, far), 0);
  EXPECT_EQ(kept(robot, here, far, LegSet(0b101)), 1);
  EXPECT_EQ(kept(robot, here, far, ~LegSet{}), -1);
  EXPECT_EQ(kept(robot, far, here), -1);
  EXPECT_EQ(kept(robot, far, far), 0);
  for (ModuleReport& module : report) module.attached = false;
  EXPECT_EQ(kept(robot, here, far), -1);
}

/// With weaker arms some can carry their legs here, but not stretched.
TEST_F(LeavingLegs, KeepTheBodyFromWhereTheirArmsWouldNotHoldThem) {
  const Isometry3d here = at(0, 0), there = at(0.08, 0);
  EXPECT_EQ(kept(robot, here, there), -1);
  int n_kept = 0;
  for (double share = 1; share > 0.01; share *= 0.97) {
    RobotModel weak = robot;
    for (Leg& leg : weak.leg)
      for (Joint& joint : leg.joint) joint.torque_limit_Nm *= share;
    const int leg = kept(weak, here, there);
    if (leg < 0) continue;
    ++n_kept;
    EXPECT_GE(leg, 2);  // a rear foot, which is stretched during the motion
    EXPECT_EQ(kept(weak, there, here), -1);
  }
  EXPECT_GT(n_kept, 2);
}

TEST_F(StepChecks, FindALegThatIsFree) {
  EXPECT_EQ(free_leg(robot, report), -1);
  report[2].phase = FootPhase::kFree;
  EXPECT_EQ(free_leg(robot, report), 2);
}

TEST_F(StepChecks, NameTheWorstThatFails) {
  SurfaceConfig config_of_surfaces;
  const auto expect = [&](Reason reason, int leg) {
    const Objection fault = present_fault(robot, config_of_surfaces, input());
    EXPECT_EQ(fault.reason, reason) << name(fault.reason);
    EXPECT_EQ(fault.leg, leg);
  };
  report[5].silent = true;  // the robot has no such leg
  report[5].faulty_joint = 0;
  expect(Reason::kNone, -1);
  body.camera = CameraHealth::kSilent;
  expect(Reason::kNone, -1);  // the foot carries nothing
  config_of_surfaces.source = SurfaceSource::kSeen;
  expect(Reason::kCameraSilent, -1);
  body.imu = ImuHealth::kWrong;
  expect(Reason::kImuWrong, -1);
  body.imu = ImuHealth::kSilent;
  expect(Reason::kImuSilent, -1);
  report[1].faulty_joint = 2;
  expect(Reason::kJointFault, 1);
  report[3].silent = true;
  expect(Reason::kModuleSilent, 3);
}

TEST_F(StepChecks, KeepTheStepAndEveryContactWithinReach) {
  const Isometry3d X_WB = Isometry3d::Identity();
  PerLeg<ModuleTask> step{};
  step[1] = {.kind = TaskKind::kStep, .z_from_W = -Vector3d::UnitZ()};
  const auto out_of_reach = [&](const Vector3d& way_m, double budget_m) {
    step[1].foothold = {0, body.contact[1].p_WW + way_m, -Vector3d::UnitZ()};
    const Isometry3d X_WB_to(Eigen::Translation3d(budget_m, 0, 0));
    return leg_out_of_reach(robot, config, input(), LegSet(0b10), step, X_WB, X_WB_to);
  };
  EXPECT_EQ(out_of_reach({0.03, 0, 0}, 0.01), -1);
  EXPECT_EQ(out_of_reach({0.5, 0, 0}, 0.01), 1);  // the foothold
  EXPECT_EQ(out_of_reach({0.03, 0, 0}, 0.5), 0);  // a foot that stays behind
}

/// The hexapod without its middle legs, its weight shifted by `ahead_m`.
RobotModel point_quadruped(double ahead_m) {
  RobotModel robot = test::robot("hexapod3");
  robot.leg.erase(robot.leg.begin() + 2, robot.leg.begin() + 4);
  robot.p_BC.x() = ahead_m * robot.total_mass_kg() / robot.body_mass_kg;
  return robot;
}

/// With the feet at (+-a, +-b) and the centre of mass at (-d, 0), a lifted front foot leaves the
/// rear foot opposite the load  d / (2 a) of the weight: on the line through the other two feet it
/// has none, under itself and with the centre of mass 2 a behind that line all.
TEST(PointFeet, LetAFootLiftOnlyIfTheOthersKeepAShareOfTheirUsualLoad) {
  const SharingConfig config;
  const double least = (1 - 1 / config.safety_factor) / 3;
  const double a = point_quadruped(0).leg[0].p_BW_nominal.x();
  for (const double share : {-1.0, 0.0, 0.5, 0.99, 1.01, 2.0}) {
    const RobotModel robot = point_quadruped(-share * least * 2 * a);
    BodyEstimate body;
    body.stance = test::weighed_stance(robot, {0, 0, -9.81}, 0);
    const PerLeg<ModuleReport> report{};
    const PatchList surfaces;
    const Goal goal;
    const PerLeg<Vector3d> F_last_B = zero_vectors();
    OrganizerState state;
    const bool lifts =
        lift_is_feasible(robot, config, {body, report, surfaces, goal, F_last_B}, LegSet(1), state);
    EXPECT_EQ(lifts, share > 1) << share;
    if (lifts) continue;
    EXPECT_EQ(state.refusal.lift.limit, Limit::kLiftOff) << share;
    EXPECT_EQ(state.refusal.lift.leg, 3) << share;
    EXPECT_LT(state.refusal.lift.margin, 0) << share;
  }
}

}  // namespace
}  // namespace ventosa::controller::lift_feasibility_test
