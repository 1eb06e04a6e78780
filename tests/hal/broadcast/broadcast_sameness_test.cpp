#include <gtest/gtest.h>

#include <bit>
#include <functional>

#include "record/run_log.h"
#include "scenarios/session/command_hash.h"
#include "scenarios/session/scenario_run.h"
#include "tests/hal/broadcast/slaves_scenario.h"
#include "tests/hal/broadcast/wired_walk.h"

/// A scenario gives the same references and replies in process and over the broadcast wire in lock
/// step, bit for bit.
namespace ventosa::hal::broadcast_sameness_test {
namespace {

using scenarios::CommandHash;
using scenarios::Scenario;
using scenarios::ScenarioRun;

constexpr std::uint64_t kSeed = 3;

struct Case {
  const char* name;
  std::function<Scenario()> scenario;
  double time_s;
};
void PrintTo(const Case& each, std::ostream* out) { *out << each.name; }

constexpr const char* kByItsReplies =
    "controller: {body: {estimator: registration, feedback_rate_1_s: 1}}\n";

/// Rows of a run, and the hash of its commands.
struct Recorded {
  explicit Recorded(std::vector<record::Column> columns) : log(columns), hash(std::move(columns)) {}
  record::RunLog log;
  CommandHash hash;
};

class BroadcastSameness : public testing::TestWithParam<Case> {
 protected:
  const Scenario scenario = GetParam().scenario();

  Recorded in_process() const {
    Recorded recorded(recorded_columns(scenario));
    ScenarioRun run(scenario, kSeed, {&recorded.log, &recorded.hash});
    while (run.time_s() < GetParam().time_s && run.advance()) {
    }
    return recorded;
  }

  Recorded in_lock_step(test::VirtualNetwork::Fates fates = {}) const {
    Recorded recorded(recorded_columns(scenario, scenarios::Subject::kRobot));
    test::WiredWalk walk(scenario,
                         {.pace = Pace::kLockStep, .fates = std::move(fates), .seed = kSeed},
                         {&recorded.log, &recorded.hash});
    walk.until(GetParam().time_s);
    EXPECT_EQ(walk.guard().mode, GuardMode::kActive);
    return recorded;
  }
};

/// True of references and of what the replies carry.
bool is_on_the_wire(const std::string& signal) {
  const bool is_reply = signal.starts_with("seen.leg") &&
                        (signal.ends_with(".q") || signal.ends_with(".current") ||
                         signal.ends_with(".voltage") || signal.ends_with(".sampled"));
  return signal.starts_with("command.") || is_reply;
}

/// The first reference or reply that differs; empty if all are the same.
std::string first_difference(const record::RunLog& a, const record::RunLog& b) {
  if (a.n_rows() != b.n_rows()) return "their lengths";
  std::size_t n_compared = 0;
  for (std::size_t row = 0; row < a.n_rows(); ++row)
    for (const record::Column& column : a.columns()) {
      if (!is_on_the_wire(column.name)) continue;
      const auto in_b = b.find(column.name);
      if (!in_b) return column.name + " is not recorded";
      const double here = a.at(row, a.find(column.name).value()), there = b.at(row, *in_b);
      if (std::bit_cast<std::uint64_t>(here) != std::bit_cast<std::uint64_t>(there) &&
          !(std::isnan(here) && std::isnan(there)))
        return column.name + " in row " + std::to_string(row) + ": " + std::to_string(here) + ", " +
               std::to_string(there);
      ++n_compared;
    }
  constexpr std::size_t kFewest = 6 * 3 * (1 + 3);  // a reference and three readings per joint
  return n_compared < kFewest * a.n_rows() ? "too few signals are compared" : "";
}

TEST_P(BroadcastSameness, HoldsInProcessAndInLockStep) {
  const Recorded here = in_process(), there = in_lock_step();
  EXPECT_EQ(first_difference(here.log, there.log), "");
  EXPECT_EQ(here.hash.value(), there.hash.value());
}

TEST_P(BroadcastSameness, HoldsWhateverTheNetworkLoses) {
  int n = 0;
  const auto every_ninth_is_lost = [&](const test::Way&, std::int64_t) {
    return ++n % 9 == 0 ? test::Fate{{}} : test::Fate{};
  };
  const Recorded here = in_process(), there = in_lock_step(every_ninth_is_lost);
  EXPECT_EQ(first_difference(here.log, there.log), "");
  EXPECT_EQ(here.hash.value(), there.hash.value());
}

std::function<Scenario()> hexapod(const std::string& script) {
  return [script] { return test::slaves_scenario(script); };
}
std::function<Scenario()> pantographs(const std::string& name) {
  return [name] { return test::pantograph_scenario(name); };
}

INSTANTIATE_TEST_SUITE_P(Walkers, BroadcastSameness,
                         testing::Values(Case{"hexapod_stands", hexapod(""), 1},
                                         Case{"hexapod_walks", hexapod(test::kWalk), 3},
                                         Case{"hexapod_walks_by_its_replies",
                                              hexapod(test::kWalk + std::string(kByItsReplies)), 3},
                                         Case{"pantographs_walk", pantographs("amru5_fig5"), 4},
                                         Case{"pantographs_walk_by_their_replies",
                                              pantographs("amru5_feedback"), 4}),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace ventosa::hal::broadcast_sameness_test
