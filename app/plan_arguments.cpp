#include <CLI/CLI.hpp>

#include "app/arguments.h"

/// Command line of `ventosa plan`.
namespace ventosa::app {
namespace {

/// Options of the plan of one scenario.
void add_scenario_plan(CLI::App& plan, PlanOptions& options) {
  plan.add_option("SCENARIO", options.scenario,
                  "scenario file, or name of a shipped one; the robot stands where it is placed")
      ->type_name("");
  plan.add_option("--to", options.to, "surface to reach [the only other one]")
      ->check(refuse_nothing, "")
      ->type_name("SURFACE");
  plan.add_option("--draw", options.draw, "folder for a picture of the start and of each step")
      ->check(refuse_nothing, "")
      ->type_name("DIR");
}

/// Options of the table of edges.
void add_angles(CLI::App& plan, PlanOptions& options) {
  plan.add_option("--angles", options.angles,
                  "plan instead for this robot around edges of 30 to 150 degrees, inner and outer, "
                  "with gravity from three sides: file, or name of a shipped robot")
      ->check(refuse_nothing, "")
      ->type_name("ROBOT");
  plan.add_option("--cup-force", options.cup_force_N,
                  "with --angles: suction force of every cup [the robot's goal]")
      ->type_name("N");
  plan.add_option("-j,--jobs", options.jobs, "with --angles: edges at a time [one per core]")
      ->check(refuse_but_whole(1, 1000), "")
      ->type_name("N");
}

}  // namespace

void add_plan(CLI::App& program, PlanOptions& options, Command& chosen) {
  CLI::App* const plan = add_command(
      program, "plan", "Plan all steps around an edge to another surface, before the first one");
  add_scenario_plan(*plan, options);
  plan->add_option("--seed", options.seed, "seed of the search; of --angles the first of three [1]")
      ->check(refuse_but_digits, "")
      ->type_name("N");
  add_angles(*plan, options);
  plan->add_flag("--json", options.json, "print one JSON object instead of tables");
  plan->callback([&] { chosen = [&] { return app::plan(options); }; });
}

}  // namespace ventosa::app
