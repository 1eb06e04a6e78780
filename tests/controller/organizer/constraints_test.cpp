#include "controller/organizer/constraints.h"

#include <gtest/gtest.h>

#include <functional>
#include <string_view>

#include "controller/kinematics/clearance.h"
#include "controller/kinematics/joint_limits.h"
#include "controller/kinematics/self_distance.h"
#include "controller/load_sharing/load_check.h"
#include "controller/trajectory/swing_reach.h"
#include "tests/controller/random_robot.h"
#include "tests/controller/resting_robot.h"

namespace ventosa::controller::constraints_test {
namespace {

using Way = std::function<Posture(double)>;  ///< postures, 0..1

const Constraint& row(std::string_view name, Scope scope, Asked asked) {
  for (const Constraint& constraint : constraints())
    if (constraint.measure == name && constraint.scope == scope && constraint.asked == asked)
      return constraint;
  throw std::invalid_argument("no such constraint");
}

bool is_of_a_leg(const Constraint& constraint) {
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

TEST(Constraint, LeavesRoomInTheDefaultStanceOfEveryRobot) {
  for (const char* name : {"romerin4", "romerin5", "romerin6", "romerin10", "hexapod3"}) {
    struct AtRest : Constraints {
      using Constraints::Constraints;
      void TestBody() override {}
    } at_rest(name);
    for (const Constraint& constraint : constraints())
      EXPECT_GE(at_rest.least_room(constraint, at_rest.posture()), 0) << constraint.measure << name;
  }
}

TEST_F(Constraints, AreAskedTheLessOftenTheLaterTheyStand) {
  Asked last = Asked::kStanding;
  for (const Constraint& constraint : constraints()) {
    EXPECT_GE(constraint.asked, last) << constraint.measure;
    EXPECT_GT(constraint.limit(config), 0) << constraint.measure;
    EXPECT_NE(constraint.reason, Reason::kNone) << constraint.measure;
    last = constraint.asked;
  }
}

// reach

struct ReachOfFeet : Constraints {
  using Constraints::Constraints;
  const Constraint& standing = row("reach beside the planned pose", Scope::kFoot, Asked::kStanding);
  const Constraint& walking = row("reach beside the planned pose", Scope::kFoot, Asked::kWalking);
};

TEST_F(ReachOfFeet, IsThatOfInverseKinematicsBesideTheFoot) {
  EXPECT_EQ(standing.limit(config), 0.0005);
  EXPECT_EQ(walking.limit(config), 0.003);
  test::Rng random{24};
  for (const Constraint* constraint : {&standing, &walking}) {
    const double trim_m = constraint->limit(config);
    int inside = 0, beyond = 0;
    for (int trial = 0; trial < 400; ++trial) {
      const Posture at = posture(any_body(0.15, 0.3, random));
      const int leg = trial % robot.n_legs();
      const auto i = static_cast<std::size_t>(leg);
      const Matrix3d R_WL = at.X_WB.linear() * robot.leg[i].X_BL.linear();
      bool reached = true;
      for (int axis = 0; axis < 3; ++axis)
        for (const double side_m : {-trim_m, trim_m})
          reached &= arm_reaches(leg, at.X_WB, at.foot[i].p_WW + side_m * R_WL.col(axis));
      ASSERT_EQ(room(*constraint, at, leg) >= 0, reached) << trial;
      ++(reached ? inside : beyond);
    }
    EXPECT_GT(inside, 10);
    EXPECT_GT(beyond, 10);
  }
}

/// Without a wrist nothing ends a body that rises, but the reach. A walk ends before a body that
/// only stands.
struct ReachOfPoints : ReachOfFeet {
  ReachOfPoints() : ReachOfFeet("hexapod3") {}
};

TEST_F(ReachOfPoints, EndsAtTheRimOfTheWorkspaceAndSoonerInAWalk) {
  const Way rising = moving({0, 0, 0.2});
  const double stands = expect_fall(standing, 0, rising, {&walking});
  const double walks = expect_fall(walking, 0, rising);
  double rim = stands;
  while (arm_reaches(0, rising(rim).X_WB, rising(rim).foot[0].p_WW)) rim += 1e-5;
  EXPECT_NEAR(0.2 * (rim - stands), kTrim_m, 0.0002);
  EXPECT_NEAR(0.2 * (rim - walks), kTrimOfWalk_m, 0.001);
}

// wrist

struct Wrist : Constraints {
  const Constraint& bend = row("sine of the wrist's bend", Scope::kFoot, Asked::kStanding);
  const Constraint& roll = row("share of the wrist's range", Scope::kFoot, Asked::kStanding);

  /// Sine of the angle between the cup and its direction with a straight wrist, along the forearm.
  double sine_by_hand(const Posture& posture, int which) const {
    const auto i = static_cast<std::size_t>(which);
    const Leg& leg = robot.leg[i];
    PerJoint<double> q_rad = report[i].q_set_rad;
    const Vector3d p_LW = (posture.X_WB * leg.X_BL).inverse() * posture.foot[i].p_WW;
    if (follow_arm(leg, p_LW, q_rad) != IkStatus::kOk) return 0;
    q_rad[3] = q_rad[4] = q_rad[5] = 0;
    const Vector3d forearm_B = leg_pose(leg, q_rad).X_BF.linear().col(2);
    return (posture.X_WB.linear() * forearm_B).cross(posture.foot[i].z_WF).norm();
  }
};

TEST_F(Wrist, IsBentByTheAngleBetweenForearmAndCup) {
  for (const double moment_Nm : {0.0, 0.1}) {
    config.sharing.wrist_moment_Nm = moment_Nm;
    EXPECT_EQ(bend.limit(config), moment_Nm > 0 ? 0.17 : 0.1);
    expect_same(bend, [&](const Posture& at, int leg) {
      return sine_by_hand(at, leg) / bend.limit(config) - 1;
    });
  }
}

TEST_F(Wrist, IsStraightenedByABodyThatRises) {
  config.sharing.wrist_moment_Nm = 0.1;
  const double share = expect_fall(bend, 0, moving({0, 0, 0.03}));
  EXPECT_NEAR(sine_by_hand(moving({0, 0, 0.03})(share), 0), 0.17, 1e-9);
}

/// The only limit with a reserve today.
TEST_F(Wrist, IsBentMoreWithAReserveAndNothingElseIs) {
  test::Rng random{22};
  const Scene here = scene();
  Scene careful = here;
  careful.reserve = 0.06;
  for (int trial = 0; trial < 50; ++trial) {
    const Posture at = posture(any_body(0.03, 0.1, random));
    for (const Constraint& constraint : constraints())
      for (int leg = 0; leg < (is_of_a_leg(constraint) ? robot.n_legs() : 1); ++leg) {
        int one = leg, other = leg;
        const double freely = constraint.room({here, at}, one);
        const double stricter = constraint.room({careful, at}, other);
        if (&constraint == &bend)
          EXPECT_NEAR(1.06 * (1 + stricter), 1 + freely, 1e-12);
        else
          EXPECT_EQ(stricter, freely) << constraint.measure;
      }
  }
}

/// A wrist near its stop, under a body that turns on the spot.
struct RolledWrist : Wrist {
  RolledWrist() {
    const Leg& leg = robot.leg[0];
    PerJoint<double>& q_rad = report[0].q_rad;
    q_rad[3] = 0.96 * leg.joint[3].q_max_rad;
    body.stance.leg[0].pose = leg_pose(leg, q_rad);
  }
  Way turning(double angle_rad) const {
    return [=, this](double share) {
      return posture(Isometry3d(Eigen::AngleAxisd(share * angle_rad, Vector3d::UnitZ())));
    };
  }
  /// Least unused share of the ranges of joints 4 to 6 with the lip kept in place.
  double share_by_hand(const Posture& posture) const {
    const Leg& leg = robot.leg[0];
    PerJoint<double> q_rad = report[0].q_rad;
    const Isometry3d X_LF = (posture.X_WB * leg.X_BL).inverse() * body.stance.leg[0].pose.X_BF;
    if (follow_pose(leg, X_LF, q_rad) != IkStatus::kOk) return 0;
    double least = differential_room(leg, q_rad);
    for (std::size_t j = 3; j < 6; ++j) least = std::min(least, joint_room(leg.joint[j], q_rad[j]));
    return least;
  }
};

TEST_F(RolledWrist, ComesToItsStopUnderABodyThatTurns) {
  const double way_rad = room(roll, turning(0.01)(1), 0) < room(roll, posture(), 0) ? 0.1 : -0.1;
  const double share = expect_fall(roll, 0, turning(way_rad));
  EXPECT_NEAR(share_by_hand(turning(way_rad)(share)), 0.015, 1e-9);
  for (const double k : {-1.0, -0.3, 0.1, 0.3})
    EXPECT_NEAR(room(roll, turning(way_rad)(k), 0), share_by_hand(turning(way_rad)(k)) / 0.015 - 1,
                1e-9);
}

/// Its new orientation is not known.
TEST_F(RolledWrist, IsNotAskedOfAFootThatHasStepped) {
  Posture at = posture();
  at.foot[0].p_WW.x() += 1e-6;
  EXPECT_EQ(room(roll, at, 0), std::numeric_limits<double>::infinity());
}

// surfaces

struct AtSurfaces : Constraints {
  const Constraint& of_body = row("distance from surfaces", Scope::kBody, Asked::kStanding);
  const Constraint& of_leg = row("distance from surfaces", Scope::kLeg, Asked::kStanding);

  AtSurfaces() { surfaces.n = 2; }
  void put_post(const Vector3d& p_WS) {
    surfaces.patch[1].half_extent_m = {0.01, 0.01};
    surfaces.patch[1].X_WS.translation() = p_WS;
  }
};

TEST_F(AtSurfaces, TheBodySinksOntoAPost) {
  const double half_z_m = robot.body_box.front().half_extent_m.z();
  put_post({0, 0, -0.04 - half_z_m});
  const double share = expect_fall(of_body, -1, moving({0, 0, -0.04}));
  EXPECT_NEAR(0.04 * share, 0.04 - kLeastClearance_m, 1e-6);
  EXPECT_NEAR(room(of_body, moving({0, 0, -0.035})(1)), 0.005 / kLeastClearance_m - 1, 1e-3);
}

TEST_F(AtSurfaces, AShoulderSinksOntoAPost) {
  const Leg& leg = robot.leg[0];
  const Vector3d shoulder_W = leg_pose(leg, report[0].q_rad).p_BJ[1];
  put_post(shoulder_W - Vector3d(0, 0, leg.link[1].radius_m + 0.03));
  const double share = expect_fall(of_leg, 0, moving({0, 0, -0.03}));
  EXPECT_NEAR(0.03 * share, 0.02, 1e-3);
}

/// Its own surface, on which the lip lies, does not count; under the knee it does.
TEST_F(AtSurfaces, AreAskedOfALegThatKeepsItsJoints) {
  surfaces.n = 1;
  EXPECT_GE(room(of_leg, posture(), 0), 0);
  Posture kept = posture();
  kept.foot[0] = {};
  kept.attached.reset(0);
  EXPECT_LT(room(of_leg, kept, 0), 0);
  kept.X_WB.translation().z() = 0.05;
  EXPECT_GE(room(of_leg, kept, 0), 0);
}

// the robot itself

struct OfItself : Constraints {
  const Constraint& parts = row("distance from other parts", Scope::kRobot, Asked::kStanding);
  OfItself() { surfaces.n = 0; }
};

/// A leg in the air whose hip turns towards the next leg.
TEST_F(OfItself, ALegTurnsTowardsTheNext) {
  const auto turned = [&](double turn_rad) {
    report[0].q_set_rad = test::nominal_pose(robot.leg[0]);
    report[0].q_set_rad[0] += turn_rad;
    Posture at = posture();
    at.foot[0] = {};
    at.attached.reset(0);
    return at;
  };
  const auto distance_m = [&](double turn_rad) {
    (void)turned(turn_rad);
    PerLeg<LegPose> pose;
    for (std::size_t i = 0; i < robot.leg.size(); ++i)
      pose[i] = leg_pose(robot.leg[i], report[i].q_set_rad);
    return self_distance(robot, pose).distance_m;
  };
  double touch_rad = 0;
  while (touch_rad < 3 && distance_m(touch_rad) > 0) touch_rad += 0.01;
  ASSERT_LT(touch_rad, 3);
  const Way way = [&](double share) { return turned(share * touch_rad); };
  const Constraint& load = row("torque with feet in the air", Scope::kStance, Asked::kLifting);
  const double limit_rad = expect_fall(parts, -1, way, {&load}) * touch_rad;  // nothing holds then
  EXPECT_NEAR(distance_m(limit_rad), kClearOfItself_m, 1e-6);
  const Scene here = scene();
  const Posture near = way(1);
  int leg = -1;
  EXPECT_LT(parts.room({here, near}, leg), 0);
  EXPECT_GE(leg, 0);
}

// leaving

struct Leaving : Constraints {
  const Constraint& lift = row("height of the lift", Scope::kFoot, Asked::kWalking);
  const Constraint& arm = row("torque by a lifted leg's weight", Scope::kFoot, Asked::kWalking);
  const Constraint& behind = row("distance from the nominal place", Scope::kFoot, Asked::kWalking);
  Leaving() { surfaces.n = 0; }

  /// Joints on the ground and lifted; none where a height between has no solution.
  std::optional<std::array<PerJoint<double>, 2>> lifted_by_hand(const Posture& at,
                                                                int which) const {
    const auto i = static_cast<std::size_t>(which);
    const Leg& leg = robot.leg[i];
    const Isometry3d X_LW = (at.X_WB * leg.X_BL).inverse();
    const double height_m = config.gait.lift_m + config.lip.free_height_m;
    std::array<PerJoint<double>, 2> joints;
    PerJoint<double> q_rad = report[i].q_set_rad;
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      const Vector3d p_WW = at.foot[i].p_WW + share * height_m * Vector3d::UnitZ();
      if (follow_leg(leg, X_LW * p_WW, -X_LW.linear().col(2), q_rad) != IkStatus::kOk) return {};
      if (share == 0) joints[0] = q_rad;
    }
    joints[1] = q_rad;
    return joints;
  }
  /// Largest torque of the arm over its limit, from the slope of the potential energy.
  double ratio_by_hand(int which, PerJoint<double> q_rad, const Vector3d& g_B) const {
    const Leg& leg = robot.leg[static_cast<std::size_t>(which)];
    const auto energy_J = [&] {
      const LegPose pose = leg_pose(leg, q_rad);
      double sum = 0;
      for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
        sum -= leg.link[j].mass_kg * g_B.dot(pose.p_BC[j]);
      return sum;
    };
    constexpr double kStep_rad = 1e-5;
    double most = 0;
    for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_arm); ++j) {
      const double q = q_rad[j];
      q_rad[j] = q + kStep_rad;
      const double high_J = energy_J();
      q_rad[j] = q - kStep_rad;
      const double tau_Nm = (high_J - energy_J()) / (2 * kStep_rad);
      q_rad[j] = q;
      most = std::max(most, std::abs(tau_Nm) / leg.joint[j].torque_limit_Nm);
    }
    return most;
  }
};

