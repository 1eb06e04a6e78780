#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>

#include "scenarios/format/gap_trace_file.h"
#include "tests/scenarios/good_scenario.h"
#include "tests/scratch_folder.h"

namespace ventosa::scenarios::read_link_test {
namespace {

namespace fs = std::filesystem;

std::string link_of(const std::string& text) {
  return with("asserts:", "link: {" + text + "}\nasserts:");
}

/// A file with a trace, in a folder of its own.
class TraceFile {
 public:
  explicit TraceFile(const std::string& text) { std::ofstream(folder / "own.yaml") << text; }

  std::string error() const {
    try {
      read_gap_trace(folder / "own.yaml");
    } catch (const models::InputError& refused) {
      return refused.what();
    }
    return "";
  }

  ScratchFolder scratch;
  fs::path folder = scratch.path();
};

TEST(ReadLink, TakesEveryEffectOfBothDirections) {
  const Scenario scenario = read(
      link_of("command_duplicate: 0.01, command_reorder: 0.02, command_reorder_s: 0.03, "
              "command_burst_share: 0.04, command_burst_length: 50, command_truncate: 0.06, "
              "command_corrupt: 0.07, telemetry_duplicate: 0.11, telemetry_reorder: 0.12, "
              "telemetry_reorder_s: 0.13, telemetry_burst_share: 0.14, telemetry_burst_length: 15, "
              "telemetry_truncate: 0.16, telemetry_corrupt: 0.17"));
  const hal::Impairment& command = scenario.twin.link.command;
  const hal::Impairment& telemetry = scenario.twin.link.telemetry;
  EXPECT_EQ(command.duplicate, 0.01);
  EXPECT_EQ(command.reorder, 0.02);
  EXPECT_EQ(command.reorder_s, 0.03);
  EXPECT_EQ(command.burst_share, 0.04);
  EXPECT_EQ(command.burst_length, 50);
  EXPECT_EQ(command.truncate, 0.06);
  EXPECT_EQ(command.corrupt, 0.07);
  EXPECT_EQ(telemetry.duplicate, 0.11);
  EXPECT_EQ(telemetry.reorder, 0.12);
  EXPECT_EQ(telemetry.reorder_s, 0.13);
  EXPECT_EQ(telemetry.burst_share, 0.14);
  EXPECT_EQ(telemetry.burst_length, 15);
  EXPECT_EQ(telemetry.truncate, 0.16);
  EXPECT_EQ(telemetry.corrupt, 0.17);
}

/// The `field` function of a description, which collects the names.
struct FieldNames {
  std::vector<std::string> names;

