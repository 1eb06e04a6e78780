#include "controller/estimation/contact_points.h"

#include <gtest/gtest.h>

#include "tests/controller/ideal_modules.h"

namespace ventosa::controller::contact_points_test {
namespace {

ControllerConfig on_lips(const Vector3d& gravity_W) {
  ControllerConfig config = Standing::config(gravity_W, 120);
  config.body.estimator = Estimator::kRegistration;
  config.lip.model = LipModel::kElastic;
  config.lip.stiffness_N_m = 4e4;
  config.lip.shear_stiffness_N_m = 2e4;
  return config;
}

/// Sum over all feet, after the forces have settled.
Vector3d sum_of_deflections_W(const ControllerConfig& config) {
  Standing robot(config);
  for (int n = 0; n < 30; ++n) (void)robot.controller.tick(robot.modules.seen, {});
  Vector3d sum_W = Vector3d::Zero();
  for (std::size_t i = 0; i < 4; ++i)
    sum_W += robot.controller.state().estimation.contact[i].deflection_W;
  return sum_W;
}

/// However the forces are distributed, four springs on the ground carry the whole robot.
TEST(ContactPoints, SinkTogetherByTheWeightOfTheWholeRobotOnTheGround) {
  const double weight_N = 9.81 * test::robot("romerin4").total_mass_kg();
  EXPECT_NEAR(sum_of_deflections_W(on_lips(kDown)).z(), -weight_N / 4e4, 1e-9);
}

/// Four springs on a wall slide along its surface; lips that cannot tilt show only shear.
TEST(ContactPoints, SlideDownAWallTogetherByTheWeightOfTheWholeRobot) {
  const double weight_N = 9.81 * test::robot("romerin4").total_mass_kg();
  ControllerConfig config = on_lips(kAlongTheSurface);
  config.lip.stiffness_N_m = 1e14;
  const Vector3d sum_W = sum_of_deflections_W(config);
  EXPECT_NEAR(sum_W.x(), -weight_N / 2e4, 1e-9);
  EXPECT_NEAR(sum_W.y(), 0, 1e-9);
  EXPECT_NEAR(sum_W.z(), 0, 1e-9);
}

TEST(ContactPoints, DoNotMoveOnRigidLips) {
  ControllerConfig config = on_lips(kAlongTheSurface);
  config.lip.model = LipModel::kRigid;
  EXPECT_TRUE(sum_of_deflections_W(config).isZero(0));
}

/// Moves every wrist point to where its lip lets it go under a standing body.
void deflect_lips(Standing& robot) {
  for (std::size_t i = 0; i < 4; ++i) {
    const Leg& leg = robot.robot.leg[i];
    PerJoint<double> q = measured_q(robot.modules.seen.leg[i]);
    const Vector3d p_BW =
        leg.p_BW_nominal + robot.controller.state().estimation.contact[i].deflection_W;
    ASSERT_EQ(solve_arm(leg, leg.X_BL.inverse() * p_BW, q), IkStatus::kOk);
    for (std::size_t j = 0; j < 3; ++j) robot.modules.seen.leg[i].joint[j].q_rad = q[j];
  }
}

TEST(ContactPoints, LeaveTheBodyWhereItIsWhenTheLipsDeflect) {
  for (const Vector3d& gravity_W : {kDown, kAlongTheSurface}) {
    Standing robot(on_lips(gravity_W));
    const Isometry3d X_WB = robot.modules.start().X_WB;
    for (int n = 0; n < 20; ++n) {  // forces and lips settle
      (void)robot.controller.tick(robot.modules.seen, {});
      deflect_lips(robot);
    }
    (void)robot.controller.tick(robot.modules.seen, {});
    const Isometry3d& estimate = robot.controller.state().estimation.X_WB;
    EXPECT_LT((estimate.translation() - X_WB.translation()).norm(), 2e-6);
  }
}

TEST(ContactPoints, HaveNoDeflectionUnderALipThatHasLetGo) {
  Standing robot(on_lips(kAlongTheSurface));
  const auto& contact = robot.controller.state().estimation.contact;
  for (int n = 0; n < 3; ++n) (void)robot.controller.tick(robot.modules.seen, {});
  EXPECT_GT(contact[1].deflection_W.norm(), 5e-5);
  robot.modules.seen.leg[1].cup.vacuum_Pa = 0;
  (void)robot.controller.tick(robot.modules.seen, {});
  EXPECT_TRUE(contact[1].deflection_W.isZero(0));
}

TEST(ContactPoints, AreSentToWhereTheirLipsDeflect) {
  Standing robot(on_lips(kAlongTheSurface));
  for (int n = 0; n < 3; ++n) (void)robot.controller.tick(robot.modules.seen, {});
  const State& state = robot.controller.state();
  const Isometry3d commanded = commanded_body(state.decisions.organizer.reference);
  for (std::size_t i = 0; i < 4; ++i) {
    const Vector3d p_WW = commanded * robot.controller.diagnostics().p_BW[i];
    const Contact& contact = state.estimation.contact[i];
    EXPECT_LT((p_WW - contact.p_WW - contact.deflection_W).norm(), 1e-9);
  }
}

struct UpdatedContacts : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  PerLeg<ModuleReport> report{};
  Stance stance;
  EstimationState state;

