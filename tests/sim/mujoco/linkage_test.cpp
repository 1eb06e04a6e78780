#include "sim/mujoco/linkage.h"

#include <gtest/gtest.h>

#include <random>

#include "controller/kinematics/joint_limits.h"
#include "models/input_error.h"
#include "papers/pantograph_dynamics.h"
#include "tests/sim/pantograph_legs.h"

/// Closed linkages against the equation of motion of their bars, and against their serial
/// equivalent.
namespace ventosa::sim::linkage_test {
namespace {

using controller::PerJoint;
using controller::Vector2d;
using controller::Vector3d;
using papers::DrivenLeg;
using papers::LegState;
using papers::PantographLeg;
using Part = models::PantographPart;

constexpr double kStep_s = 0.001;

models::Robot one_legged(models::Robot robot) {
  robot.nominal.leg.resize(1);
  return robot;
}

/// The first leg of the robot, driven by forces along q = (turn, way out, way up).
struct Driven {
  explicit Driven(LinkageModel linkage)
      : world(robot, held(robot, linkage)), way_m_rad(screw_ways(bars(), table())) {}

  const models::Pantograph& bars() const { return *robot.linkage[0]; }
  const controller::Leg& table() const { return robot.nominal.leg[0]; }
  PantographLeg equation() const { return papers::pantograph_leg(bars(), table(), {0, 0, -9.81}); }
  Vector3d per_rad() const { return {1, way_m_rad.x(), way_m_rad.y()}; }

  PerJoint<double> angles(const Vector3d& q) const {
    PerJoint<double> q_rad{};
    for (int j = 0; j < 3; ++j) q_rad[j] = q[j] / per_rad()[j];
    return q_rad;
  }
  void put(const Vector3d& q) { put_leg(world.index, 0, angles(q), *world.data); }

  /// Coordinates of the leg at rates dq, those of the bars by differences.
  void put(const LegState& at) {
    constexpr double kDelta = 1e-6;
    const int nq = static_cast<int>(world.model->nq);
    put(at.q + kDelta * at.dq);
    const Eigen::VectorXd after = Eigen::VectorXd::Map(world.data->qpos, nq);
    put(at.q - kDelta * at.dq);
    const Eigen::VectorXd before = Eigen::VectorXd::Map(world.data->qpos, nq);
    put(at.q);
    Eigen::VectorXd::Map(world.data->qvel + 6, world.model->nv - 6) =
        (after - before).tail(nq - 7) / (2 * kDelta);
  }
  void apply(const Vector3d& force) {
    for (int j = 0; j < 3; ++j) world.index.joint[0][j].apply(force[j] * per_rad()[j], *world.data);
  }
  LegState state() const {
    const LegMotion motion = leg_motion(world.index, *world.data, 0);
    LegState at;
    for (int j = 0; j < 3; ++j) {
      const JointCoordinate& joint = world.index.joint[0][j];
      at.q[j] = motion.q_rad[j] * per_rad()[j];
      at.dq[j] = motion.dq_rad_s[j] * per_rad()[j];
      at.ddq[j] = world.data->qacc[joint.dof] / joint.per_rad * per_rad()[j];
    }
    return at;
  }
  void step() { mj_step(world.model.get(), world.data.get()); }

