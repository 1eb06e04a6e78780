#include "view/panels/plot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "models/text.h"
#include "record/output_file.h"
#include "view/panels/draw.h"

namespace ventosa::view {
namespace {

constexpr sim::Rgba kLine[] = {kBlue, kOrange, kGreen, kVermillion, kPurple, kSky, kYellow, kGrey};

/// Range of ticks that a plot shows.
struct Window {
  std::int64_t from = 0, to = 0;
};

Window window_of(const Frame& frame, const Plot& plot) {
  const auto span = static_cast<std::int64_t>(plot.span_s / frame.period_s());
  return {std::max<std::int64_t>(0, frame.tick - span), frame.tick};
}

/// Mapping from samples to the screen.
struct Axes {
  ImVec2 low, high;
  AxisRange y;
  Window x;

  ImVec2 at(double tick, double value) const {
    const double right = (tick - static_cast<double>(x.from)) /
                         static_cast<double>(std::max<std::int64_t>(1, x.to - x.from));
    const double up = (value - y.low) / (y.high - y.low);
    return {low.x + static_cast<float>(right) * (high.x - low.x),
            high.y - static_cast<float>(std::clamp(up, -0.1, 1.1)) * (high.y - low.y)};
  }
};

struct Series {
  std::size_t column = 0;
  std::vector<Sample> samples;
};

std::vector<Series> series_of(const Frame& frame, const Ui& ui, const Plot& plot) {
  std::vector<Series> all;
  const Window window = window_of(frame, plot);
  for (const std::size_t column : plot.columns) {
    if (!ui.signals || column >= ui.signals->n_columns()) continue;
    all.push_back({column, {}});
    ui.signals->read(column, window.from, window.to, all.back().samples);
  }
  return all;
}

AxisRange range_of(const std::vector<Series>& all) {
  double low = INFINITY, high = -INFINITY;
  for (const Series& series : all)
    for (const Sample& sample : series.samples) {
      if (!std::isfinite(sample.value)) continue;
      low = std::min(low, static_cast<double>(sample.value));
      high = std::max(high, static_cast<double>(sample.value));
    }
  return low <= high ? rounded(low, high) : AxisRange{};
}

/// Draws a line with at most one point per pixel, interrupted where ticks are missing.
void draw_line(const Axes& axes, const Series& series, ImU32 colour) {
  constexpr std::int64_t kGap = 20;
  std::vector<ImVec2> points;
  const auto draw = [&] {
    ImGui::GetWindowDrawList()->AddPolyline(points.data(), static_cast<int>(points.size()), colour,
                                            0, 1.5f);
    points.clear();
  };
  std::int64_t last = 0;
  for (const Sample& sample : series.samples) {
    if (!std::isfinite(sample.value) || sample.tick - last > kGap) draw();
    last = sample.tick;
    if (!std::isfinite(sample.value)) continue;
    const ImVec2 p = axes.at(static_cast<double>(sample.tick), sample.value);
    const bool same = points.size() > 1 && std::abs(points.back().x - p.x) < 0.25f &&
                      std::abs(points.back().y - p.y) < 0.5f;
    if (!same) points.push_back(p);
  }
  draw();
}

void draw_frame(const Axes& axes, const Frame& frame) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 faint = ImGui::GetColorU32(ImGuiCol_Border), text = ImGui::GetColorU32(ImGuiCol_Text);
  draw.AddRectFilled(axes.low, axes.high, ImGui::GetColorU32(ImGuiCol_FrameBg));
  constexpr int kLines = 4;
  for (int k = 0; k <= kLines; ++k) {
    const double value = axes.y.low + (axes.y.high - axes.y.low) * k / kLines;
    const ImVec2 p = axes.at(static_cast<double>(axes.x.from), value);
    draw.AddLine(p, {axes.high.x, p.y}, faint);
    if (k % 2 == 0)
      draw.AddText({axes.low.x + 2, std::clamp(p.y - ImGui::GetFontSize(), axes.low.y,
                                               axes.high.y - ImGui::GetFontSize())},
                   text, three_digits(value).c_str());
  }
  char time[32];
  std::snprintf(time, sizeof time, "%.1f s", static_cast<double>(axes.x.to) * frame.period_s());
  const ImVec2 size = ImGui::CalcTextSize(time);
  draw.AddText({axes.high.x - size.x - 2, axes.high.y - size.y}, text, time);
}

void draw_legend(const std::vector<Series>& all, const Axes& axes, const Ui& ui) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float y = axes.low.y + 2;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const record::Column& column = ui.columns[all[k].column];
    const bool any = !all[k].samples.empty();
    const double last =
        any ? static_cast<double>(all[k].samples.back().value) : controller::kUnknown;
    const char* const unit = column.unit == "1" ? "" : column.unit.c_str();
    const std::string text = column.name + "  " + with_unit(last, unit);
    const float line = ImGui::GetTextLineHeight(), square = 0.6f * line;
    const float x = axes.high.x - ImGui::CalcTextSize(text.c_str()).x - 4;
    const float top = y + 0.5f * (line - square);
    draw.AddRectFilled({x - square - 8, y}, {axes.high.x, y + line},
                       ImGui::GetColorU32(ImGuiCol_WindowBg));
    draw.AddRectFilled({x - square - 4, top}, {x - 4, top + square},
                       ImGui::GetColorU32(as_imgui(kLine[k % 8])));
    draw.AddText({x, y}, ImGui::GetColorU32(ImGuiCol_Text), text.c_str());
    y += ImGui::GetTextLineHeight();
  }
}

