#include "controller/estimation/odometry.h"

#include <gtest/gtest.h>

#include "controller/model/observation.h"
#include "controller/model/rotation.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::odometry_test {
namespace {

const Vector3d kGravity_W(0, 0, -9.81);

Isometry3d pose(const Vector3d& rotation_rad, const Vector3d& p_m) {
  Isometry3d X = Isometry3d::Identity();
  X.linear() = rotation_exp(rotation_rad);
  X.translation() = p_m;
  return X;
}

/// Input from a body at X_WB at rest, with feet at p_BW.
OdometryInput seen_from(const Isometry3d& X_WB, const std::vector<Vector3d>& p_BW) {
  OdometryInput in{.gravity_W = kGravity_W, .period_s = 0.01};
  in.specific_force_B = -(X_WB.linear().transpose() * kGravity_W);
  for (const Vector3d& p : p_BW) {
    const auto k = static_cast<std::size_t>(in.n_feet++);
    in.p_BW[k] = p;
    in.p_WW[k] = X_WB * p;
  }
  return in;
}

const std::vector<Vector3d> kFour{
    {.23, .24, -.05}, {.23, -.24, -.05}, {-.23, .24, -.05}, {-.23, -.24, -.05}};

TEST(Registration, RecoversTheBodyExactlyFromThreeOrMoreFeet) {
  std::mt19937_64 rng{3};
  for (int n = 0; n < 1000; ++n) {
    const Isometry3d last = pose(test::random_vector(1, rng), test::random_vector(1, rng));
    const Isometry3d now =
        last * pose(test::random_vector(0.02, rng), test::random_vector(.01, rng));
    const std::vector<Vector3d> feet(kFour.begin(), kFour.begin() + 3 + n % 2);
    const Isometry3d found = register_body(last, seen_from(now, feet));
    ASSERT_LT((found.translation() - now.translation()).norm(), 1e-5);
    ASSERT_LT(rotation_log(found.linear() * now.linear().transpose()).norm(), 1e-5);
  }
}

/// Input of a robot without an IMU.
OdometryInput by_feet_alone(const Isometry3d& X_WB, const std::vector<Vector3d>& p_BW) {
  OdometryInput in = seen_from(X_WB, p_BW);
  in.has_imu = false;
  in.specific_force_B = no_imu().specific_force_B;
  return in;
}

TEST(Registration, NeedsNoImuOnThreeFeetAndKeepsTheLastPoseOnFewer) {
  std::mt19937_64 rng{4};
  for (int n = 0; n < 1000; ++n) {
    const Isometry3d last = pose(test::random_vector(1, rng), test::random_vector(1, rng));
    const Isometry3d now =
        last * pose(test::random_vector(0.02, rng), test::random_vector(.01, rng));
    const int n_feet = n % 5;
    const std::vector<Vector3d> feet(kFour.begin(), kFour.begin() + n_feet);
    const Isometry3d found = register_body(last, by_feet_alone(now, feet));
    if (n_feet < 3) {
      ASSERT_EQ(found.matrix(), last.matrix());
      continue;
    }
    ASSERT_LT((found.translation() - now.translation()).norm(), 1e-5);
    ASSERT_LT(rotation_log(found.linear() * now.linear().transpose()).norm(), 1e-5);
  }
}

TEST(Registration, FindsTheTurnAboutALineOfFeetFromGravity) {
  const Isometry3d last = Isometry3d::Identity(), now = pose({0.02, 0, 0}, {0.01, 0, 0});
  const Isometry3d found = register_body(last, seen_from(now, {{.2, 0, 0}, {-.2, 0, 0}}));
  EXPECT_NEAR(rotation_log(found.linear()).x(), 0.02, 1e-3);
}

TEST(Registration, FollowsTheGyroscopeWhereNothingElseSpeaks) {
  OdometryInput in{.gravity_W = kGravity_W, .period_s = 0.01};
  in.w_WB_B = {0, 0, 0.5};
  in.specific_force_B = -kGravity_W;
  Isometry3d X = Isometry3d::Identity();
  for (int n = 0; n < 100; ++n) X = register_body(X, in);
  EXPECT_NEAR(rotation_log(X.linear()).z(), 0.5, 1e-6);
  EXPECT_EQ(X.translation(), Vector3d::Zero());
}

TEST(Registration, IgnoresAnAccelerometerThatIsNotAtRest) {
  const Isometry3d last = Isometry3d::Identity();
  OdometryInput in = seen_from(last, {{.2, 0, 0}, {-.2, 0, 0}});
  in.specific_force_B = {3, 9, 12};
  EXPECT_LT(rotation_log(register_body(last, in).linear()).norm(), 1e-9);
}

TEST(TiltError, TurnsTheMeasuredUpIntoTheTrueOne) {
  const Vector3d lean(0.01, -0.02, 0);
  const Matrix3d R_true = rotation_exp({0.3, 0.2, 1}), R_lean = rotation_exp(lean) * R_true;
  const Vector3d still = -(R_true.transpose() * kGravity_W);
  EXPECT_LT((tilt_error(R_lean, still, kGravity_W) + lean).norm(), 5e-4);
  EXPECT_EQ(tilt_error(R_lean, 1.2 * still, kGravity_W), Vector3d::Zero());
}

TEST(TiltError, IsNoneWithoutWeight) {
  const Matrix3d R_lean = rotation_exp({0.01, -0.02, 0});
  for (const double g_m_s2 : {0.0, 1e-9, 0.9e-6}) {
    const Vector3d g_W(0, 0, -g_m_s2);
    EXPECT_EQ(tilt_error(R_lean, -g_W, g_W), Vector3d::Zero()) << g_m_s2;
  }
  const Vector3d weak_W(0, 0, -2e-6);
  EXPECT_GT(tilt_error(R_lean, -weak_W, weak_W).norm(), 0.02);
}

TEST(Registration, TurnsByTheGyroscopeInTheBodysOwnAxes) {
  const Isometry3d last = pose({1.2, 0, 0}, Vector3d::Zero());
  OdometryInput in = seen_from(last, {});
  in.w_WB_B = {0, 0, 0.5};
  in.specific_force_B.setZero();
  const Matrix3d turned = register_body(last, in).linear();
  EXPECT_LT(rotation_log(last.linear().transpose() * turned).cross(Vector3d::UnitZ()).norm(),
            1e-12);
  EXPECT_NEAR(rotation_log(last.linear().transpose() * turned).z(), 0.005, 1e-12);
}

TEST(Registration, LeavesTheTurnThatFeetAndGravityDoNotSeeToTheGyroscope) {
  // two feet one above the other: neither gravity nor the feet show a rotation about z
  OdometryInput in = seen_from(Isometry3d::Identity(), {{0, 0, .2}, {0, 0, -.2}});
  in.w_WB_B = {0, 0, 0.5};
  Isometry3d X = Isometry3d::Identity();
  for (int n = 0; n < 100; ++n) X = register_body(X, in);
  EXPECT_NEAR(rotation_log(X.linear()).z(), 0.5, 1e-6);
}

}  // namespace
}  // namespace ventosa::controller::odometry_test
