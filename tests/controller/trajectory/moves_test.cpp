#include "controller/trajectory/moves.h"

#include <gtest/gtest.h>

#include <cmath>

#include "controller/model/rotation.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::moves_test {
namespace {

constexpr int kMoves = 10000;
constexpr double kRounding = 1e-9;

double duration_alone_s(const Joint& joint, double distance_rad) {
  return rest_to_rest(distance_rad, {joint.speed_limit_rad_s, joint.acceleration_limit_rad_s2,
                                     joint.jerk_limit_rad_s3})
      .duration_s();
}

TEST(JointMove, EndsTogetherInTheTimeOfItsSlowestJointWithinEveryLimit) {
  const Leg leg = test::robot("romerin4").leg[0];
  std::mt19937_64 rng(1);
  for (int n = 0; n < kMoves; ++n) {
    const PerJoint<double> from = test::random_pose(leg, rng), to = test::random_pose(leg, rng);
    JointMove move;
    ASSERT_EQ(JointMove::plan(leg, from, to, move), MoveStatus::kOk);
    double slowest_s = 0;
    for (std::size_t j = 0; j < 6; ++j)
      slowest_s = std::max(slowest_s, duration_alone_s(leg.joint[j], to[j] - from[j]));
    ASSERT_NEAR(move.duration_s(), slowest_s, 1e-12 * slowest_s);
    for (int k = 0; k <= 40; ++k) {
      const JointMoveState s = move.at(k * slowest_s / 40);
      for (std::size_t j = 0; j < 6; ++j) {
        const Joint& joint = leg.joint[j];
        ASSERT_LE(std::abs(s.dq_rad_s[j]), joint.speed_limit_rad_s * (1 + kRounding));
        ASSERT_LE(std::abs(s.ddq_rad_s2[j]), joint.acceleration_limit_rad_s2 * (1 + kRounding));
        ASSERT_GE(s.q_rad[j], std::min(from[j], to[j]) - kRounding);
        ASSERT_LE(s.q_rad[j], std::max(from[j], to[j]) + kRounding);
        // it moves as long as the others: still short of its goal before the end
        ASSERT_TRUE(k != 39 || to[j] == from[j] || s.q_rad[j] != to[j]);
      }
    }
    ASSERT_EQ(move.at(move.duration_s()).q_rad, to);
  }
}

TEST(JointMove, JerksNoHarderThanEveryJointMay) {
  const Leg leg = test::robot("romerin4").leg[0];
  std::mt19937_64 rng(2);
  for (int n = 0; n < 200; ++n) {
    JointMove move;
    ASSERT_EQ(JointMove::plan(leg, test::random_pose(leg, rng), test::random_pose(leg, rng), move),
              MoveStatus::kOk);
    constexpr int kSteps = 1000;
    const double h = move.duration_s() / kSteps;
    for (int k = 0; k < kSteps; ++k)
      for (std::size_t j = 0; j < 6; ++j) {
        const double da = move.at((k + 1) * h).ddq_rad_s2[j] - move.at(k * h).ddq_rad_s2[j];
        ASSERT_LE(std::abs(da) / h, leg.joint[j].jerk_limit_rad_s3 * (1 + 1e-6));
      }
  }
}

TEST(JointMove, RefusesWhatItCannotPlanAndLeavesTheMoveAlone) {
  const Leg leg = test::robot("romerin4").leg[0];
  const PerJoint<double> home{};
  PerJoint<double> to{};
  to[2] = 1;
  JointMove move;
  ASSERT_EQ(JointMove::plan(leg, home, to, move), MoveStatus::kOk);
  const double before_s = move.duration_s();

  PerJoint<double> beyond = to;
  beyond[2] = leg.joint[2].q_max_rad + 1e-6;
  EXPECT_EQ(JointMove::plan(leg, home, beyond, move), MoveStatus::kJointLimit);
  PerJoint<double> nan = to;
  nan[4] = std::nan("");
  EXPECT_EQ(JointMove::plan(leg, home, nan, move), MoveStatus::kNotFinite);
  EXPECT_EQ(JointMove::plan(leg, nan, to, move), MoveStatus::kNotFinite);
  for (const double bad : {0.0, -1.0, std::nan("")}) {
    Leg lame = leg;
    lame.joint[1].jerk_limit_rad_s3 = bad;
    EXPECT_EQ(JointMove::plan(lame, home, to, move), MoveStatus::kBadLimits);
  }
  EXPECT_EQ(move.duration_s(), before_s);
  EXPECT_EQ(move.at(before_s).q_rad, to);
}

TEST(JointMove, OfNoLengthTakesNoTime) {
  const Leg leg = test::robot("romerin4").leg[0];
  PerJoint<double> q{};
  q[1] = 0.5;
  JointMove move;
  ASSERT_EQ(JointMove::plan(leg, q, q, move), MoveStatus::kOk);
  EXPECT_EQ(move.duration_s(), 0);
  EXPECT_EQ(move.at(0).q_rad, q);
}

const CartesianLimits kLimits{{0.5, 3, 40}, {2, 10, 200}};

Isometry3d random_frame(std::mt19937_64& rng) {
  Isometry3d X = Isometry3d::Identity();
  X.linear() = rotation_exp(test::random_vector(1.8, rng));
  X.translation() = test::random_vector(0.6, rng);
  return X;
}

TEST(CartesianMove, IsStraightOnTheGeodesicAndWithinItsLimits) {
  std::mt19937_64 rng(3);
  for (int n = 0; n < kMoves; ++n) {
    const Isometry3d from = random_frame(rng), to = random_frame(rng);
    CartesianMove move;
    ASSERT_EQ(CartesianMove::plan(from, to, kLimits, move), MoveStatus::kOk);
    const Vector3d dp = to.translation() - from.translation();
    const Vector3d dr = rotation_log(to.linear() * from.linear().transpose());
    for (int k = 0; k <= 20; ++k) {
      const MovingPose m = move.at(k * move.duration_s() / 20);
      const Vector3d gone = m.X.translation() - from.translation();
      const Vector3d turned = rotation_log(m.X.linear() * from.linear().transpose());
      ASSERT_LT(gone.cross(dp).norm(), 1e-12);
      ASSERT_LT(turned.cross(dr).norm(), 1e-6);  // near half a turn the logarithm is inaccurate
      ASSERT_LE(m.v.norm(), kLimits.linear.speed * (1 + kRounding));
      ASSERT_LE(m.w.norm(), kLimits.angular.speed * (1 + kRounding));
      ASSERT_LE(m.a.norm(), kLimits.linear.acceleration * (1 + kRounding));
      ASSERT_LE(m.alpha.norm(), kLimits.angular.acceleration * (1 + kRounding));
    }
    ASSERT_EQ(move.at(move.duration_s()).X.matrix(), to.matrix());
    ASSERT_LT((move.at(0).X.matrix() - from.matrix()).norm(), 1e-12);
  }
}

TEST(CartesianMove, HasTheVelocityOfItsPoseAndTheAccelerationOfItsVelocity) {
  std::mt19937_64 rng(4);
  for (int n = 0; n < 200; ++n) {
    CartesianMove move;
    ASSERT_EQ(CartesianMove::plan(random_frame(rng), random_frame(rng), kLimits, move),
              MoveStatus::kOk);
    constexpr double h = 1e-5;
    for (double t = 0.013; t < move.duration_s(); t += 0.05) {
      const MovingPose a = move.at(t - h), b = move.at(t + h), m = move.at(t);
      EXPECT_LT((m.v - (b.X.translation() - a.X.translation()) / (2 * h)).norm(), 1e-6);
      EXPECT_LT((m.w - rotation_log(b.X.linear() * a.X.linear().transpose()) / (2 * h)).norm(),
                1e-6);
      EXPECT_LT((m.a - (b.v - a.v) / (2 * h)).norm(), 1e-3);
      EXPECT_LT((m.alpha - (b.w - a.w) / (2 * h)).norm(), 1e-2);
    }
  }
}

TEST(CartesianMove, IsFineWithNoLengthAndRefusesBadInput) {
  const Isometry3d X = Isometry3d::Identity();
  CartesianMove move;
  ASSERT_EQ(CartesianMove::plan(X, X, kLimits, move), MoveStatus::kOk);
  EXPECT_EQ(move.duration_s(), 0);
  for (const double length : {1e-300, 1e300}) {
    Isometry3d to = X;
    to.translation().x() = length;
    ASSERT_EQ(CartesianMove::plan(X, to, kLimits, move), MoveStatus::kOk);
    EXPECT_TRUE(move.at(move.duration_s() / 3).X.matrix().allFinite());
    EXPECT_EQ(move.at(move.duration_s()).X.matrix(), to.matrix());
  }
  Isometry3d nan = X;
  nan.translation().x() = std::nan("");
  EXPECT_EQ(CartesianMove::plan(X, nan, kLimits, move), MoveStatus::kNotFinite);
  EXPECT_EQ(CartesianMove::plan(X, X, {{0, 1, 1}, {1, 1, 1}}, move), MoveStatus::kBadLimits);
  EXPECT_EQ(CartesianMove::plan(X, X, {{1, 1, 1}, {1, -1, 1}}, move), MoveStatus::kBadLimits);
}

}  // namespace
}  // namespace ventosa::controller::moves_test
