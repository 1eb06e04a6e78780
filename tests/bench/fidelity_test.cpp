#include "bench/fidelity.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "scenarios/session/load.h"

namespace ventosa::bench::fidelity_test {
namespace {

using scenarios::Scenario;

Scenario ideal_crawl() {
  const std::filesystem::path source(VENTOSA_SOURCE_DIR);
  return scenarios::load(source / "scenarios/data/crawl_up_wall.yaml", source / "models/data");
}

TEST(Effects, AreMeasuredOverTheWholeRun) {
  Scenario ideal = ideal_crawl();
  ideal.duration_s = 1;
  const Benchmark result = measure_effect(ideal, models::Effect::kLoss);
  EXPECT_EQ(result.n, 100);
  EXPECT_EQ(result.allocs, result.allocs < 0 ? -1 : 0);
  ASSERT_EQ(result.peers.size(), 1u);
  EXPECT_TRUE(result.share.has_value());
  EXPECT_GT(result.realtime_factor, 0);
}

}  // namespace
}  // namespace ventosa::bench::fidelity_test
