#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "record/row_sink.h"
#include "scenarios/assertions/assertion.h"

namespace ventosa::scenarios {

/// Evaluates an assertion row by row, in constant memory.
class AssertionFold {
 public:
  /// @param period_s  time between two rows; row 0 is at 0 s
  AssertionFold(const Assertion& assertion, const std::vector<record::Column>& columns,
                double period_s);

  void take(std::size_t row_index, std::span<const double> row) noexcept;

  /// Result for the rows so far.
  AssertResult result() const;

 private:
  struct Worst {
    double violation = -std::numeric_limits<double>::infinity();
    double value = std::numeric_limits<double>::quiet_NaN();
    std::size_t row = 0, signal = 0;  ///< index of the signal in `columns_`
  };
  /// Samples of one signal that count.
  struct Samples {
    std::size_t n = 0, n_above = 0, n_unknown = 0;
    double sum = 0;   ///< sum of the values, or of their squares
    double peak = 0;  ///< largest magnitude of the partner `peak_of`; NaN if any is
  };
  bool is_in_window(std::size_t row_index) const;
  void restart() noexcept;
  void miss(std::size_t row_index) noexcept;
  void consider(double value, std::size_t row_index, std::size_t signal) noexcept;
  void take_row(std::size_t row_index, std::span<const double> row) noexcept;
  void take_sample(double value, std::size_t row_index, std::size_t signal) noexcept;
  void take_peak(double value, std::size_t signal) noexcept;
  double drift(std::span<const double> row) const noexcept;
  double angle_drift_rad(std::span<const double> row) const noexcept;
  bool has_samples() const;
  double statistic(const Samples& samples) const;
  double share() const;
  Worst worst_statistic() const;

  const Assertion assertion_;
  const double period_s_;
  std::vector<std::size_t> columns_;
  std::vector<record::Column> signals_;  ///< columns at the indices in `columns_`
  /// Partners of `columns_`; empty if the assertion has none. @{
  std::vector<std::size_t> during_, peak_of_;
  /// @}
  std::size_t begin_ = 0, end_ = 0, since_ = 0;

  std::vector<double> then_;      ///< values of the row at which a drift is zero
  std::vector<Samples> samples_;  ///< one for each of `columns_`; drifts have none
  std::size_t n_ = 0;             ///< rows in the window so far
  std::size_t next_ = 0;          ///< index of the next row in the window, unless one is missing
  std::size_t last_ = 0;          ///< index of the last row in the window
  Worst worst_;
};

/// Evaluates all assertions of a scenario.
class AssertionFolds : public record::RowSink {
 public:
  AssertionFolds(const std::vector<Assertion>& asserts, const std::vector<record::Column>& columns,
                 double period_s);

  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;
  std::vector<AssertResult> results() const;

 private:
  std::vector<AssertionFold> folds_;
};

}  // namespace ventosa::scenarios
