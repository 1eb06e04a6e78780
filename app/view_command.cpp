#include "app/commands.h"
#include "app/data_folder.h"
#include "scenarios/session/load.h"
#include "view/desktop.h"

/// `ventosa view`: the desktop app.
namespace ventosa::app {

namespace fs = std::filesystem;

ExitCode view(const ViewOptions& options) {
  const DataFolder data = data_folder();
  const auto load = [&](const fs::path& file) {
    return std::make_shared<const scenarios::Scenario>(scenarios::load(file, data.robots));
  };
  view::show_desktop({.scenario = find_input(options.scenario, {data.scenarios}),
                      .seed = options.seed,
                      .plays = options.play,
                      .at_s = options.at_s,
                      .screenshot = options.screenshot,
                      .panels = options.panels,
                      .width = options.width,
                      .height = options.height},
                     load);
  return ExitCode::kPass;
}

}  // namespace ventosa::app
