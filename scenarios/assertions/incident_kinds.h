#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "controller/model/robot_model.h"
#include "record/schema.h"

/// Table of incidents, judged on the truth: each fails a run unless its scenario expects it.
namespace ventosa::scenarios {

/// Measure of an incident for one part of the robot.
struct Gauge {
  std::string part;  ///< name of a leg, or kBody
  std::function<double(std::span<const double> row)> measure;
};
inline constexpr const char* kBody = "body";

struct IncidentKind {
  const char* key;   ///< key below `expect`
  const char* name;  ///< name of the assertion in every run
  const char* unit;  ///< "1": the value is 1 if the incident occurs, else 0
  double limit;      ///< a larger value is an incident
  double (*keep)(double so_far, double now);  ///< combines the values of two rows

  /// Gauges of the parts that have the signals; a leg without a cup has no cup signals. Without any
  /// the robot cannot have such an incident, and it is not judged.
  using Gauges = std::vector<Gauge>(const controller::RobotModel& robot,
                                    const std::vector<record::Column>& columns);
  Gauges* gauges;

  bool is_measured() const { return std::string(unit) != "1"; }
};

std::span<const IncidentKind> incident_kinds();

/// Names of the incidents that have a class of their own. @{
inline constexpr const char* kCupsHold = "cups hold";
inline constexpr const char* kClearOfItself = "clear of itself";
/// @}

/// Names of the assertions of every run.
std::vector<std::string> incident_names();

}  // namespace ventosa::scenarios
