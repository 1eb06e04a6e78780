#include "controller/organizer/passive_wrist.h"

#include <gtest/gtest.h>

#include "tests/controller/weighed_stance.h"

namespace ventosa::controller {
namespace {

/// A robot in its default stance on the ground, which is lowered or lifted.
struct PassiveWrist : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  ControllerConfig config;
  PerLeg<ModuleReport> report{};
  PatchList surfaces;
  Goal goal;
  PerLeg<Vector3d> F_last_B = zero_vectors();
  BodyEstimate body;

  PassiveWrist() {
    config.sharing.wrist_moment_Nm = 0.4;
    body.stance = test::weighed_stance(robot, {0, 0, -9.81}, 120);
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      body.contact[i].p_WW = body.stance.leg[i].pose.p_BW;
      report[i].q_set_rad = test::nominal_pose(robot.leg[i]);
    }
  }
  static Isometry3d at(double z_m) { return Isometry3d(Eigen::Translation3d(0, 0, z_m)); }
  int locking(double from_m, double to_m, int lifted = -1) const {
    return locking_leg(robot, config, {body, report, surfaces, goal, F_last_B}, at(from_m),
                       at(to_m), lifted);
  }
};

/// The forearm comes down to the surface's normal as the body rises.
TEST_F(PassiveWrist, LocksWhereTheCupPointsAlongTheForearm) {
  EXPECT_EQ(locking(0, 0.01), -1);
  EXPECT_GE(locking(0, 0.03), 0);
}

TEST_F(PassiveWrist, MayAlwaysTurnAway) {
  EXPECT_EQ(locking(0.03, 0.025), -1);
  EXPECT_GE(locking(0.025, 0.03), 0);
}

TEST_F(PassiveWrist, OfALegInTheAirDoesNotCount) {
  const int first = locking(0, 0.03);
  EXPECT_NE(locking(0, 0.03, first), first);
  for (ModuleReport& module : report) module.phase = FootPhase::kTransfer;
  EXPECT_EQ(locking(0, 0.03), -1);
}

TEST_F(PassiveWrist, ThatTurnsFreelyMayGoAnywhere) {
  config.sharing.wrist_moment_Nm = 0;
  EXPECT_EQ(locking(0, 0.03), -1);
}

}  // namespace
}  // namespace ventosa::controller
