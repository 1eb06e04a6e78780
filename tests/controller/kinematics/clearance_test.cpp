#include "controller/kinematics/clearance.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/controller/random_robot.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::clearance_test {
namespace {

constexpr double kFar_m = 10;

struct Reach : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  const Leg& leg = robot.leg[0];
  test::Rng random{5};
  Patch ground;

  Reach() { ground.half_extent_m.setConstant(5); }
  LegPose any_pose() { return leg_pose(leg, test::any_joints(1.5, random)); }
  double distance(const LegPose& pose, const Patch& patch, const Isometry3d& X_WB,
                  double farthest_m = kFar_m) const {
    return distance_m(leg, pose, patch, X_WB, farthest_m);
  }

  /// Smallest f over many points of the cup's surface, and over the axes of the links' rods minus
  /// their radii.
  template <class F>
  double least(const LegPose& pose, F f) const {
    double least_m = kFar_m;
    const Cup& cup = *robot.cup();
    const std::array disc{std::array{0.0, cup.lip_radius_m},
                          std::array{cup.rim_m, cup.lip_radius_m},
                          std::array{cup.height_m, cup.neck_radius_m}};
    for (const auto& [z, radius] : disc)
      for (int ring = 0; ring <= 20; ++ring)
        for (int k = 0; k < 180; ++k) {
          const double turn = 2 * std::numbers::pi * k / 180, r = radius * ring / 20;
          const Vector3d p_F(r * std::cos(turn), r * std::sin(turn), -z);
          least_m = std::min(least_m, f(pose.X_BF * p_F, 0.0));
        }
    for (std::size_t j = 0; j < 6; ++j) {
      const Vector3d to = j < 5 ? pose.p_BJ[j + 1] : pose.X_BF * Vector3d(0, 0, -cup.height_m);
      for (int k = 0; k <= 100; ++k)
        least_m = std::min(least_m,
                           f(pose.p_BJ[j] + k / 100.0 * (to - pose.p_BJ[j]), leg.link[j].radius_m));
    }
    return least_m;
  }
};

Isometry3d body_at(const Vector3d& p_WB, test::Rng& random) {
  Isometry3d X_WB(Eigen::Translation3d{p_WB});
  X_WB.rotate(Eigen::AngleAxisd(0.3, test::any_direction(random)));
  return X_WB;
}

TEST_F(Reach, FromAWideSurfaceIsTheHeightOfTheDeepestPoint) {
  for (int trial = 0; trial < 100; ++trial) {
    const LegPose pose = any_pose();
    const Isometry3d X_WB = body_at({0.2, 0.1, 1.5}, random);
    const double least_m = least(
        pose, [&](const Vector3d& p_B, double radius_m) { return (X_WB * p_B).z() - radius_m; });
    ASSERT_NEAR(distance(pose, ground, X_WB), least_m, 2e-4);
  }
}

/// Beside a plate, over its edge, under it: point by point.
TEST_F(Reach, FromAPlateIsTheDistanceOfTheNearestPoints) {
  int beside = 0;
  for (int trial = 0; trial < 120; ++trial) {
    Patch plate;
    plate.half_extent_m = {test::uniform(0.02, 0.3, random), test::uniform(0.02, 0.3, random)};
    plate.X_WS = Eigen::Translation3d(test::any_vector(0.7, random));
    plate.X_WS.rotate(test::any_rotation(random));
    const LegPose pose = any_pose();
    const Isometry3d X_WB = body_at(Vector3d::Zero(), random);
    const Isometry3d X_SB = plate.X_WS.inverse() * X_WB;
    const Vector3d half(plate.half_extent_m.x(), plate.half_extent_m.y(), kPlateThickness_m / 2);
    const double least_m = least(pose, [&](const Vector3d& p_B, double radius_m) {
      const Vector3d p = X_SB * p_B + Vector3d(0, 0, kPlateThickness_m / 2);
      return (p.cwiseAbs() - half).cwiseMax(0.0).norm() - radius_m;
    });
    const double d_m = distance(pose, plate, X_WB);
    if (least_m < 0.01) {
      EXPECT_LT(d_m, 0.011);
      continue;
    }
    ++beside;
    EXPECT_LE(d_m, least_m + 1e-5);
    EXPECT_GT(d_m, least_m - 0.004);  // the tolerance for what lies between the points
  }
  EXPECT_GT(beside, 80);
}

/// The part without which the distance would be larger.
TEST_F(Reach, NamesTheNearestPart) {
  PerLeg<int> times{};
  for (int trial = 0; trial < 400; ++trial) {
    Patch plate;
    plate.half_extent_m.setConstant(test::uniform(0.02, 0.3, random));
    plate.X_WS = Eigen::Translation3d(test::any_vector(0.7, random));
    plate.X_WS.rotate(test::any_rotation(random));
    const LegPose pose = any_pose();
    const Isometry3d X_WB = body_at(Vector3d::Zero(), random);
    const auto of_first = [&](int n) {
      return nearest_part({leg, pose, X_WB}, plate, n, kFar_m).distance_m;
    };
    const NearestPart nearest = nearest_part({leg, pose, X_WB}, plate, leg.n_joints + 1, kFar_m);
    EXPECT_EQ(nearest.distance_m, distance(pose, plate, X_WB));
    EXPECT_NEAR(of_first(nearest.link + 1), nearest.distance_m, 2e-6);
    EXPECT_GT(of_first(nearest.link), nearest.distance_m);
    ++times[static_cast<std::size_t>(nearest.link)];
  }
  for (const std::size_t part : {1U, 2U, 6U}) EXPECT_GT(times[part], 20) << part;
}

