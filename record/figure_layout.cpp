#include "record/figure_layout.h"

#include <algorithm>
#include <sstream>

namespace ventosa::record {
namespace {

using Curves = std::vector<Curve>;
using Rows = std::vector<BarRow>;

constexpr double kGap_px = 14;
constexpr double kCharacter_px = 6.1;  // mean width
constexpr double kPanel_px = 140;
constexpr double kFlattest_px = 60;

/// Estimated width of a text in UTF-8.
double width_px(const std::string& text) {
  const auto begins_character = [](char c) { return (c & 0xc0) != 0x80; };
  return kCharacter_px *
         static_cast<double>(std::count_if(text.begin(), text.end(), begins_character));
}

void add_x_values(const Curves& curves, Interval& all) {
  for (const Curve& curve : curves)
    for (const double x : curve.x) all.add(x);
}

void add_x_values(const Rows& rows, Interval& all) {
  for (const BarRow& row : rows)
    for (const BarRow::Bar& bar : row.bars) {
      all.add(bar.from);
      all.add(bar.to);
    }
}

Interval x_values(const Figure& figure) {
  Interval all;
  for (const Panel& panel : figure.panels)
    std::visit([&all](const auto& content) { add_x_values(content, all); }, panel.content);
  return all.with_length();
}

/// From one round number to another.
Interval y_values(const Curves& curves) {
  Interval all;
  for (const Curve& curve : curves)
    for (const double y : curve.y) all.add(y);
  all = all.with_length();
  return Ticks(all, kMostTicksY).around(all);
}

/// Width of the widest name beside the y axis. @{
double beside_px(const Rows& rows) {
  double widest_px = 0;
  for (const BarRow& row : rows) widest_px = std::max(widest_px, width_px(row.name));
  return widest_px;
}
double beside_px(const Curves& curves) {
  const Ticks ticks(y_values(curves), kMostTicksY);
  double widest_px = 0;
  for (int i = 0; i < ticks.count(); ++i) widest_px = std::max(widest_px, width_px(ticks.text(i)));
  return widest_px;
}
/// @}

/// All panels have the same x axis, to the right of the widest name.
Axis x_axis(const Figure& figure) {
  double beside = 0;
  for (const Panel& panel : figure.panels)
    beside =
        std::max(beside, std::visit([](const auto& all) { return beside_px(all); }, panel.content));
  const double left_px = kMargin_px + kTextLine_px + beside + 2 * kTick_px;
  return {x_values(figure), left_px, kFigureWidth_px - kMargin_px};
}

/// Places the names from left to right, on as many lines as they need. @{
std::vector<LegendEntry> legend_of(const Curves& curves, double left_px, double top_px) {
  std::vector<LegendEntry> entries;
  Pixel at{left_px, top_px + kTextLine_px / 2};
  for (std::size_t k = 0; k < curves.size(); ++k) {
    if (curves[k].name.empty()) continue;
    const double width = kSample_px + kTick_px + width_px(curves[k].name);
    if (at.x + width > kFigureWidth_px - kMargin_px && at.x > left_px)
      at = {left_px, at.y + kTextLine_px};
    entries.push_back({k, at});
    at.x += width + kGap_px;
  }
  return entries;
}
std::vector<LegendEntry> legend_of(const Rows&, double, double) { return {}; }
/// @}

/// y axis of a panel below `top_px`. @{
Axis y_axis(const Curves& curves, const Figure& figure, const Axis& x, double top_px) {
  const Interval values = y_values(curves);
  if (!figure.to_scale) return {values, top_px + kPanel_px, top_px};
  const double scale_px = (x.high_px - x.low_px) / x.values.length();
  const double height_px = std::max(kFlattest_px, scale_px * values.length());
  const double margin = (height_px / scale_px - values.length()) / 2;
  return {{values.low - margin, values.high + margin}, top_px + height_px, top_px};
}
Axis y_axis(const Rows& rows, const Figure&, const Axis&, double top_px) {
  const auto n = static_cast<double>(std::max<std::size_t>(rows.size(), 1));
  return {{0, n}, top_px + n * kRow_px, top_px};
}
/// @}

PanelFrame frame_of(const Panel& panel, const Figure& figure, const Axis& x, double top_px) {
  return std::visit(
      [&](const auto& content) {
        PanelFrame frame{x, {}, legend_of(content, x.low_px, top_px)};
        const double below_px =
            frame.legend.empty() ? top_px : frame.legend.back().at.y + kTextLine_px / 2;
        frame.y = y_axis(content, figure, x, below_px + kTick_px);
        return frame;
      },
      panel.content);
}

}  // namespace

std::vector<PanelFrame> frames_of(const Figure& figure, double top_px) {
  const Axis x = x_axis(figure);
  std::vector<PanelFrame> frames;
  for (const Panel& panel : figure.panels) {
    frames.push_back(frame_of(panel, figure, x, top_px));
    top_px = frames.back().bottom() + kGap_px;
  }
  return frames;
}

std::vector<std::string> broken_into_lines(const std::string& text, double most_px) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (lines.empty() || width_px(lines.back() + " " + word) > most_px)
      lines.push_back(word);
    else
      lines.back() += " " + word;
  }
  return lines;
}

}  // namespace ventosa::record
