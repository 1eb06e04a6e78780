#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "controller/diagnostics.h"
#include "controller/model/numbers.h"

namespace ventosa::controller {

/// Base of visitors of Numbers: keeps the current path, such as "plan", "leg", "", "wrist".
struct PathKeeper {
  std::vector<std::string> path;
  void begin(const char* name) { path.emplace_back(name ? name : ""); }
  void begin_list(const char* name, int) { begin(name); }
  void end() { path.pop_back(); }
};

struct NumberCollector : PathKeeper {
  std::vector<double> value;
  void number(const char*, const NumberType&, double x) { value.push_back(x); }
};

/// Every number of a described value.
template <class T>
std::vector<double> numbers_of(const Shape& shape, const T& value) {
  NumberCollector collector;
  visit_numbers(collector, shape, value);
  return collector.value;
}

struct FiniteCheck : PathKeeper {
  std::string bad;
  void number(const char* name, const NumberType&, double x) {
    if (std::isfinite(x) || !bad.empty()) return;
    for (const std::string& step : path) bad += step + " ";
    bad += name ? name : "";
  }
};

/// Path of the first number that is not finite; empty if all are finite.
inline std::string not_finite(const RobotModel& robot, const Diagnostics& diagnostics) {
  FiniteCheck check;
  const Shape shape(robot);
  Numbers<FiniteCheck> field(check, shape);
  describe(field, diagnostics);
  describe_modules(field, diagnostics);
  return check.bad;
}

}  // namespace ventosa::controller
