#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "controller/model/frames.h"
#include "record/schema.h"
#include "scenarios/assertions/signal_column.h"
#include "sim/cups/cup_phase.h"

/// State of the robot in the rows of a record: the true one of a twin, else that of its readings.
namespace ventosa::scenarios {

/// True if the record has the true state of a twin.
inline bool has_truth(const std::vector<record::Column>& columns) {
  return find_column("truth.contact", columns).has_value();
}

inline std::string signal_of(const char* group, std::size_t leg, const char* field) {
  return std::string(group) + ".leg" + std::to_string(leg) + "." + field;
}

/// "truth" where the record has the true state, else the robot's own readings.
inline const char* state_of(const std::vector<record::Column>& columns) {
  return has_truth(columns) ? "truth" : "seen";
}

/// True while a cup holds: by its true state, else by the report of its module.
class HoldingCup {
 public:
  HoldingCup(std::size_t leg, const std::vector<record::Column>& columns)
      : phase_(find_column(signal_of("truth", leg, "cup.phase"), columns)),
        report_(find_column(signal_of("report", leg, "attached"), columns)) {}

  bool operator()(std::span<const double> row) const {
    if (!phase_) return row[*report_] != 0;
    return enumerator<sim::CupPhase>(row[*phase_]) == sim::CupPhase::kAttached;
  }

 private:
  std::optional<std::size_t> phase_, report_;  ///< columns
};

/// Pose of the body by the plan, as estimated and as wanted.
class PlannedBody {
 public:
  explicit PlannedBody(const std::vector<record::Column>& columns)
      : estimate_(column_of("plan.estimate.x", columns)),
        reference_(column_of("plan.reference.x", columns)) {}

  double distance_m(std::span<const double> row) const {
    return (position(row, estimate_) - position(row, reference_)).norm();
  }
  double angle_rad(std::span<const double> row) const {
    return rotation(row, estimate_).angularDistance(rotation(row, reference_));
  }

 private:
  static controller::Vector3d position(std::span<const double> row, std::size_t at) {
    return controller::Vector3d(row[at], row[at + 1], row[at + 2]);
  }
  static controller::Quaterniond rotation(std::span<const double> row, std::size_t at) {
    return {row[at + 3], row[at + 4], row[at + 5], row[at + 6]};
  }
  std::size_t estimate_, reference_;  ///< first columns of the poses
};

}  // namespace ventosa::scenarios
