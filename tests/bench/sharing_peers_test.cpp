#include <gtest/gtest.h>

#include <iostream>
#include <map>

#include "bench/peers/sharing_peer.h"
#include "tests/controller/random_stance.h"

/// Load sharing compared with other QP solvers, on seeded stances: cones as eight tangents
/// (dense_sharing.h). The comparison with a solver for cones is load_sharing_proof_test.
namespace ventosa::bench::sharing_peers_test {
namespace {

using controller::Sharing;
using controller::SharingProblem;
using controller::SharingStatus;

constexpr std::uint64_t kSeeds = 2000;
constexpr double kSameCost = 1e-6;  ///< relative to the cost, and absolute

const char* name(PeerVerdict verdict) {
  if (verdict == PeerVerdict::kSolved) return "solved";
  return verdict == PeerVerdict::kInfeasible ? "infeasible" : "gave_up";
}

PeerVerdict expected(const Sharing& answer) {
  return answer.status == SharingStatus::kOptimal ? PeerVerdict::kSolved : PeerVerdict::kInfeasible;
}

Sharing share_cold(const SharingProblem& problem) {
  controller::SharingWarmStart cold;
  return share_load(problem, cold);
}

void expect_same_cost(const DenseSharing& d, const Eigen::VectorXd& ours,
                      const Eigen::VectorXd& theirs) {
  const double cost = d.cost(ours);
  EXPECT_NEAR(d.cost(theirs), cost, kSameCost * (1 + std::abs(cost)));
}

/// How often each peer gave each result; printed, because a peer that gives up contradicts nothing.
using Verdicts = std::map<std::string, std::map<std::string, int>>;

void print(const char* what, const Verdicts& verdicts) {
  for (const auto& [peer, counts] : verdicts) {
    std::cout << what << ", " << peer << ":";
    for (const auto& [verdict, n] : counts) std::cout << ' ' << n << ' ' << verdict;
    std::cout << '\n';
  }
}

TEST(SharingPeers, AgreeOnVerdictAndCost) {
  Verdicts verdicts;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    const SharingProblem problem = controller::random_stance(seed);
    const Sharing answer = share_cold(problem);
    const DenseSharing d = dense(problem, answer.F);
    for (const auto& peer : sharing_peers(problem.n_feet, static_cast<int>(d.b.size()))) {
      SCOPED_TRACE(peer->name());
      peer->pose(d);
      const PeerVerdict verdict = peer->solve();
      ++verdicts[peer->name()][name(verdict)];
      if (verdict == PeerVerdict::kGaveUp) continue;
      EXPECT_EQ(verdict, expected(answer));
      if (verdict == PeerVerdict::kSolved && answer.status == SharingStatus::kOptimal)
        expect_same_cost(d, stacked(answer, problem.n_feet), peer->x());
    }
  }
  print("as posed", verdicts);
}

/// With a thousandth more than the least slack the problem is feasible, with a thousandth less it
/// is not.
TEST(SharingPeers, AgreeOnTheLeastSlack) {
  Verdicts above;
  Verdicts below;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    const SharingProblem problem = controller::random_stance(seed);
    const Sharing answer = share_cold(problem);
    if (answer.status != SharingStatus::kSoftened || answer.margin < -3) continue;
    for (const double beside : {-1e-3, 1e-3}) {
      const double slack = -answer.margin + beside * (1 - answer.margin);
      const DenseSharing d = dense(problem, answer.F, slack);
      for (const auto& peer : sharing_peers(problem.n_feet, static_cast<int>(d.b.size()))) {
        SCOPED_TRACE(peer->name());
        peer->pose(d);
        const PeerVerdict verdict = peer->solve();
        ++(beside < 0 ? below : above)[peer->name()][name(verdict)];
        if (verdict == PeerVerdict::kGaveUp) continue;
        EXPECT_EQ(verdict, beside < 0 ? PeerVerdict::kInfeasible : PeerVerdict::kSolved) << beside;
      }
    }
  }
  print("below the least slack", below);
  print("above the least slack", above);
}

}  // namespace
}  // namespace ventosa::bench::sharing_peers_test