  models::Robot robot = one_legged(pantograph_robot());
  HeldWorld world;
  Vector2d way_m_rad;
};

LegState any_state(const Driven& leg, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  LegState at;
  const controller::Knee& knee = *leg.table().knee;
  double knee_rad = 0;
  do {
    at.q = {0.5 * unit(random), 0.025 * unit(random), 0.035 * unit(random)};
    knee_rad = controller::knee_rad(knee, controller::slider_rad(leg.table(), leg.angles(at.q)));
  } while (knee_rad < knee.min_rad || knee_rad > knee.max_rad);
  at.dq = {unit(random), 0.05 * unit(random), 0.05 * unit(random)};
  return at;
}

/// Forces that lead the leg along a motion of 2 s: the foot goes 40 mm to both sides, out and up.
Vector3d leading_forces(const LegState& at, double time_s) {
  const double phase = 2 * M_PI * time_s;
  const Vector3d size(0.2, 0.010, 0.013);
  const Vector3d wanted =
      size.cwiseProduct(Vector3d(std::sin(phase), std::sin(phase), std::sin(2 * phase)));
  const Vector3d inertia(0.243, 327, 330);
  constexpr double kOmega_rad_s = 30;
  return inertia.cwiseProduct(kOmega_rad_s * kOmega_rad_s * (wanted - at.q) -
                              2 * kOmega_rad_s * at.dq);
}

TEST(Linkage, AcceleratesAsItsBarsDo) {
  Driven leg(LinkageModel::kClosed);
  const PantographLeg equation = leg.equation();
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(-1, 1);
  constexpr int kStates = 200;
  Eigen::Matrix<double, 3, kStates> expected, error;
  for (int k = 0; k < kStates; ++k) {
    const LegState at = any_state(leg, random);
    const Vector3d force(5 * unit(random), 200 * unit(random), 200 * unit(random));
    leg.put(at);
    leg.apply(force);
    mj_forward(leg.world.model.get(), leg.world.data.get());
    expected.col(k) = accelerations({equation, [&](const auto&, double) { return force; }}, at, 0);
    error.col(k) = leg.state().ddq - expected.col(k);
  }
  const Vector3d typical = (expected.rowwise().squaredNorm() / kStates).cwiseSqrt();
  const Vector3d ratio = error.cwiseAbs().rowwise().maxCoeff().cwiseQuotient(typical);
  RecordProperty("largest_error", std::to_string(ratio.maxCoeff()));
  EXPECT_LE(ratio.maxCoeff(), 0.01) << ratio.transpose();
}

TEST(Linkage, ClosesItsEnergyOverADrivenMotion) {
  Driven leg(LinkageModel::kClosed);
  leg.world.model->opt.enableflags |= mjENBL_ENERGY;
  const auto energy_J = [&] { return leg.world.data->energy[0] + leg.world.data->energy[1]; };
  mj_forward(leg.world.model.get(), leg.world.data.get());
  const double start_J = energy_J();
  double work_J = 0, largest_J = 0, worst_J = 0;
  for (int k = 0; k < 2000; ++k) {
    const LegState before = leg.state();
    const Vector3d force = leading_forces(before, k * kStep_s);
    leg.apply(force);
    leg.step();
    work_J += kStep_s * force.dot(before.dq + leg.state().dq) / 2;
    mj_forward(leg.world.model.get(), leg.world.data.get());
    largest_J = std::max(largest_J, std::abs(work_J));
    worst_J = std::max(worst_J, std::abs(energy_J() - start_J - work_J));
  }
  RecordProperty("worst_share", std::to_string(worst_J / largest_J));
  EXPECT_GT(largest_J, 1);
  EXPECT_LE(worst_J, 0.01 * largest_J);
}

TEST(Linkage, GoesTheWayThatNewmarksSchemeFinds) {
  Driven leg(LinkageModel::kClosed);
  const DrivenLeg driven{leg.equation(), leading_forces};
  LegState reference;
  reference.ddq = accelerations(driven, reference, 0);
  Vector3d largest = Vector3d::Zero(), worst = Vector3d::Zero();
  for (int k = 0; k < 2000; ++k) {
    leg.apply(leading_forces(leg.state(), k * kStep_s));
    leg.step();
    reference = newmark_step(driven, reference, (k + 1) * kStep_s, kStep_s);
    largest = largest.cwiseMax(reference.q.cwiseAbs());
    worst = worst.cwiseMax((leg.state().q - reference.q).cwiseAbs());
  }
  const Vector3d share = worst.cwiseQuotient(largest);
  RecordProperty("worst_share", std::to_string(share.maxCoeff()));
  EXPECT_GT(largest.y(), 0.005);
  EXPECT_LE(share.maxCoeff(), 0.01) << share.transpose();
}

// the serial links have the inertia and weight of the bars in the default stance, where the motion
// begins; elsewhere they are an approximation
TEST(Linkage, GoesNearlyTheWayOfItsSerialEquivalent) {
  Driven closed(LinkageModel::kClosed), serial(LinkageModel::kSerial);
  Vector3d largest = Vector3d::Zero(), worst = Vector3d::Zero();
  for (int k = 0; k < 2000; ++k) {
    for (Driven* leg : {&closed, &serial}) {
      leg->apply(leading_forces(leg->state(), k * kStep_s));
      leg->step();
    }
    largest = largest.cwiseMax(closed.state().q.cwiseAbs());
    worst = worst.cwiseMax((closed.state().q - serial.state().q).cwiseAbs());
  }
  const Vector3d share = worst.cwiseQuotient(largest);
  RecordProperty("worst_share", std::to_string(share.maxCoeff()));
  EXPECT_LE(share.maxCoeff(), 0.005) << share.transpose();
}

TEST(Linkage, StaysClosed) {
  Driven leg(LinkageModel::kClosed);
  LoopError worst;
  for (int k = 0; k < 2000; ++k) {
    leg.apply(leading_forces(leg.state(), k * kStep_s));
    leg.step();
    const LoopError now = loop_error(*leg.world.index.linkage[0], *leg.world.data);
    worst = {std::max(worst.D_m, now.D_m), std::max(worst.E_m, now.E_m)};
  }
  RecordProperty("worst_m", std::to_string(1e9 * std::max(worst.D_m, worst.E_m)) + " nm");
  EXPECT_LT(worst.D_m, 1e-5);
  EXPECT_LT(worst.E_m, 1e-5);
}

/// Any coordinates of the bars, closed or not.
void scatter_bars(Driven& leg, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  const LinkageIndex& linkage = *leg.world.index.linkage[0];
  leg.put(any_state(leg, random));
  for (const Part part : {Part::kThigh, Part::kShank, Part::kUpperRod, Part::kLowerRod}) {
    leg.world.data->qpos[linkage.of(part).qpos] += 0.3 * unit(random);
    leg.world.data->qvel[linkage.of(part).dof] += unit(random);
  }
  for (int k = 0; k < 6; ++k) leg.world.data->qvel[k] = unit(random);
}

// the chain from the body over carriage, slider, thigh and shank, whatever the loops' error
TEST(Linkage, HasItsFootWhereMujocoPutsTheShanksEnd) {
  Driven leg(LinkageModel::kClosed);
  const mjModel& model = *leg.world.model;
  mjData& data = *leg.world.data;
  const int foot = leg.world.index.cup_body[0];
  std::mt19937 random(3);
  for (int trial = 0; trial < 100; ++trial) {
    scatter_bars(leg, random);
    mj_kinematics(&model, &data);
    mj_comPos(&model, &data);
    mj_comVel(&model, &data);
    const LinkageIndex& linkage = *leg.world.index.linkage[0];
    const LegMotion motion = chain_motion(linkage, data);
    const Pose X_WB = free_joint_pose(data.qpos);
    const Pose X_WF = lip_pose(linkage.chain, X_WB, motion.q_rad.data());
    const LipTwist twist =
        lip_twist(linkage.chain, X_WB, motion.q_rad.data(), data.qvel, motion.dq_rad_s.data());
    double velocity[6];
    mj_objectVelocity(&model, &data, mjOBJ_XBODY, foot, velocity, 0);
    EXPECT_LT((as_vector(X_WF.p) - Vector3d::Map(data.xpos + 3 * foot)).norm(), 1e-12);
    EXPECT_LT((as_vector(twist.v_WF) - Vector3d::Map(velocity + 3)).norm(), 1e-12);
  }
}

// where the loops are closed, the foot is where the controller's table says, upright
TEST(Linkage, HasItsFootWhereTheTableSays) {
  Driven leg(LinkageModel::kClosed);
  std::mt19937 random(4);
  for (int trial = 0; trial < 100; ++trial) {
    const LegState at = any_state(leg, random);
    leg.put(at);
    const LinkageIndex& linkage = *leg.world.index.linkage[0];
    const LegMotion motion = chain_motion(linkage, *leg.world.data);
    const controller::Isometry3d X_BF =
        transform(lip_pose(linkage.chain, Pose{}, motion.q_rad.data()));
    const controller::Isometry3d table = controller::leg_pose(leg.table(), leg.angles(at.q)).X_BF;
    EXPECT_LT((X_BF.matrix() - table.matrix()).norm(), 1e-12) << trial;
    const auto slider_rad = controller::slider_rad(leg.table(), leg.angles(at.q));
    EXPECT_NEAR(knee_rad(linkage, *leg.world.data),
                controller::knee_rad(*leg.table().knee, slider_rad), 1e-9);
    const LoopError error = loop_error(linkage, *leg.world.data);
    EXPECT_LT(error.D_m + error.E_m, 1e-12);
  }
}

TEST(Linkage, PutsTheFootOfThePaper) {
  Driven leg(LinkageModel::kClosed);
  leg.put(Vector3d(0.1, 0.01, -0.02));
  const LinkageIndex& linkage = *leg.world.index.linkage[0];
  const LegMotion motion = chain_motion(linkage, *leg.world.data);
  const controller::Isometry3d X_BF =
      transform(lip_pose(linkage.chain, Pose{}, motion.q_rad.data()));
  const Vector3d p_LF = leg.table().X_BL.inverse() * X_BF.translation();
  EXPECT_LT((p_LF - Vector3d(0.37810, 0.03794, -0.24)).norm(), 1e-5) << p_LF.transpose();
}

/// A slider sees its screw's drive as mass, friction as force; the table's foot, k times as fast,
/// the k-th part of it.
TEST(Sliders, HaveTheirDrivesInertiaRangeAndFriction) {
  const models::Robot robot = pantograph_robot();
  const double way_m_rad = 0.005 / (2 * M_PI);
  for (const auto& [linkage, k_out, k_up] :
       {std::tuple{LinkageModel::kClosed, 1.0, 1.0}, std::tuple{LinkageModel::kSerial, 4.0, 3.0}}) {
    TwinConfig config = held(robot, linkage);
    config.drive.friction = FrictionModel::kConstant;
    const HeldWorld world(robot, config);
    for (const auto& [j, k, stroke_m] : {std::tuple{1, k_out, 0.025}, std::tuple{2, k_up, 0.035}}) {
      const JointCoordinate& joint = world.index.joint[0][j];
      const models::Drive& drive = robot.drive[0][j];
      EXPECT_NEAR(std::abs(joint.per_rad), k * way_m_rad, 1e-12);
      EXPECT_NEAR(world.model->dof_armature[joint.dof],
                  drive.armature_kgm2 / std::pow(k * way_m_rad, 2), 1e-9);
      EXPECT_NEAR(world.model->dof_frictionloss[joint.dof], drive.gear.coulomb_Nm / (k * way_m_rad),
                  1e-9);
      const int id = world.model->dof_jntid[joint.dof];
      EXPECT_NEAR(world.model->jnt_range[2 * id], -k * stroke_m, 1e-12);
      EXPECT_NEAR(world.model->jnt_range[2 * id + 1], k * stroke_m, 1e-12);
    }
  }
}

TEST(Sliders, ReportTheAnglesOfTheirDrives) {
  const models::Robot robot = pantograph_robot();
  for (const LinkageModel linkage : {LinkageModel::kClosed, LinkageModel::kSerial}) {
    TwinConfig config = held(robot, linkage);
    for (LegStart& leg : config.leg) leg.q_rad = {0.1, 5, -8};
    Twin twin(robot, config);
    const controller::Observation seen = observed(twin);
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(twin.truth().leg[2].q_rad[j], config.leg[2].q_rad[j], 1e-12);
      EXPECT_NEAR(seen.leg[2].joint[j].q_rad, config.leg[2].q_rad[j], 1e-12);
    }
  }
}

TEST(Linkage, RunsOnBitForBitWhenRestored) {
  const models::Robot robot = pantograph_robot();
  const TwinConfig config = held(robot, LinkageModel::kClosed);
  controller::Command command;
  for (controller::LegCommand& leg : command.leg)
    for (std::size_t j = 0; j < 3; ++j)
      leg.joint[j] = {controller::JointMode::kImpedance,
                      j == 0 ? 0.2 : 10.0,
                      0,
                      0,
                      j == 0 ? 500.0 : 1.0,
                      j == 0 ? 20.0 : 0.02};
  Twin twin(robot, config), other(robot, config);
  run(twin, command, 0.2);
  Snapshot half;
  twin.save(half);
  run(twin, command, 0.2);
  other.restore(half);
  run(other, command, 0.2);
  EXPECT_EQ(all_values(robot, twin), all_values(robot, other));
  EXPECT_GT(std::abs(twin.truth().leg[0].q_rad[1]), 0.1);
}

std::string refusal(const models::Robot& robot, const TwinConfig& config) {
  try {
    const Twin twin(robot, config);
  } catch (const models::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Linkage, IsRefusedWhereItsBarsAreStraight) {
  const models::Robot robot = pantograph_robot();
  TwinConfig config = held(robot, LinkageModel::kClosed);
  config.leg[1].q_rad = {0, 31, 43};  // the foot would be 0.66 m from A
  const std::string error = refusal(robot, config);
  EXPECT_NE(error.find("placement.legs[1]"), std::string::npos) << error;
  EXPECT_NE(error.find("straight"), std::string::npos) << error;
  config.linkage = LinkageModel::kSerial;
  EXPECT_EQ(refusal(robot, config), "");
}

}  // namespace
}  // namespace ventosa::sim::linkage_test