void accept_signal(Plot& plot) {
  if (!ImGui::BeginDragDropTarget()) return;
  if (const ImGuiPayload* const payload = ImGui::AcceptDragDropPayload(kDraggedSignal)) {
    const std::size_t column = *static_cast<const std::size_t*>(payload->Data);
    if (std::find(plot.columns.begin(), plot.columns.end(), column) == plot.columns.end())
      plot.columns.push_back(column);
  }
  ImGui::EndDragDropTarget();
}

/// Column of a preset's signal for this leg and joint; if there is no ground truth, the reported
/// signal.
std::optional<std::size_t> column_for(std::string name, const std::string& leg, char joint,
                                      const Ui& ui) {
  constexpr std::string_view kTruth = "truth.";
  if (const std::size_t star = name.find('*'); star != std::string::npos)
    name.replace(star, 1, leg);
  if (const std::size_t any = name.find('#'); any != std::string::npos) name[any] = joint;
  if (const auto column = column_of(ui, name)) return column;
  if (!name.starts_with(kTruth)) return std::nullopt;
  return column_of(ui, name.replace(0, kTruth.size(), "seen."));
}

bool suits(const Preset& preset, const Ui& ui) {
  const std::string leg = std::to_string(ui.leg);
  return std::ranges::all_of(preset.signals, [&](const auto& of_plot) {
    return column_for(of_plot.front(), leg, '0', ui).has_value();
  });
}

void plot_menu(const Axes& axes, Ui& ui, Plot& plot, int number) {
  if (!ImGui::BeginPopupContextItem("plot menu")) return;
  for (const double span_s : {5.0, 20.0, 60.0, 600.0})
    if (ImGui::MenuItem((models::decimal(span_s, 3) + " s").c_str(), nullptr,
                        plot.span_s == span_s))
      plot.span_s = span_s;
  ImGui::Separator();
  for (const Preset& preset : presets())
    if (suits(preset, ui) && ImGui::MenuItem(preset.name)) choose(preset, ui);
  ImGui::Separator();
  if (ImGui::MenuItem("export CSV")) ui.plot_to_export = static_cast<std::size_t>(number);
  if (ImGui::MenuItem("export PNG"))
    ui.plot_picture = PlotPicture{number, axes.low.x, axes.low.y, axes.high.x - axes.low.x,
                                  axes.high.y - axes.low.y};
  if (ImGui::MenuItem("clear")) plot.columns.clear();
  ImGui::EndPopup();
}

}  // namespace

