#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

#include "models/text.h"
#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/good_scenario.h"

/// Scripts whose entries begin by events.
namespace ventosa::scenarios::event_script_test {
namespace {

struct Entry {
  std::string begins;  ///< "at_s: 1" or "after: {...}"
  std::string what;
};

const std::string kAsserts = "asserts:\n  - {signal: plan.steps_done, min: 0}\n";

std::string name_of(std::size_t k) { return std::string(1, 'e').append(std::to_string(k)); }

std::string script_of(const std::vector<Entry>& entries, const std::string& keys) {
  std::string text = kGood.substr(0, kGood.find("duration_s")) + keys + "script:\n";
  for (std::size_t k = 0; k < entries.size(); ++k)
    text += "  - {name: " + name_of(k) + ", " + entries[k].begins + ", " + entries[k].what + "}\n";
  return text + kAsserts;
}

std::string after(std::size_t entry, const std::string& is, double delay_s = 0) {
  return "after: {entry: " + name_of(entry) + ", is: " + is +
         ", delay_s: " + models::decimal(delay_s, 3) + "}";
}

const std::string kLow = "pose: {offset_m: [0, 0, -0.01]}";
const std::string kRound = "circle: {radius_m: 0.01, period_s: 2}";
const std::string kVia = "via: {points: [{offset_m: [0.01, 0.01, 0]}, {offset_m: [0, 0, 0]}]}";
const std::string kForth = "walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.02}";
const std::string kPush = "push: {force_N: [0, 5, 0], duration_s: 0.203}";

/// A step of a foot, then motions in a random order, each after the one before it.
std::vector<Entry> random_entries(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::string> motions{
      "detach: {leg: rear_left}", "attach: {leg: rear_left}", kLow, kRound, kVia, kForth};
  std::shuffle(motions.begin() + 2, motions.end(), random);
  std::vector<Entry> entries;
  std::size_t last = 0;
  for (std::size_t k = 0; k < motions.size(); ++k) {
    const double delay_s = static_cast<double>(random() % 50) / 100;
    const std::string ended = k <= 2 ? "done" : "arrived";
    entries.push_back({k == 0 ? "at_s: 0.5" : after(last, ended, delay_s), motions[k]});
    last = entries.size() - 1;
    if (random() % 2 == 0) entries.push_back({after(last, k < 2 ? "done" : "arrived", 0.1), kPush});
  }
  return entries;
}

/// A finished run with its verdict and the scenario that its inputs make.
struct Ran {
  explicit Ran(const Scenario& scenario, std::uint64_t seed = 1) : log(scenario) {
    JudgedRun run(scenario, seed, {}, &log);
    while (run.advance()) {
    }
    verdict = run.verdict(1);
    n_ticks = run.tick();
    recorded = log.scenario_text(seed);
  }
  const ScriptEvent& event(std::size_t k) const { return verdict.events.at(k); }
  bool passes(const std::string& name) const {
    for (const AssertResult& each : verdict.asserts)
      if (each.name == name) return each.pass;
    ADD_FAILURE() << "no assertion " << name;
    return false;
  }
  InputLog log;
  Verdict verdict;
  std::int64_t n_ticks = 0;
  std::string recorded;
};

std::string text_of(const std::vector<AssertResult>& asserts) {
  std::string text;
  for (const AssertResult& each : asserts)
    if (!each.pass) text += each.name + ": " + each.worst_signal + "\n";
  return text;
}

/// The entries with the times at which they began.
std::vector<Entry> timed(std::vector<Entry> entries, const Ran& ran) {
  std::map<std::string, double> at_s;
  for (const ScriptEvent& event : ran.verdict.events) at_s[event.label] = event.time_s;
  for (std::size_t k = 0; k < entries.size(); ++k)
    if (const auto found = at_s.find(name_of(k)); found != at_s.end())
      entries[k].begins = "at_s: " + models::decimal(found->second, 9);
  return entries;
}

TEST(EventScript, IsTheSameByEventsByTheirTimesAndByItsRecordedInputs) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const std::vector<Entry> entries = random_entries(seed);
    const Ran ran(read(script_of(entries, "duration_s: 60\nuntil: arrived\n")));
    ASSERT_EQ(ran.verdict.outcome, Outcome::kPass)
        << seed << ":\n"
        << text_of(ran.verdict.asserts) << script_of(entries, "");
    EXPECT_LT(ran.n_ticks, 5900);
    const std::string duration =
        "duration_s: " + models::decimal(0.01 * static_cast<double>(ran.n_ticks), 6) + "\n";
    const Ran by_times(read(script_of(timed(entries, ran), duration)));
    EXPECT_EQ(by_times.verdict.state_hash, ran.verdict.state_hash) << seed;
    const Ran again(read(ran.recorded));
    EXPECT_EQ(again.verdict.state_hash, ran.verdict.state_hash) << seed;
    EXPECT_EQ(again.n_ticks, ran.n_ticks);
    EXPECT_TRUE(again.verdict.events.empty());
    EXPECT_TRUE(again.verdict.is_complete);
  }
}

