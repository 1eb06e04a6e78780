#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "controller/model/robot_model.h"
#include "record/schema.h"

/// The table of what fails a run by itself, judged on the truth, unless its scenario expects it.
namespace ventosa::scenarios {

/// Of one part of the robot: how bad it is in a row.
struct Gauge {
  std::string part;  ///< name of a leg, or kBody
  std::function<double(std::span<const double> row)> measure;
};
inline constexpr const char* kBody = "body";

struct IncidentKind {
  const char* key;                            ///< of `expect`
  const char* name;                           ///< of the assertion in every run
  const char* unit;                           ///< "1": it happens (1) or it does not (0)
  double limit;                               ///< above it is an incident
  double (*keep)(double so_far, double now);  ///< of a run's rows, what counts

  /// Of the parts that have the signals: a leg without a cup has none of its cup's.
  using Gauges = std::vector<Gauge>(const controller::RobotModel& robot,
                                    const std::vector<record::Column>& columns);
  Gauges* gauges;

  bool is_measured() const { return std::string(unit) != "1"; }
};

std::span<const IncidentKind> incident_kinds();

/// Of two incidents that are judged by classes of their own. @{
inline constexpr const char* kCupsHold = "cups hold";
inline constexpr const char* kClearOfItself = "clear of itself";
/// @}

/// Names of the assertions that are in every run.
std::vector<std::string> incident_names();

}  // namespace ventosa::scenarios