  template <class T>
  void operator()(const char* name, const T&, controller::Unit, controller::Range) {
    names.emplace_back(name);
  }
};

TEST(ReadLink, EveryKeyStandsInTheGuide) {
  std::ifstream file(VENTOSA_SOURCE_DIR "/docs/scenario-files.md");
  const std::string guide{std::istreambuf_iterator<char>(file), {}};
  FieldNames keys;
  const sim::LinkOptions options;
  describe(keys, options);
  EXPECT_EQ(keys.names.size(), 22u);
  for (const char* key : {"command_trace", "telemetry_trace", "kind", "period_ms", "gaps_ms"})
    keys.names.emplace_back(key);
  for (const std::string& key : keys.names)
    EXPECT_NE(guide.find("`" + key + "`"), std::string::npos) << key;
}

TEST(ReadLink, RefusesBurstsThatAreShorterThanChanceMakesThem) {
  expect_refused(link_of("command_burst_share: 0.6, command_burst_length: 2"), "10:56",
                 "must be at least 1 / (1 - burst_share)");
}

TEST(ReadLink, TakesATraceByNameOrFromBesideTheScenario) {
  const Scenario shipped = read(link_of("telemetry_trace: wifi"));
  EXPECT_EQ(shipped.twin.telemetry_gaps.end_ns.size(), 500u);
  EXPECT_TRUE(shipped.twin.command_gaps.end_ns.empty());

  const TraceFile own("kind: drop\nperiod_ms: 50\ngaps_ms: [60, 40.5]\n");
  const Scenario scenario =
      parse(link_of("command_trace: ./own.yaml"), own.folder / "test.yaml", kRobots);
  const hal::GapTrace& gaps = scenario.twin.command_gaps;
  EXPECT_EQ(gaps.kind, hal::GapKind::kDrop);
  EXPECT_EQ(gaps.period_ns, 50'000'000);
  EXPECT_EQ(gaps.end_ns, (std::vector<std::int64_t>{60'000'000, 100'500'000}));
}

TEST(ReadLink, RefusesATraceThatIsNotThere) {
  expect_refused(link_of("command_trace: wify"), "10:23", "traces/wify.yaml");
  expect_refused(link_of("telemetry_trace: ./wifi.yaml"), "10:25", "folder/wifi.yaml");
  expect_refused(link_of("leg: {rear_left: {command_trace: wifi}}"), "10:26", "unknown key");
}

TEST(ReadLink, TellsWhatElseIsWrongBesideATrace) {
  const std::string message = error_of(link_of("command_trace: wify, command_los: 0.1"));
  EXPECT_NE(message.find("wify.yaml"), std::string::npos) << message;
  EXPECT_NE(message.find("did you mean 'command_loss'?"), std::string::npos) << message;
}

TEST(ReadGapTrace, RefusesWhatIsNoTraceByItsPlace) {
  const auto refused = [](const std::string& text, const std::string& words) {
    const std::string error = TraceFile(text).error();
    EXPECT_NE(error.find(words), std::string::npos) << error;
  };
  EXPECT_EQ(TraceFile("kind: hold\ngaps_ms: [60]\n").error(), "");
  refused("kind: hold\ngaps_ms: []\n", "own.yaml:2:1: gaps_ms");
  refused("kind: hold\ngaps_ms: [60, 0]\n", "own.yaml:2:15: gaps_ms[1]");
  refused("kind: hold\ngaps_ms: [60, -1]\n", "at least 0.001");
  refused("kind: hold\ngaps_ms: [.nan]\n", "finite");
  refused("kind: hold\ngaps_ms: 60\n", "list");
  refused("kind: keep\ngaps_ms: [60]\n", "own.yaml:1:7: kind");
  refused("gaps_ms: [60]\n", "kind");
  refused("kind: drop\ngaps_ms: [60]\n", "period_ms");
  refused("kind: hold\nperiod_ms: 50\ngaps_ms: [60]\n", "unknown key");
  refused("kind: hold\ngaps_ms: [60]\nlength: 1\n", "unknown key");
}

// the statistics of the real logs that it was made from; rounded to whole ms
TEST(ReadGapTrace, TheShippedOneHasTheFiguresOfRealLogs) {
  const hal::GapTrace trace = read_gap_trace(kRobots / kTracesFolder / "wifi.yaml");
  std::vector<std::int64_t> gaps_ns(trace.end_ns.size());
  std::adjacent_difference(trace.end_ns.begin(), trace.end_ns.end(), gaps_ns.begin());
  std::sort(gaps_ns.begin(), gaps_ns.end());
  const auto quantile_ms = [&](double share) {
    const double at = share * static_cast<double>(gaps_ns.size() - 1);
    return 1e-6 * static_cast<double>(gaps_ns[static_cast<std::size_t>(std::lround(at))]);
  };
  const double n = static_cast<double>(gaps_ns.size());
  EXPECT_EQ(trace.kind, hal::GapKind::kHold);
  EXPECT_NEAR(1e-6 * static_cast<double>(trace.end_ns.back()) / n, 96, 0.5);
  EXPECT_NEAR(quantile_ms(0.9), 200, 2);
  EXPECT_NEAR(quantile_ms(0.99), 340, 5);
  EXPECT_EQ(quantile_ms(1), 770);
}

}  // namespace
}  // namespace ventosa::scenarios::read_link_test
