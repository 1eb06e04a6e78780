#include "record/polyline.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace ventosa::record {
namespace {

using Place = Polyline::const_iterator;

bool has_point(const Curve& curve, std::size_t k) {
  return is_drawable(curve.x[k]) && is_drawable(curve.y[k]);
}

Pixel pixel(const Curve& curve, std::size_t k, const Axis& x, const Axis& y) {
  return {x.px(curve.x[k]), y.px(curve.y[k])};
}

/// Adds the first, lowest, highest and last point of a column, in their order.
void add_column(Place begin, Place end, Polyline& line) {
  const auto [low, high] =
      std::minmax_element(begin, end, [](const Pixel& a, const Pixel& b) { return a.y < b.y; });
  const std::set<Place> kept{begin, low, high, std::prev(end)};
  for (const Place& point : kept) line.push_back(*point);
}

Polyline thinned(const Polyline& line) {
  Polyline few;
  for (Place at = line.begin(); at != line.end();) {
    const double column = std::floor(at->x);
    const Place end = std::find_if(
        at, line.end(), [&](const Pixel& point) { return std::floor(point.x) != column; });
    add_column(at, end, few);
    at = end;
  }
  return few;
}

}  // namespace

std::vector<Polyline> polylines(const Curve& curve, const Axis& x, const Axis& y) {
  std::vector<Polyline> lines;
  Polyline line;
  for (std::size_t k = 0; k <= curve.x.size(); ++k) {
    if (k < curve.x.size() && has_point(curve, k)) {
      line.push_back(pixel(curve, k, x, y));
    } else if (!line.empty()) {
      lines.push_back(thinned(std::exchange(line, {})));
    }
  }
  return lines;
}

Polyline distinct_points(const Curve& curve, const Axis& x, const Axis& y) {
  constexpr double kPerPixel = 4;
  std::set<std::pair<long, long>> taken;
  Polyline points;
  for (std::size_t k = 0; k < curve.x.size(); ++k) {
    if (!has_point(curve, k)) continue;
    const Pixel point = pixel(curve, k, x, y);
    if (taken.insert({std::lround(kPerPixel * point.x), std::lround(kPerPixel * point.y)}).second)
      points.push_back(point);
  }
  return points;
}

}  // namespace ventosa::record
