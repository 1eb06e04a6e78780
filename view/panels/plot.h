#pragma once

#include <imgui.h>

#include "view/panels/ui.h"

/// Plots of signals over time.
namespace ventosa::view {

/// Drag-and-drop type of a signal.
inline constexpr const char* kDraggedSignal = "signal";

void draw_plot(int number, const ImVec2& size, const Frame& frame, Ui& ui, Plot& plot);

/// Preset of signals as plotted in the papers; signals that are not recorded are skipped.
struct Preset {
  const char* name;
  /// Names of the signals of each plot; `*` stands for the selected leg.
  std::vector<std::vector<std::string>> signals;
};
const std::vector<Preset>& presets();
void choose(const Preset& preset, Ui& ui);

/// Writes the plotted signals, one line per tick.  @throws record::OutputError
void write_csv(const Frame& frame, const Ui& ui, const Plot& plot,
               const std::filesystem::path& file);

/// Range of an axis, widened to round numbers.
struct AxisRange {
  double low = 0, high = 1;
};
AxisRange rounded(double low, double high);

}  // namespace ventosa::view
