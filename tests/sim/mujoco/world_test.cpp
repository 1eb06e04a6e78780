#include "sim/mujoco/world.h"

#include <gtest/gtest.h>

#include <random>

#include "sim/cups/lip_kinematics.h"
#include "tests/sim/stands.h"

/// The twin's interface to MuJoCo against MuJoCo's own numbers and sums made in the test.
namespace ventosa::sim::world_test {
namespace {

using controller::Isometry3d;
using controller::Leg;
using controller::PerJoint;
using controller::Vector3d;

TEST(Engine, FatalErrorsOfMujocoBecomeExceptions) {
  install_log_handler();
  EXPECT_THROW(mju_error("out of everything"), EngineError);
  mju_warning("careful");
  EXPECT_STREQ(last_warning(), "careful");
  clear_warning();
  EXPECT_STREQ(last_warning(), "");
}

TEST(Engine, AFatalErrorDeepInAStepEndsTheRunNotTheProcess) {
  const models::Robot robot = romerin4();
  Twin twin(robot, standing(robot, 0));
  mjData& data = *twin.world().data;
  data.narena = 1024;  // not enough room for the constraints of a step
  controller::Observation seen;
  EXPECT_EQ(twin.exchange({}, seen), hal::Status::kUnstable);
  EXPECT_STRNE(twin.failure(), "");
}

TEST(Engine, AnyWarningEndsTheRunWithItsText) {
  const models::Robot robot = romerin4();
  Twin twin(robot, standing(robot, 0));
  mj_warning(twin.world().data.get(), mjWARN_INERTIA, 7);
  controller::Observation seen;
  EXPECT_EQ(twin.exchange({}, seen), hal::Status::kUnstable);
  EXPECT_STRNE(twin.failure(), "");
}

/// random joint angles within their limits, random body pose
void scatter(const controller::RobotModel& robot, const WorldIndex& index, mjData& data,
             std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  Eigen::Vector4d q(unit(random), unit(random), unit(random), unit(random));
  Eigen::Vector4d::Map(data.qpos + 3) = q.normalized();
  for (int k = 0; k < 3; ++k) data.qpos[k] = unit(random);
  for (int i = 0; i < robot.n_legs(); ++i)
    for (int j = 0; j < robot.leg[static_cast<std::size_t>(i)].n_joints; ++j)
      data.qpos[index.joint[i][j].qpos] = 1.5 * unit(random);
}

// centres of mass by a chain of transforms, independent of MuJoCo
double leg_potential_J(const Leg& leg, const Isometry3d& X_WB, const PerJoint<double>& q_rad,
                       const Vector3d& g_W) {
  double sum_J = 0;
  Isometry3d X_WJ = X_WB * leg.X_BL;
  for (int j = 0; j < leg.n_joints; ++j) {
    X_WJ = X_WJ * Eigen::Translation3d(leg.joint[j].p_PJ) *
           Eigen::AngleAxisd(q_rad[j], leg.joint[j].axis);
    sum_J -= leg.link[j].mass_kg * g_W.dot(X_WJ * leg.link[j].p_JC);
  }
  return sum_J;
}

TEST(World, WeighsWhatTheRobotModelSays) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.gravity_W = {3, -4, 8};
  Twin twin(robot, config);
  const mjModel& model = *twin.world().model;
  const WorldIndex& index = twin.world().index;
  const MujocoPtr<mjData> data(mj_makeData(&model));
  std::mt19937 random(1);
  for (int trial = 0; trial < 50; ++trial) {
    scatter(robot.nominal, index, *data, random);
    mj_forward(&model, data.get());
    const double mass_kg = robot.nominal.total_mass_kg();
    EXPECT_LT((Vector3d::Map(data->qfrc_bias) + mass_kg * config.gravity_W).norm(), 1e-9);

    const Isometry3d X_WB = transform(free_joint_pose(data->qpos));
    for (int i = 0; i < 4; ++i) {
      const Leg& leg = robot.nominal.leg[static_cast<std::size_t>(i)];
      PerJoint<double> q_rad{};
      for (int j = 0; j < 6; ++j) q_rad[j] = data->qpos[index.joint[i][j].qpos];
      for (int j = 0; j < 6; ++j) {
        PerJoint<double> more = q_rad, less = q_rad;
        more[j] += 1e-5;
        less[j] -= 1e-5;
        const double slope_Nm = (leg_potential_J(leg, X_WB, more, config.gravity_W) -
                                 leg_potential_J(leg, X_WB, less, config.gravity_W)) /
                                2e-5;
        EXPECT_NEAR(data->qfrc_bias[index.joint[i][j].dof], slope_Nm, 1e-8);
      }
    }
  }
}

TEST(World, LipsAreWhereMujocoPutsThem) {
  const models::Robot robot = romerin4();
  Twin twin(robot, standing(robot, 0));
  const mjModel& model = *twin.world().model;
  const WorldIndex& index = twin.world().index;
  const MujocoPtr<mjData> data(mj_makeData(&model));
  std::mt19937 random(2);
  for (int trial = 0; trial < 50; ++trial) {
    scatter(robot.nominal, index, *data, random);
    mj_kinematics(&model, data.get());
    for (int i = 0; i < 4; ++i) {
      const Pose X_WF = lip_pose(robot.nominal.leg[static_cast<std::size_t>(i)],
                                 free_joint_pose(data->qpos), data->qpos + index.joint[i][0].qpos);
      const int body = index.cup_body[i];
      EXPECT_LT((as_vector(X_WF.p) - Vector3d::Map(data->xpos + 3 * body)).norm(), 1e-14);
      EXPECT_LT((rotation(X_WF) - RowMatrix3::Map(data->xmat + 9 * body)).norm(), 1e-14);
    }
  }
}

// with welds as the only constraints, J' [f; m] of the wrenches read must be MuJoCo's own
TEST(World, ReadWeldWrenchesAreTheGeneralisedForcesMujocoApplied) {
  const models::Robot robot = romerin4();
  for (const double tilt_rad : {0.0, 0.8, 1.6, 3.1}) {
    const TwinConfig config = standing(robot, tilt_rad);
    Twin twin(robot, config);
    controller::Command command;  // stiff wrists, so that welds carry torque
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 6; ++j)
        command.leg[i].joint[j] = {
            controller::JointMode::kImpedance, config.leg[i].q_rad[j] + 0.02, 0, 0, 20, 1};
    run(twin, command, 1);  // comes to rest: wrenches and Jacobians are one step apart

    const World& world = twin.world();
    ASSERT_EQ(world.data->ncon, 0);
    ASSERT_EQ(world.data->nefc, 24);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(world.model->nv);
    using Jacobian = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor>;
    Jacobian Jp(3, world.model->nv), Jr(3, world.model->nv);
    for (int i = 0; i < 4; ++i) {
      const int body = world.index.cup_body[i];
      mj_jac(world.model.get(), world.data.get(), Jp.data(), Jr.data(), world.data->xpos + 3 * body,
             body);
      const controller::Vector6d& w_S = twin.truth().leg[static_cast<std::size_t>(i)].cup.wrench_S;
      const controller::Matrix3d R_WS = config.patches.patch[0].X_WS.linear();
      EXPECT_GT(w_S.tail<3>().norm(), 0.1);
      sum += Jp.transpose() * (R_WS * w_S.head<3>()) + Jr.transpose() * (R_WS * w_S.tail<3>());
    }
    const auto applied = Eigen::VectorXd::Map(world.data->qfrc_constraint, world.model->nv);
    EXPECT_LT((sum - applied).norm(), 1e-9 * applied.norm());
  }
}

// a foot pressed on the ground by its leg: contacts and weld share the load, the sum is the load
TEST(World, ContactsCountInTheNetReaction) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  for (LegStart& leg : config.leg) leg.attached = false;
  Twin twin(robot, config);
  run(twin, {}, 1.5);
  ASSERT_GT(twin.world().data->ncon, 0);
  double sum_N = 0;
  for (std::size_t i = 0; i < 4; ++i) sum_N += twin.truth().leg[i].cup.wrench_S[2];
  EXPECT_NEAR(sum_N, robot.nominal.total_mass_kg() * 9.81, 0.5);
  EXPECT_LT(twin.truth().penetration_m, 0.001);
}

}  // namespace
}  // namespace ventosa::sim::world_test
