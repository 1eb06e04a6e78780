#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <vector>

#include "controller/dynamics/leg_dynamics.h"
#include "controller/dynamics/stance.h"
#include "sim/mujoco/engine.h"
#include "tests/controller/gravity_oracles.h"
#include "tests/controller/random_robot.h"

/// The controller's statics, dynamics and centre of mass against MuJoCo's, on random robots of 1 to
/// 12 legs with 1 to 7 joints each.
namespace ventosa::controller::twin_rigid_body_test {
namespace {

using sim::MujocoPtr;

constexpr int kRobots = 120;
constexpr double kRounding = 1e-12;  // of the largest torque of a leg, 1 N m at least

template <class Vector>
void put(const Vector& from, double* to) {
  std::copy_n(from.data(), from.size(), to);
}

void put_inertia(double mass_kg, const Vector3d& p_C, const Matrix3d& I_C, mjsBody& body) {
  body.mass = mass_kg;
  put(p_C, body.ipos);
  const double full[6] = {I_C(0, 0), I_C(1, 1), I_C(2, 2), I_C(0, 1), I_C(0, 2), I_C(1, 2)};
  std::copy_n(full, 6, body.fullinertia);
  body.explicitinertial = true;
}

void put_pose(const Isometry3d& X, mjsBody& body) {
  const Quaterniond q(X.linear());
  put(Vector3d(X.translation()), body.pos);
  const double wxyz[4] = {q.w(), q.x(), q.y(), q.z()};
  std::copy_n(wxyz, 4, body.quat);
}

void add_leg(const Leg& leg, mjsBody& torso) {
  mjsBody* parent = &torso;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    mjsBody& link = *mjs_addBody(parent, nullptr);
    Isometry3d X_PJ = j == 0 ? leg.X_BL : Isometry3d::Identity();
    X_PJ.translate(leg.joint[j].p_PJ);
    put_pose(X_PJ, link);
    put_inertia(leg.link[j].mass_kg, leg.link[j].p_JC, leg.link[j].I_C, link);
    mjsJoint& hinge = *mjs_addJoint(&link, nullptr);
    hinge.type = mjJNT_HINGE;
    put(leg.joint[j].axis, hinge.axis);
    hinge.armature = leg.joint[j].armature_kgm2;
    parent = &link;
  }
}

MujocoPtr<mjModel> build(const RobotModel& robot, const Vector3d& g_W) {
  const MujocoPtr<mjSpec> spec(mj_makeSpec());
  spec->compiler.alignfree = false;
  put(g_W, spec->option.gravity);
  mjsBody& torso = *mjs_addBody(mjs_findBody(spec.get(), "world"), nullptr);
  put_inertia(robot.body_mass_kg, robot.p_BC, robot.I_C, torso);
  mjs_addFreeJoint(&torso);
  for (const Leg& leg : robot.leg) add_leg(leg, torso);
  return MujocoPtr<mjModel>(mj_compile(spec.get(), nullptr));
}

/// A random robot in random motion, in both worlds. MuJoCo's joints come leg by leg behind the
/// body's 7 positions and 6 velocities.
struct Pair {
  explicit Pair(int n_legs, test::Rng& rng)
      : robot(test::any_robot(n_legs, rng)),
        g_W(test::any_vector(9.81, rng)),
        model(build(robot, g_W)),
        data(mj_makeData(model.get())) {
    const Matrix3d R_WB = test::any_rotation(rng);
    const Quaterniond q(R_WB);
    put(test::any_vector(1, rng), data->qpos);
    const double wxyz[4] = {q.w(), q.x(), q.y(), q.z()};
    std::copy_n(wxyz, 4, data->qpos + 3);
    for (int k = 7; k < model->nq; ++k) data->qpos[k] = test::uniform(-3, 3, rng);
    for (int k = 0; k < model->nv; ++k) data->qvel[k] = test::uniform(-3, 3, rng);
    for (int k = 0; k < model->nv; ++k) data->qacc[k] = test::uniform(-10, 10, rng);
    X_WB.linear() = q.toRotationMatrix();
    X_WB.translation() = Vector3d::Map(data->qpos);
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      first.push_back(i == 0 ? 0 : first.back() + robot.leg[i - 1].n_joints);
      pose.push_back(leg_pose(robot.leg[i], of_leg(i, data->qpos + 7)));
    }
  }

