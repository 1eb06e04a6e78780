#include <gtest/gtest.h>

#include "scenarios/format/motion_times.h"
#include "tests/scenarios/good_scenario.h"

/// Mistakes in events of a script.
namespace ventosa::scenarios::read_event_test {
namespace {

const std::string kWalk = "walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}";

/// The walk `there`, then these entries, from line 10 on.
std::string then(const std::string& entries, const std::string& keys = "") {
  std::string text = with("{at_s: 1, walk", "{name: there, at_s: 1, walk");
  text.insert(text.find("asserts:"), entries);
  return text.insert(text.find("script:"), keys);
}
std::string entry(const std::string& content) { return "  - {" + content + "}\n"; }
std::string after(const std::string& content) {
  return entry("name: next, after: {" + content + "}, hold: {}");
}

TEST(ReadEvent, ReadsWhatCanCome) {
  const Scenario scenario =
      read(then(after("entry: there, is: arrived, delay_s: 0.5") +
                entry("when: {leg: rear_left, phase: seal}, push: {force_N: [0, 1, 0], "
                      "duration_s: 1}") +
                entry("after: {entry: there, is: refused}, detach: {leg: rear_left}")));
  ASSERT_EQ(scenario.script.events().size(), 3u);
  EXPECT_EQ(scenario.script.events()[0].label, "next");
  EXPECT_EQ(scenario.script.events()[1].text, "rear_left is in seal");
  EXPECT_EQ(scenario.script.goals()[1].at_s, kNotYet_s);
}

TEST(ReadEvent, RefusesWhatCannotBeWaitedFor) {
  const auto refuse = [](const std::string& entries, const std::string& place,
                         const std::string& words) { expect_refused(then(entries), place, words); };
  refuse(after("entry: thre, is: arrived"), "10:33",
         "script[1].after.entry = thre: is the name of no entry (did you mean there?)");
  refuse(after("entry: next, is: arrived"), "10:33", "is this entry itself");
  refuse(after("entry: later, is: arrived") + entry("name: later, after: {entry: next, is: "
                                                    "arrived}, hold: {}"),
         "10:33", "each would wait for the other");
  refuse(entry("name: there, at_s: 2, hold: {}"), "10:12", "is the name of script[0], too");
  refuse(after("entry: there, is: arrived, delay_s: 3600"), "10:62", "is longer than the run");
  refuse(after("entry: there, is: gone"), "10:44", "arrived");
  refuse(after("entry: there, is: done"), "10:44",
         "cannot happen: there is a motion of the body: it is arrived or refused");
  refuse(entry("name: off_pd, at_s: 2, hold: {pd: false}") + after("entry: off_pd, is: arrived"),
         "11:45", "cannot happen: off_pd is a hold, which has no end");
  refuse(entry("name: on, at_s: 2, push: {force_N: [0, 1, 0], duration_s: 1}"), "10:12", "text");
  refuse(entry("name: shove, at_s: 2, push: {force_N: [0, 1, 0], duration_s: 1}") +
             after("entry: shove, is: arrived"),
         "11:33", "is no motion, so it does not end");
  refuse(entry("name: lifted, at_s: 2, detach: {leg: rear_left}") +
             after("entry: lifted, is: arrived"),
         "11:45", "is a task of a leg: it is done or refused");
  refuse(entry("name: for_ever, at_s: 2, walk: {velocity_m_s: [0.01, 0, 0]}") +
             after("entry: for_ever, is: arrived"),
         "11:47", "walk without distance_m");
  refuse(after("entry: there, is: arrived, waypoint: 0"), "10:63", "needs an entry with waypoints");
}

TEST(ReadEvent, RefusesPhasesThatCannotBegin) {
  expect_refused(then(entry("when: {leg: rear_left, phase: free}, hold: {}")), "10:36",
                 "nothing before this entry moves that foot so");
  expect_refused(then(entry("when: {leg: nobody, phase: lift}, hold: {}")), "10:18", "rear_left");
  expect_refused(then(entry("when: {leg: rear_left, phase: up}, hold: {}")), "10:36", "transfer");
  std::string text = with("  - {at_s: 1, walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}}\n",
                          "  - {when: {leg: rear_left, phase: lift}, hold: {}}\n");
  expect_refused(text, "9:36", "nothing before this entry moves that foot so");
}

TEST(ReadEvent, RefusesABeginThatIsNotOne) {
  expect_refused(then(entry("hold: {}")), "10:5", "needs at_s, after or when");
  expect_refused(then(entry("at_s: 2, after: {entry: there, is: arrived}, hold: {}")), "10:15",
                 "excludes at_s");
  expect_refused(then(entry("after: {entry: there, is: arrived}, when: {leg: rear_left, phase: "
                            "lift}, hold: {}")),
                 "10:42", "excludes after");
}

TEST(ReadEvent, RefusesAnOrderThatIsUnknown) {
  expect_refused(then(after("entry: there, is: arrived") + entry("at_s: 3, hold: {}")), "11:12",
                 "may come before next");
  EXPECT_EQ(error_of(then(after("entry: there, is: arrived") +
                          entry("at_s: 3, push: {force_N: [0, 1, 0], duration_s: 1}"))),
            "");
  expect_refused(then(after("entry: there, is: arrived") +
                      entry("after: {entry: there, is: arrived}, " + kWalk)),
                 "11:6", "is the event of next, which this would replace");
}

/// A pose would be cut by a motion whose event may come before its end.
TEST(ReadEvent, RefusesAMotionThatMayCutAnother) {
  const std::string pose =
      entry("name: up, after: {entry: there, is: arrived}, pose: {offset_m: [0.01, 0, 0]}");
  expect_refused(then(pose + entry("when: {leg: rear_left, phase: lift}, " + kWalk)), "11:5",
                 "script[2]: may start before script[1] has ended");
  EXPECT_EQ(error_of(then(pose + entry("after: {entry: up, is: arrived}, " + kWalk))), "");
  EXPECT_EQ(error_of(then(pose + entry("when: {leg: rear_left, phase: lift}, hold: {}"))), "");
}

TEST(ReadEvent, ChecksThePosturesOfEntriesWithoutATime) {
  std::string text = with("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}}",
                          "pose: {offset_m: [0, 0, 0.001]}, name: there}");
  text.replace(text.find("{surface: ground}"), 17,
               "{surface: ground, stance: {radius_m: 0.02, height_m: 0.15}}");
  text.insert(text.find("asserts:"),
              entry("after: {entry: there, is: arrived}, pose: {offset_m: [0, 0, 0.05], rpy_deg: "
                    "[0, 0, 60]}"));
  expect_refused(text, "10:5", "would collide with itself");
}

TEST(ReadEvent, RefusesAnEndThatCannotCome) {
  expect_refused(with("script:", "until: done\nscript:"), "8:8", "arrived");
  expect_refused(
      with("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}}", "hold: {}}\nuntil: arrived"),
      "10:8", "needs a motion in the script");
  expect_refused(with("distance_m: 0.1}}", "turn_deg_s: [0, 0, 1]}}\nuntil: arrived"), "10:8",
                 "the last motion, script[0], is a walk without distance_m");
  expect_refused(with_inputs("- {tick: 0}\nuntil: arrived\n"), "10:8", "needs a script");
  expect_refused(then(after("entry: there, is: arrived"), "expect: {never: [there]}\n"), "8:18",
                 "next");
  expect_refused(with("script:", "expect: {never: [there]}\nscript:"), "8:18",
                 "names no entry that waits for an event");
}

/// Pushes without a time may be at any: they count as simultaneous.
TEST(ReadEvent, CountsDisturbancesWithoutATimeAsSimultaneous) {
  std::string pushes;
  for (int k = 0; k < sim::kMaxForces; ++k)
    pushes += entry(
        "when: {leg: rear_left, phase: lift}, push: {force_N: [0, 1, 0], duration_s: "
        "0.1}");
  expect_refused(then(pushes), std::to_string(9 + sim::kMaxForces),
                 "pushes within one control period");
}

}  // namespace
}  // namespace ventosa::scenarios::read_event_test