TEST_F(Leaving, TheLiftNeedsASolutionAtEveryHeight) {
  EXPECT_EQ(lift.limit(config), config.gait.lift_m + config.lip.free_height_m);
  expect_same(lift, [&](const Posture& at, int leg) {
    const auto i = static_cast<std::size_t>(leg);
    const double away_m = (at.X_WB * robot.leg[i].p_BW_nominal - at.foot[i].p_WW).norm();
    return lifted_by_hand(at, leg) ? std::numeric_limits<double>::infinity() : -1 - away_m;
  });
}

/// Weak arms, which hold their legs in about half of the postures.
TEST_F(Leaving, TheArmCarriesTheLegsWeight) {
  EXPECT_EQ(arm.limit(config), config.sharing.torque_ratio);
  for (Leg& leg : robot.leg)
    for (Joint& joint : leg.joint) joint.torque_limit_Nm *= 0.25;
  expect_same(arm, [&](const Posture& at, int leg) {
    const auto joints = lifted_by_hand(at, leg);
    if (!joints) return std::numeric_limits<double>::infinity();
    const Vector3d g_B = at.X_WB.linear().transpose() * config.gravity_W;
    const double most =
        std::max(ratio_by_hand(leg, (*joints)[0], g_B), ratio_by_hand(leg, (*joints)[1], g_B));
    return 1 - most / config.sharing.torque_ratio;
  });
}