AxisRange rounded(double low, double high) {
  const double width = std::max(high - low, std::max(1e-9, 1e-6 * std::abs(high)));
  const double step = std::pow(10, std::floor(std::log10(width))) / 2;
  return {step * std::floor((low - 1e-9 * width) / step),
          step * std::ceil((high + 1e-9 * width) / step)};
}

void draw_plot(int number, const ImVec2& size, const Frame& frame, Ui& ui, Plot& plot) {
  ImGui::PushID(number);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("plot", size);
  accept_signal(plot);
  const std::vector<Series> all = series_of(frame, ui, plot);
  const Axes axes{low, {low.x + size.x, low.y + size.y}, range_of(all), window_of(frame, plot)};
  draw_frame(axes, frame);
  ImGui::PushClipRect(axes.low, axes.high, true);
  for (std::size_t k = 0; k < all.size(); ++k)
    draw_line(axes, all[k], ImGui::GetColorU32(as_imgui(kLine[k % 8])));
  draw_legend(all, axes, ui);
  if (all.empty())
    ImGui::GetWindowDrawList()->AddText(
        {low.x + 60, low.y + 8}, ImGui::GetColorU32(ImGuiCol_TextDisabled),
        "drag a signal here (F4: list of signals), or right-click for presets");
  ImGui::PopClipRect();
  plot_menu(axes, ui, plot, number);
  ImGui::PopID();
}

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all{
      {"torques of the leg", {{"truth.leg*.joint#.tau"}, {"truth.leg*.joint#.stall_ratio"}}},
      {"contact force of the leg",
       {{"truth.leg*.cup.fz", "truth.leg*.cup.fx", "truth.leg*.cup.fy"},
        {"truth.leg*.cup.safety_factor"}}},
      {"force of the foot, stability margin",
       {{"truth.leg*.foot.force.z", "truth.leg*.foot.force.x", "truth.leg*.foot.force.y"},
        {"stability.margin"}}},
      {"first three joints, commanded and actual (RIAI Fig. 11)",
       {{"command.leg*.joint0.q", "seen.leg*.joint0.q", "command.leg*.joint1.q",
         "seen.leg*.joint1.q", "command.leg*.joint2.q", "seen.leg*.joint2.q"},
        {"error.body.position"}}},
      {"body error (RIAI Fig. 13)", {{"error.body.position"}, {"error.body.angle"}}},
      {"PD-off windows (Prados Fig. 10)",
       {{"plan.pd_share"}, {"truth.leg*.joint0.q", "truth.leg*.joint1.q", "truth.leg*.joint2.q"}}},
      {"estimate against truth", {{"error.estimate.position"}, {"error.estimate.angle"}}},
  };
  return all;
}

void choose(const Preset& preset, Ui& ui) {
  const std::string leg = std::to_string(ui.leg);
  for (std::size_t k = 0; k < ui.plots.size() && k < preset.signals.size(); ++k) {
    ui.plots[k].columns.clear();
    for (const std::string& name : preset.signals[k]) {
      const bool of_each_joint = name.find('#') != std::string::npos;
      for (int j = 0; j < (of_each_joint ? controller::kMaxJoints : 1); ++j)
        if (const auto column = column_for(name, leg, static_cast<char>('0' + j), ui))
          ui.plots[k].columns.push_back(*column);
    }
  }
}

void write_csv(const Frame& frame, const Ui& ui, const Plot& plot,
               const std::filesystem::path& file) {
  std::ostringstream stream;
  stream << "time [s]";
  const std::vector<Series> all = series_of(frame, ui, plot);
  for (const Series& series : all) {
    const record::Column& column = ui.columns[series.column];
    stream << ',' << column.name << " [" << column.unit << ']';
  }
  stream << '\n';
  const std::size_t n = all.empty() ? 0 : all.front().samples.size();
  for (std::size_t k = 0; k < n; ++k) {
    stream << static_cast<double>(all.front().samples[k].tick) * frame.period_s();
    for (const Series& series : all) stream << ',' << series.samples[k].value;
    stream << '\n';
  }
  record::write_text(file, stream.str());
}

}  // namespace ventosa::view
