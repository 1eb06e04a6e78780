#include "record/svg.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <pugixml.hpp>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "record/figure_layout.h"
#include "record/output_file.h"

namespace ventosa::record {
namespace {

using pugi::xml_node;
using Curves = std::vector<Curve>;
using Rows = std::vector<BarRow>;

constexpr const char* kInk = "#333333";
constexpr const char* kGrid = "#e4e4e4";
// told apart also by colour-blind readers (Okabe & Ito 2008)
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                    "#e69f00", "#56b4e9", "#000000"};
constexpr const char* kDashes[] = {"none", "7 3", "2 2.5", "7 3 2 3"};

using Attributes = std::initializer_list<std::pair<const char*, std::string>>;

xml_node add(xml_node parent, const char* tag, const Attributes& attributes) {
  xml_node node = parent.append_child(tag);
  for (const auto& [name, value] : attributes) node.append_attribute(name) = value.c_str();
  return node;
}

/// A number of pixels with two decimals.
std::string px(double value) {
  char digits[32];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, 2).ptr;
  return {digits, end};
}

/// Without control characters, which XML does not know.
std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return text;
}

void write(xml_node parent, const std::string& text, const Pixel& at, const char* anchor) {
  add(parent, "text", {{"x", px(at.x)}, {"y", px(at.y)}, {"text-anchor", anchor}})
      .text()
      .set(printable(text).c_str());
}

/// Text centred at a point, read from below upwards.
void write_upwards(xml_node parent, const std::string& text, const Pixel& at) {
  write(parent, text, {}, "middle");
  parent.last_child().append_attribute("transform") =
      ("translate(" + px(at.x) + "," + px(at.y) + ") rotate(-90)").c_str();
}

void draw_path(xml_node parent, const std::string& path, const Attributes& attributes) {
  add(parent, "path", {{"d", path}, {"fill", "none"}});
  for (const auto& [name, value] : attributes)
    parent.last_child().append_attribute(name) = value.c_str();
}

void draw_line(xml_node parent, const Pixel& from, const Pixel& to, const char* colour) {
  draw_path(parent, "M" + px(from.x) + "," + px(from.y) + "L" + px(to.x) + "," + px(to.y),
            {{"stroke", colour}});
}

std::string label_of(const Quantity& quantity) {
  return quantity.unit.empty() ? quantity.name : quantity.name + " [" + quantity.unit + "]";
}

std::string path_of(const Polyline& line) {
  std::string path;
  for (const Pixel& point : line)
    path += (path.empty() ? "M" : "L") + px(point.x) + "," + px(point.y);
  return line.size() == 1 ? path + "h0" : path;  // a dot, by its round caps
}

std::string dots(const Polyline& points) {
  std::string path;
  for (const Pixel& point : points) path += "M" + px(point.x) + "," + px(point.y) + "h0";
  return path;
}

// ---- curves and bars

void stroke(xml_node parent, const std::string& path, const Curve& curve, std::size_t k) {
  const bool is_line = curve.style == Curve::Style::kLine;
  const std::size_t round = k / std::size(kColours);
  draw_path(parent, path,
            {{"class", is_line ? "curve" : "points"},
             {"stroke", kColours[k % std::size(kColours)]},
             {"stroke-width", is_line ? "1.3" : "3"},
             {"stroke-dasharray", is_line ? kDashes[round % std::size(kDashes)] : "none"}});
}

std::string path_of(const Curve& curve, const PanelFrame& frame) {
  if (curve.style == Curve::Style::kPoints) return dots(distinct_points(curve, frame.x, frame.y));
  std::string path;
  for (const Polyline& line : polylines(curve, frame.x, frame.y)) path += path_of(line);
  return path;
}