const std::vector<Entry> kAll{{"at_s: 0.5", kLow},
                              {after(0, "arrived", 0.2), kRound},
                              {after(1, "arrived"), "detach: {leg: rear_left}"},
                              {after(2, "done"), "attach: {leg: rear_left}"},
                              {after(3, "done"), kForth},
                              {"when: {leg: front_left, phase: transfer}", kPush}};

/// Snapshots before and at each event, restored into the run that has passed it and into a new one.
TEST(EventScript, GoesOnFromSnapshotsAroundEveryEvent) {
  const Scenario scenario = read(script_of(kAll, "duration_s: 100\nuntil: arrived\n"));
  const Ran ran(scenario);
  std::map<std::int64_t, RunSnapshot> snapshots;
  for (const ScriptEvent& event : ran.verdict.events)
    for (const std::int64_t off : {-1, 0}) snapshots[*event.tick + off];
  ScenarioRun run(scenario, 1);
  do
    if (const auto wanted = snapshots.find(run.tick()); wanted != snapshots.end())
      run.save(wanted->second);
  while (run.advance());
  EXPECT_EQ(run.state_hash(), ran.verdict.state_hash);
  for (const auto& [tick, snapshot] : snapshots) {
    if (tick > ran.n_ticks) continue;
    ScenarioRun other(scenario, 1);
    ScenarioRun& resumed = tick % 2 == 0 ? run : other;
    resumed.restore(snapshot);
    while (resumed.advance()) {
    }
    EXPECT_EQ(resumed.state_hash(), ran.verdict.state_hash) << "tick " << tick;
    EXPECT_EQ(resumed.tick(), ran.n_ticks) << "tick " << tick;
  }
}

/// The halves are those of the run, which ends before half of its duration.
TEST(EventScript, HasTheSameHashFromHalfTimeThoughItEndsEarly) {
  const Scenario scenario = read(script_of(kAll, "duration_s: 100\nuntil: arrived\n"));
  Ran ran(scenario);
  ASSERT_LT(ran.n_ticks, n_ticks_of(scenario) / 2);
  const RunSnapshot half = first_half(scenario, 1, ran.n_ticks);
  EXPECT_EQ(half.tick, ran.n_ticks / 2);
  verify_sameness(scenario, half, ran.verdict);
  EXPECT_TRUE(ran.verdict.asserts.back().pass);
}

