#include <algorithm>
#include <stdexcept>

#include "bench/against_peers.h"
#include "bench/peers/sharing_peer.h"

namespace ventosa::bench {

using controller::Sharing;
using controller::SharingProblem;
using controller::SharingStatus;

namespace {

constexpr int kTicks = 4000;
constexpr int kRounds = 5;                 // the time of a problem is the median
constexpr std::size_t kSharingBlock = 50;  // calls between two alternations
constexpr double kSameForce_N = 1e-3;

struct SharingTurn {
  std::unique_ptr<SharingPeer> peer;
  Samples samples{kTicks * kRounds};
};

Sharing share_cold(const SharingProblem& problem) {
  controller::SharingWarmStart cold;
  return share_load(problem, cold);
}

void keep(SharingStatus status, std::vector<SharingProblem>& problems) {
  std::erase_if(problems,
                [&](const SharingProblem& each) { return share_cold(each).status != status; });
}

void measure_ours(const SharingProblem& problem, Samples& samples) {
  const SharingProblem at_hand = problem;
  Sharing answer;
  samples.measure([&] { answer = share_cold(at_hand); });
  samples.count_iterations(answer.iterations);
}

void measure_peer(const SharingProblem& problem, const Sharing& ours, SharingTurn& turn) {
  turn.peer->pose(dense(problem, ours.F));
  PeerVerdict verdict{};
  turn.samples.measure([&] { verdict = turn.peer->solve(); });
  turn.samples.count_iterations(turn.peer->iterations());
  const bool solved =
      verdict == PeerVerdict::kSolved &&
      (turn.peer->x() - stacked(ours, problem.n_feet)).lpNorm<Eigen::Infinity>() < kSameForce_N;
  if (!solved) turn.samples.count_failure();
}

/// Solves blocks of problems, each by our solver and then by every peer.
void take_turns(const std::vector<SharingProblem>& problems, const std::vector<Sharing>& answers,
                Samples& ours, std::vector<SharingTurn>& peers) {
  for (std::size_t block = 0; block < problems.size(); block += kSharingBlock) {
    const std::size_t end = std::min(block + kSharingBlock, problems.size());
    for (std::size_t k = block; k < end; ++k) measure_ours(problems[k], ours);
    for (SharingTurn& turn : peers)
      for (std::size_t k = block; k < end; ++k) measure_peer(problems[k], answers[k], turn);
  }
}

std::vector<Sharing> answers_to(const std::vector<SharingProblem>& problems) {
  std::vector<Sharing> answers;
  for (const SharingProblem& each : problems) answers.push_back(share_cold(each));
  return answers;
}

}  // namespace

Benchmark measure_sharing(const controller::RobotModel& robot, const Strain& strain) {
  std::vector<SharingProblem> problems = sway(robot, strain, kTicks);
  keep(strain.verdict, problems);
  if (problems.empty()) throw std::runtime_error("no problem of " + strain.name);
  std::vector<SharingTurn> peers;
  if (strain.verdict == SharingStatus::kOptimal)
    for (auto& peer : sharing_peers(robot.n_legs(), count_rows(problems.front())))
      peers.push_back({.peer = std::move(peer)});

  const std::vector<Sharing> answers = answers_to(problems);
  Samples ours(kTicks * kRounds);
  for (int round = 0; round < kRounds; ++round) take_turns(problems, answers, ours, peers);
  ours.keep_medians(problems.size());
  for (SharingTurn& turn : peers) turn.samples.keep_medians(problems.size());
  Benchmark result =
      ours.summary("load_sharing/" + std::to_string(robot.n_legs()) + "_legs/" + strain.name);
  for (const SharingTurn& turn : peers) result.add(turn.samples.peer(turn.peer->name()));
  if (strain.verdict == SharingStatus::kOptimal) result.skipped_peers = missing_sharing_peers();
  return result;
}

}  // namespace ventosa::bench
