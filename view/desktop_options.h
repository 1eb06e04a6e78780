#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "view/run/request.h"
#include "view/window/window.h"

/// Options of the desktop application, and the function that loads its runs.
namespace ventosa::view {

struct DesktopOptions {
  std::filesystem::path scenario;
  ShowGhost ghost{};
  std::vector<std::filesystem::path> shipped{};  ///< scenarios listed in the panel of files
  bool plays = false;                            ///< the run plays from the start
  double at_s = 0;  ///< time to which the run first advances, as fast as possible
  std::filesystem::path screenshot{};   ///< file to which a picture is written before the window
                                        ///< ends; empty: the window stays open
  std::vector<std::string> panels{};    ///< panels open at the start
  std::vector<std::string> overlays{};  ///< overlays shown at the start
  bool light = false;                   ///< the light theme is used
  bool remembers = true;                ///< restores and saves the panels' layout
  int width = 1280, height = 800;
  Priority priority = Priority::kLow;
  std::function<bool()> ends = [] {
    return false;
  };  ///< true ends the window; called at each picture
};

/// Reads a scenario, or a folder of results.  @throws models::InputError
using LoadRun = std::function<Load(const std::filesystem::path&)>;

/// The window was closed while modules were not available.
class NoRobot : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace ventosa::view
