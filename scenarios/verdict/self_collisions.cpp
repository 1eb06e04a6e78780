#include "scenarios/verdict/self_collisions.h"

#include <cmath>
#include <limits>

#include "models/self_collision.h"
#include "models/text.h"
#include "scenarios/assertions/signal_column.h"

namespace ventosa::scenarios {
namespace {

int index_of(double value) { return std::isfinite(value) ? static_cast<int>(value) : -1; }

}  // namespace

SelfCollisions::SelfCollisions(const Scenario& scenario, const std::vector<record::Column>& columns)
    : robot_(scenario.robot.nominal),
      period_s_(scenario.twin.control_period_s),
      expected_(scenario.expected.self_collision),
      distance_(column_of("truth.self_distance", columns)),
      a_leg_(column_of("truth.self_a.leg", columns)),
      a_link_(column_of("truth.self_a.link", columns)),
      b_leg_(column_of("truth.self_b.leg", columns)),
      b_link_(column_of("truth.self_b.link", columns)) {}

/// True if a distance is below the smallest one so far; NaN counts as the smallest of all.
bool SelfCollisions::is_worse(double distance_m) const {
  if (!worst_) return true;
  const double before_m = worst_->self.distance_m;
  return !std::isnan(before_m) && !(distance_m >= before_m);
}

bool SelfCollisions::take(std::int64_t tick, std::span<const double> row) noexcept {
  const auto part = [&](std::size_t leg, std::size_t link) {
    return controller::PartId{index_of(row[leg]), index_of(row[link])};
  };
  const controller::SelfDistance self{
      .distance_m = row[distance_], .a = part(a_leg_, a_link_), .b = part(b_leg_, b_link_)};
  if (self.collides() && !since_) since_ = tick;
  if (is_worse(self.distance_m)) worst_ = {.self = self, .tick = tick};
  return true;
}

AssertResult SelfCollisions::result() const {
  AssertResult result{.name = kName, .bound = Bound::kMin, .unit = "m"};
  result.value = worst_ ? worst_->self.distance_m : std::numeric_limits<double>::quiet_NaN();
  result.pass = !std::isnan(result.value) && since_.has_value() == expected_;
  if (worst_) result.worst_s = static_cast<double>(worst_->tick) * period_s_;
  if (since_)
    result.worst_signal = models::overlap_text(robot_, worst_->self) + ", first at " +
                          models::decimal(static_cast<double>(*since_) * period_s_, 5) + " s";
  else if (expected_)
    result.worst_signal = "a collision was expected";
  return result;
}

}  // namespace ventosa::scenarios
