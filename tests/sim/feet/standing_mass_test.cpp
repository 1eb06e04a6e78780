#include "sim/feet/standing_mass.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "sim/mujoco/world.h"
#include "tests/controller/random_robot.h"
#include "tests/sim/feet/walking_robot.h"

/// The mass that all feet together show, against MuJoCo's own mass matrix, Jacobians and steps.
namespace ventosa::sim::standing_mass_test {
namespace {

using controller::PerJoint;
using controller::Vector3d;
using Eigen::MatrixXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

TwinConfig weightless(const models::Robot& robot) {
  TwinConfig config = test::standing_on(robot, 0);
  config.gravity_W = {0, 0, -1e-9};
  config.X_WB.translation().z() += 1;  // the twin's own contact stays out of it
  return config;
}

/// The twin's robot in MuJoCo alone: without drives and without the twin's contacts.
struct BareRobot {
  explicit BareRobot(const models::Robot& robot)
      : twin(robot, weightless(robot)), n_legs(robot.nominal.n_legs()) {
    mj_forward(&model, &data);
  }

  Vector3d foot_W(int i) const { return Vector3d::Map(data.xpos + 3 * body(i)); }
  int body(int i) const { return twin.world().index.cup_body[i]; }

  MatrixXd jacobian() const {
    RowMajor J(3 * n_legs, model.nv);
    for (int i = 0; i < n_legs; ++i)
      mj_jac(&model, &data, J.data() + 3 * i * model.nv, nullptr, foot_W(i).data(), body(i));
    return J;
  }
  double standing_mass_kg() {
    RowMajor M(model.nv, model.nv);
    mj_fullM(&model, &data, M.data());
    const MatrixXd J = jacobian(), mobility = J * M.inverse() * J.transpose();
    return 1 / Eigen::SelfAdjointEigenSolver<MatrixXd>(mobility).eigenvalues().maxCoeff();
  }

  /// Largest speed of a foot after 4000 steps on springs and dampers to where it stands, over the
  /// speed that it has at the start.
  double swing(double k_N_m, double d_Ns_m) {
    Eigen::VectorXd start(3 * n_legs);
    for (int i = 0; i < n_legs; ++i) start.segment<3>(3 * i) = foot_W(i);
    Eigen::Map<Eigen::VectorXd> v(data.qvel, model.nv), tau(data.qfrc_applied, model.nv);
    ventosa::test::Rng rng(2);
    for (int k = 0; k < model.nv; ++k) v[k] = ventosa::test::uniform(-1e-7, 1e-7, rng);
    const double begins = (jacobian() * v).lpNorm<Eigen::Infinity>();
    for (int n = 0; n < 4000; ++n) {
      const MatrixXd J = jacobian();
      Eigen::VectorXd f = -d_Ns_m * J * v;
      for (int i = 0; i < n_legs; ++i)
        f.segment<3>(3 * i) -= k_N_m * (foot_W(i) - start.segment<3>(3 * i));
      tau = J.transpose() * f;
      mj_step(&model, &data);
      mj_kinematics(&model, &data);
      mj_comPos(&model, &data);
    }
    return (jacobian() * v).lpNorm<Eigen::Infinity>() / begins;
  }

  Twin twin;
  int n_legs;
  mjModel& model = *twin.world().model;
  mjData& data = *twin.world().data;
};

std::vector<PerJoint<double>> home(const models::Robot& robot) {
  std::vector<PerJoint<double>> q_rad;
  for (const LegStart& leg : test::standing_on(robot, 0).leg) q_rad.push_back(leg.q_rad);
  return q_rad;
}

TEST(StandingMass, IsThatOfMujoco) {
  models::Robot robot = test::hexapod();
  for (const int n_legs : {6, 5, 3}) {
    robot.nominal.leg.resize(static_cast<std::size_t>(n_legs));
    robot.nominal.p_BC = {0.01, -0.02, 0.005 * n_legs};
    BareRobot bare(robot);
    const double mass_kg = bare.standing_mass_kg();
    EXPECT_NEAR(standing_mass_kg(robot.nominal, home(robot)), mass_kg, 1e-9 * mass_kg) << n_legs;
  }
}

TEST(StandingMass, OfTheHexapodIsLessThanThatOfALegOnAFixedHip) {
  const models::Robot robot = test::hexapod();
  EXPECT_NEAR(standing_mass_kg(robot.nominal, home(robot)), 0.109, 0.001);
}

TEST(StandingMass, BoundsTheSpringsOnWhichTheRobotStandsStill) {
  const models::Robot robot = test::hexapod();
  const double h = weightless(robot).step_s;
  const double mass_kg = standing_mass_kg(robot.nominal, home(robot));
  for (const double d_of_k_s : {0.0002, 0.002, 0.02})
    for (const double share : {0.98, 1.02}) {
      const double k_N_m = share * 4 * mass_kg / (h * h + 2 * h * d_of_k_s);
      const double left = BareRobot(robot).swing(k_N_m, d_of_k_s * k_N_m);
      EXPECT_EQ(left < 1, share < 1) << d_of_k_s << " s, " << left;
    }
}

}  // namespace
}  // namespace ventosa::sim::standing_mass_test
