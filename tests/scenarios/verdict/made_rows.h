#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scenarios/assertions/signal_column.h"
#include "scenarios/session/row_recorder.h"
#include "tests/scenarios/good_scenario.h"

/// Rows of a run that never was: a test sets their signals, a judge takes them.
namespace ventosa::scenarios {

/// @tparam Judge  built from a scenario and its columns; take(tick, row)
template <class Judge>
class MadeRows {
 public:
  explicit MadeRows(const std::string& text = kGood, Subject subject = Subject::kTwin)
      : scenario_(read(text)), columns_(recorded_columns(scenario_, subject)) {}

  /// Sets a signal of the next rows; all are 0 at first.
  void set(const std::string& name, auto value) {
    row_[column_of(name, columns_)] = static_cast<double>(value);
  }
  /// Takes the row as it is now in each of the next n ticks.
  void take(int n = 1) {
    for (; n > 0; --n) ASSERT_TRUE(judge_.take(tick_++, row_));
  }

  const Scenario& scenario() const { return scenario_; }
  const Judge& judge() const { return judge_; }

 private:
  const Scenario scenario_;
  const std::vector<record::Column> columns_;
  Judge judge_{scenario_, columns_};
  std::vector<double> row_ = std::vector<double>(columns_.size());
  std::int64_t tick_ = 0;
};

}  // namespace ventosa::scenarios
