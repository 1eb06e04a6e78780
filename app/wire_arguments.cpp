#include <CLI/CLI.hpp>

#include "app/arguments.h"
#include "app/console.h"

/// The arguments of `ventosa modules`, `ventosa hal` and `ventosa view --hal`.
namespace ventosa::app {
namespace {

constexpr const char* kModulesExample =
    "Example: in one terminal the modules of the quadruped on a wall, in another its controller:\n"
    "  ventosa modules romerin4 crawl_up_wall --make-keys\n"
    "  ventosa hal romerin4 crawl_up_wall --arm\n"
    "The same with modules that behave like the public firmware:\n"
    "  ventosa modules romerin4 legacy_leg_tasks_wall --legacy\n"
    "  ventosa hal romerin4 legacy_leg_tasks_wall --legacy --allow-unauthenticated --arm\n"
    "Ctrl-C ends the program, which then prints a table of what it refused.\n"
    "Exit codes: 0 ended by Ctrl-C, 2 bad input, 3 physics unstable, 5 an address cannot be used.";

std::string hal_example() {
  return "Example: a dry run, then the scenario:\n"
         "  ventosa hal romerin4 crawl_up_wall --dry-run\n"
         "  ventosa hal romerin4 crawl_up_wall\n"
         "The robot holds until `arm` is typed. Commands, a line each:\n  " +
         Console::words() +
         "\nWhile the robot holds, the scenario waits. Ctrl-C ends the program and leaves the "
         "modules\n"
         "holding. If the program is killed, modules of ventosa/2 hold after 300 ms; with "
         "--legacy\n"
         "they keep their last goal and turbine.\n"
         "Exit codes: 0 the scenario ended without a stop and without a failed assertion about\n"
         "the robot's readings, 1 an assertion failed, 2 bad input, 4 output problem, 5 link or\n"
         "modules, 77 nothing failed but some assertions could not be judged, 130 interrupted,\n"
         "or quit before the end.";
}

constexpr const char* kViewExample =
    "Example: in one terminal the modules of the quadruped on a wall, in another their window:\n"
    "  ventosa modules romerin4 crawl_up_wall --make-keys\n"
    "  ventosa view --hal romerin4 crawl_up_wall\n"
    "The window starts unarmed. When it is closed, the modules hold. When it is killed, modules "
    "of\n"
    "ventosa/2 hold after 300 ms; with --legacy they keep their last goal and turbine.\n"
    "Exit codes: 0 closed, 2 bad input, 4 no window or output problem, 5 modules not available,\n"
    "130 interrupted.";

const std::map<std::string, models::Wire> kWires{{"native", models::Wire::kNative},
                                                 {"legacy", models::Wire::kLegacy},
                                                 {"broadcast", models::Wire::kBroadcast}};

void add_robot(CLI::App& command, WireOptions& wire) {
  command.add_option("ROBOT", wire.robot, "robot file, or name of a shipped robot")
      ->required()
      ->type_name("");
}

/// Adds the options of a connection, except for robot and scenario.  @return the options
std::vector<CLI::Option*> add_wire(CLI::App& command, WireOptions& wire) {
  CLI::Option* const address =
      command
          .add_option(
              "--address", wire.address,
              "address of the first device, the others have the ports after it; or given once "
              "for each [127.0.0.1:12010]; of slaves on a broadcast wire their broadcast address "
              "[127.255.255.255:12060]")
          ->type_name("ADDRESS")
          ->expected(1)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  CLI::Option* const keys =
      command
          .add_option(
              "--keys", wire.keys,
              "folder of the modules' keys [ventosa/keys in the user's configuration folder]")
          ->type_name("DIR");
  CLI::Option* const protocol =
      command
          .add_option_function<std::string>(
              "--wire", [&wire](const std::string& name) { wire.wire = kWires.at(name); },
              "protocol of the modules: native, legacy or broadcast [the robot file's]")
          ->check(CLI::IsMember(kWires))
          ->type_name("NAME");
  CLI::Option* const legacy =
      command
          .add_flag_callback(
              "--legacy", [&wire] { wire.wire = models::Wire::kLegacy; },
              "use the protocol of the modules' public firmware, without keys: --wire legacy")
          ->excludes(protocol);
  CLI::Option* const shared =
      command
          .add_flag("--shared-address", wire.shared_address,
                    "all modules have one address, as in the vendor's emulator")
          ->needs(legacy);
  CLI::Option* const port =
      command
          .add_option(
              "--master-port", wire.master_port,
              "port to which modules with this firmware reply; 0: the sender's port [12001]")
          ->check(refuse_but_numbers(0, 65535, ""), "")
          ->type_name("PORT")
          ->needs(legacy);
  return {address, keys, protocol, legacy, shared, port};
}

/// Adds the options of a master; call after add_wire().  @return the options
std::vector<CLI::Option*> add_master(CLI::App& command, std::string& owner,
                                     bool& allow_unauthenticated) {
  return {command
              .add_option("--owner", owner,
                          "name shown to other masters that request the modules [USER on HOST]")
              ->type_name("NAME"),
          command.add_flag("--allow-unauthenticated", allow_unauthenticated,
                           "allow torque although anybody on the network can command the modules")};
}

}  // namespace

void add_modules(CLI::App& program, ModulesOptions& options, Command& chosen) {
  CLI::App* const modules =
      add_command(program, "modules", "Emulate a robot's modules on UDP, on the twin's physics");
  add_robot(*modules, options.wire);
  add_wire(*modules, options.wire);
  modules
      ->add_option(
          "SCENARIO", options.wire.scenario,
          "scenario with the robot's start pose: file, or name of a shipped one [on the ground]")
      ->type_name("");
  modules->add_flag("--make-keys", options.make_keys, "make the keys that are missing");
  CLI::Option* const legacy = modules->get_option("--legacy");
  modules
      ->add_flag("--lock-step", options.lock_step,
                 "simulated time waits for the master's next command")
      ->excludes(legacy);
  modules
      ->add_option(
          "--quirks", options.quirks,
          "quirks of the public firmware to emulate: all, none, or names separated by commas [all]")
      ->type_name("NAMES")
      ->needs(legacy);
  modules->add_option("--seed", options.seed, "seed of the twin's noise [the scenario's first]")
      ->check(refuse_but_digits, "")
      ->type_name("N");
  modules->footer(kModulesExample);
  modules->callback([&] { chosen = [&] { return app::modules(options); }; });
}

void add_hal(CLI::App& program, HalOptions& options, Command& chosen) {
  CLI::App* const hal = add_command(program, "hal", "Control a robot's modules over UDP");
  add_robot(*hal, options.wire);
  add_wire(*hal, options.wire);
  hal->add_option("SCENARIO", options.wire.scenario,
                  "scenario with task and start pose: file, or name of a shipped one [on the "
                  "ground]")
      ->type_name("");
  add_master(*hal, options.owner, options.allow_unauthenticated);
  hal->add_flag("--arm", options.arm, "arm at once, without waiting for `arm`");
  hal->add_flag(
      "--dry-run", options.dry_run,
      "send only requests for identity and claims; record the commands without sending them");
  hal->add_option("--out", options.out, "folder of results [out/hal-SCENARIO]")->type_name("DIR");
  hal->add_flag("--json", options.json, "print one JSON object instead of a table");
  hal->footer(hal_example());
  hal->callback([&] { chosen = [&] { return app::hal(options); }; });
}

void add_hal_to_view(CLI::App& view, ViewOptions& options) {
  CLI::Option* const hal =
      view.add_option("--hal", options.wire.robot,
                      "drive this robot's modules over UDP, as `ventosa hal` does")
          ->type_name("ROBOT");
  for (const char* const other : {"--ghost", "--ghost-seed", "--blind"})
    hal->excludes(view.get_option(other));
  std::vector<CLI::Option*> needing = add_wire(view, options.wire);
  for (CLI::Option* const option : add_master(view, options.owner, options.allow_unauthenticated))
    needing.push_back(option);
  needing.push_back(view.add_flag("--no-twin", options.without_twin,
                                  "run no twin beside the modules as their ghost"));
  for (CLI::Option* const option : needing) option->needs(hal);
  view.footer(kViewExample);
}

}  // namespace ventosa::app
