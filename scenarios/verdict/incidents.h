#pragma once

#include <memory>
#include <vector>

#include "record/row_sink.h"
#include "record/schema.h"
#include "scenarios/assertions/assertion.h"
#include "scenarios/format/scenario.h"

namespace ventosa::scenarios {

/// Checks a run for one kind of incident.
class IncidentWatch : public record::RowSink {
 public:
  /// False if the robot cannot have such an incident; then it is not judged.
  virtual bool has_parts() const { return true; }

  /// Fails for an unexpected incident, for an expected one that did not occur, and without any row.
  virtual AssertResult result() const = 0;
};

/// Checks a run for all kinds of incidents (`expect`).
class Incidents : public record::RowSink {
 public:
  Incidents(const Scenario& scenario, const std::vector<record::Column>& columns);

  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;

  std::vector<AssertResult> results() const;

 private:
  std::vector<std::unique_ptr<IncidentWatch>> watches_;
};

}  // namespace ventosa::scenarios
