#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string_view>

#include "tests/controller/random_robot.h"
#include "tests/controller/resting_robot.h"

/// Rooms that the postures of a robot leave, one constraint after the other.
namespace ventosa::controller {

using Way = std::function<Posture(double)>;  ///< postures, 0..1

inline const Constraint& row(std::string_view name, Scope scope, Asked asked) {
  for (const Constraint& constraint : constraints())
    if (constraint.measure == name && constraint.scope == scope && constraint.asked == asked)
      return constraint;
  throw std::invalid_argument("no such constraint");
}

inline bool is_of_a_leg(const Constraint& constraint) {
  return constraint.scope == Scope::kFoot || constraint.scope == Scope::kLeg;
}

/// One constraint after the other, by a robot at rest on a plane.
struct Constraints : testing::Test, test::RestingRobot {
  explicit Constraints(const char* name = "romerin4") : RestingRobot(name) {}

  double room(const Constraint& constraint, const Posture& posture, int leg = -1) const {
    const Scene here = scene();
    return constraint.room({here, posture}, leg);
  }
  double least_room(const Constraint& constraint, const Posture& posture) const {
    if (!is_of_a_leg(constraint)) return room(constraint, posture);
    double least = std::numeric_limits<double>::infinity();
    for (int leg = 0; leg < robot.n_legs(); ++leg)
      if (test::is_asked(constraint, posture, leg))
        least = std::min(least, room(constraint, posture, leg));
    return least;
  }
  Way moving(const Vector3d& way_W, LegSet lifted = {}) const {
    return [=, this](double share) {
      return posture(Isometry3d(Eigen::Translation3d(share * way_W)), lifted);
    };
  }
  /// The room never grows along the way, from 0 or more to less. Where it is 0 no other constraint
  /// is violated, except by what violates all (`but`).
  /// @return share of the way at which it is 0
  double expect_fall(const Constraint& constraint, int leg, const Way& way,
                     std::initializer_list<const Constraint*> but = {}) const {
    constexpr int kSamples = 40;
    double last = room(constraint, way(0), leg);
    EXPECT_GE(last, 0);
    for (int k = 1; k <= kSamples; ++k) {
      const double now = room(constraint, way(double(k) / kSamples), leg);
      EXPECT_LE(now, last) << k;
      last = now;
    }
    EXPECT_LT(last, 0);
    double low = 0, high = 1;
    while (high - low > 1e-12) {
      const double mid = (low + high) / 2;
      (room(constraint, way(mid), leg) < 0 ? high : low) = mid;
    }
    for (const Constraint& other : constraints())
      if (&other != &constraint && std::find(but.begin(), but.end(), &other) == but.end()) {
        EXPECT_GE(least_room(other, way(high)), 0) << other.measure << " " << name(other.scope);
      }
    return low;
  }
  bool arm_reaches(int which, const Isometry3d& X_WB, const Vector3d& p_WW) const {
    const auto i = static_cast<std::size_t>(which);
    PerJoint<double> q_rad = report[i].q_set_rad;
    return follow_arm(robot.leg[i], (X_WB * robot.leg[i].X_BL).inverse() * p_WW, q_rad) ==
           IkStatus::kOk;
  }
  /// Any body above the feet.
  static Isometry3d any_body(double way_m, double turn_rad, test::Rng& random) {
    Isometry3d X_WB(Eigen::Translation3d(test::any_vector(way_m, random)));
    X_WB.rotate(Eigen::AngleAxisd(test::uniform(0, turn_rad, random), test::any_direction(random)));
    return X_WB;
  }
  /// Postures and legs, with the room that the table gives and that of a test.
  void expect_same(const Constraint& constraint,
                   const std::function<double(const Posture&, int)>& expected, double way_m = 0.15,
                   double turn_rad = 0.3) const {
    test::Rng random{21};
    int inside = 0, beyond = 0;
    for (int trial = 0; trial < 200; ++trial) {
      const Posture at = posture(any_body(way_m, turn_rad, random));
      const int leg = is_of_a_leg(constraint) ? trial % robot.n_legs() : -1;
      const double value = room(constraint, at, leg);
      ASSERT_NEAR(std::clamp(value, -10.0, 10.0), std::clamp(expected(at, leg), -10.0, 10.0), 1e-6)
          << trial;
      ++(value < 0 ? beyond : inside);
    }
    EXPECT_GT(inside, 10);
    EXPECT_GT(beyond, 10);
  }
};

}  // namespace ventosa::controller