void draw_legend(xml_node panel, const Curves& curves, const std::vector<LegendEntry>& legend) {
  const xml_node group = add(panel, "g", {{"class", "legend"}});
  for (const auto& [k, at] : legend) {
    const Pixel middle{at.x + kSample_px / 2, at.y}, end{at.x + kSample_px, at.y};
    const bool is_line = curves[k].style == Curve::Style::kLine;
    stroke(group, path_of(is_line ? Polyline{at, end} : Polyline{middle}), curves[k], k);
    write(group, curves[k].name, {end.x + kTick_px, at.y + kTick_px}, "start");
  }
}

// ---- axes

Ticks x_ticks(const Quantity& x, const Interval& values) {
  if (!x.is_count) return {values, kMostTicksX};
  return {values, std::clamp(static_cast<int>(values.length()) + 1, 2, kMostTicksX)};
}

void draw_x_axis(xml_node panel, const PanelFrame& frame, const Ticks& ticks, bool has_numbers) {
  const xml_node axis = add(panel, "g", {{"class", "x-axis"}});
  for (int i = 0; i < ticks.count(); ++i) {
    const double x = frame.x.px(ticks.at(i));
    draw_line(axis, {x, frame.top()}, {x, frame.bottom()}, kGrid);
    draw_line(axis, {x, frame.bottom()}, {x, frame.bottom() + kTick_px}, kInk);
    if (has_numbers)
      write(axis, ticks.text(i), {x, frame.bottom() + kTextLine_px + kTick_px}, "middle");
  }
}

void draw_y_axis(xml_node panel, const PanelFrame& frame) {
  const xml_node axis = add(panel, "g", {{"class", "y-axis"}});
  const Ticks ticks(frame.y.values, kMostTicksY);
  const double left = frame.x.low_px;
  for (int i = 0; i < ticks.count(); ++i) {
    const double y = frame.y.px(ticks.at(i));
    draw_line(axis, {left, y}, {frame.x.high_px, y}, kGrid);
    draw_line(axis, {left - kTick_px, y}, {left, y}, kInk);
    write(axis, ticks.text(i), {left - 2 * kTick_px, y + kTick_px}, "end");
  }
}

void draw_frame(xml_node panel, const PanelFrame& frame) {
  const Pixel corner{frame.x.low_px, frame.bottom()};
  draw_line(panel, {corner.x, frame.top()}, corner, kInk);
  draw_line(panel, corner, {frame.x.high_px, corner.y}, kInk);
}

void draw_bar(xml_node panel, const BarRow::Bar& bar, double middle_px, const Axis& x) {
  if (!is_drawable(bar.from) || !is_drawable(bar.to) || bar.to < bar.from) return;
  constexpr double kThickness_px = 2 * kRow_px / 3;
  add(panel, "rect",
      {{"class", "bar"},
       {"x", px(x.px(bar.from))},
       {"y", px(middle_px - kThickness_px / 2)},
       {"width", px(x.px(bar.to) - x.px(bar.from))},
       {"height", px(kThickness_px)},
       {"fill", kColours[0]}});
}

void draw(xml_node panel, const Rows& rows, const PanelFrame& frame) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double middle_px = frame.y.px(static_cast<double>(rows.size() - k) - 0.5);
    write(panel, rows[k].name, {frame.x.low_px - 2 * kTick_px, middle_px + kTick_px}, "end");
    for (const BarRow::Bar& bar : rows[k].bars) draw_bar(panel, bar, middle_px, frame.x);
  }
  draw_frame(panel, frame);
}

void draw(xml_node panel, const Curves& curves, const PanelFrame& frame) {
  draw_y_axis(panel, frame);
  draw_frame(panel, frame);
  for (std::size_t k = 0; k < curves.size(); ++k)
    stroke(panel, path_of(curves[k], frame), curves[k], k);
  draw_legend(panel, curves, frame.legend);
}

