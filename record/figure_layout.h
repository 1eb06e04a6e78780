#pragma once

#include <string>
#include <vector>

#include "record/axis.h"
#include "record/figure.h"
#include "record/polyline.h"

/// Places of the parts of a figure, in pixels, y down.
namespace ventosa::record {

inline constexpr double kFigureWidth_px = 720;
inline constexpr double kMargin_px = 14;
inline constexpr double kTextLine_px = 16;
inline constexpr double kRow_px = 18;     ///< height of a row of bars
inline constexpr double kTick_px = 4;     ///< length of a tick
inline constexpr double kSample_px = 20;  ///< length of a line in a legend

/// Most round numbers on an axis. @{
inline constexpr int kMostTicksX = 11, kMostTicksY = 6;
/// @}

/// A name in a legend.
struct LegendEntry {
  std::size_t curve = 0;  ///< index
  Pixel at{};             ///< left end of its sample
};

/// A panel's place.
struct PanelFrame {
  Axis x, y;
  std::vector<LegendEntry> legend{};

  double top() const { return y.high_px; }
  double bottom() const { return y.low_px; }
};

/// Frames of a figure's panels.
/// @param top_px  upper edge of the first, its legend included
std::vector<PanelFrame> frames_of(const Figure& figure, double top_px);

/// The text in lines that are probably not wider than `width_px`.
std::vector<std::string> broken_into_lines(const std::string& text, double width_px);

}  // namespace ventosa::record
