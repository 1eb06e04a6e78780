#include "controller/load_sharing/peak_torque.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "tests/controller/linear_program.h"
#include "tests/controller/load_sharing_oracle.h"
#include "tests/controller/random_stance.h"

namespace ventosa::controller::peak_torque_test {
namespace {

constexpr std::uint64_t kSeeds = 600;

PeakTorqueSharing share_cold(const SharingProblem& problem) {
  SharingWarmStart none;
  PeakTorqueStart start;
  return share_peak_torque(problem, none, start);
}

/// min r over forces x = x0 + N y:  A N y - [torque] scale r <= offset + [cup] scale - A x0, with
/// pyramids for cones.
double least_ratio_of_program(const SharingProblem& problem, Pyramid which) {
  const DenseSharing d = dense_pyramids(problem, 16, which);
  Eigen::VectorXd torque = Eigen::VectorXd::Zero(d.A.rows());
  Eigen::Index k = 0;
  for (const auto& [foot, row] : linear_rows(problem))
    torque[k++] = row.limit == Limit::kTorque ? 1 : 0;
  const Eigen::VectorXd x0 = d.G.completeOrthogonalDecomposition().solve(d.w);
  Eigen::MatrixXd A(d.A.rows(), d.N.cols() + 1);
  A << d.A * d.N, -torque.cwiseProduct(d.scale);
  const Eigen::VectorXd cup_scale = d.scale - torque.cwiseProduct(d.scale);
  return LinearProgram::minimum(Eigen::VectorXd::Unit(A.cols(), A.cols() - 1), A,
                                d.offset + cup_scale - d.A * x0);
}

double worst_ratio(const SharingProblem& problem, const Sharing& answer) {
  double worst = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(problem.n_feet); ++i)
    for (std::size_t r = 0; r < static_cast<std::size_t>(problem.foot[i].n_rows); ++r) {
      const SharingRow& row = problem.foot[i].row[r];
      if (row.limit != Limit::kTorque) continue;
      worst = std::max(worst, (row.a.dot(answer.F[i]) - row.offset) / row.scale);
    }
  return worst;
}

double largest_difference(const Sharing& a, const Sharing& b) {
  double largest = 0;
  for (std::size_t i = 0; i < kMaxLegs; ++i) largest = std::max(largest, (a.F[i] - b.F[i]).norm());
  return largest;
}

TEST(PeakTorque, FindsTheLeastRatioBetweenThoseOfPyramidsInsideAndAroundTheCones) {
  constexpr std::uint64_t kPrograms = 40;  // share of hundreds of rows
  int finite = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    SCOPED_TRACE(seed);
    const SharingProblem problem = random_stance(seed);
    const double low = least_ratio_of_program(problem, Pyramid::kAround);
    const double high = least_ratio_of_program(problem, Pyramid::kInside);
    const double ratio = share_cold(problem).least_ratio;
    EXPECT_GE(ratio + 1e-6, low);
    EXPECT_LE(ratio, high + 1e-6);
    finite += std::isfinite(high);
  }
  EXPECT_GT(finite, 25);
}

TEST(PeakTorque, FindsTheLeastRatioOfTheConeSolver) {
  std::ifstream file(VENTOSA_SOURCE_DIR "/tests/controller/data/sharing_cones.csv");
  int inside = 0, above = 0, none = 0;
  std::string line;
  while (std::getline(file, line)) {
    if (line[0] == '#' || line[0] == 'v') continue;
    SCOPED_TRACE(line);
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream fields(line);
    int version = 0;
    std::uint64_t seed = 0;
    std::string margin, cost, least;
    ASSERT_TRUE(fields >> version >> seed >> margin >> cost >> least);
    ASSERT_EQ(version, kRandomStanceVersion);
    const double ratio = share_cold(random_stance(seed)).least_ratio;
    ++(std::isinf(ratio) ? none : ratio <= 1 ? inside : above);
    if (least == "none")
      EXPECT_TRUE(std::isinf(ratio));
    else
      EXPECT_NEAR(ratio, std::stod(least), 1e-6 * (1 + ratio));
  }
  // the stances cover all cases
  EXPECT_GT(inside, 600);
  EXPECT_GT(above, 10);
  EXPECT_GT(none, 10);
}

