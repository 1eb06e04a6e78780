#include "bench/fidelity.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "scenarios/session/load.h"
#include "sim/config/fingerprint.h"

namespace ventosa::bench::fidelity_test {
namespace {

using scenarios::Scenario;

Scenario ideal_crawl() {
  const std::filesystem::path source(VENTOSA_SOURCE_DIR);
  return scenarios::load(source / "scenarios/data/crawl_up_wall.yaml", source / "models/data");
}

std::uint64_t fingerprint(const Scenario& scenario) {
  return sim::fingerprint_of(scenario.robot, scenario.twin);
}

// a row for each effect of full fidelity, and no other rows
TEST(Effects, AreTogetherAllOfFullFidelity) {
  Scenario scenario = ideal_crawl();
  const Scenario full = with_full_fidelity(scenario);
  EXPECT_NE(fingerprint(scenario), fingerprint(full));
  for (const Effect& effect : effects()) effect.take(full.twin, scenario.twin);
  EXPECT_EQ(fingerprint(scenario), fingerprint(full));
}

TEST(Effects, EachChangeTheTwinAndHaveANameOfTheirOwn) {
  const Scenario ideal = ideal_crawl();
  const Scenario full = with_full_fidelity(ideal);
  std::set<std::string> names;
  std::set<std::uint64_t> twins{fingerprint(ideal)};
  for (const Effect& effect : effects()) {
    Scenario with_effect = ideal;
    effect.take(full.twin, with_effect.twin);
    EXPECT_TRUE(twins.insert(fingerprint(with_effect)).second) << effect.name;
    EXPECT_TRUE(names.insert(effect.name).second) << effect.name;
  }
}

TEST(Effects, AreMeasuredOverTheWholeRun) {
  Scenario ideal = ideal_crawl();
  ideal.duration_s = 1;
  const Benchmark result = measure_effect(ideal, effects().back());
  EXPECT_EQ(result.n, 100);
  EXPECT_EQ(result.allocs, result.allocs < 0 ? -1 : 0);
  ASSERT_EQ(result.peers.size(), 1u);
  EXPECT_TRUE(result.share.has_value());
  EXPECT_GT(result.realtime_factor, 0);
}

}  // namespace
}  // namespace ventosa::bench::fidelity_test
