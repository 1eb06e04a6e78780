#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "view/run/request.h"
#include "view/window/window.h"

/// Desktop application.
namespace ventosa::view {

struct DesktopOptions {
  std::filesystem::path scenario;
  ShowGhost ghost{};
  std::vector<std::filesystem::path> shipped{};  ///< scenarios listed in the panel of files
  bool plays = false;                            ///< the run plays from the start
  double at_s = 0;                               ///< goes to this time first, as fast as possible
  std::filesystem::path screenshot{};   ///< writes a picture there and ends; empty: stays open
  std::vector<std::string> panels{};    ///< panels open at the start
  std::vector<std::string> overlays{};  ///< overlays shown at the start
  bool light = false;                   ///< theme
  bool remembers = true;                ///< restores and saves the panels' layout
  int width = 1280, height = 800;
  Priority priority = Priority::kLow;
  std::function<bool()> ends = [] {
    return false;
  };  ///< ends the window if true; checked at each picture
};

/// Reads a scenario, or a folder of results.  @throws models::InputError
using LoadRun = std::function<Load(const std::filesystem::path&)>;

/// Valid names for DesktopOptions::panels.
std::vector<std::string> panel_names();
std::vector<std::string> overlay_names();  ///< valid names for DesktopOptions::overlays

/// Performance of showing a run in real time.
struct ViewSpeed {
  std::string renderer;  ///< name of the OpenGL renderer
  double realtime_factor = 0;
  std::vector<double> picture_s = {};       ///< time from each picture to the next
  double tick_p50_s = 0, tick_p99_s = 0;    ///< duration of a control tick
  double alone_p50_s = 0, alone_p99_s = 0;  ///< duration of a control tick without window
  /// Pictures from an input until its effect is shown.
  std::vector<std::int64_t> input_pictures = {};
};

/// Shows the window for the given time, with inputs.
/// @throws WindowError, models::InputError
ViewSpeed measure_desktop(const DesktopOptions& options, const LoadRun& load, double duration_s);

/// The window was closed while modules were not available.
class NoRobot : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Shows the window until it is closed; reasons why modules are not available are shown in it.
/// @throws WindowError, models::InputError, record::OutputError, NoRobot
void show_desktop(const DesktopOptions& options, const LoadRun& load);

}  // namespace ventosa::view
