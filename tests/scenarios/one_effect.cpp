#include <algorithm>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/workers.h"
#include "scenarios/format/sections.h"
#include "scenarios/session/load.h"
#include "scenarios/verdict/verdict.h"
#include "sim/config/effects.h"
#include "tests/scenarios/one_surface.h"

/// one_effect [--seeds N] [--robot NAME]... [--jobs N] [PATTERN]...: walks with one effect of the
/// plant alone, and with all but one. Prints a row of a Markdown table for each of both that has a
/// PATTERN in its name ("fan alone", "all but fan"), over robots, surfaces and seeds 1 to N (1),
/// and a line for each run to stderr. Exit code 1 if a run failed.
namespace {

using namespace ventosa;
using models::Effect;
using scenarios::Scenario;

using scenarios::Ground, scenarios::kGround, scenarios::kWall, scenarios::kCeiling;

/// Holds on for 3 s, walks 0.1 m with default settings.
std::string walk_text(const std::string& robot, const Ground& ground, bool full) {
  const std::string fidelity = full ? "full" : "ideal", speed = full ? "0.004" : "0.01";
  return scenarios::text_on(ground, robot, fidelity) +
         "duration_s: 80\n"
         "script:\n"
         "  - {at_s: 3, walk: {velocity_m_s: [" +
         speed +
         ", 0, 0], distance_m: 0.1}}\n"
         "asserts:\n"
         "  - {name: travel, signal: error.travel.x, at: end, equals: 0.1, tolerance: 0.02, unit: "
         "m}\n"
         "  - {name: slip, signal: worst.slip, max: 0.005, unit: m}\n";
}

Scenario walk(const std::string& robot, const Ground& ground, bool full) {
  const std::string folder = VENTOSA_SOURCE_DIR "/models/data";
  return scenarios::parse(walk_text(robot, ground, full), "walk.yaml", folder);
}

/// A twin between the ideal and the full one.
struct Variant {
  std::string name;
  bool from_full = false;
  void (*change)(Effect effect, const sim::TwinConfig& full, sim::TwinConfig& twin);
  Effect effect{};
};

void add(Effect effect, const sim::TwinConfig& full, sim::TwinConfig& twin) {
  switch_on(effect, full, twin);
}
void leave_out(Effect effect, const sim::TwinConfig&, sim::TwinConfig& twin) {
  switch_off(effect, twin);
}
/// Friction of MuJoCo's solver: no part of `full`, and without play.
void make_friction_constant(Effect, const sim::TwinConfig&, sim::TwinConfig& twin) {
  switch_off(Effect::kFriction, twin);
  twin.drive.friction = sim::FrictionModel::kConstant;
}
void change_nothing(Effect, const sim::TwinConfig&, sim::TwinConfig&) {}

std::vector<Variant> all_variants() {
  std::vector<Variant> all{{"no effect", false, change_nothing}};
  for (const Effect effect : models::each_effect())
    all.push_back({std::string(controller::name(effect)) + " alone", false, add, effect});
  all.push_back({"constant friction alone", false, make_friction_constant});
  all.push_back({"all effects", true, change_nothing});
  for (const Effect effect : models::each_effect())
    all.push_back({"all but " + std::string(controller::name(effect)), true, leave_out, effect});
  all.push_back({"all with constant friction", true, make_friction_constant});
  return all;
}

/// The walk with this variant's twin, and the settings that follow it.
Scenario walk(const Variant& variant, const std::string& robot, const Ground& ground) {
  const Scenario full = walk(robot, ground, true);
  Scenario scenario = variant.from_full ? full : walk(robot, ground, false);
  variant.change(variant.effect, full.twin, scenario.twin);
  scenario.controller = scenarios::controller_settings(scenario.robot, effects_of(scenario.twin),
                                                       scenario.twin.start_cup_force_N);
  share_world(scenario);
  scenario.name = variant.name + ", " + robot + ", " + ground.name;
  return scenario;
}

/// Results of one run.
struct Outcome {
  double travel_m = 0, slip_m = 0;
  std::string failed;  ///< names of the assertions that failed, with their values
};

Outcome run(const Scenario& scenario, std::uint64_t seed) {
  scenarios::JudgedRun run(scenario, seed);
  while (run.advance()) {
  }
  Outcome outcome;
  for (const scenarios::AssertResult& each : run.verdict(1).asserts) {
    if (each.name == "travel") outcome.travel_m = each.value;
    if (each.name == "slip") outcome.slip_m = each.value;
    if (!each.pass) outcome.failed += " " + each.name + " " + std::to_string(each.value) + ";";
  }
  if (run.unstable()) outcome.failed += " unstable;";
  return outcome;
}

struct Options {
  std::size_t n_seeds = 1;
  int n_jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::string> robots, patterns;

  bool wants(const Variant& variant) const {
    return patterns.empty() || std::any_of(patterns.begin(), patterns.end(), [&](auto& pattern) {
             return variant.name.find(pattern) != std::string::npos;
           });
  }
};

std::vector<Outcome> run_all(const Variant& variant, const Options& options) {
  std::vector<Scenario> scenarios;
  for (const std::string& robot : options.robots)
    for (const Ground& ground : {kWall, kCeiling, kGround})
      scenarios.push_back(walk(variant, robot, ground));
  std::vector<Outcome> all(scenarios.size() * options.n_seeds);
  app::share_out(all.size(), options.n_jobs, [&](std::size_t i) {
    const Scenario& scenario = scenarios[i / options.n_seeds];
    const std::size_t seed = i % options.n_seeds + 1;
    const Outcome o = all[i] = run(scenario, seed);
    std::fprintf(stderr, "%s, seed %zu: travel %.3f m, slip %.1f mm%s%s\n", scenario.name.c_str(),
                 seed, o.travel_m, 1e3 * o.slip_m,
                 o.failed.empty() ? "" : ", FAILED:", o.failed.c_str());
  });
  return all;
}

/// @return true if all passed
bool try_variant(const Variant& variant, const Options& options) {
  const std::vector<Outcome> all = run_all(variant, options);
  double least_m = all.front().travel_m, slip_m = 0;
  int n_failed = 0;
  for (const Outcome& o : all) {
    least_m = std::min(least_m, o.travel_m);
    slip_m = std::max(slip_m, o.slip_m);
    n_failed += o.failed.empty() ? 0 : 1;
  }
  std::printf("| %s | %zu | %d | %.3f | %.1f |\n", variant.name.c_str(), all.size(), n_failed,
              least_m, 1e3 * slip_m);
  std::fflush(stdout);
  return n_failed == 0;
}

Options read(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--seeds" && i + 1 < argc)
      options.n_seeds = static_cast<std::size_t>(std::max(1, std::atoi(argv[++i])));
    else if (word == "--jobs" && i + 1 < argc)
      options.n_jobs = std::max(1, std::atoi(argv[++i]));
    else if (word == "--robot" && i + 1 < argc)
      options.robots.emplace_back(argv[++i]);
    else
      options.patterns.push_back(word);
  }
  if (options.robots.empty()) options.robots = {"romerin4", "romerin6", "romerin4x7"};
  return options;
}

bool try_all(const Options& options) {
  bool good = true;
  std::puts("| plant | runs | failed | least travel [m] | slip [mm] |");
  std::puts("|---|---|---|---|---|");
  for (const Variant& variant : all_variants())
    if (options.wants(variant)) good = try_variant(variant, options) && good;
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return try_all(read(argc, argv)) ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "one_effect: %s\n", error.what());
    return 2;
  }
}
