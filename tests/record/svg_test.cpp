#include "record/svg.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <locale>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <stdexcept>

#include "record/output_error.h"
#include "tests/scratch_folder.h"

namespace ventosa::record::svg_test {
namespace {

using Curves = std::vector<Curve>;
using Rows = std::vector<BarRow>;

Panel panel_of(Curves curves) { return {{"speed", "m/s"}, std::move(curves)}; }
Figure figure_of(Curves curves) { return {.panels = {panel_of(std::move(curves))}}; }

/// A figure's SVG, parsed by an XML parser.
struct Parsed {
  explicit Parsed(const Figure& figure) : text(to_svg(figure)) {
    const pugi::xml_parse_result result = document.load_string(text.c_str());
    EXPECT_TRUE(result) << result.description() << "\n" << text;
    EXPECT_EQ(text.find("nan"), std::string::npos) << text;
    EXPECT_EQ(text.find("inf"), std::string::npos) << text;
  }
  pugi::xml_node svg() const { return document.child("svg"); }
  std::vector<pugi::xml_node> all(const char* query) const {
    std::vector<pugi::xml_node> nodes;
    for (const pugi::xpath_node& found : document.select_nodes(query))
      nodes.push_back(found.node());
    return nodes;
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> all_texts;
    for (const pugi::xml_node& node : all("//text")) all_texts.emplace_back(node.text().get());
    return all_texts;
  }
  bool has_text(const std::string& text_there) const {
    const std::vector<std::string> there = texts();
    return std::find(there.begin(), there.end(), text_there) != there.end();
  }

  std::string text;
  pugi::xml_document document;
};

/// Maps pixels to values by the first and last number of an axis.
struct Scale {
  Scale(const Parsed& parsed, const char* axis, const char* coordinate, double shift_px) {
    const auto numbers = parsed.all((std::string("//g[@class='") + axis + "']/text").c_str());
    const pugi::xml_node low = numbers.front(), high = numbers.back();
    at_px = low.attribute(coordinate).as_double() + shift_px;
    value = low.text().as_double();
    per_px = (high.text().as_double() - value) /
             (high.attribute(coordinate).as_double() + shift_px - at_px);
  }
  double of(double px) const { return value + per_px * (px - at_px); }