/// Arms that just hold their legs in the default stance.
TEST_F(Leaving, AWeakArmIsStretchedByABodyThatGoesAhead) {
  const double used = 1 - least_room(arm, posture());
  for (Leg& leg : robot.leg)
    for (Joint& joint : leg.joint) joint.torque_limit_Nm *= used / 0.97;
  (void)expect_fall(arm, 2, moving({0.08, 0, 0}));
}

/// The body sinks until the leg would have to fold too far.
TEST_F(Leaving, ALowBodyLeavesNoRoomForTheLift) {
  (void)expect_fall(lift, 0, moving({0, 0, -0.2}));
}

TEST_F(Leaving, AFootIsLeftBehindByItsDistanceInTheBodysPlane) {
  config.gait.stride_m = 0.04;
  EXPECT_NEAR(behind.limit(config), 0.02 + 0.12, 1e-12);
  expect_same(
      behind,
      [&](const Posture& at, int leg) {
        const auto i = static_cast<std::size_t>(leg);
        const Vector3d off_B = at.X_WB.inverse() * at.foot[i].p_WW - robot.leg[i].p_BW_nominal;
        return 1 - std::hypot(off_B.x(), off_B.y()) / 0.14;
      },
      0.2);
}

TEST_F(Leaving, ABodyThatRisesLeavesNoFootBehind) {
  EXPECT_NEAR(room(behind, moving({0, 0, 0.5})(1), 0), 1, 1e-12);
}

