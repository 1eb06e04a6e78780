#include "controller/trajectory/pose_follower.h"

#include <gtest/gtest.h>

#include <random>

#include "controller/model/rotation.h"

namespace ventosa::controller::pose_follower_test {
namespace {

constexpr double kPeriod_s = 0.01;
const FollowLimits kLimits{{0.05, 0.1, 1}, {0.3, 0.6, 6}};

Vector3d random_vector(double scale, std::mt19937_64& rng) {
  std::uniform_real_distribution<double> u(-scale, scale);
  return {u(rng), u(rng), u(rng)};
}

Isometry3d random_goal(std::mt19937_64& rng) {
  Isometry3d X = Isometry3d::Identity();
  X.translation() = random_vector(0.1, rng);
  X.linear() = rotation_exp(random_vector(0.3, rng));
  return X;
}

double angle(const Isometry3d& a, const Isometry3d& b) {
  return rotation_log(a.linear() * b.linear().transpose()).norm();
}

/// Differences of successive references against the limits; between two ticks an acceleration may
/// change by what the jerk allows in two periods.
class Watch {
 public:
  explicit Watch(double share = 1) : share_(share) {}

  void see(const Isometry3d& X) {
    const Vector3d v = (X.translation() - last_.translation()) / kPeriod_s;
    const Vector3d w = rotation_log(X.linear() * last_.linear().transpose()) / kPeriod_s;
    const Vector3d a = (v - v_) / kPeriod_s, alpha = (w - w_) / kPeriod_s;
    ASSERT_LE(v.norm(), share_ * kLimits.linear.speed * (1 + 1e-6));
    ASSERT_LE(w.norm(), share_ * kLimits.angular.speed * (1 + 1e-6));
    ASSERT_LE(a.norm(), share_ * kLimits.linear.acceleration * (1 + 1e-6));
    ASSERT_LE(alpha.norm(), share_ * kLimits.angular.acceleration * (1 + 1e-6));
    ASSERT_LE((a - a_).norm() / kPeriod_s, share_ * kLimits.linear.jerk * (1 + 1e-6));
    last_ = X, v_ = v, w_ = w, a_ = a;
  }