  double at_px = 0, value = 0, per_px = 0;
};

/// Points of a path made of M and L, in pixels.
std::vector<std::pair<double, double>> points_of(std::string path) {
  for (char& c : path)
    if (c == 'M' || c == 'L' || c == ',') c = ' ';
  std::istringstream numbers(path);
  std::vector<std::pair<double, double>> points;
  for (double x = 0, y = 0; numbers >> x >> y;) points.emplace_back(x, y);
  return points;
}

TEST(Svg, CurvesLieWhereTheAxesSayTheirNumbersAre) {
  const Curve curve{"a", {0, 1, 2.5, 7}, {-0.3, 0.42, 0.1, 0.77}};
  const Parsed parsed(figure_of({curve}));
  constexpr double kTextBelow_px = 4;  // a number's base line is below its tick
  const Scale x(parsed, "x-axis", "x", 0), y(parsed, "y-axis", "y", -kTextBelow_px);
  const auto points = points_of(parsed.all("//path[@class='curve']")[0].attribute("d").value());
  ASSERT_EQ(points.size(), curve.x.size());
  for (std::size_t k = 0; k < points.size(); ++k) {
    // two decimals of a pixel, at both numbers of the scale and at the point
    EXPECT_NEAR(x.of(points[k].first), curve.x[k], 0.02 * std::abs(x.per_px));
    EXPECT_NEAR(y.of(points[k].second), curve.y[k], 0.02 * std::abs(y.per_px));
  }
}

TEST(Svg, AxesHaveTheirUnits) {
  Figure figure = figure_of({{"", {0, 1}, {0, 1}}});
  figure.x = {"way", "m"};
  figure.panels.push_back({{"ratio", ""}, Curves{{"", {0, 1}, {0, 1}}}});
  const Parsed parsed(figure);
  EXPECT_TRUE(parsed.has_text("way [m]"));
  EXPECT_TRUE(parsed.has_text("speed [m/s]"));
  EXPECT_TRUE(parsed.has_text("ratio"));
}

TEST(Svg, PanelsShareTheAxisOfTime) {
  Figure figure = figure_of({{"", {0, 1}, {0, 1}}});
  figure.panels.push_back(panel_of({{"", {0, 4}, {0, 1}}}));
  figure.panels.push_back({{"leg", ""}, Rows{{"front", {{2, 10}}}}});
  const Parsed parsed(figure);
  const auto curves = parsed.all("//path[@class='curve']");
  const auto ends = [](const pugi::xml_node& curve) {
    return points_of(curve.attribute("d").value());
  };
  const double left = ends(curves[0])[0].first, one = ends(curves[0])[1].first - left;
  EXPECT_NEAR(ends(curves[1])[1].first, left + 4 * one, 0.03);
  const pugi::xml_node bar = parsed.all("//rect[@class='bar']")[0];
  EXPECT_NEAR(bar.attribute("x").as_double(), left + 2 * one, 0.03);
  EXPECT_NEAR(bar.attribute("width").as_double(), 8 * one, 0.05);
  EXPECT_EQ(parsed.all("//g[@class='panel']").size(), 3u);
  // numbers only below the last panel
  EXPECT_TRUE(parsed.all("//g[@class='panel'][1]/g[@class='x-axis']/text").empty());
  EXPECT_FALSE(parsed.all("//g[@class='panel'][3]/g[@class='x-axis']/text").empty());
}

TEST(Svg, RowsOfBarsStandInTheirOrderBesideTheirNames) {
  const Parsed parsed(
      {.panels = {{{"leg", ""}, Rows{{"a", {{0, 1}, {2, 3}}}, {"b", {{1, 2}}}, {"c", {}}}}}});
  const auto bars = parsed.all("//rect[@class='bar']");
  ASSERT_EQ(bars.size(), 3u);
  EXPECT_EQ(bars[0].attribute("y").as_double(), bars[1].attribute("y").as_double());
  EXPECT_LT(bars[1].attribute("y").as_double(), bars[2].attribute("y").as_double());
  for (const char* name : {"a", "b", "c"}) EXPECT_TRUE(parsed.has_text(name));
}

TEST(Svg, OnlyWholeNumbersStandAtAnAxisOfCounts) {
  const auto numbers = [](bool is_count) {
    const Rows rows{{"a", {{0, 1}}}, {"b", {{1, 2}}}};
    const Parsed parsed({.x = {"time", "steps", is_count}, .panels = {{{"", ""}, rows}}});
    std::vector<std::string> texts;
    for (const pugi::xml_node& text : parsed.all("//g[@class='x-axis']/text"))
      texts.emplace_back(text.text().get());
    return texts;
  };
  EXPECT_EQ(numbers(true), (std::vector<std::string>{"0", "1", "2"}));
  EXPECT_GT(numbers(false).size(), 3u);
}

TEST(Svg, ALegendNamesTheCurvesThatHaveANameInTheirColours) {
  const Parsed parsed(
      figure_of({{"left", {0, 1}, {0, 1}}, {"", {0, 1}, {1, 0}}, {"right", {0, 1}, {1, 1}}}));
  EXPECT_EQ(parsed.all("//g[@class='legend']/text").size(), 2u);
  const auto curves = parsed.all("//g[@class='panel']/path[@class='curve']");
  const auto samples = parsed.all("//g[@class='legend']/path");
  ASSERT_EQ(samples.size(), 2u);
  EXPECT_STREQ(samples[1].attribute("stroke").value(), curves[2].attribute("stroke").value());
}

TEST(Svg, ALongLegendNeedsSeveralLinesAndLeavesNoCurveUnderIt) {
  Curves curves;
  for (int k = 0; k < 12; ++k)
    curves.push_back({"a curve with quite a long name " + std::to_string(k), {0, 1}, {0, 1}});
  const Parsed parsed(figure_of(curves));
  double lowest = 0, highest_point = 1e9;
  for (const auto& node : parsed.all("//g[@class='legend']/text"))
    lowest = std::max(lowest, node.attribute("y").as_double());
  for (const auto& node : parsed.all("//g[@class='panel']/path[@class='curve']"))
    for (const auto& point : points_of(node.attribute("d").value()))
      highest_point = std::min(highest_point, point.second);
  EXPECT_LT(lowest, highest_point);
}

TEST(Svg, NumbersThatAreNotFiniteLeaveGaps) {
  const Parsed parsed(figure_of({{"", {0, 1, 2, 3, 4}, {1, 2, NAN, 2, 1}}}));
  const std::string path = parsed.all("//path[@class='curve']")[0].attribute("d").value();
  EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 2);
}

TEST(Svg, AnEmptyOrConstantOrUnknownCurveStillMakesAFigure) {
  for (const Curve& curve :
       {Curve{}, Curve{"", {1, 2}, {3, 3}}, Curve{"", {1}, {0}}, Curve{"", {NAN}, {NAN}},
        Curve{"", {0, 1}, {INFINITY, NAN}}, Curve{"", {0, 1}, {-1e308, 1e308}},
        Curve{"", {0, 1}, {1e-310, 2e-310}}})
    EXPECT_FALSE(Parsed(figure_of({curve})).all("//g[@class='y-axis']/text").empty());
  EXPECT_TRUE(Parsed(Figure{}).svg());
  EXPECT_TRUE(Parsed({.panels = {{{}, Rows{}}}}).svg());
}

TEST(Svg, TextsAreEscapedAndWithoutControlCharacters) {
  Figure figure = figure_of({{"a < b & \"c\"\x01", {0, 1}, {0, 1}}});
  figure.title = "<script>";
  figure.caption = "tau > 3 & slip";
  const Parsed parsed(figure);
  EXPECT_TRUE(parsed.has_text("a < b & \"c\" "));
  EXPECT_TRUE(parsed.has_text("<script>"));
  EXPECT_TRUE(parsed.has_text("tau > 3 & slip"));
  EXPECT_EQ(parsed.text.find('\x01'), std::string::npos);
}

TEST(Svg, ALongCaptionIsBrokenIntoLines) {
  Figure figure = figure_of({{"", {0, 1}, {0, 1}}});
  const double low = Parsed(figure).svg().attribute("height").as_double();
  for (int k = 0; k < 60; ++k) figure.caption += "a few words ";
  EXPECT_GT(Parsed(figure).svg().attribute("height").as_double(), low + 5 * 16);
}

TEST(Svg, ToScaleAUnitIsAsLongUpwardsAsSideways) {
  Figure figure = figure_of({{"", {0, 2, 2}, {0, 0, 1}}});
  figure.to_scale = true;
  const auto points =
      points_of(Parsed(figure).all("//path[@class='curve']")[0].attribute("d").value());
  EXPECT_NEAR((points[1].first - points[0].first) / 2, points[1].second - points[2].second, 0.03);
}

TEST(Svg, MoreCurvesThanColoursDifferInTheirDashes) {
  const Parsed parsed(figure_of(Curves(12, {"", {0, 1}, {0, 1}})));
  std::set<std::pair<std::string, std::string>> looks;
  for (const auto& curve : parsed.all("//path[@class='curve']"))
    looks.emplace(curve.attribute("stroke").value(), curve.attribute("stroke-dasharray").value());
  EXPECT_EQ(looks.size(), 12u);
}

struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

TEST(Svg, IsTheSameTextInEveryLocale) {
  const Figure figure = figure_of({{"a", {0, 0.5}, {0.25, 0.75}}});
  const std::string text = to_svg(figure);
  EXPECT_EQ(text, to_svg(figure));
  const std::locale before = std::locale::global({std::locale(), new Comma});
  EXPECT_EQ(to_svg(figure), text);
  std::locale::global(before);
}

TEST(Svg, RefusesACurveWithMoreXThanY) {
  EXPECT_THROW(static_cast<void>(to_svg(figure_of({{"a", {0, 1}, {0}}}))), std::invalid_argument);
}

TEST(Svg, IsWrittenAsAWholeOrNotAtAll) {
  const ScratchFolder scratch;
  const auto file = scratch.path() / "figure.svg";
  write_svg(figure_of({{"a", {0, 1}, {0, 1}}}), file);
  EXPECT_TRUE(std::filesystem::exists(file));
  EXPECT_THROW(write_svg(figure_of({{"a", {0, 1}, {0}}}), scratch.path() / "bad.svg"),
               std::invalid_argument);
  EXPECT_FALSE(std::filesystem::exists(scratch.path() / "bad.svg"));
  EXPECT_THROW(write_svg(Figure{}, scratch.path() / "no_folder" / "figure.svg"), OutputError);
}

}  // namespace
}  // namespace ventosa::record::svg_test
