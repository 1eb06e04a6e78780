#include "controller/load_sharing/margins.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/cups/cup.h"
#include "tests/controller/linear_program.h"
#include "tests/controller/load_sharing_oracle.h"
#include "tests/controller/random_stance.h"

namespace ventosa::controller::margins_test {
namespace {

constexpr std::uint64_t kSeeds = 120;
constexpr int kFaces = 16;

Eigen::VectorXd bounds(const DenseSharing& d) { return d.offset + d.scale; }

Eigen::VectorXd some_forces(const DenseSharing& d, const Vector6d& w) {
  return d.G.completeOrthogonalDecomposition().solve(w);
}

/// max x over forces x0 + x dx + N y that keep every row, with pyramids for cones.
double room_of_program(const SharingProblem& problem, const Vector6d& direction, Pyramid which) {
  const DenseSharing d = dense_pyramids(problem, kFaces, which);
  Eigen::MatrixXd A(d.A.rows(), d.N.cols() + 1);
  A << d.A * d.N, d.A * some_forces(d, direction);
  const Eigen::VectorXd b = bounds(d) - d.A * some_forces(d, d.w);
  return -LinearProgram::minimum(-Eigen::VectorXd::Unit(A.cols(), A.cols() - 1), A, b);
}

TEST(WrenchRoom, IsBetweenThoseOfPyramidsInsideAndAroundTheConesInAnyDirection) {
  int holding = 0, overloaded = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    const SharingProblem problem = random_stance(seed);
    Dice dice(seed + 1000);
    Vector6d direction;
    direction << dice.vector(1), dice.vector(0.3);
    const double low = room_of_program(problem, direction, Pyramid::kInside);
    const double high = room_of_program(problem, direction, Pyramid::kAround);
    SharingWarmStart none;
    if (share_load(problem, none).status != SharingStatus::kOptimal) {
      EXPECT_EQ(wrench_room(problem, direction), 0);
      ++overloaded;
      continue;
    }
    const double room = wrench_room(problem, direction);
    EXPECT_GE(room, low - 1e-5 * (1 + room));  // minus infinite if the pyramids allow no forces
    EXPECT_LE(room, high + 1e-5 * (1 + room));
    ++holding;
  }
  EXPECT_GT(holding, 60);
  EXPECT_GT(overloaded, 8);
}

TEST(WrenchRoom, IsInfiniteWhereNothingLimits) {
  SharingProblem problem = random_stance(3);
  for (SharingFoot& foot : problem.foot) foot.n_rows = foot.n_cones = 0;
  EXPECT_TRUE(std::isinf(wrench_room(problem, Vector6d::Unit(1))));
}

/// Convex hull of the feet seen along z, counterclockwise (Andrew's chain).
std::vector<int> hull(const SharingProblem& problem) {
  std::vector<int> order(static_cast<std::size_t>(problem.n_feet));
  std::iota(order.begin(), order.end(), 0);
  const auto p = [&](int i) { return problem.foot[static_cast<std::size_t>(i)].p_B; };
  std::sort(order.begin(), order.end(), [&](int a, int b) { return p(a).x() < p(b).x(); });
  std::vector<int> chain;
  const auto half = [&](auto begin, auto end) {
    const std::size_t first = chain.size();
    for (auto i = begin; i != end; ++i) {
      while (chain.size() >= first + 2 &&
             (p(chain.back()) - p(chain.end()[-2])).cross(p(*i) - p(chain.back())).z() <= 0)
        chain.pop_back();
      chain.push_back(*i);
    }
    chain.pop_back();
  };
  half(order.begin(), order.end());
  half(order.rbegin(), order.rend());
  return chain;
}

/// Largest moment of all feet together about the edge, minus that of the load; with pyramids for
/// cones.
double moment_of_program(const SharingProblem& problem, int a, int b, Pyramid which) {
  const auto n = static_cast<std::size_t>(problem.n_feet);
  const Vector3d p_a = problem.foot[static_cast<std::size_t>(a)].p_B;
  const Vector3d e = (problem.foot[static_cast<std::size_t>(b)].p_B - p_a).normalized();
  Eigen::VectorXd c(3 * problem.n_feet);
  for (std::size_t i = 0; i < n; ++i)
    c.segment<3>(3 * static_cast<Eigen::Index>(i)) = e.cross(problem.foot[i].p_B - p_a);
  const DenseSharing d = dense_pyramids(problem, kFaces, which);
  const std::vector<FootRow> linear = linear_rows(problem);
  std::vector<Eigen::Index> cup_rows;
  for (Eigen::Index k = 0; k < d.A.rows(); ++k) {
    const auto row = static_cast<std::size_t>(k);
    if (row >= linear.size() || linear[row].row.limit != Limit::kTorque) cup_rows.push_back(k);
  }
  const Eigen::VectorXd b_all = bounds(d);
  const double held = -LinearProgram::minimum(c, d.A(cup_rows, Eigen::all), b_all(cup_rows));
  const Vector3d load_moment = -problem.w.tail<3>() + p_a.cross(problem.w.head<3>());
  return held - e.dot(load_moment);
}

TEST(TumbleMargin, IsBetweenThoseOfPyramidsInsideAndAroundTheConesOverTheEdgesOfTheSupport) {
  int tips = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    SharingProblem problem = random_stance(seed);
    if (seed % 2 == 1) problem.w *= 8;  // so that some robots tip over
    const std::vector<int> corners = hull(problem);
    double low = std::numeric_limits<double>::infinity(), high = low;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const int a = corners[k], b = corners[(k + 1) % corners.size()];
      low = std::min(low, moment_of_program(problem, a, b, Pyramid::kInside));
      high = std::min(high, moment_of_program(problem, a, b, Pyramid::kAround));
    }
    const TumbleMargin margin = tumble_margin(problem, Vector3d::UnitZ());
    EXPECT_GE(margin.moment_Nm, low - 1e-5 * (1 + std::abs(low)));
    EXPECT_LE(margin.moment_Nm, high + 1e-5 * (1 + std::abs(high)));
    if (margin.moment_Nm >= 0) continue;
    // tipping robots must be found infeasible
    ++tips;
    SharingWarmStart none;
    EXPECT_NE(share_load(problem, none).status, SharingStatus::kOptimal);
  }
  EXPECT_GT(tips, 5);
}

