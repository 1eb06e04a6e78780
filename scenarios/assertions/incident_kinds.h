#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "controller/model/robot_model.h"
#include "record/schema.h"
#include "scenarios/assertions/assertion.h"

/// Table of incidents: each fails a run unless its scenario expects it. They are judged on the true
/// state, and on a robot without one by its own readings and estimate as far as these show them.
namespace ventosa::scenarios {

/// Measure of an incident for one part of the robot.
struct Gauge {
  std::string part;  ///< name of a leg, or kBody
  std::function<double(std::span<const double> row)> measure;
  /// Text behind the part: its piece that has the value, and how far it is from the limit.
  std::function<std::string(double value)> tell{};
};
inline constexpr const char* kBody = "body";

struct IncidentKind {
  const char* key;   ///< key below `expect`
  const char* name;  ///< name of the assertion in every run
  const char* unit;  ///< "1" with kMax: the value is 1 if the incident occurs, else 0
  Bound bound;       ///< kMax: a larger value than the limit is an incident; kMin: a smaller one
  double limit;
  double (*keep)(double so_far, double now);  ///< combines the values of two rows

  /// Gauges of the parts that have the signals; a leg without a cup has no cup signals. Without any
  /// the robot cannot have such an incident, and it is not judged.
  using Gauges = std::vector<Gauge>(const controller::RobotModel& robot,
                                    const std::vector<record::Column>& columns);
  Gauges* gauges;

  bool is_measured() const { return bound == Bound::kMin || std::string(unit) != "1"; }
  /// Distance of a value beyond a limit.
  double excess(double value, double most) const {
    return bound == Bound::kMin ? most - value : value - most;
  }
};

std::span<const IncidentKind> incident_kinds();

/// Names of the incidents that have a class of their own. @{
inline constexpr const char* kCupsHold = "cups hold";
inline constexpr const char* kClearOfItself = "clear of itself";
/// @}

/// Names of the assertions of every run.
std::vector<std::string> incident_names();

}  // namespace ventosa::scenarios
