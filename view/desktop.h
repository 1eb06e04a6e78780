#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "scenarios/format/scenario.h"

/// The desktop app.
namespace ventosa::view {

struct DesktopOptions {
  std::filesystem::path scenario;
  std::uint64_t seed = 1;
  bool plays = false;                  ///< from the start on
  double at_s = 0;                     ///< go there first, as fast as possible
  std::filesystem::path screenshot{};  ///< write it there and end; empty: stay
  std::vector<std::string> panels{};   ///< open these at the start
  int width = 1280, height = 800;
};

/// Reads a scenario.  @throws models::InputError
using LoadScenario =
    std::function<std::shared_ptr<const scenarios::Scenario>(const std::filesystem::path&)>;

/// That may stand in DesktopOptions::panels.
std::vector<std::string> panel_names();

/// Shows the window until it is closed.
/// @throws WindowError, models::InputError, record::OutputError
void show_desktop(const DesktopOptions& options, const LoadScenario& load);

}  // namespace ventosa::view
