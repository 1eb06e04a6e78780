#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iomanip>
#include <map>

#include "bench/peers/sharing_peer.h"
#include "tests/controller/random_stance.h"

/// Load sharing against other people's solvers, on seeded stances. With --update-golden their
/// answers are written down for the builds that have none of them.
namespace ventosa::bench {

bool update_golden = false;

namespace {

using controller::Sharing;
using controller::SharingProblem;
using controller::SharingStatus;

constexpr std::uint64_t kSeeds = 2000;
constexpr std::uint64_t kGoldenSeeds = 200;
constexpr double kSameCost = 1e-6;  ///< beside the cost and one

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

/// How often each peer gave each verdict; printed, because giving up is no contradiction.
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
    const DenseSharing d = dense(problem);
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

/// A thousandth above the least slack the problem can be solved, a thousandth below it cannot.
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
      const DenseSharing d = dense(problem, slack);
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

TEST(SharingPeers, KeepTheirAnswersForOtherBuilds) {
  if (!update_golden) GTEST_SKIP() << "--update-golden writes them";
  std::ofstream file(VENTOSA_SOURCE_DIR "/tests/controller/data/sharing_peers.csv");
  file << "# verdict and cost 1/2 x'H x + c'x of random_stance(seed), generator version "
       << controller::kRandomStanceVersion
       << ", by\n# eiquadprog 1.3.2 (fast) and ProxSuite 0.8.0 (dense, 1e-7): "
          "sharing_peers_test --update-golden\nversion,seed,peer,verdict,cost\n"
       << std::setprecision(12);
  for (std::uint64_t seed = 0; seed < kGoldenSeeds; ++seed) {
    const SharingProblem problem = controller::random_stance(seed);
    const DenseSharing d = dense(problem);
    for (const auto& peer : sharing_peers(problem.n_feet, static_cast<int>(d.b.size()))) {
      if (peer->name() == "eiquadprog-rt") continue;
      peer->pose(d);
      const PeerVerdict verdict = peer->solve();
      file << controller::kRandomStanceVersion << ',' << seed << ',' << peer->name() << ','
           << name(verdict) << ',' << (verdict == PeerVerdict::kSolved ? d.cost(peer->x()) : 0)
           << '\n';
    }
  }
}

}  // namespace
}  // namespace ventosa::bench

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int k = 1; k < argc; ++k)
    ventosa::bench::update_golden |= std::strcmp(argv[k], "--update-golden") == 0;
  return RUN_ALL_TESTS();
}
