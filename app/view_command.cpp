#include "app/commands.h"
#include "app/data_folder.h"
#include "app/earlier_run.h"
#include "app/interrupt.h"
#include "hal/blinded_robot.h"
#include "scenarios/session/load.h"
#include "scenarios/session/twin_setup.h"
#include "view/desktop.h"

/// `ventosa view`: the desktop app.
namespace ventosa::app {

namespace fs = std::filesystem;

namespace {

/// A folder of results is repeated from its own files.
view::Load load_run(const fs::path& input, const fs::path& robots,
                    const std::optional<std::uint64_t>& seed) {
  const std::optional<EarlierRun> earlier = earlier_run(input);
  scenarios::Scenario scenario = scenarios::load(earlier ? earlier->scenario : input, robots);
  if (!earlier) return {std::make_shared<const scenarios::Scenario>(scenario), seed.value_or(1)};
  scenario.name = earlier->name;
  choose(earlier->choice, scenario);
  return {std::make_shared<const scenarios::Scenario>(scenario), seed.value_or(earlier->seed),
          seed ? "" : earlier->state_hash};
}

/// The twin as a robot behind a wire is: what it tells, and no more.
std::unique_ptr<hal::Robot> blinded_twin(const scenarios::Scenario& scenario, std::uint64_t seed) {
  const scenarios::TwinSetup setup = twin_setup(scenario, seed);
  return std::make_unique<hal::BlindedRobot>(
      std::make_unique<sim::Twin>(setup.robot, setup.config));
}

}  // namespace

ExitCode view(const ViewOptions& options) {
  const DataFolder data = data_folder();
  const auto find = [&](const std::string& input) {
    return fs::is_directory(input) ? fs::path(input) : find_input(input, {data.scenarios});
  };
  const auto load = [&](const fs::path& input) {
    view::Load run = load_run(input, data.robots, options.seed);
    if (!options.blind) return run;
    run.earlier_hash.clear();
    run.connect = blinded_twin;
    return run;
  };
  view::ShowGhost ghost;
  if (!options.ghost.empty()) {
    const view::Load run = load_run(find(options.ghost), data.robots,
                                    options.ghost_seed ? options.ghost_seed : options.seed);
    ghost = {run.scenario, run.seed};
  }
  view::show_desktop({.scenario = find(options.scenario),
                      .ghost = ghost,
                      .shipped = yaml_files(data.scenarios),
                      .plays = options.play,
                      .at_s = options.at_s,
                      .screenshot = options.screenshot,
                      .panels = options.panels,
                      .overlays = options.overlays,
                      .light = options.light,
                      .width = options.width,
                      .height = options.height,
                      .ends = interrupted},
                     load);
  return interrupted() ? ExitCode::kInterrupted : ExitCode::kPass;
}

}  // namespace ventosa::app
