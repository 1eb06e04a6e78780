#include "planner/pose_graph.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "controller/kinematics/clearance.h"
#include "tests/planner/edges.h"

namespace ventosa::planner::pose_graph_test {
namespace {

TEST(PoseSet, IsAMathematicalSet) {
  PoseSet odd(200), low(200);
  for (std::size_t k = 0; k < 200; ++k) {
    if (k % 2 == 1) odd.insert(k);
    if (k < 100) low.insert(k);
  }
  EXPECT_EQ(odd.count(), 100U);
  PoseSet both = odd;
  both &= low;
  EXPECT_EQ(both.count(), 50U);
  for (const int k : both.members()) EXPECT_TRUE(k % 2 == 1 && k < 100) << k;
  both.erase(99);
  EXPECT_FALSE(both.contains(99));
  EXPECT_EQ(both.members().size(), 49U);
  EXPECT_TRUE(PoseSet(200).empty());
}

struct Poses : ::testing::TestWithParam<double> {
  test::EdgeWorld at{{.turn_deg = GetParam()}};
  Edge edge{*edge_between(at.surfaces.patch[0], at.surfaces.patch[1], {-0.5, 0, 0.1})};
  PoseGraph poses{at.world, edge, 0.3, 0.137};
};
INSTANTIATE_TEST_SUITE_P(Edges, Poses, ::testing::Values(-120, -90, 30, 90, 120));

TEST_P(Poses, KeepTheBodyOffTheSurfaces) {
  ASSERT_GT(poses.size(), 1000U);
  for (std::size_t v = 0; v < poses.size(); ++v)
    ASSERT_GE(body_distance_m(at.robot, at.surfaces, poses.X_WB(static_cast<int>(v)), 0.05),
              controller::kLeastClearance_m);
}

TEST_P(Poses, HaveNeighboursWithinAStep) {
  for (std::size_t v = 0; v < poses.size(); ++v)
    for (const int w : poses.neighbours(static_cast<int>(v))) {
      const BodyPose &a = poses.pose(static_cast<int>(v)), &b = poses.pose(w);
      ASSERT_LE(std::abs(a.x_m - b.x_m), PoseGraph::kStep_m + 1e-9);
      ASSERT_LE(std::abs(a.z_m - b.z_m), PoseGraph::kStep_m + 1e-9);
      ASSERT_LE(std::abs(a.pitch_rad - b.pitch_rad), PoseGraph::kStep_rad + 1e-9);
      const auto& back = poses.neighbours(w);
      ASSERT_NE(std::ranges::find(back, static_cast<int>(v)), back.end());
    }
}

/// The heading against the surface stays while the body turns about the edge.
TEST_P(Poses, LieFlatOnBothSurfacesAtTheEndsOfTheTurn) {
  const auto heading = [](const Isometry3d& X) {
    return std::atan2(X.linear()(1, 0), X.linear()(0, 0));
  };
  const Isometry3d before = edge.X_WE.inverse() * poses.X_WB({-0.4, 0.137, 0});
  const Isometry3d behind =
      (edge.X_WE * edge.X_EA()).inverse() * poses.X_WB({0.1, 0.4, edge.turn_rad});
  for (const Isometry3d& X : {before, behind}) {
    EXPECT_NEAR(X.linear()(2, 2), 1, 1e-12);
    EXPECT_NEAR(heading(X), 0.3, 1e-12);
  }
}

/// Also of a body that goes backwards or sideways around the edge.
TEST_P(Poses, AreKnownByPitchAndHeading) {
  for (const double heading : {-3.0, -1.6, 0.0, 0.7, 3.1}) {
    const PoseGraph facing(at.world, edge, heading, 0.137);
    for (const double pitch : {-0.4, 0.0, 1.0, 2.2}) {
      const BodyPose pose{-0.3, 0.2, pitch};
      const Isometry3d X_WB = facing.X_WB(pose);
      EXPECT_NEAR(heading_in(edge, X_WB), heading, 1e-9);
      const BodyPose same = facing.nearest(X_WB);
      EXPECT_NEAR(same.pitch_rad, pitch, 1e-9);
      EXPECT_NEAR(same.x_m, -0.3, 1e-9);
      EXPECT_NEAR(same.z_m, 0.2, 1e-9);
    }
  }
}

TEST_P(Poses, AreConnectedByShortestWays) {
  const PoseSet all = poses.all();
  const int from = 0, to = static_cast<int>(poses.size()) - 1;
  const std::vector<int> way = poses.way(all, from, to);
  ASSERT_FALSE(way.empty());
  EXPECT_EQ(way.front(), from);
  EXPECT_EQ(way.back(), to);
  EXPECT_EQ(static_cast<int>(way.size()) - 1,
            poses.distances(all, from)[static_cast<std::size_t>(to)]);
  for (std::size_t k = 1; k < way.size(); ++k) {
    const auto& next = poses.neighbours(way[k - 1]);
    EXPECT_NE(std::ranges::find(next, way[k]), next.end());
  }
}

TEST_P(Poses, AreApartWhereASetDividesThem) {
  PoseSet two = poses.empty();
  two.insert(0);
  two.insert(poses.size() - 1);
  EXPECT_EQ(poses.connected(two, 0).count(), 1U);
  EXPECT_TRUE(poses.way(two, 0, static_cast<int>(poses.size()) - 1).empty());
}

TEST_P(Poses, OfTheBodyInsideASurfaceAreRefused) {
  EXPECT_EQ(poses.add({-0.4, 0.01, 0}), -1);
  const int added = poses.add({-0.41, 0.14, 0.02});
  ASSERT_GE(added, 0);
  EXPECT_FALSE(poses.neighbours(added).empty());
}

}  // namespace
}  // namespace ventosa::planner::pose_graph_test
