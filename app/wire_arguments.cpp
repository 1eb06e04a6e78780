#include <CLI/CLI.hpp>

#include "app/arguments.h"

/// The arguments of `ventosa modules` and `ventosa hal`.
namespace ventosa::app {
namespace {

constexpr const char* kModulesExample =
    "Example: in one terminal the modules of the quadruped on a wall, in another its controller:\n"
    "  ventosa modules romerin4 crawl_up_wall --make-keys\n"
    "  ventosa hal romerin4 crawl_up_wall --arm\n"
    "Ctrl-C ends it, and what was refused is printed.\n"
    "Exit codes: 0 ended by Ctrl-C, 2 bad input, 3 physics unstable, 5 an address cannot be used.";

constexpr const char* kHalExample =
    "Example: look at a robot without touching it, then let it do what a scenario asks:\n"
    "  ventosa hal romerin4 crawl_up_wall --dry-run\n"
    "  ventosa hal romerin4 crawl_up_wall\n"
    "It holds until `arm` is typed; then hold, go on, disarm, quit. Ctrl-C holds and ends it: the\n"
    "modules keep their grip, whatever happens to this program.\n"
    "Exit codes: 0 it came to its end and never had to hold, 2 bad input, 4 output problem, 5 "
    "link\n"
    "or modules, 130 interrupted.";

void add_robot(CLI::App& command, std::string& robot) {
  command.add_option("ROBOT", robot, "robot file, or name of a shipped robot")
      ->required()
      ->type_name("");
}

void add_ends(CLI::App& command, std::string& address, std::filesystem::path& keys) {
  command
      .add_option("--address", address,
                  "of the first module; the others and the body have the ports after it "
                  "[127.0.0.1:12010]")
      ->type_name("ADDRESS");
  command
      .add_option("--keys", keys, "folder of the modules' keys [ventosa/keys in the user's own]")
      ->type_name("DIR");
}

}  // namespace

void add_modules(CLI::App& program, ModulesOptions& options, Command& chosen) {
  CLI::App* const modules =
      add_command(program, "modules", "Emulate a robot's modules on UDP, on the twin's physics");
  add_robot(*modules, options.robot);
  modules
      ->add_option("SCENARIO", options.scenario,
                   "where it stands: scenario file, or name of a shipped one [on the ground]")
      ->type_name("");
  add_ends(*modules, options.address, options.keys);
  modules->add_flag("--make-keys", options.make_keys, "make the keys that are missing");
  modules->add_flag("--lock-step", options.lock_step,
                    "time waits for the master's next command, instead of passing by itself");
  modules->add_option("--seed", options.seed, "of the twin's noise [1]")
      ->check(refuse_but_digits, "")
      ->type_name("N");
  modules->footer(kModulesExample);
  modules->callback([&] { chosen = [&] { return app::modules(options); }; });
}

void add_hal(CLI::App& program, HalOptions& options, Command& chosen) {
  CLI::App* const hal = add_command(program, "hal", "Control a robot's modules over UDP");
  add_robot(*hal, options.robot);
  hal->add_option("SCENARIO", options.scenario,
                  "what it shall do, and from where: scenario file, or name of a shipped one")
      ->required()
      ->type_name("");
  add_ends(*hal, options.address, options.keys);
  hal->add_option("--owner", options.owner, "told to others who ask for the modules [USER on HOST]")
      ->type_name("NAME");
  hal->add_flag("--arm", options.arm, "at once, without waiting for the word");
  hal->add_flag("--dry-run", options.dry_run,
                "send nothing but questions and claims; write what would have been sent");
  hal->add_option("--out", options.out, "folder of results [out/hal-SCENARIO]")->type_name("DIR");
  hal->add_flag("--json", options.json, "print one JSON object instead of a table");
  hal->footer(kHalExample);
  hal->callback([&] { chosen = [&] { return app::hal(options); }; });
}

}  // namespace ventosa::app
