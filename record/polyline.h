#pragma once

#include <vector>

#include "record/axis.h"
#include "record/figure.h"

/// Curves in pixels.
namespace ventosa::record {

struct Pixel {
  double x = 0, y = 0;
};

using Polyline = std::vector<Pixel>;

/// Lines of a curve, one for each part between two gaps. Of successive points in one column of
/// pixels the first, the lowest, the highest and the last remain (M4: Jugel et al. 2014), so the
/// line looks the same however many points it has.
std::vector<Polyline> polylines(const Curve& curve, const Axis& x, const Axis& y);

/// Points of a curve, of those that fall on the same quarter of a pixel one.
Polyline distinct_points(const Curve& curve, const Axis& x, const Axis& y);

}  // namespace ventosa::record
