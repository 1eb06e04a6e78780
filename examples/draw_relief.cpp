// Draws how reliefs look (docs/scenario-files.md, "Uneven ground"):  draw_relief FILE.svg
#include <cmath>
#include <iostream>
#include <numbers>
#include <stdexcept>

#include "record/svg.h"
#include "sim/ground/relief.h"

namespace {

using ventosa::controller::Vector2d;
using ventosa::record::Curve;
using ventosa::sim::Relief;

const Vector2d kHalfExtent_m(1.5, 1);
constexpr double kStep_m = 0.005;

/// A curve of value(p_S) along the patch's x axis.
template <class Value>
Curve profile(std::uint64_t seed, Value value) {
  const Relief relief({.seed = seed, .height_m = 0.03, .correlation_m = 0.2}, seed, kHalfExtent_m);
  Curve curve{.name = "seed " + std::to_string(seed)};
  for (double x = -kHalfExtent_m.x(); x <= kHalfExtent_m.x(); x += kStep_m) {
    curve.x.push_back(x);
    curve.y.push_back(value(relief.at({x, 0})));
  }
  return curve;
}

template <class Value>
std::vector<Curve> profiles(Value value) {
  return {profile(1, value), profile(2, value), profile(3, value)};
}

double height_mm(const ventosa::sim::ReliefPoint& point) { return 1000 * point.height_m; }

double slope_deg(const ventosa::sim::ReliefPoint& point) {
  return std::atan(point.slope.norm()) * 180 / std::numbers::pi;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) throw std::invalid_argument("usage: draw_relief FILE.svg");
  ventosa::record::write_svg(
      {.title = "Reliefs along y = 0",
       .caption = "height_m 0.03, correlation_m 0.2, on a surface of 3 x 2 m",
       .x = {"x", "m"},
       .panels = {{{"height", "mm"}, profiles(height_mm)},
                  {{"slope", "degrees"}, profiles(slope_deg)}}},
      argv[1]);
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 2;
}
