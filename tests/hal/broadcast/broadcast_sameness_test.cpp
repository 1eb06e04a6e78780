#include <gtest/gtest.h>

#include <bit>

#include "record/run_log.h"
#include "scenarios/session/pushed_twin.h"
#include "tests/hal/armed.h"
#include "tests/hal/broadcast/broadcast_twin.h"
#include "tests/hal/broadcast/slaves_scenario.h"

/// A scenario gives the same references and replies in process and over the broadcast wire in lock
/// step, bit for bit.
namespace ventosa::hal::broadcast_sameness_test {
namespace {

using scenarios::RobotRun;
using scenarios::Scenario;
using scenarios::ScenarioRun;

constexpr std::uint64_t kSeed = 3;

struct Case {
  const char* name;
  std::string script;
  double time_s;
};
void PrintTo(const Case& each, std::ostream* out) { *out << each.name; }

constexpr const char* kByItsReplies =
    "controller: {body: {estimator: registration, feedback_rate_1_s: 1}}\n";

class BroadcastSameness : public testing::TestWithParam<Case> {
 protected:
  const Scenario scenario = test::slaves_scenario(GetParam().script);

  record::RunLog in_process() const {
    record::RunLog log(recorded_columns(scenario));
    ScenarioRun run(scenario, kSeed, {&log});
    while (run.time_s() < GetParam().time_s && run.advance()) {
    }
    return log;
  }

  record::RunLog over_the_wire(Pace pace, test::VirtualNetwork::Fates fates = {}) const {
    record::RunLog log(recorded_columns(scenario, scenarios::Subject::kRobot));
    scenarios::PushedTwin plant(scenario, kSeed);
    controller::Start start;
    EXPECT_EQ(plant.start(start), Status::kOk);
    test::BroadcastTwin wire(plant,
                             {.model = scenario.robot.nominal,
                              .start = start,
                              .period_ns = plant.capabilities().control_period_ns},
                             pace, std::move(fates));
    EXPECT_EQ(wire.take(), std::vector<std::string>{});
    test::Armed armed(scenario);
    RobotRun run(scenario, wire.robot, {&log}, nullptr, &armed);
    while (run.time_s() < GetParam().time_s && run.advance()) {
    }
    EXPECT_EQ(run.session().report().guard.mode, GuardMode::kActive);
    return log;
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

TEST_P(BroadcastSameness, HoldsInProcessAndOverTheWire) {
  EXPECT_EQ(first_difference(in_process(), over_the_wire(Pace::kLockStep)), "");
}

TEST_P(BroadcastSameness, HoldsWhateverTheNetworkLoses) {
  int n = 0;
  const auto every_ninth_is_lost = [&](const test::Way&, std::int64_t) {
    return ++n % 9 == 0 ? test::Fate{{}} : test::Fate{};
  };
  EXPECT_EQ(first_difference(in_process(), over_the_wire(Pace::kLockStep, every_ninth_is_lost)),
            "");
}

INSTANTIATE_TEST_SUITE_P(Hexapod, BroadcastSameness,
                         testing::Values(Case{"stands", "", 1}, Case{"walks", test::kWalk, 3},
                                         Case{"walks_by_its_replies",
                                              test::kWalk + std::string(kByItsReplies), 3}),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace ventosa::hal::broadcast_sameness_test
