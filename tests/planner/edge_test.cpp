#include "planner/edge.h"

#include <gtest/gtest.h>

#include "tests/planner/edges.h"

namespace ventosa::planner::edge_test {
namespace {

using test::EdgeWorld;
using test::Gravity;

TEST(Edge, IsThatOfTheSurfacesHoweverTheyLie) {
  for (const Gravity gravity : {Gravity::kOnGround, Gravity::kUpWall, Gravity::kAlongEdge})
    for (const double turn_deg : {-150., -90., -30., 30., 90., 150.}) {
      const EdgeWorld at({.turn_deg = turn_deg, .gravity = gravity});
      const auto& patch = at.surfaces.patch;
      const auto edge = edge_between(patch[0], patch[1], at.standing.body.X_WB.translation());
      ASSERT_TRUE(edge) << turn_deg;
      EXPECT_NEAR(edge->turn_rad / test::kDegree, turn_deg, 1e-9);
      EXPECT_TRUE(edge->X_WE.isApprox(at.X_WE, 1e-12)) << turn_deg;
      EXPECT_TRUE(Vector3d((edge->X_WE * edge->X_EA()).linear().col(2))
                      .isApprox(patch[1].X_WS.linear().col(2), 1e-12));
    }
}

TEST(Edge, HasItsOriginBesideTheRobot) {
  const EdgeWorld at({});
  const Vector3d p_W(-0.6, 0.35, 0.1);
  const auto edge = edge_between(at.surfaces.patch[0], at.surfaces.patch[1], p_W);
  ASSERT_TRUE(edge);
  EXPECT_TRUE(edge->X_WE.translation().isApprox(Vector3d(0, 0.35, 0), 1e-12));
}

TEST(Edge, OfTheWayBackHasTheSameTurn) {
  const EdgeWorld at({.turn_deg = -60});
  const auto edge =
      edge_between(at.surfaces.patch[1], at.surfaces.patch[0], Vector3d(0.2, 0, -0.3));
  ASSERT_TRUE(edge);
  EXPECT_NEAR(edge->turn_rad / test::kDegree, -60, 1e-9);
}

TEST(Edge, IsNoneBetweenParallelSurfaces) {
  const EdgeWorld at({});
  Patch above = at.surfaces.patch[0];
  above.X_WS.translation().z() = 0.1;
  EXPECT_FALSE(edge_between(at.surfaces.patch[0], above, Vector3d::Zero()));
}

/// A wall whose front faces away from the robot.
TEST(Edge, IsNoneToTheBackOfASurface) {
  const EdgeWorld at({});
  Patch back = at.surfaces.patch[1];
  back.X_WS = back.X_WS * Eigen::AngleAxisd(std::numbers::pi, Vector3d::UnitX());
  EXPECT_FALSE(edge_between(at.surfaces.patch[0], back, Vector3d(-0.5, 0, 0)));
}

}  // namespace
}  // namespace ventosa::planner::edge_test
