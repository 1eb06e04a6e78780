#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/row_sink.h"
#include "record/schema.h"

/// Signals of a run in memory: one column per signal, one row per control tick.
namespace ventosa::record {

/// Visitor of controller::Numbers that fills one row.
struct RowWriter {
  std::span<double> row;
  std::size_t filled = 0;

  void number(const char*, const controller::NumberType&, double value) noexcept {
    if (filled < row.size()) row[filled] = value;
    ++filled;
  }
  void begin(const char*) noexcept {}
  void begin_list(const char*, int) noexcept {}
  void end() noexcept {}
  bool complete() const noexcept { return filled == row.size(); }
};

/// Rows of doubles in chunks of memory that never move.
class RunLog : public RowSink {
 public:
  explicit RunLog(std::vector<Column> columns);

  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;

  void reserve(std::size_t n_rows);
  std::span<double> append();             ///< new row; allocates only beyond the reserved rows
  void pop() noexcept { --n_rows_; }      ///< removes the last row
  void clear() noexcept { n_rows_ = 0; }  ///< removes all rows, keeps their memory

  const std::vector<Column>& columns() const { return columns_; }
  std::optional<std::size_t> find(std::string_view name) const;
  std::size_t n_rows() const { return n_rows_; }
  std::span<const double> row(std::size_t i) const;
  double at(std::size_t i, std::size_t column) const { return row(i)[column]; }

 private:
  static constexpr std::size_t kRowsPerChunk = 256;
  double* start_of(std::size_t row) const;

  std::vector<Column> columns_;
  std::vector<std::unique_ptr<double[]>> chunks_;
  std::size_t n_rows_ = 0;
};

}  // namespace ventosa::record