  UpdatedContacts() {
    state.X_WB = Eigen::Translation3d(0.1, 0.2, 0.3) *
                 Isometry3d(Eigen::AngleAxisd(0.4, Vector3d(1, 2, 3).normalized()));
    for (std::size_t i = 0; i < 4; ++i)
      stance.leg[i].pose = leg_pose(robot.leg[i], test::nominal_pose(robot.leg[i]));
  }
  void update(bool pd = true) {
    const Observation seen;
    const PatchList surfaces{};  // level
    const PerLeg<Vector3d> F_B = zero_vectors();
    const EstimationInput in{
        .seen = seen, .imu = {}, .report = report, .surfaces = surfaces, .F_last_B = F_B, .pd = pd};
    update_contacts(robot, in, stance, state);
  }
};

/// Position control pulls a foot that has slipped back to its point; without, its point is where
/// it is. A few millimetres are noise.
TEST_F(UpdatedContacts, GoWithAFootThatSlipsWhileNothingPullsItBack) {
  report[1].attached = true;
  update();
  Contact& contact = state.contact[1];
  contact.deflection_W = {0, 0, 0.001};
  const Vector3d p_WW = contact.p_WW;
  const auto point_after = [&](const Vector3d& slip_W, bool pd) {
    contact.p_WW = p_WW - contact.deflection_W - slip_W;
    update(pd);
    return Vector3d(contact.p_WW - p_WW + contact.deflection_W);
  };
  EXPECT_NEAR(point_after({0.04, 0, 0}, true).x(), -0.04, 1e-12);
  EXPECT_NEAR(point_after({0.004, 0, 0}, false).x(), -0.004, 1e-12);
  EXPECT_LT(point_after({0.04, -0.03, 0}, false).norm(), 1e-12);
}

TEST_F(UpdatedContacts, AreWhereTheFootIsThatAttaches) {
  report[2].attached = true;
  report[2].patch = 5;
  update();
  const Contact& contact = state.contact[2];
  EXPECT_TRUE(contact.attached);
  EXPECT_EQ(contact.patch, 5);
  EXPECT_LT((contact.p_WW - state.X_WB * stance.leg[2].pose.p_BW).norm(), 1e-15);
  EXPECT_LT((contact.R_WF - state.X_WB.linear() * stance.leg[2].pose.X_BF.linear()).norm(), 1e-15);
  EXPECT_FALSE(state.contact[1].attached);

  // contact points stay while the body moves, and after the foot was lifted
  const Vector3d p_WW = contact.p_WW;
  state.X_WB.translation().x() += 1;
  update();
  EXPECT_EQ(contact.p_WW, p_WW);
  report[2].attached = false;
  state.contact[2].deflection_W.setOnes();
  update();
  EXPECT_FALSE(contact.attached);
  EXPECT_EQ(contact.p_WW, p_WW);
  EXPECT_TRUE(contact.deflection_W.isZero(0));
}

/// A cup that regains its vacuum in stance has not stepped: it is on the same surface.
TEST_F(UpdatedContacts, StayOnTheirSurfaceWithoutAStep) {
  state.contact[0].patch = 3;
  report[0].attached = true;
  report[0].patch = -1;
  update();
  EXPECT_EQ(state.contact[0].patch, 3);
}

TEST_F(UpdatedContacts, TurnAboutTheBody) {
  report[0].attached = true;
  update();
  const Vector3d arm_W = state.contact[0].p_WW - state.X_WB.translation();
  const Matrix3d quarter = Eigen::AngleAxisd(M_PI / 2, Vector3d::UnitZ()).toRotationMatrix();
  turn_contacts(state.X_WB.translation(), quarter, state.contact);
  const Vector3d turned_W = state.contact[0].p_WW - state.X_WB.translation();
  EXPECT_LT((turned_W - Vector3d(-arm_W.y(), arm_W.x(), arm_W.z())).norm(), 1e-12);
}

}  // namespace
}  // namespace ventosa::controller::contact_points_test
