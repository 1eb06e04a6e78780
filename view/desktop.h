#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "view/desktop_options.h"

/// Desktop application.
namespace ventosa::view {

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

/// Shows the window until it is closed; reasons why modules are not available are shown in it.
/// @throws WindowError, models::InputError, record::OutputError, NoRobot
void show_desktop(const DesktopOptions& options, const LoadRun& load);

}  // namespace ventosa::view
