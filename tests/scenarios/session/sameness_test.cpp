#include <gtest/gtest.h>

#include <map>
#include <set>

#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/full_crawl.h"

/// Runs of one scenario and seed are identical, at full fidelity: from the start, and from a
/// snapshot of any tick, during attaching or detaching, with messages under way.
namespace ventosa::scenarios::sameness_test {
namespace {

/// A complete run, with its hash at every tick and snapshots around every change of a cup.
struct Whole {
  std::vector<std::uint64_t> hash;
  std::map<std::int64_t, RunSnapshot> snapshot;
  std::set<sim::CupPhase> phases;
};

using Phases = std::vector<sim::CupPhase>;

Phases phases_of(const ScenarioRun& run) {
  Phases phases;
  for (int i = 0; i < run.scenario().robot.nominal.n_legs(); ++i)
    phases.push_back(run.twin().truth().leg[static_cast<std::size_t>(i)].cup.phase);
  return phases;
}

/// @param stride  distance of the other snapshots  [ticks]
Whole run_whole(const Scenario& scenario, std::uint64_t seed, std::int64_t stride) {
  Whole whole;
  scenarios::ScenarioRun run(scenario, seed);
  RunSnapshot before, now;
  Phases last = phases_of(run);
  bool more = true;
  while (more) {
    run.save(now);
    whole.hash.push_back(run.state_hash());
    const Phases phases = phases_of(run);
    whole.phases.insert(phases.begin(), phases.end());
    if (phases != last) whole.snapshot[before.tick] = before;
    if (phases != last || run.tick() % stride == 0) whole.snapshot[run.tick()] = now;
    last = phases;
    std::swap(before, now);
    more = run.advance();
  }
  whole.hash.push_back(run.state_hash());
  EXPECT_FALSE(run.unstable()) << run.failure();
  EXPECT_EQ(run.tick(), run.n_ticks());
  return whole;
}

/// Continues from the snapshot; false at the first tick with another hash.
testing::AssertionResult repeats(const Whole& whole, const RunSnapshot& from, std::int64_t to_tick,
                                 ScenarioRun& run) {
  run.restore(from);
  while (run.tick() < to_tick && run.advance())
    if (run.state_hash() != whole.hash[static_cast<std::size_t>(run.tick())])
      return testing::AssertionFailure()
             << "restored at tick " << from.tick << " it differs at tick " << run.tick();
  return testing::AssertionSuccess();
}

class Sameness : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Sameness, OfAFullyDetailedCrawlTwiceAndFromEverySnapshot) {
  constexpr std::int64_t kStride = 37, kOverlap = 60;
  const Scenario scenario = full_crawl();
  const std::uint64_t seed = GetParam();
  const Whole whole = run_whole(scenario, seed, kStride);
  EXPECT_TRUE(whole.phases.contains(sim::CupPhase::kFree)) << "no foot ever let go";
  EXPECT_TRUE(whole.phases.contains(sim::CupPhase::kSealing)) << "no foot ever sealed";

  scenarios::ScenarioRun again(scenario, seed);
  while (again.advance()) {
  }
  EXPECT_EQ(again.state_hash(), whole.hash.back());

  // backwards through the run, each time up to what is already checked
  std::int64_t checked = again.n_ticks();
  for (auto at = whole.snapshot.rbegin(); at != whole.snapshot.rend(); ++at) {
    EXPECT_TRUE(repeats(whole, at->second, checked, again));
    checked = std::min(again.n_ticks(), at->first + kOverlap);
  }
  // and once from the first detach to the end, in a fresh run
  scenarios::ScenarioRun fresh(scenario, seed);
  EXPECT_TRUE(repeats(whole, std::next(whole.snapshot.begin())->second, fresh.n_ticks(), fresh));
}

INSTANTIATE_TEST_SUITE_P(Seeds, Sameness, testing::Range<std::uint64_t>(1, 21));

TEST(Sameness, OtherSeedsAreOtherRuns) {
  const Scenario scenario = full_crawl();
  std::set<std::uint64_t> hashes;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    scenarios::ScenarioRun run(scenario, seed);
    for (int k = 0; k < 20; ++k) run.advance();
    hashes.insert(run.state_hash());
  }
  EXPECT_EQ(hashes.size(), 20u);
}

}  // namespace
}  // namespace ventosa::scenarios::sameness_test