void draw_panel(xml_node svg, const Figure& figure, const std::vector<PanelFrame>& frames,
                std::size_t k) {
  const Panel& panel = figure.panels[k];
  const PanelFrame& frame = frames[k];
  const xml_node group = add(svg, "g", {{"class", "panel"}});
  draw_x_axis(group, frame, x_ticks(figure.x, frame.x.values), k + 1 == frames.size());
  std::visit([&](const auto& content) { draw(group, content, frame); }, panel.content);
  write_upwards(group, label_of(panel.y), {kMargin_px, (frame.top() + frame.bottom()) / 2});
}

// ---- the whole

xml_node add_svg(pugi::xml_document& document, const std::string& title) {
  xml_node svg = add(document, "svg",
                     {{"xmlns", "http://www.w3.org/2000/svg"},
                      {"font-family", "Helvetica, Arial, sans-serif"},
                      {"font-size", "12"},
                      {"fill", kInk},
                      {"stroke-linecap", "round"},
                      {"stroke-linejoin", "round"}});
  add(svg, "title", {}).text().set(printable(title).c_str());
  add(svg, "rect", {{"width", "100%"}, {"height", "100%"}, {"fill", "white"}});
  return svg;
}

/// These write below what is there and return their lower edge. @{
double write_title(xml_node svg, const std::string& title) {
  if (title.empty()) return kMargin_px / 2;
  const double base_px = kMargin_px / 2 + kTextLine_px;
  const xml_node bold = add(svg, "g", {{"font-weight", "bold"}, {"font-size", "14"}});
  write(bold, title, {kFigureWidth_px / 2, base_px}, "middle");
  return base_px + kTextLine_px / 2;
}
double write_x_label(xml_node svg, const std::string& label, const PanelFrame& last) {
  const double base_px = last.bottom() + 2.4 * kTextLine_px;
  write(svg, label, {(last.x.low_px + last.x.high_px) / 2, base_px}, "middle");
  return base_px + kTick_px;
}
double write_caption(xml_node svg, const std::string& caption, double top_px) {
  for (const std::string& line : broken_into_lines(caption, kFigureWidth_px - 2 * kMargin_px))
    write(svg, line, {kMargin_px, top_px += kTextLine_px}, "start");
  return top_px;
}
/// @}

void set_size(xml_node svg, double height_px) {
  const std::string width = px(kFigureWidth_px), height = px(height_px);
  svg.append_attribute("width") = width.c_str();
  svg.append_attribute("height") = height.c_str();
  svg.append_attribute("viewBox") = ("0 0 " + width + " " + height).c_str();
}

void check(const Figure& figure) {
  for (const Panel& panel : figure.panels)
    if (const auto* curves = std::get_if<Curves>(&panel.content))
      for (const Curve& curve : *curves)
        if (curve.x.size() != curve.y.size())
          throw std::invalid_argument("the curve " + curve.name + " has " +
                                      std::to_string(curve.x.size()) + " x and " +
                                      std::to_string(curve.y.size()) + " y");
}

std::string to_text(const pugi::xml_document& document) {
  std::ostringstream text;
  document.save(text, "", pugi::format_raw | pugi::format_no_declaration, pugi::encoding_utf8);
  return text.str() + '\n';
}

}  // namespace

std::string to_svg(const Figure& figure) {
  check(figure);
  pugi::xml_document document;
  xml_node svg = add_svg(document, figure.title);
  const double below_title_px = write_title(svg, figure.title);
  const std::vector<PanelFrame> frames = frames_of(figure, below_title_px);
  for (std::size_t k = 0; k < frames.size(); ++k) draw_panel(svg, figure, frames, k);
  double bottom_px = below_title_px;
  if (!frames.empty()) bottom_px = write_x_label(svg, label_of(figure.x), frames.back());
  bottom_px = write_caption(svg, figure.caption, bottom_px);
  set_size(svg, bottom_px + kMargin_px / 2);
  return to_text(document);
}

void write_svg(const Figure& figure, const std::filesystem::path& file) {
  write_text(file, to_svg(figure));
}

}  // namespace ventosa::record
