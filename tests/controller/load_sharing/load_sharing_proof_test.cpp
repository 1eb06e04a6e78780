#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "tests/controller/kkt.h"
#include "tests/controller/random_stance.h"

/// Proofs of optimality and feasibility without solving the problem again, and stored answers of
/// other solvers in data/.
namespace ventosa::controller::load_sharing_proof_test {
namespace {

#ifdef NDEBUG
constexpr std::uint64_t kProofs = 100000;
#else
constexpr std::uint64_t kProofs = 10000;  // Eigen is slow with assertions
#endif

struct Proof {
  SharingProblem problem;
  SharingWarmStart active;
  Sharing answer;

  explicit Proof(std::uint64_t seed) : problem(random_stance(seed)) {
    answer = share_load(problem, active);
  }
  double slack() const { return answer.status == SharingStatus::kSoftened ? -answer.margin : 0; }
  bool has_forces() const {
    return answer.status == SharingStatus::kOptimal || answer.status == SharingStatus::kSoftened;
  }
};

/// Cones replaced by sixteen tangents; a cone without scale is a point, for which they are exact.
DenseSharing all_around(const SharingProblem& problem) {
  return dense_pyramids(problem, 16, Pyramid::kAround);
}

/// Cones replaced by tangents near the forces: any of them may prove that no smaller slack exists.
DenseSharing fan_at(const SharingProblem& problem, const PerLeg<Vector3d>& F) {
  std::vector<FootRow> rows = linear_rows(problem);
  std::vector<double> fan{0};
  for (double angle = 1e-6; angle < 2e-3; angle *= 2) fan.insert(fan.end(), {angle, -angle});
  add_tangents(problem, F, fan, rows);
  return dense(problem, rows);
}

TEST(LoadSharingProof, EveryAnswerKeepsTheConditionsOfKarushKuhnAndTucker) {
  KktResiduals worst;
  std::array<int, 6> count{};
  for (std::uint64_t seed = 0; seed < kProofs; ++seed) {
    SCOPED_TRACE(seed);
    const Proof proof(seed);
    ++count[static_cast<std::size_t>(proof.answer.status)];
    if (proof.answer.status == SharingStatus::kHardInfeasible) {
      ASSERT_LT(distance_from_contradiction(all_around(proof.problem)), 1e-6);
      continue;
    }
    ASSERT_TRUE(proof.has_forces());
    const Eigen::VectorXd x = stacked(proof.answer, proof.problem.n_feet);
    if (proof.slack() > 0) {
      const DenseSharing fan = fan_at(proof.problem, proof.answer.F);
      ASSERT_LT(excess(fan, x, proof.slack()).maxCoeff(), 1e-8 * (1 + x.lpNorm<Eigen::Infinity>()));
      // the slack costs 1e4 times as much as the forces: tangents are off by that ratio, the slack
      // by its square
      ASSERT_LT(distance_from_least_slack(fan, x, proof.slack()), 1e-4);
      continue;
    }
    const auto [rows, active] = judged_rows(proof.problem, proof.answer.F, proof.active);
    const KktResiduals residuals = kkt_residuals(dense(proof.problem, rows), active, x, 0);
    worst.keep_largest(residuals);
    ASSERT_LT(residuals.largest(), 1e-8);
  }
  // the stances cover all cases
  const auto share = [&](SharingStatus status) {
    return static_cast<double>(count[static_cast<std::size_t>(status)]) / kProofs;
  };
  EXPECT_GT(share(SharingStatus::kOptimal), 0.5);
  EXPECT_GT(share(SharingStatus::kSoftened), 0.07);
  EXPECT_GT(share(SharingStatus::kHardInfeasible), 0.0005);
  std::cout << "of " << kProofs << ": " << count[0] << " optimal, " << count[1] << " softened, "
            << count[2] << " contradictory; largest relative residuals: stationarity "
            << worst.stationarity << ", balance " << worst.balance << ", primal " << worst.primal
            << ", dual " << worst.dual << ", complementarity " << worst.complementarity << '\n';
}

/// Lines of a stored file, without its heading.
std::ifstream open_kept(const std::string& name, const std::string& headings) {
  std::ifstream file(VENTOSA_SOURCE_DIR "/tests/controller/data/" + name);
  std::string line;
  while (std::getline(file, line) && line != headings) {
  }
  return file;
}

/// Feasibility, largest margin and cost by an interior-point solver for cone programs.
TEST(LoadSharingProof, AgreesWithTheKeptAnswersOfAConeSolver) {
  std::ifstream file = open_kept("sharing_cones.csv", "version,seed,best_margin,cost,least_ratio");
  int optimal = 0, softened = 0;
  std::string line;
  while (std::getline(file, line)) {
    SCOPED_TRACE(line);
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream fields(line);
    int version = 0;
    std::uint64_t seed = 0;
    std::string margin, cost;
    ASSERT_TRUE(fields >> version >> seed >> margin >> cost);
    ASSERT_EQ(version, kRandomStanceVersion);
    const Proof proof(seed);
    if (margin == "none") {
      EXPECT_EQ(proof.answer.status, SharingStatus::kHardInfeasible);
      continue;
    }
    const double best = std::stod(margin);
    if (best < 0) {
      EXPECT_EQ(proof.answer.status, SharingStatus::kSoftened);
      EXPECT_NEAR(proof.answer.margin, best, 1e-6 * (1 - best));
      ++softened;
      continue;
    }
    ASSERT_EQ(proof.answer.status, SharingStatus::kOptimal);
    EXPECT_LT(proof.answer.margin, best + 1e-6);
    const DenseSharing d = dense(proof.problem, linear_rows(proof.problem));
    const Eigen::VectorXd x = stacked(proof.answer, proof.problem.n_feet);
    const double kept = std::stod(cost);
    EXPECT_NEAR(0.5 * x.dot(d.H * x) + d.c.dot(x), kept, 1e-6 * (1 + std::abs(kept)));
    ++optimal;
  }
  EXPECT_GT(optimal, 500);
  EXPECT_GT(softened, 100);
}

/// The slack after increasing the rows of one limit of one foot slightly.
double slack_with(SharingProblem problem, std::size_t foot, Limit limit) {
  constexpr double kGrowth = 1e-4;
  SharingFoot& changed = problem.foot[foot];
  for (std::size_t r = 0; r < static_cast<std::size_t>(changed.n_rows); ++r)
    if (changed.row[r].limit == limit) changed.row[r].scale *= 1 + kGrowth;
  for (std::size_t k = 0; k < static_cast<std::size_t>(changed.n_cones); ++k)
    if (changed.cone[k].limit == limit) changed.cone[k].scale *= 1 + kGrowth;
  SharingWarmStart none;
  const Sharing answer = share_load(problem, none);
  return answer.status == SharingStatus::kSoftened ? -answer.margin : 0;
}

TEST(LoadSharingProof, BlamesTheLimitWhoseGrowthWouldLowerTheSlackMost) {
  int blamed = 0;
  for (std::uint64_t seed = 0; blamed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const Proof proof(seed);
    if (proof.answer.status != SharingStatus::kSoftened || proof.slack() > 3) continue;
    ++blamed;
    double least = proof.slack();
    for (std::size_t i = 0; i < static_cast<std::size_t>(proof.problem.n_feet); ++i)
      for (const Limit limit :
           {Limit::kTorque, Limit::kSlip, Limit::kPullOff, Limit::kPeel, Limit::kPush})
        least = std::min(least, slack_with(proof.problem, i, limit));
    const auto foot = static_cast<std::size_t>(proof.answer.limiting_foot);
    const double gain = proof.slack() - slack_with(proof.problem, foot, proof.answer.limit);
    EXPECT_GT(gain, 0.99 * (proof.slack() - least));
  }
}

}  // namespace
}  // namespace ventosa::controller::load_sharing_proof_test
