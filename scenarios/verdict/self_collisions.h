#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/schema.h"
#include "scenarios/format/scenario.h"
#include "scenarios/verdict/incident_kinds.h"
#include "scenarios/verdict/incidents.h"

namespace ventosa::scenarios {

/// Watches that the robot does not go through itself: `truth.self_distance` is never negative,
/// unless the scenario expects it.
class SelfCollisions final : public IncidentWatch {
 public:
  static constexpr const char* kName = kClearOfItself;

  SelfCollisions(const Scenario& scenario, const std::vector<record::Column>& columns);

  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;

  /// The least distance of the run, when it was first reached, and of a collision the two parts and
  /// since when they, or others, overlapped. Fails with a distance that is no number, without any
  /// row, and without a collision that was expected.
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
  std::optional<Worst> worst_;                              ///< none: no row so far
  std::optional<std::int64_t> since_;                       ///< the first tick of a collision
};

}  // namespace ventosa::scenarios