 private:
  double share_;
  Isometry3d last_ = Isometry3d::Identity();
  Vector3d v_ = Vector3d::Zero(), w_ = Vector3d::Zero(), a_ = Vector3d::Zero();
};

TEST(PoseFollower, GoesStraightAndTurnsAboutOneAxisFromRestWithinItsLimits) {
  std::mt19937_64 rng(1);
  for (int n = 0; n < 200; ++n) {
    const Isometry3d goal = random_goal(rng);
    PoseFollower follower;
    Isometry3d X = Isometry3d::Identity();
    Watch watch;
    const Vector3d axis = rotation_log(goal.linear());
    while (X.matrix() != goal.matrix()) {
      X = follower.follow(kLimits, kPeriod_s, goal, {}, X);
      watch.see(X);
      ASSERT_LT(X.translation().cross(goal.translation()).norm(), 1e-12);
      ASSERT_LT(rotation_log(X.linear()).cross(axis).norm(), 1e-9);
    }
    EXPECT_FALSE(follower.is_moving());
  }
}

TEST(PoseFollower, KeepsItsLimitsWhateverTheGoalDoes) {
  std::mt19937_64 rng(2);
  PoseFollower follower;
  Isometry3d X = Isometry3d::Identity(), goal = X;
  Watch watch;
  for (int n = 0; n < 20000; ++n) {
    // now and then, long before it is reached, the goal changes, or is to stop
    if (rng() % 40 == 0) goal = random_goal(rng);
    const bool brake = n % 300 > 250;
    X = brake ? follower.settle(kLimits, kPeriod_s, {}, X)
              : follower.follow(kLimits, kPeriod_s, goal, {}, X);
    ASSERT_NO_FATAL_FAILURE(watch.see(X)) << "tick " << n;
  }
}

TEST(PoseFollower, IsWhereASmoothGoalIs) {
  PoseFollower follower;
  Isometry3d X = Isometry3d::Identity();
  for (int n = 0; n < 2000; ++n) {
    const double t = n * kPeriod_s, w = 0.5;
    Isometry3d goal = Isometry3d::Identity();
    goal.translation() = Vector3d(0.04 * (1 - std::cos(w * t)), 0, 0);
    goal.linear() = rotation_exp({0, 0.1 * (1 - std::cos(w * t)), 0});
    X = follower.follow(kLimits, kPeriod_s, goal,
                        {{0.04 * w * std::sin(w * t), 0, 0}, {0, 0.1 * w * std::sin(w * t), 0}}, X);
    ASSERT_LT((X.translation() - goal.translation()).norm(), 1e-15);
    ASSERT_LT(angle(X, goal), 1e-7);
  }
}

TEST(PoseFollower, CatchesUpWithAGoalThatWentOnWithoutIt) {
  PoseFollower follower;
  Isometry3d X = Isometry3d::Identity(), last = X;
  const Twist twist{{0.01, 0, 0}, {0, 0, 0.02}};
  double widest_m_s2 = 0;
  Vector3d v_last = Vector3d::Zero();
  for (int n = 0; n < 1500; ++n) {
    const Isometry3d goal = moved(Isometry3d::Identity(), twist, n * kPeriod_s);
    const bool frozen = n > 300 && n < 600;
    X = frozen ? follower.settle(kLimits, kPeriod_s, {}, X)
               : follower.follow(kLimits, kPeriod_s, goal, twist, X);
    const Vector3d v = (X.translation() - last.translation()) / kPeriod_s;
    // the start of the goal itself is a jump of velocity, which no limit allows
    if (n > 200) widest_m_s2 = std::max(widest_m_s2, (v - v_last).norm() / kPeriod_s);
    v_last = v, last = X;
    if (n == 599) {
      EXPECT_GT((goal.translation() - X.translation()).norm(), 0.02);
    }
    if (n > 1200) {
      EXPECT_LT((goal.translation() - X.translation()).norm(), 1e-9);
      EXPECT_LT(angle(goal, X), 1e-7);
    }
  }
  EXPECT_LE(widest_m_s2, kLimits.linear.acceleration * (1 + 1e-6));
}

TEST(PoseFollower, StartsFromRestWhereSomeoneElseHasPutTheReference) {
  PoseFollower follower;
  Isometry3d goal = Isometry3d::Identity(), X = goal;
  goal.translation().x() = 0.1;
  for (int n = 0; n < 50; ++n) X = follower.follow(kLimits, kPeriod_s, goal, {}, X);
  X.translation().y() = 0.02;
  const Isometry3d next = follower.follow(kLimits, kPeriod_s, goal, {}, X);
  EXPECT_LT((next.translation() - X.translation()).norm(), 1e-5);
  X = next;
  for (int n = 0; n < 1000; ++n) X = follower.follow(kLimits, kPeriod_s, goal, {}, X);
  EXPECT_EQ(X.matrix(), goal.matrix());
}

TEST(PoseFollower, SaysItsVelocity) {
  std::mt19937_64 rng(3);
  PoseFollower follower;
  Isometry3d X = Isometry3d::Identity();
  const Isometry3d goal = random_goal(rng);
  Twist before;
  for (int n = 0; n < 150; ++n) {
    const Isometry3d last = X;
    X = follower.follow(kLimits, kPeriod_s, goal, {}, X);
    const Twist now = follower.twist();
    const Vector3d v = (X.translation() - last.translation()) / kPeriod_s;
    const Vector3d w = rotation_log(X.linear() * last.linear().transpose()) / kPeriod_s;
    if (n > 0) {
      EXPECT_LT((v - (before.v_W + now.v_W) / 2).norm(), 1e-5);
      EXPECT_LT((w - (before.w_W + now.w_W) / 2).norm(), 1e-4);
    }
    before = now;
  }
}

TEST(RotationJacobian, TurnsRatesOfARotationVectorIntoAnAngularVelocity) {
  std::mt19937_64 rng(4);
  for (int n = 0; n < 1000; ++n) {
    const Vector3d phi = random_vector(n % 2 == 0 ? 1.7 : 1e-5, rng), rate = random_vector(1, rng);
    constexpr double h = 1e-6;
    const Matrix3d turned = rotation_exp(phi + h * rate) * rotation_exp(phi - h * rate).transpose();
    EXPECT_LT((left_jacobian(phi) * rate - rotation_log(turned) / (2 * h)).norm(), 1e-8);
  }
}

}  // namespace
}  // namespace ventosa::controller::pose_follower_test
