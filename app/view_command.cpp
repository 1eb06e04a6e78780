#include "app/commands.h"
#include "app/connection.h"
#include "app/data_folder.h"
#include "app/earlier_run.h"
#include "app/interrupt.h"
#include "app/real_time.h"
#include "app/wire.h"
#include "hal/blinded_robot.h"
#include "scenarios/session/load.h"
#include "scenarios/session/twin_setup.h"
#include "view/desktop.h"

/// `ventosa view`: the desktop app.
namespace ventosa::app {

namespace fs = std::filesystem;

namespace {

/// Loads a scenario, or the run of a folder of results.
view::Load load_run(const fs::path& input, const fs::path& robots,
                    const std::optional<std::uint64_t>& seed) {
  const std::optional<EarlierRun> earlier = earlier_run(input);
  scenarios::Scenario scenario = scenarios::load(earlier ? earlier->scenario : input, robots);
  if (!earlier)
    return {std::make_shared<const scenarios::Scenario>(scenario),
            seed.value_or(scenario.seeds.front())};
  scenario.name = earlier->name;
  choose(earlier->choice, scenario);
  return {std::make_shared<const scenarios::Scenario>(scenario), seed.value_or(earlier->seed),
          seed ? "" : earlier->state_hash};
}

/// The twin with only the readings that the controller needs.
std::unique_ptr<hal::Robot> blinded_twin(const scenarios::Scenario& scenario, std::uint64_t seed) {
  const scenarios::TwinSetup setup = twin_setup(scenario, seed);
  return std::make_unique<hal::BlindedRobot>(
      std::make_unique<sim::Twin>(setup.robot, setup.config));
}

/// Claims the modules, and builds the scenario's twin as their ghost.
view::Modules connected(const ViewOptions& options, const scenarios::Scenario& scenario,
                        std::uint64_t seed, const hal::WireRobot::Say& say) {
  view::Modules modules;
  if (!options.without_twin) modules.twin = std::make_unique<view::GhostTwin>(scenario, seed);
  Connection connection = connect(options.wire, options.owner, scenario);
  connection.robot->give_up_when(interrupted);
  say("identifying the modules and their masters");
  take_over(*connection.robot, say);
  say("modules claimed: configuring them");
  set_up(*connection.robot);
  say("modules hold, ready to be armed");
  for (const std::string& refused : keep_to_time()) say(refused);
  modules.network = std::move(connection.network);
  modules.robot = std::move(connection.robot);
  return modules;
}

/// Checks that need no connection.  @throws models::InputError
void check_wire(const ViewOptions& options, const models::Robot& robot) {
  const models::Wire wire = wire_of(options.wire, robot);
  check_authentication(wire, options.allow_unauthenticated);
  static_cast<void>(peer_addresses(options.wire, robot));
  if (wire == models::Wire::kNative) static_cast<void>(read_keys(options.wire.keys, robot.nominal));
}

view::Load load_modules(const fs::path& input, const ViewOptions& options) {
  const auto scenario =
      std::make_shared<const scenarios::Scenario>(scenario_for(options.wire.robot, input.string()));
  check_wire(options, scenario->robot);
  view::Load load{.scenario = scenario, .seed = options.seed.value_or(scenario->seeds.front())};
  load.modules = [&options](const scenarios::Scenario& of, std::uint64_t seed,
                            const hal::WireRobot::Say& say) {
    return connected(options, of, seed, say);
  };
  return load;
}

/// A run of the twin, with all readings or blinded.
view::Load load_twin(const fs::path& input, const fs::path& robots, const ViewOptions& options) {
  view::Load run = load_run(input, robots, options.seed);
  if (!options.blind) return run;
  run.earlier_hash.clear();
  run.connect = blinded_twin;
  return run;
}

/// Path of the input: a folder of results, or the file of a named scenario.
fs::path find(const std::string& input) {
  return fs::is_directory(input) ? fs::path(input) : find_scenario(input);
}

view::ShowGhost ghost_of(const ViewOptions& options, const DataFolder& data) {
  if (options.ghost.empty()) return {};
  const view::Load run = load_run(find(options.ghost), data.robots,
                                  options.ghost_seed ? options.ghost_seed : options.seed);
  return {run.scenario, run.seed};
}

/// @throws view::NoRobot, and whatever show_desktop() throws
void show(const ViewOptions& options) {
  const DataFolder data = data_folder();
  const auto load = [&](const fs::path& input) {
    return options.wire.robot.empty() ? load_twin(input, data.robots, options)
                                      : load_modules(input, options);
  };
  view::show_desktop(
      {.scenario = find(options.scenario),
       .ghost = ghost_of(options, data),
       .shipped = yaml_files(data.scenarios),
       .plays = options.play,
       .at_s = options.at_s,
       .screenshot = options.screenshot,
       .panels = options.panels,
       .overlays = options.overlays,
       .light = options.light,
       .width = options.width,
       .height = options.height,
       .priority = options.wire.robot.empty() ? view::Priority::kLow : view::Priority::kNormal,
       .ends = interrupted},
      load);
}

}  // namespace

ExitCode view(const ViewOptions& options) {
  try {
    show(options);
  } catch (const view::NoRobot& error) {
    report_error(error.what());
    return interrupted() ? ExitCode::kInterrupted : ExitCode::kLink;
  }
  return interrupted() ? ExitCode::kInterrupted : ExitCode::kPass;
}

}  // namespace ventosa::app
