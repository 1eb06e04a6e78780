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

/// The desktop app.
namespace ventosa::view {

struct DesktopOptions {
  std::filesystem::path scenario;
  ShowGhost ghost{};
  std::vector<std::filesystem::path> shipped{};  ///< scenarios that the panel of files lists
  bool plays = false;                            ///< from the start on
  double at_s = 0;                               ///< go there first, as fast as possible
  std::filesystem::path screenshot{};            ///< write it there and end; empty: stay
  std::vector<std::string> panels{};             ///< open these at the start
  std::vector<std::string> overlays{};           ///< show these at the start
  bool light = false;                            ///< theme
  bool remembers = true;                         ///< where the panels were
  int width = 1280, height = 800;
  Priority priority = Priority::kLow;
  std::function<bool()> ends = [] { return false; };  ///< asked at each picture
};

/// Reads a scenario, or a folder of results.  @throws models::InputError
using LoadRun = std::function<Load(const std::filesystem::path&)>;

/// That may stand in DesktopOptions::panels.
std::vector<std::string> panel_names();
std::vector<std::string> overlay_names();  ///< DesktopOptions::overlays

/// What it costs to watch a run at real time.
struct ViewSpeed {
  std::string renderer;  ///< OpenGL's name of it
  double realtime_factor = 0;
  std::vector<double> picture_s = {};             ///< from each picture to the next
  double tick_p50_s = 0, tick_p99_s = 0;          ///< of a control tick
  double alone_p50_s = 0, alone_p99_s = 0;        ///< of one that nobody watches
  std::vector<std::int64_t> input_pictures = {};  ///< from an input to the picture that shows it
};

/// Shows the window for so long, and touches it.
/// @throws WindowError, models::InputError
ViewSpeed measure_desktop(const DesktopOptions& options, const LoadRun& load, double duration_s);

/// Modules could not be had, and the window was closed.
class NoRobot : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Shows the window until it is closed. Why modules cannot be had is shown in it.
/// @throws WindowError, models::InputError, record::OutputError, NoRobot
void show_desktop(const DesktopOptions& options, const LoadRun& load);

}  // namespace ventosa::view
