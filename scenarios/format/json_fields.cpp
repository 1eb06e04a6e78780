#include "scenarios/format/json_fields.h"

#include <cmath>
#include <limits>

namespace ventosa::scenarios {

using nlohmann::ordered_json;

double number_in(controller::Unit unit, double value) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const double number = value / unit.si;
  for (const double near : {number, std::nextafter(number, kInf), std::nextafter(number, -kInf)})
    if (near * unit.si == value) return near;
  return number;
}

ordered_json to_json(double number) {
  if (std::isfinite(number)) return number;
  const std::string sign = std::signbit(number) ? "-" : "";
  return sign + (std::isnan(number) ? "nan" : "inf");
}

ordered_json to_json(const controller::Isometry3d& X) {
  auto position = ordered_json::array(), rotation = ordered_json::array();
  for (const double x : X.translation()) position.push_back(to_json(x));
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) rotation.push_back(to_json(X.linear()(i, k)));
  return {{"position", std::move(position)}, {"rotation", std::move(rotation)}};
}

}  // namespace ventosa::scenarios
