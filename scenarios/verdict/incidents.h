#pragma once

#include <memory>
#include <vector>

#include "record/row_sink.h"
#include "record/schema.h"
#include "scenarios/format/scenario.h"
#include "scenarios/verdict/assertion.h"

namespace ventosa::scenarios {

/// Watches a run for one kind of incident.
class IncidentWatch : public record::RowSink {
 public:
  /// Fails of an incident that the scenario does not expect, or of one that it does and that did
  /// not come; and without any row.
  virtual AssertResult result() const = 0;
};

/// Watches a run for all that fails it unless its scenario expects it (`expect`).
class Incidents : public record::RowSink {
 public:
  Incidents(const Scenario& scenario, const std::vector<record::Column>& columns);

  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;

  std::vector<AssertResult> results() const;

 private:
  std::vector<std::unique_ptr<IncidentWatch>> watches_;
};

}  // namespace ventosa::scenarios