/// A table of 40 N on the ceiling with four cups at (+-1, +-1) m that hold 30 N each.
TEST(TumbleMargin, CountsWhatTheOtherCupsMayPull) {
  SharingProblem table;
  table.n_feet = 4;
  CupHold cup{.grip_force_N = 30 / kMaxPullRatio,
              .friction = 0.5,
              .lip_radius_m = 0.09,
              .wrist_to_lip_m = 0.087,
              .max_push_N = 100};
  for (std::size_t i = 0; i < 4; ++i) {
    table.foot[i].p_B = {i < 2 ? 1.0 : -1.0, i % 2 == 0 ? 1.0 : -1.0, 0};
    add_foot_limits(cup, table.foot[i]);
  }
  table.w << 0, 0, -40, 0, 0, 0;  // the load pulls away from the surface
  const TumbleMargin margin = tumble_margin(table, Vector3d::UnitZ());
  EXPECT_NEAR(margin.moment_Nm, 2 * 30 * 2 - 40 * 1, 1e-9);
}

TEST(CupSafetyFactor, IsThatOfTheTwin) {
  Dice dice(7);
  int held = 0;
  for (int n = 0; n < 3000; ++n) {
    CupHold cup{.R_BS = dice.rotation(),
                .grip_force_N = dice.uniform(20, 150),
                .friction = dice.uniform(0.2, 0.9),
                .lip_radius_m = 0.09,
                .wrist_to_lip_m = 0.087,
                .weight_B = dice.vector(6),
                .peel_weight_B = dice.vector(5)};
    const Vector3d F_B = dice.vector(60);
    // the passive wrist cannot transmit a moment: the lip gets that of the force at the wrist point
    const Vector3d f_S = cup.R_BS.transpose() * (F_B - cup.weight_B);
    const Vector3d lean_S = cup.R_BS.transpose() * (F_B - cup.peel_weight_B);
    Vector6d wrench_S;
    wrench_S << f_S, 0.087 * lean_S.y(), -0.087 * lean_S.x(), 0;
    const double expected =
        sim::safety_factor(sim::cup_load(wrench_S, {.vacuum_N = cup.grip_force_N,
                                                    .friction = cup.friction,
                                                    .lip_radius_m = cup.lip_radius_m,
                                                    .moment_arm_k = 0.5}));
    EXPECT_NEAR(safety_factor(cup, F_B), expected, 1e-9 * (1 + expected));
    held += expected > 1;
  }
  EXPECT_GT(held, 500);
  EXPECT_EQ(safety_factor(CupHold{.lip_radius_m = 0.09, .wrist_to_lip_m = 0.087}, {}), 0);
}

}  // namespace
}  // namespace ventosa::controller::margins_test