TEST_F(Reach, NamesNoPartThatIsNotNearerThanAskedFor) {
  const Isometry3d X_WB(Eigen::Translation3d(0, 0, 1.5));
  const LegPose pose = any_pose();
  EXPECT_EQ(nearest_part({leg, pose, X_WB}, ground, leg.n_joints + 1, 0.01).link, -1);
  EXPECT_EQ(nearest_part({leg, pose, X_WB}, ground, 0, kFar_m).link, -1);
}

TEST_F(Reach, IsNotToldBeyondWhatIsAskedFor) {
  const LegPose pose = any_pose();
  const Isometry3d X_WB(Eigen::Translation3d(0, 0, 1.5));
  EXPECT_EQ(distance(pose, ground, X_WB, 0.01), 0.01);
  EXPECT_GT(distance(pose, ground, X_WB), 0.01);
}

TEST_F(Reach, IsNegativeInsideAPlate) {
  const LegPose pose = any_pose();
  Patch plate;
  plate.half_extent_m.setConstant(0.5);
  plate.X_WS = Eigen::Translation3d(pose.X_BF.translation() + Vector3d(0, 0, 0.01));
  EXPECT_LT(distance(pose, plate, Isometry3d::Identity()), 0);
}

/// Links that are less deep than half a plate are as deep as they are low.
TEST_F(Reach, IntoAPlateIsTheHeightOfTheLowestLinkBelowIt) {
  PatchList patches;
  patches.n = 1;
  patches.patch[0] = ground;
  for (int trial = 0; trial < 100; ++trial) {
    const LegPose pose = any_pose();
    const Isometry3d X_WB = body_at({0.1, -0.2, test::uniform(-1, 1, random)}, random);
    const double height_m = links_height_m(leg, pose, X_WB);
    const auto at_height = [&](double wanted_m) {
      return Isometry3d(Eigen::Translation3d(0, 0, wanted_m - height_m) * X_WB);
    };
    EXPECT_NEAR(links_height_m(leg, pose, at_height(-0.5)), -0.5, 1e-12);
    EXPECT_NEAR(links_depth_m(leg, pose, patches, at_height(-0.01)), 0.01, 2e-6);
    EXPECT_EQ(links_depth_m(leg, pose, patches, at_height(0.001)), 0);
  }
}

/// The main box of the body alone, from one plate.
struct BodyOver : Reach {
  const Box& body = robot.body_box.front();

  double body_distance(const Patch& patch, const Isometry3d& X_WB) const {
    PatchList patches;
    patches.n = 1;
    patches.patch[0] = patch;
    return body_distance_m(robot, patches, X_WB, kFar_m);
  }
  /// Smallest f over points of the box's surface, 41 along each edge.
  template <class F>
  double least_of_skin(F f) const {
    double least_m = kFar_m;
    for (int axis = 0; axis < 3; ++axis)
      for (const double side : {-1.0, 1.0})
        for (int i = -20; i <= 20; ++i)
          for (int k = -20; k <= 20; ++k) {
            Vector3d share;
            share[axis] = side;
            share[(axis + 1) % 3] = i / 20.0;
            share[(axis + 2) % 3] = k / 20.0;
            least_m = std::min(least_m, f(body.p_BO + share.cwiseProduct(body.half_extent_m)));
          }
    return least_m;
  }
};

TEST_F(BodyOver, AWideSurfaceIsAsFarAsItsLowestCornerIsHigh) {
  ASSERT_EQ(robot.body_box.size(), 1U);
  for (int trial = 0; trial < 100; ++trial) {
    const Isometry3d X_WB = body_at({0.2, 0.1, 0.3}, random);
    const double lowest_m = least_of_skin([&](const Vector3d& p_B) { return (X_WB * p_B).z(); });
    ASSERT_NEAR(body_distance(ground, X_WB), lowest_m, 2e-6);
    ASSERT_NEAR(body_height_m(robot, X_WB), lowest_m, 1e-12);
    const Isometry3d X_WB_sunk = Eigen::Translation3d(0, 0, -1) * X_WB;
    ASSERT_NEAR(body_height_m(robot, X_WB_sunk), lowest_m - 1, 1e-12);
  }
}

/// Also where a plate is narrower than the body, or meets one of its faces with an edge.
TEST_F(BodyOver, APlateIsAsFarAsTheNearestPoints) {
  int beside = 0;
  for (int trial = 0; trial < 200; ++trial) {
    Patch plate;
    plate.half_extent_m = {test::uniform(0.01, 0.3, random), test::uniform(0.01, 0.3, random)};
    plate.X_WS = Eigen::Translation3d(test::any_vector(0.4, random));
    plate.X_WS.rotate(test::any_rotation(random));
    const Vector3d half(plate.half_extent_m.x(), plate.half_extent_m.y(), kPlateThickness_m / 2);
    const double least_m = least_of_skin([&](const Vector3d& p_B) {
      const Vector3d p = plate.X_WS.inverse() * p_B + Vector3d(0, 0, kPlateThickness_m / 2);
      return (p.cwiseAbs() - half).cwiseMax(0.0).norm();
    });
    const double d_m = body_distance(plate, Isometry3d::Identity());
    EXPECT_LE(d_m, least_m + 1e-5);
    if (least_m == 0) continue;
    ++beside;
    EXPECT_GT(d_m, least_m - 0.004);  // tolerance for what lies between the points
  }
  EXPECT_GT(beside, 120);
}

}  // namespace
}  // namespace ventosa::controller::clearance_test