  int n_velocities() const { return static_cast<int>(model->nv); }
  PerJoint<double> of_leg(std::size_t i, const double* joints) const {
    PerJoint<double> x{};
    std::copy_n(joints + first[i], robot.leg[i].n_joints, x.data());
    return x;
  }
  /// out of MuJoCo's velocity and acceleration of the free joint: linear in W, angular in B
  BaseMotion base() const {
    const Matrix3d R_BW = X_WB.linear().transpose();
    return {Vector3d::Map(data->qvel + 3), Vector3d::Map(data->qacc + 3),
            R_BW * (Vector3d::Map(data->qacc) - g_W)};
  }
  /// External forces F_B at every wrist point; their torques by MuJoCo's Jacobian.
  std::vector<double> pull(const std::vector<Vector3d>& F_B) const {
    std::vector<double> qfrc(static_cast<std::size_t>(model->nv));
    const double none[3] = {};
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      const Vector3d F_W = X_WB.linear() * F_B[i], p_WW = X_WB * pose[i].p_BW;
      const int last_link = 1 + first[i] + robot.leg[i].n_joints;
      mj_applyFT(model.get(), data.get(), F_W.data(), none, p_WW.data(), last_link, qfrc.data());
    }
    return qfrc;
  }

  RobotModel robot;
  Vector3d g_W;
  MujocoPtr<mjModel> model;
  MujocoPtr<mjData> data;
  Isometry3d X_WB = Isometry3d::Identity();
  std::vector<int> first;  ///< joint of each leg
  std::vector<LegPose> pose;
};

template <class Check>
void for_random_robots(int seed, const Check& check) {
  test::Rng rng{static_cast<std::uint64_t>(seed)};
  for (int n = 0; n < kRobots; ++n) {
    const Pair pair(1 + n % kMaxLegs, rng);
    check(pair, rng);
  }
}

std::vector<Vector3d> any_forces(const RobotModel& robot, test::Rng& rng) {
  std::vector<Vector3d> F;
  for (int i = 0; i < robot.n_legs(); ++i) F.push_back(test::any_vector(50, rng));
  return F;
}

void expect_near(const PerJoint<double>& a, const PerJoint<double>& b, double relative) {
  const auto size = [](const PerJoint<double>& x) {
    return Eigen::Map<const Eigen::Matrix<double, kMaxJoints, 1>>(x.data()).cwiseAbs().maxCoeff();
  };
  const double scale = std::max({1.0, size(a), size(b)});
  for (std::size_t j = 0; j < a.size(); ++j) EXPECT_NEAR(a[j], b[j], relative * scale);
}

TEST(GravityTorque, IsMujocosInAllThreeForms) {
  for_random_robots(41, [](const Pair& pair, test::Rng& rng) {
    const auto F = any_forces(pair.robot, rng);
    mju_zero(pair.data->qvel, pair.n_velocities());
    mj_forward(pair.model.get(), pair.data.get());
    const std::vector<double> pulled = pair.pull(F);
    std::vector<double> bias(static_cast<std::size_t>(pair.model->nv));
    mj_rne(pair.model.get(), pair.data.get(), 0, bias.data());
    mju_subFrom(bias.data(), pulled.data(), pair.n_velocities());
    const Vector3d g_B = pair.X_WB.linear().transpose() * pair.g_W, none = Vector3d::Zero();
    for (std::size_t i = 0; i < pair.robot.leg.size(); ++i) {
      const Leg& leg = pair.robot.leg[i];
      const LegPose& pose = pair.pose[i];
      const PerJoint<double> want = pair.of_leg(i, bias.data() + 6);
      expect_near(static_torque(leg, pose, leg.n_joints, g_B, pose.p_BW, F[i], none), want,
                  kRounding);
      expect_near(test::algorithm_1(leg, pose, leg.n_joints, g_B, F[i]), want, kRounding);
      expect_near(test::classical(leg, pose, leg.n_joints, g_B, F[i]), want, kRounding);
    }
  });
}

