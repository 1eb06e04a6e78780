#include "scenarios/verdict/incidents.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "models/text.h"
#include "scenarios/assertions/incident_kinds.h"
#include "scenarios/assertions/recorded_state.h"
#include "scenarios/verdict/detachments.h"
#include "scenarios/verdict/self_collisions.h"

namespace ventosa::scenarios {
namespace {

/// Checks a run for one kind of incident of the table.
class KindWatch final : public IncidentWatch {
 public:
  KindWatch(const IncidentKind& kind, const Scenario& scenario,
            const std::vector<record::Column>& columns)
      : kind_(kind), period_s_(scenario.twin.control_period_s), has_truth_(has_truth(columns)) {
    for (Gauge& gauge : kind.gauges(scenario.robot.nominal, columns))
      parts_.push_back({.gauge = std::move(gauge),
                        .most = kind.limit,
                        .value = kind.bound == Bound::kMin ? kNone : 0});
    for (const ExpectedIncident& expected : scenario.expected.incidents)
      for (Part& part : parts_)
        if (expected.key == kind.key && expected.part == part.gauge.part) part.most = expected.most;
  }

  bool has_parts() const override { return !parts_.empty(); }

  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override {
    for (Part& part : parts_) {
      const double kept = kind_.keep(part.value, part.gauge.measure(row));
      if (kept != part.value) part.tick = tick;
      part.value = kept;
    }
    has_row_ = true;
    return true;
  }

  AssertResult result() const override {
    AssertResult result{.name = kind_.name,
                        .pass = has_row_,
                        .bound = kind_.bound,
                        .limit = kind_.limit,
                        .unit = kind_.unit};
    if (!has_row_) result.value = std::numeric_limits<double>::quiet_NaN();
    if (!has_row_ || parts_.empty()) return result;
    const Part& worst =
        *std::max_element(parts_.begin(), parts_.end(),
                          [this](const Part& a, const Part& b) { return badness(a) < badness(b); });
    result.pass = is_as_expected(worst);
    result.value = worst.value;
    result.limit = worst.most;
    result.worst_s = static_cast<double>(worst.tick) * period_s_;
    if (!result.pass || worst.value != 0) result.worst_signal = text_of(worst);
    return result;
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  struct Part {
    Gauge gauge;
    double most = 0;  ///< limit; beyond the kind's if an incident is expected
    double value = 0;
    std::int64_t tick = 0;  ///< tick of the value
  };

  bool is_incident(const Part& part) const {
    return !(kind_.excess(part.value, kind_.limit) <= 0);  // NaN is one
  }
  /// True if an incident is expected of the part, and none of its gauges has it. On a robot without
  /// a true state the faults of a scenario do not happen, and no incident must.
  bool has_not_come(const Part& part) const {
    return has_truth_ && kind_.excess(part.most, kind_.limit) > 0 &&
           std::none_of(parts_.begin(), parts_.end(), [&](const Part& each) {
             return each.gauge.part == part.gauge.part && is_incident(each);
           });
  }
  bool is_as_expected(const Part& part) const {
    return kind_.excess(part.value, part.most) <= 0 && !has_not_come(part);
  }
  /// Sort key: parts that differ from the expectation rank above others.
  std::pair<bool, double> badness(const Part& part) const {
    return {!is_as_expected(part),
            std::isnan(part.value) ? kNone : kind_.excess(part.value, kind_.limit)};
  }
  std::string text_of(const Part& part) const {
    if (has_not_come(part)) return expectation(part);
    return part.gauge.part + (part.gauge.tell ? " " + part.gauge.tell(part.value) : "");
  }
  std::string expectation(const Part& part) const {
    const std::string expected = part.gauge.part + " was expected to";
    if (!kind_.is_measured()) return expected;
    const std::string limit = models::decimal(kind_.limit, 3);
    return expected + (kind_.bound == Bound::kMin ? " go below " + limit
                                                  : " exceed " + limit + " " + kind_.unit);
  }

  const IncidentKind& kind_;
  const double period_s_;
  const bool has_truth_;
  std::vector<Part> parts_;
  bool has_row_ = false;
};

}  // namespace

Incidents::Incidents(const Scenario& scenario, const std::vector<record::Column>& columns) {
  watches_.push_back(std::make_unique<Detachments>(scenario, columns));
  if (has_truth(columns)) watches_.push_back(std::make_unique<SelfCollisions>(scenario, columns));
  for (const IncidentKind& kind : incident_kinds())
    watches_.push_back(std::make_unique<KindWatch>(kind, scenario, columns));
  std::erase_if(watches_, [](const auto& watch) { return !watch->has_parts(); });
}

bool Incidents::take(std::int64_t tick, std::span<const double> row) noexcept {
  bool kept = true;
  for (const auto& watch : watches_) kept = watch->take(tick, row) && kept;
  return kept;
}

std::vector<AssertResult> Incidents::results() const {
  std::vector<AssertResult> results;
  for (const auto& watch : watches_) results.push_back(watch->result());
  return results;
}

}  // namespace ventosa::scenarios