TEST(EventScript, FollowsTheSeedAndEachRunRepeats) {
  const std::vector<Entry> entries{{"at_s: 0.5", "detach: {leg: rear_left}"},
                                   {after(0, "done"), "attach: {leg: rear_left}"},
                                   {after(1, "done"), kForth}};
  const Scenario scenario =
      read(script_of(entries, "duration_s: 100\nuntil: arrived\nfidelity: full\n"));
  std::map<std::vector<std::int64_t>, std::uint64_t> runs;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Ran ran(scenario, seed);
    ASSERT_EQ(ran.verdict.outcome, Outcome::kPass) << text_of(ran.verdict.asserts);
    std::vector<std::int64_t> ticks;
    for (const ScriptEvent& event : ran.verdict.events) ticks.push_back(event.tick.value());
    runs[ticks] = ran.verdict.state_hash;
    EXPECT_EQ(Ran(read(ran.recorded), seed).verdict.state_hash, ran.verdict.state_hash);
    EXPECT_EQ(Ran(scenario, seed).verdict.state_hash, ran.verdict.state_hash);
  }
  EXPECT_GT(runs.size(), 1u) << "all seeds have the same ticks";
}

/// A walk over the edge of the ground.
std::string at_the_edge(const std::string& more) {
  const std::vector<Entry> entries{
      {"at_s: 0.5", "walk: {velocity_m_s: [0.02, 0, 0], distance_m: 1}"}};
  std::string text = script_of(entries, "duration_s: 60\n");
  text.replace(text.find("size_m: [3, 3]"), 14, "size_m: [1, 1]");
  return text.replace(text.find("asserts"), 0, more);
}

TEST(EventScript, KnowsARefusalAndItsReason) {
  const Ran ran(read(at_the_edge("  - {name: back, " + after(0, "refused") +
                                 ", walk: {velocity_m_s: [-0.02, 0, 0], distance_m: 0.5}}\n")));
  EXPECT_TRUE(ran.passes("back begins"));
  EXPECT_EQ(ran.event(0).reason, controller::Reason::kNoFoothold);
}

TEST(EventScript, FailsByTheNameOfWhatNeverBegins) {
  const std::string two = "  - {name: far, " + after(0, "arrived") + ", hold: {}}\n" +
                          "  - {name: farther, " + after(0, "arrived", 1) + ", hold: {}}\n";
  const Ran ran(read(at_the_edge(two)));
  EXPECT_EQ(ran.verdict.outcome, Outcome::kFail);
  EXPECT_EQ(text_of(ran.verdict.asserts),
            "far begins: waits for: e0 is arrived\n"
            "farther begins: waits for: e0 is arrived, and far to begin\n");
  const Ran expected(read(at_the_edge(two + "expect: {never: [far, farther]}\n")));
  EXPECT_EQ(expected.verdict.outcome, Outcome::kPass) << text_of(expected.verdict.asserts);
  const Ran wrong(read(at_the_edge("  - {name: back, " + after(0, "refused") +
                                   ", hold: {}}\nexpect: {never: [back]}\n")));
  EXPECT_EQ(wrong.verdict.outcome, Outcome::kFail);
  EXPECT_FALSE(wrong.passes("back begins"));
}

TEST(EventScript, EndsByItsDurationIfTheLastMotionDoesNotArrive) {
  std::string text = at_the_edge("");
  const Ran ran(
      read(text.replace(text.find("duration_s: 60"), 14, "duration_s: 20\nuntil: arrived")));
  EXPECT_EQ(ran.n_ticks, 2000);
  EXPECT_FALSE(ran.passes("until: the run ends"));
}

TEST(EventScript, PassesThePointsOfAWay) {
  const std::vector<Entry> entries{
      {"at_s: 0.5",
       "waypoints: {points_m: [[0.02, 0, 0], [0.05, 0, 0]], speed_m_s: 0.01, "
       "radius_m: 0.005}"},
      {"after: {entry: e0, is: arrived, waypoint: 0}", kPush},
      {after(0, "arrived"), kLow}};
  const Ran ran(read(script_of(entries, "duration_s: 60\nuntil: arrived\n")));
  ASSERT_EQ(ran.verdict.outcome, Outcome::kPass) << text_of(ran.verdict.asserts);
  EXPECT_LT(ran.event(0).time_s + 1, ran.event(1).time_s);
}

}  // namespace
}  // namespace ventosa::scenarios::event_script_test
