#include <gtest/gtest.h>

#include <vector>

#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/good_scenario.h"

/// A walk on point feet at full fidelity is the same twice, and from a snapshot of any tick: with a
/// foot that seeks the ground, in a push, while the gait changes, with a silent leg; with drives
/// that close their own loops, bristles in their friction, bars, feet that swing by the reverse
/// body, and a body that is fed back or not.
namespace ventosa::scenarios::walker_sameness_test {
namespace {

const std::string kForceSensors = R"(schema: 1
robot: hexapod3
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 2], friction: 0.7, relief: {seed: 1, height_m: 0.01, correlation_m: 0.2}}
placement: {surface: ground}
payload: {mass_kg: 0.5, position_m: [0.03, 0.02, 0.05]}
fidelity: full
step_s: 0.0005
control_period_s: 0.002
duration_s: 11
script:
  - {at_s: 1, walk: {velocity_m_s: [0.047, 0, 0], gait: tripod}}
  - {at_s: 3, push: {force_N: [0, 10, 0], duration_s: 0.2}}
  - {at_s: 4.3, walk: {velocity_m_s: [0.022, 0, 0], gait: ripple}}
  - {at_s: 9, fault: {kind: mute, leg: middle_left}}
asserts:
  - {name: any, signal: count.loaded, min: 0}
)";

const std::string kPantographs = R"(schema: 1
robot: amru5
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 2], friction: 0.6, relief: {seed: 1, height_m: 0.01, correlation_m: 0.2}}
placement: {surface: ground}
fidelity: full
step_s: 0.001
drive: {model: electric, friction: lugre}
duration_s: 6
script:
  - {at_s: 1, walk: {velocity_m_s: [0.03, 0, 0], gait: tripod}}
  - {at_s: 3, push: {force_N: [0, 10, 0], duration_s: 0.2}}
  - {at_s: 4.5, fault: {kind: mute, leg: middle_left}}
asserts:
  - {name: any, signal: count.loaded, min: 0}
)";
const std::string kFedBack =
    kPantographs + "controller: {body: {estimator: registration, feedback_rate_1_s: 1}}\n";
const std::string kSerial = kPantographs + "linkage: serial\n";

/// Hashes of every tick, and snapshots every `kStride` ticks.
struct Whole {
  static constexpr std::int64_t kStride = 97;
  explicit Whole(ScenarioRun& run) {
    do {
      hash.push_back(run.state_hash());
      if (run.tick() % kStride == 0) run.save(snapshot.emplace_back());
    } while (run.advance());
    EXPECT_EQ(run.tick(), run.n_ticks()) << run.failure();
  }
  std::vector<std::uint64_t> hash;
  std::vector<RunSnapshot> snapshot;
};

struct Case {
  const char* name;
  const std::string& text;
};
void PrintTo(const Case& each, std::ostream* out) { *out << each.name; }

class WalkerSameness : public testing::TestWithParam<Case> {};

TEST_P(WalkerSameness, OfAWalkWithTroublesTwiceAndFromEverySnapshot) {
  const Scenario scenario = read(GetParam().text);
  for (const std::uint64_t seed : {1, 2}) {
    ScenarioRun first(scenario, seed), second(scenario, seed);
    const Whole whole(first);
    for (auto from = whole.snapshot.rbegin(); from != whole.snapshot.rend(); ++from) {
      second.restore(*from);
      for (std::int64_t k = 0; k < Whole::kStride + 10 && second.advance(); ++k)
        ASSERT_EQ(second.state_hash(), whole.hash[static_cast<std::size_t>(second.tick())])
            << "from tick " << from->tick << ", seed " << seed;
    }
    ScenarioRun fresh(scenario, seed);
    fresh.restore(whole.snapshot[whole.snapshot.size() / 2]);
    while (fresh.advance()) {
    }
    EXPECT_EQ(fresh.state_hash(), first.state_hash());
  }
}

INSTANTIATE_TEST_SUITE_P(Walks, WalkerSameness,
                         testing::Values(Case{"force_sensors", kForceSensors},
                                         Case{"pantographs", kPantographs},
                                         Case{"fed_back", kFedBack}, Case{"serial", kSerial}),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace ventosa::scenarios::walker_sameness_test