TEST(PeakTorque, KeepsBalanceAndCupsAndTheRatioWithItsRoom) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    const SharingProblem problem = random_stance(seed);
    const PeakTorqueSharing answer = share_cold(problem);
    if (answer.least_ratio > 1) continue;
    ASSERT_EQ(answer.sharing.status, SharingStatus::kOptimal);
    const DenseSharing d = dense_at(problem, answer.sharing.F);
    const Eigen::VectorXd x = stacked(answer.sharing, problem.n_feet);
    EXPECT_LT(imbalance(d, x), 1e-7);
    EXPECT_LT(excess(d, x, 0).maxCoeff(), 1e-6);
    const double held = answer.least_ratio + kPeakRoom * (1 - answer.least_ratio);
    EXPECT_LT(worst_ratio(problem, answer.sharing), held + 1e-6);
    EXPECT_GT(worst_ratio(problem, answer.sharing), answer.least_ratio - 1e-6);
  }
}

TEST(PeakTorque, IsTheSofterAnswerWhereLimitsCannotBeKept) {
  int tried = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    const SharingProblem problem = random_stance(seed);
    const PeakTorqueSharing answer = share_cold(problem);
    if (answer.least_ratio <= 1) continue;
    SharingWarmStart none;
    const Sharing softened = share_load(problem, none);
    EXPECT_NE(softened.status, SharingStatus::kOptimal);
    EXPECT_EQ(answer.sharing.status, softened.status);
    EXPECT_EQ(answer.sharing.margin, softened.margin);
    EXPECT_EQ(answer.sharing.limiting_foot, softened.limiting_foot);
    EXPECT_EQ(answer.sharing.limit, softened.limit);
    EXPECT_EQ(answer.sharing.F, softened.F);
    ++tried;
  }
  EXPECT_GT(tried, 60);
}

TEST(PeakTorque, GivesTheSameAnswerFromAnyStart) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    const SharingProblem problem = random_stance(seed);
    const PeakTorqueSharing cold = share_cold(problem);
    Dice dice(seed);
    SharingWarmStart warm;
    PeakTorqueStart start;
    // warm starts: its own, of another stance, and none
    (void)share_peak_torque(random_stance(dice.chance(0.5) ? seed : seed + 1), warm, start);
    if (dice.chance(0.3)) start.ratio = dice.chance(0.2) ? std::nan("") : dice.uniform(-1, 3);
    const PeakTorqueSharing again = share_peak_torque(problem, warm, start);
    if (std::isfinite(cold.least_ratio)) {
      EXPECT_NEAR(again.least_ratio, cold.least_ratio, 1e-7 * (1 + cold.least_ratio));
    }
    EXPECT_EQ(again.sharing.status, cold.sharing.status);
    if (cold.sharing.status == SharingStatus::kOptimal) {
      EXPECT_LT(largest_difference(again.sharing, cold.sharing), 1e-3);
    }
  }
}

/// Change of the forces when the load along one axis grows by this share.
double moved_N(SharingProblem problem, int axis, double share) {
  const PeakTorqueSharing before = share_cold(problem);
  problem.w += share * problem.w.norm() * Vector6d::Unit(axis);
  return largest_difference(before.sharing, share_cold(problem).sharing);
}

/// A tenth of a load change moves the forces by a tenth, or slightly more at a kink; at a jump it
/// would move them by the whole change.
TEST(PeakTorque, MovesItsForcesSmoothlyWithTheStance) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    const SharingProblem problem = random_stance(seed);
    if (share_cold(problem).least_ratio > 0.9) continue;
    Dice dice(seed);
    const int axis = dice.integer(0, 2);
    EXPECT_LT(moved_N(problem, axis, 1e-6), 0.3 * moved_N(problem, axis, 1e-5));
  }
}

TEST(PeakTorque, RefusesAnUnsoundProblem) {
  SharingProblem problem = random_stance(1);
  problem.n_feet = kMaxLegs + 1;
  EXPECT_EQ(share_cold(problem).sharing.status, SharingStatus::kBadInput);
  problem = random_stance(1);
  problem.foot[1].n_rows = kMaxRowsPerFoot + 1;
  EXPECT_EQ(share_cold(problem).sharing.status, SharingStatus::kBadInput);
  problem = random_stance(1);
  problem.w[2] = std::nan("");
  EXPECT_EQ(share_cold(problem).sharing.status, SharingStatus::kBadInput);
  problem = random_stance(1);
  problem.n_feet = 2;
  EXPECT_EQ(share_cold(problem).sharing.status, SharingStatus::kDegenerate);
}

}  // namespace
}  // namespace ventosa::controller::peak_torque_test
