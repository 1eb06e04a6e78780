#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/schema.h"
#include "scenarios/assertions/incident_kinds.h"
#include "scenarios/format/scenario.h"
#include "scenarios/verdict/incidents.h"

namespace ventosa::scenarios {

/// Checks that the robot does not collide with itself: `truth.self_distance` stays at or above 0,
/// unless the scenario expects a collision.
class SelfCollisions final : public IncidentWatch {
 public:
  static constexpr const char* kName = kClearOfItself;

  SelfCollisions(const Scenario& scenario, const std::vector<record::Column>& columns);

  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;

  /// Smallest distance of the run and the time when it was first reached; for a collision also the
  /// two parts and the time of the first overlap. Fails if a distance is NaN, without any row, and
  /// without an expected collision.
  AssertResult result() const override;

 private:
  struct Worst {
    controller::SelfDistance self;
    std::int64_t tick = 0;
  };
  bool is_worse(double distance_m) const;

  const controller::RobotModel& robot_;
  const double period_s_;
  const bool expected_;
  std::size_t distance_, a_leg_, a_link_, b_leg_, b_link_;  ///< columns
  std::optional<Worst> worst_;                              ///< empty before the first row
  std::optional<std::int64_t> since_;                       ///< first tick of a collision
};

}  // namespace ventosa::scenarios