// load

/// Leg 0 hangs above its place.
struct Load : Constraints {
  const Constraint& load = row("torque with feet in the air", Scope::kStance, Asked::kLifting);
  const LegSet lifted{1};

  /// The stance of a posture whose legs all reach.
  Stance stance_by_hand(const Posture& at) const {
    Stance stance;
    stance.g_B = at.X_WB.linear().transpose() * Vector3d(0, 0, -9.81);
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      const Leg& leg = robot.leg[i];
      const Isometry3d X_LW = (at.X_WB * leg.X_BL).inverse();
      const Vector3d up_W(0, 0, at.attached[i] ? 0 : config.gait.lift_m);
      PerJoint<double> q_rad = report[i].q_set_rad;
      EXPECT_EQ(follow_leg(leg, X_LW * (at.foot[i].p_WW + up_W), -X_LW.linear().col(2), q_rad),
                IkStatus::kOk);
      StanceLeg& to = stance.leg[i];
      to.pose = leg_pose(leg, q_rad);
      to.R_BS = at.X_WB.linear().transpose();
      to.attached = at.attached[i];
      to.grip_force_N = 120;
      to.friction = 0.6;
      weigh_leg(leg, stance.g_B, to);
    }
    return stance;
  }
};

TEST_F(Load, IsTheMarginOfTheStanceWithinThePlannedLimits) {
  config.sharing.planned_share = 0.7;
  EXPECT_NEAR(load.limit(config), 0.7 * config.sharing.torque_ratio, 1e-12);
  SharingConfig limits = config.sharing;
  limits.torque_ratio *= 0.7;
  test::Rng random{23};
  int held = 0, overloaded = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Posture at = posture(any_body(0.05, 0.1, random), lifted);
    if (!all_reach(at)) continue;
    const Scene here = scene();
    int leg = -1;
    const double margin = load.room({here, at}, leg);
    if (margin == kNothingHolds) continue;
    SharingWarmStart warm;
    const Stance stance = stance_by_hand(at);
    const Bottleneck expected = load_margin({robot, limits, stance}, warm);
    ASSERT_NEAR(margin, expected.margin, 1e-9);
    ASSERT_EQ(leg, expected.leg);
    ++(margin < 0 ? overloaded : held);
  }
  EXPECT_GT(held, 5);
  EXPECT_GT(overloaded, 5);
}

TEST_F(Load, FallsWhereTheBodyGoesTowardsTheFootInTheAir) {
  (void)expect_fall(load, -1, moving(0.12 * robot.leg[0].p_BW_nominal.normalized(), lifted));
}

TEST_F(Load, IsNothingWhereALegDoesNotReach) {
  EXPECT_EQ(room(load, moving({0, 0, 0.6})(1)), kNothingHolds);
}

}  // namespace
}  // namespace ventosa::controller::constraints_test
