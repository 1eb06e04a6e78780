#pragma once

#include <imgui.h>

#include "view/panels/ui.h"

/// Signals over time.
namespace ventosa::view {

/// The name under which a signal is dragged into a plot.
inline constexpr const char* kDraggedSignal = "signal";

void draw_plot(int number, const ImVec2& size, const Frame& frame, Ui& ui, Plot& plot);

/// A preset of the papers; what is not recorded is left out.
struct Preset {
  const char* name;
  std::vector<std::vector<std::string>> signals;  ///< by plot; `*` stands for the selected leg
};
const std::vector<Preset>& presets();
void choose(const Preset& preset, Ui& ui);

/// What a plot shows, a line a tick.  @throws record::OutputError
void write_csv(const Frame& frame, const Ui& ui, const Plot& plot,
               const std::filesystem::path& file);

/// From where to where on an axis, widened to round numbers.
struct AxisRange {
  double low = 0, high = 1;
};
AxisRange rounded(double low, double high);

}  // namespace ventosa::view
