#include <poll.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/inputs.h"
#include "app/interrupt.h"
#include "hal/udp/socket.h"
#include "models/input_error.h"
#include "models/spelling.h"
#include "record/output_error.h"
#include "view/desktop.h"
#include "view/window/window.h"

/// The program `ventosa`: parses the command line and runs the command.
namespace ventosa::app {
namespace {

constexpr const char* kAbout =
    "Ventosa: a physics simulator and digital twin of robots that climb with vacuum cups or walk "
    "on "
    "point feet.";

void add_check(CLI::App& program, CheckOptions& options, Command& chosen) {
  CLI::App* const check =
      add_command(program, "check", "Check robot and scenario files without running them");
  check->add_option("FILE", options.inputs, "files, or names of shipped robots and scenarios")
      ->required()
      ->type_name("");
  check
      ->add_option_function<std::string>(
          "--draw", [&options](const std::string& file) { options.draw = file; },
          "draw the robot in its default stance, to this file [ROBOT.png]")
      ->expected(0, 1)
      ->type_name("[FILE]");
  check->add_flag("--constraints", options.constraints,
                  "print instead by which constraints the controller judges motions of a robot");
  check->add_flag("--json", options.json, "print one JSON object instead of lines");
  check->callback([&] { chosen = [&] { return app::check(options); }; });
}

void add_list(CLI::App& program, ListOptions& options, Command& chosen) {
  CLI::App* const list =
      add_command(program, "list", "List the shipped scenarios and robots, with titles");
  list->add_option("PATTERN", options.pattern, "only names that contain or match this")
      ->type_name("");
  list->add_flag("--json", options.json, "print one JSON object instead of tables");
  list->callback([&] { chosen = [&] { return app::list(options); }; });
}

void add_options(CLI::App& program, OptionsOptions& options, Command& chosen) {
  CLI::App* const command = add_command(
      program, "options", "List the options of the controller: default, unit, range, meaning");
  command->add_option("PATTERN", options.pattern, "only keys that contain or match this")
      ->type_name("");
  command
      ->add_option("--robot", options.robot,
                   "show the values that this robot starts from, for either fidelity: file, or "
                   "name of a shipped one")
      ->type_name("ROBOT");
  command->add_flag("--json", options.json, "print one JSON object instead of a table");
  command->callback([&] { chosen = [&] { return app::options(options); }; });
}

void add_signals(CLI::App& program, SignalsOptions& options, Command& chosen) {
  CLI::App* const signals =
      add_command(program, "signals", "List the signals of a robot's runs, with their units");
  signals->add_option("ROBOT", options.robot, "robot file, or name of a shipped robot")
      ->required()
      ->type_name("");
  signals->add_flag("--all", options.all,
                    "print one line per signal, not one for all legs and joints");
  signals->add_flag("--json", options.json, "print one JSON object instead of text");
  signals->callback([&] { chosen = [&] { return app::signals(options); }; });
}

void add_demo(CLI::App& program, DemoOptions& options, Command& chosen) {
  CLI::App* const demo = add_command(program, "demo", "Climb a wall and explain the results");
  demo->add_option("--out", options.out, "folder of results [out/demo]")->type_name("DIR");
  demo->callback([&] { chosen = [&] { return app::demo(options); }; });
}

void add_view(CLI::App& program, ViewOptions& options, Command& chosen) {
  CLI::App* const view = add_command(program, "view", "Watch and influence a run in a window");
  view->add_option("SCENARIO", options.scenario,
                   "scenario file, name of a shipped one, or folder of results [crawl_up_wall]")
      ->type_name("");
  view->add_option("--seed", options.seed,
                   "seed of the noise [the scenario's first; a folder of results: that of its run]")
      ->type_name("N")
      ->check(refuse_but_digits, "");
  view->add_option("--ghost", options.ghost, "another run of the same robot, drawn transparent")
      ->type_name("SCENARIO");
  view->add_option("--ghost-seed", options.ghost_seed, "seed of the ghost's noise [as --seed]")
      ->type_name("N")
      ->check(refuse_but_digits, "");
  view->add_flag(
      "--blind", options.blind,
      "show only the readings that a real robot would send: no true state, no rewinding");
  view->add_flag("--play", options.play, "start the run at once");
  view->add_option("--at", options.at_s, "advance to this time first, as fast as possible")
      ->type_name("SECONDS")
      ->check(refuse_but_numbers(0, 1e6, " seconds"), "");
  view->add_option("--screenshot", options.screenshot, "write a picture to this file, and end")
      ->type_name("FILE");
  view->add_option("--panel", options.panels, "panel to open at the start; may be given again")
      ->type_name("NAME")
      ->check(CLI::IsMember(view::panel_names()));
  view->add_option("--show", options.overlays, "item to show in the scene; may be given again")
      ->type_name("NAME")
      ->check(CLI::IsMember(view::overlay_names()));
  view->add_flag("--light", options.light, "use the light theme");
  add_hal_to_view(*view, options);
  view->callback([&] { chosen = [&] { return app::view(options); }; });
}

void add_paper(CLI::App& program, PaperOptions& options, Command& chosen) {
  CLI::App* const paper = add_command(
      program, "paper", "Run the experiments of papers and compare what the papers say");
  paper
      ->add_option("NAME", options.names,
                   "experiments, papers, or all; without a name they are listed")
      ->type_name("");
  paper->add_option("--out", options.out, "folder of the figures, pictures and page [none]")
      ->type_name("DIR");
  paper->add_flag("--json", options.json, "print one JSON object instead of tables");
  paper->callback([&] { chosen = [&] { return app::paper(options); }; });
}

void add_bench(CLI::App& program, BenchOptions& options, Command& chosen) {
  CLI::App* const bench =
      add_command(program, "bench", "Measure the speed of the time-critical functions");
  bench->add_option("--filter", options.filter, "only benchmarks with this in their name")
      ->type_name("TEXT");
  bench->add_flag("--json", options.json, "print one JSON object instead of a table");
  bench->callback([&] { chosen = [&] { return app::bench(options); }; });
}

void add_statics(CLI::App& program, StaticsOptions& options, Command& chosen) {
  CLI::App* const statics = add_command(
      program, "statics",
      "Compute whether a robot can stand in a stance: torques, feet, margins; no physics");
  statics->add_option("ROBOT", options.robot, "robot file, or name of a shipped robot")
      ->required()
      ->type_name("");
  const auto add = [&](const char* name, auto& value, const char* about, const char* type) {
    statics->add_option(name, value, about)->type_name(type);
  };
  add("--surface", options.surface, "ground, wall, ceiling, or its incline in degrees [ground]",
      "SURFACE");
  add("--heading", options.heading_deg,
      "heading of the body; 0: its front points straight up the slope; no effect on ground and "
      "ceiling [0]",
      "DEG");
  add("--stance-radius", options.radius_m,
      "distance of the wrists, or of feet without wrists, from their hips [the robot's]", "M");
  add("--body-height", options.height_m,
      "height of the hips above the wrists, or above feet without wrists [the robot's]", "M");
  add("--lift", options.lift, "lifted feet: none, any (each one in turn), or a list [any]",
      "none|any|LEG,LEG...");
  add("--cup-force", options.cup_force_N,
      "suction force of every cup, for robots with cups [the robot's goal]", "N");
  add("--mu", options.friction, "friction between foot and surface [0.6]", "RATIO");
  add("--safety-factor", options.safety_factor, "divisor of every limit of a foot [1]", "RATIO");
  add("--objective", options.objective,
      "objective of load sharing: peak_torque, torque or least_norm [peak_torque]", "NAME");
  statics->add_flag("--map", options.map, "repeat it over stance radius and body height");
  statics->add_flag("--json", options.json, "print one JSON object instead of a table");
  statics->callback([&] { chosen = [&] { return app::statics(options); }; });
}

ExitCode carry_out(const Command& command) {
  try {
    return command();
  } catch (const models::InputError& error) {
    report_error(error.what());
    return ExitCode::kBadInput;
  } catch (const record::OutputError& error) {
    report_error(error.what());
    return ExitCode::kOutput;
  } catch (const view::WindowError& error) {
    report_error(error.what());
    return ExitCode::kOutput;
  } catch (const std::filesystem::filesystem_error& error) {
    report_error(error.path1().string() + ": " + error.code().message());
    return ExitCode::kOutput;
  } catch (const hal::SocketError& error) {
    report_error(error.what());
    return ExitCode::kLink;
  } catch (const std::bad_alloc&) {
    report_error("out of memory");
    return ExitCode::kOutput;
  } catch (const std::runtime_error& error) {  // thrown by MuJoCo
    report_error(error.what());
    return ExitCode::kUnstable;
  }
}

/// True if stdout is a pipe with a closed reader: `ventosa signals ROBOT | head`.
bool has_reader_left() {
  pollfd out{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

/// Flushes stdout, which fails on a full disk. A reader that has closed the pipe is no error.
ExitCode with_stdout(ExitCode code) {
  if (std::cout.flush() || has_reader_left()) return code;
  report_error("stdout: cannot be written");
  return scenarios::worse(code, ExitCode::kOutput);
}

/// Error of the command line in one line.
std::string complaint(CLI::App& program, const CLI::ParseError& error, int argc, char** argv) {
  std::vector<std::string> commands;
  for (const CLI::App* command : program.get_subcommands({}))
    commands.push_back(command->get_name());
  const std::string first = argc > 1 ? argv[1] : "";
  const bool is_word = !first.empty() && first.front() != '-';
  if (!is_word || std::find(commands.begin(), commands.end(), first) != commands.end())
    return error.what() + std::string(" (see --help)");
  const std::string_view meant = models::closest(first, commands);
  return "no command '" + first + "'" +
         (meant.empty() ? " (ventosa --help lists them)"
                        : " (did you mean " + std::string(meant) + "?)");
}

/// Sends log messages to stderr: stdout is for data.
void send_messages_to_stderr() {
  spdlog::set_default_logger(spdlog::stderr_color_mt("ventosa"));
  spdlog::set_pattern("%^%l%$: %v");
}

int main_of(int argc, char** argv) {
  send_messages_to_stderr();
  CLI::App program(kAbout, "ventosa");
  RunOptions run;
  TestOptions test;
  CheckOptions check;
  ListOptions list;
  OptionsOptions options;
  DemoOptions demo;
  StaticsOptions statics;
  PaperOptions paper;
  PlanOptions plan;
  SignalsOptions signals;
  ViewOptions view;
  BenchOptions bench;
  LinkOptions link;
  ModulesOptions modules;
  HalOptions hal;
  Command chosen;
  add_run(program, run, chosen);
  add_test(program, test, chosen);
  add_check(program, check, chosen);
  add_list(program, list, chosen);
  add_options(program, options, chosen);
  add_demo(program, demo, chosen);
  add_statics(program, statics, chosen);
  add_paper(program, paper, chosen);
  add_plan(program, plan, chosen);
  add_signals(program, signals, chosen);
  add_view(program, view, chosen);
  add_bench(program, bench, chosen);
  add_hal(program, hal, chosen);
  add_modules(program, modules, chosen);
  add_link(program, link, chosen);
  program.require_subcommand(1);
  program.set_version_flag("--version", version_text());
  program.footer(kExitCodes);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) {
      report_error(complaint(program, error, argc, argv));
      return static_cast<int>(ExitCode::kBadInput);
    }
    program.exit(error, std::cout, std::cerr);  // help, version
    return static_cast<int>(with_stdout(ExitCode::kPass));
  }
  const ExitCode code = with_stdout(carry_out(chosen));
  if (code == ExitCode::kInterrupted) report_error("interrupted");
  return static_cast<int>(code);
}

}  // namespace
}  // namespace ventosa::app

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is reported as a failed write,
  std::signal(SIGXFSZ, SIG_IGN);  // and so is a file beyond its size limit
  ventosa::app::listen_for_interrupt();
  return ventosa::app::main_of(argc, argv);
}
