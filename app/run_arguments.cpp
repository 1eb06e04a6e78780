#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <thread>

#include "app/arguments.h"

/// The arguments of `ventosa run` and `ventosa test`.
namespace ventosa::app {
namespace {

template <class Enum>
void add_choice(CLI::App& command, const char* option, const char* about,
                std::optional<Enum>& choice) {
  command
      .add_option_function<std::string>(
          option,
          [&choice, option](const std::string& name) {
            const auto& names = controller::kEnumerators<Enum>;
            const auto found = std::find(names.begin(), names.end(), name);
            std::string all;
            for (const std::string_view each : names)
              all += (all.empty() ? "" : ", ") + std::string(each);
            if (found == names.end())
              throw CLI::ValidationError(option, name + ": must be one of " + all);
            choice = static_cast<Enum>(found - names.begin());
          },
          about)
      ->type_name("NAME");
}

void add_choices(CLI::App& command, ControllerChoice& choice) {
  add_choice(command, "--estimator",
             "estimator of the body's pose, in place of the scenario's: weighted_mean, "
             "registration, filter or open_loop",
             choice.estimator);
  add_choice(
      command, "--objective",
      "objective of load sharing, in place of the scenario's: torque, least_norm or peak_torque",
      choice.objective);
}

/// Options of both `run` and `test`.
template <class Options>
void add_reports(CLI::App& command, Options& options) {
  command.add_option("-j,--jobs", options.jobs, "number of runs at a time [1; test: one per core]")
      ->check(refuse_but_whole(1, 1024), "")
      ->type_name("N");
  command.add_option("--junit", options.junit, "write the results as JUnit XML to this file")
      ->check(refuse_nothing, "")
      ->type_name("FILE");
  command
      .add_option("--statistics", options.statistics,
                  "folder for assertions.csv (each assertion over its seeds) and runs.csv")
      ->check(refuse_nothing, "")
      ->type_name("DIR");
  command
      .add_option_function<double>(
          "--time-limit", [&options](double limit_s) { options.time_limit_s = limit_s; },
          "a run that takes longer is stopped and fails")
      ->check(refuse_but_numbers(0.001, 1e6, " seconds"), "")
      ->type_name("SECONDS");
}

}  // namespace

void add_run(CLI::App& program, RunOptions& options, Command& chosen) {
  CLI::App* const run = add_command(program, "run", "Run scenarios without a window");
  run->add_option("FILE", options.inputs,
                  "scenario files, names of shipped ones, folders of results")
      ->required()
      ->check(refuse_nothing, "")
      ->type_name("");
  run->add_option("--out", options.out,
                  "folder of results; several runs get one each inside [out/SCENARIO-SEED]")
      ->check(refuse_nothing, "")
      ->type_name("DIR");
  run->add_option("--seed", options.seed, "seed in place of the scenario's")
      ->check(refuse_but_digits, "")
      ->type_name("N");
  add_choices(*run, options.choice);
  run->add_flag("--json", options.json, "print one JSON object instead of text");
  run->add_option("--every", options.every, "write every Nth control tick; asserts see all [1]")
      ->check(refuse_but_whole(1, 1000000), "")
      ->type_name("N");
  run->add_option("--csv", options.csv,
                  "signals to write to signals.csv too, such as 'truth.body' or "
                  "'seen.leg*.joint*.q'; may be given again")
      ->type_name("PATTERN");
  run->add_flag("--record-inputs", options.record_inputs,
                "write recorded.yaml too: the scenario with its inputs, tick by tick, in place of "
                "the script");
  run->add_option("--frames", options.frames, "folder for a series of PNG pictures")
      ->type_name("DIR");
  run->add_option("--frame-period", options.frame_period_s,
                  "simulated seconds between two pictures [0.5]")
      ->check(refuse_but_numbers(0.001, 3600, " seconds"), "")
      ->type_name("SECONDS");
  add_reports(*run, options);
  run->callback([&] { chosen = [&] { return app::run(options); }; });
}

void add_test(CLI::App& program, TestOptions& options, Command& chosen) {
  options.jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  CLI::App* const test =
      add_command(program, "test",
                  "Run all scenarios of a folder on all cores; repeat the second half of each run");
  test->add_option("DIR", options.folder, "folder of scenario files [the shipped ones]")
      ->check(refuse_nothing, "")
      ->type_name("");
  test->add_option("-k", options.patterns,
                   "only runs whose name contains this (climb, climb_wall-3) or matches it "
                   "(climb_*); may be given again")
      ->check(refuse_nothing, "")
      ->type_name("PATTERN");
  test->add_option("--seeds", options.n_seeds, "only the first N seeds of each scenario [all]")
      ->check(refuse_but_whole(1, 1000000), "")
      ->type_name("N");
  add_reports(*test, options);
  test->add_option("--out", options.out, "folder for the results of runs that fail [out/test]")
      ->type_name("DIR");
  add_choices(*test, options.choice);
  test->add_flag("--json", options.json, "print one JSON object instead of a table");
  test->callback([&] { chosen = [&] { return app::test(options); }; });
}

}  // namespace ventosa::app
