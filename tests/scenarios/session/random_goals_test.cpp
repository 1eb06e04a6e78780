#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/session/stand.h"

/// Random goals, each at any time, also with feet in the air.
namespace ventosa::scenarios::random_goals_test {
namespace {

class RandomScript {
 public:
  explicit RandomScript(int number) : rng_(static_cast<std::uint64_t>(number)) {}

  std::string text() {
    const std::size_t n_robots = kRobots.size();
    const std::string robot = kRobots[below(n_robots)];
    const bool on_wall = below(2) == 0, turns = below(3) == 0;
    out_ << "schema: 1\ntitle: Goals\nrobot: " << robot << "\nsurfaces:\n"
         << "  - {name: wall, position_m: [0.5, 0, 2.5], normal: [-1, 0, 0], size_m: [4, 4], "
            "friction: 0.6}\n"
         << "  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [8, 8], "
            "friction: 0.6}\n"
         << "placement: {surface: " << (on_wall ? "wall" : "ground")
         << ", position_m: [0, 0]}\ncup_force_N: 120\nduration_s: 90\nscript:\n";
    for (double at_s = 1; at_s < 65; at_s += between(0.5, 15)) add_goal(at_s, turns);
    out_ << "  - {at_s: 72, hold: {}}\n"
         << "asserts:\n  - {name: cups, signal: count.attached, min: 0}\n";
    return out_.str();
  }

 private:
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(rng_);
  }
  double within(double most) { return between(-most, most); }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(rng_() % n); }

  /// A hold ends an unfinished motion. After a turn the position of a later pose is unknown.
  void add_goal(double at_s, bool turns) {
    const std::size_t kind = below(6);
    out_ << "  - {at_s: " << at_s - 0.01 << ", hold: {}}\n  - {at_s: " << at_s;
    if (kind < 3)
      add_walk(turns);
    else if (kind < 5 && !turns)
      out_ << ", pose: {offset_m: [" << within(0.15) << ", " << within(0.15) << ", "
           << between(-0.04, 0.06) << "], rpy_deg: [" << within(8) << ", " << within(8) << ", "
           << within(15) << "]}}\n";
    else
      out_ << ", hold: {}}\n";
  }

  void add_walk(bool turns) {
    out_ << ", walk: {velocity_m_s: [" << within(0.02) << ", " << within(0.02) << ", 0], ";
    if (turns)
      out_ << "turn_deg_s: [0, 0, " << within(5) << "]";
    else
      out_ << "distance_m: " << between(0.05, 0.4);
    out_ << ", gait: " << (below(2) == 0 ? "wave" : "free") << "}}\n";
  }

  static constexpr std::array<const char*, 5> kRobots{"romerin4", "romerin4", "romerin4_mixed",
                                                      "romerin5", "romerin6"};
  std::mt19937_64 rng_;
  std::ostringstream out_;
};

Scenario random_goals(int number) {
  const std::filesystem::path source(VENTOSA_SOURCE_DIR);
  return parse(RandomScript(number).text(), source / "random_goals.yaml", source / "models/data");
}

/// It may not arrive, but it ends on all its feet, has lost none, and never touched itself.
TEST(RandomGoals, LeaveNoRobotStuckAndNoFootLoose) {
  for (int number = 0; number < 30; ++number) {
    const Scenario scenario = random_goals(number);
    ScenarioRun run(scenario, static_cast<std::uint64_t>(number));
    const controller::Diagnostics& plan = run.controller().diagnostics();
    const std::size_t n_legs = run.controller().robot().leg.size();
    while (run.advance()) {
      const sim::Truth& truth = run.twin().truth();
      ASSERT_GT(truth.self.distance_m, 0) << "run " << number << ", at " << run.time_s() << " s";
      for (std::size_t i = 0; i < n_legs; ++i)
        ASSERT_FALSE(is_contact_phase(plan.phase[i]) &&
                     truth.leg[i].cup.phase == sim::CupPhase::kFree)
            << "run " << number << ", leg " << i << ", at " << run.time_s() << " s";
    }
    for (std::size_t i = 0; i < n_legs; ++i)
      EXPECT_EQ(plan.phase[i], controller::FootPhase::kStance) << "run " << number << ", leg " << i;
  }
}

}  // namespace
}  // namespace ventosa::scenarios::random_goals_test
