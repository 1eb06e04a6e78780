#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/session/stand.h"

/// Bodies at full fidelity, sent to random poses.
namespace ventosa::scenarios::random_poses_test {
namespace {

/// A robot on the wall or under the ceiling that moves to four poses in turn, up to 5 cm and 14
/// degrees away on each axis; some of them are out of reach. Every other robot has 20 % more
/// friction in its gears and 5 % more mass than its controller's model.
Scenario random_poses(int number) {
  std::mt19937_64 rng(static_cast<std::uint64_t>(number));
  const auto uniform = [&](double size) {
    return std::uniform_real_distribution<double>(-size, size)(rng);
  };
  const std::array<const char*, 3> robots{"romerin4", "romerin4x7", "romerin6"};
  const bool wall = uniform(1) > 0;
  std::ostringstream text;
  text << "schema: 1\ntitle: Poses\nrobot: " << robots[static_cast<std::size_t>(number) % 3]
       << "\nfidelity: full\nsurfaces:\n"
       << (wall ? "  - {name: hold, position_m: [0.5, 0, 1.5], normal: [-1, 0, 0]"
                : "  - {name: hold, position_m: [0, 0, 2], normal: [0, 0, -1]")
       << ", size_m: [3, 3], friction: 0.6}\nplacement: {surface: hold}\ncup_force_N: 120\n"
       << (number % 2 == 0 ? "" : "plant: {friction_scale: 1.2, mass_scale: 1.05}\n")
       << "duration_s: 25\nscript:\n";
  for (int at_s = 1; at_s < 25; at_s += 6)
    text << "  - {at_s: " << at_s << ", pose: {offset_m: [" << uniform(0.05) << ", "
         << uniform(0.05) << ", " << uniform(0.03) << "], rpy_deg: [" << uniform(14) << ", "
         << uniform(14) << ", " << uniform(14) << "]}}\n";
  text << "asserts:\n  - {name: cups, signal: count.attached, min: 4}\n";
  const std::filesystem::path source(VENTOSA_SOURCE_DIR);
  return parse(text.str(), source / "random_poses.yaml", source / "models/data");
}

TEST(RandomPoses, CostNoRobotACup) {
  for (int number = 0; number < 30; ++number) {
    const Scenario scenario = random_poses(number);
    ScenarioRun run(scenario, static_cast<std::uint64_t>(number));
    while (run.advance())
      for (std::size_t i = 0; i < run.controller().robot().leg.size(); ++i)
        ASSERT_FALSE(run.twin().truth().leg[i].cup.let_go)
            << "run " << number << ", leg " << i << ", at " << run.time_s() << " s";
  }
}

}  // namespace
}  // namespace ventosa::scenarios::random_poses_test