TEST(InverseDynamics, IsMujocosOnAMovingBody) {
  for_random_robots(42, [](const Pair& pair, test::Rng& rng) {
    const auto F = any_forces(pair.robot, rng);
    mj_inverse(pair.model.get(), pair.data.get());
    const std::vector<double> pulled = pair.pull(F);
    mju_subFrom(pair.data->qfrc_inverse, pulled.data(), pair.n_velocities());
    for (std::size_t i = 0; i < pair.robot.leg.size(); ++i) {
      const JointMotion motion{pair.of_leg(i, pair.data->qvel + 6),
                               pair.of_leg(i, pair.data->qacc + 6)};
      expect_near(inverse_dynamics(pair.robot.leg[i], pair.pose[i], motion, pair.base(), F[i]),
                  pair.of_leg(i, pair.data->qfrc_inverse + 6), kRounding);
    }
  });
}

TEST(ForwardDynamics, IsMujocosUnderABodyThatTheLegsThrowAbout) {
  for_random_robots(43, [](const Pair& pair, test::Rng& rng) {
    const auto F = any_forces(pair.robot, rng);
    const int nv = pair.n_velocities();
    std::vector<double> tau(static_cast<std::size_t>(nv));
    for (double& t : tau) t = test::uniform(-20, 20, rng);
    mj_kinematics(pair.model.get(), pair.data.get());
    mj_comPos(pair.model.get(), pair.data.get());
    const std::vector<double> pulled = pair.pull(F);
    mju_add(pair.data->qfrc_applied, tau.data(), pulled.data(), nv);
    mj_forward(pair.model.get(), pair.data.get());
    for (std::size_t i = 0; i < pair.robot.leg.size(); ++i) {
      PerJoint<double> ddq{};
      ASSERT_EQ(
          forward_dynamics(pair.robot.leg[i], pair.pose[i], pair.of_leg(i, pair.data->qvel + 6),
                           pair.of_leg(i, tau.data() + 6), pair.base(), F[i], ddq),
          DynamicsStatus::kOk);
      // as far as the mass matrix is well conditioned
      expect_near(ddq, pair.of_leg(i, pair.data->qacc + 6), 1e-9);
    }
  });
}

TEST(MassMatrix, IsMujocosBlockOfTheLeg) {
  for_random_robots(44, [](const Pair& pair, test::Rng&) {
    mj_forward(pair.model.get(), pair.data.get());
    const int nv = pair.n_velocities();
    Eigen::MatrixXd all(nv, nv);
    mj_fullM(pair.model.get(), pair.data.get(), all.data());
    for (std::size_t i = 0; i < pair.robot.leg.size(); ++i) {
      const MassMatrix M = mass_matrix(pair.robot.leg[i], pair.pose[i]);
      const int at = 6 + pair.first[i];
      EXPECT_LT((M - all.block(at, at, M.rows(), M.cols())).cwiseAbs().maxCoeff(),
                kRounding * M.cwiseAbs().maxCoeff());
    }
  });
}

TEST(CentreOfMass, IsMujocosOfTheWholeTree) {
  for_random_robots(45, [](const Pair& pair, test::Rng&) {
    mj_forward(pair.model.get(), pair.data.get());
    Stance stance;
    for (std::size_t i = 0; i < pair.pose.size(); ++i) stance.leg[i].pose = pair.pose[i];
    const MassMoment mass = robot_mass(pair.robot, stance);
    EXPECT_NEAR(mass.mass_kg, pair.model->body_subtreemass[1], 1e-12 * mass.mass_kg);
    EXPECT_LT((pair.X_WB * centre(mass) - Vector3d::Map(pair.data->subtree_com + 3)).norm(), 1e-13);
  });
}

}  // namespace
}  // namespace ventosa::controller::twin_rigid_body_test
