#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "controller/signals.h"

/// What a run leaves behind, in memory: one column per signal, one row per control tick.
namespace ventosa::record {

struct Column {
  std::string name;  ///< "seen.leg0.joint2.q"
  std::string unit;  ///< "rad", "1" for a ratio, "enum", "bool"
};

/// group [.leg#] [.item[#]] .field
std::string to_string(const controller::SignalName& name);

/// Visitor that collects the columns; run it once over every type to record.
struct ColumnCollector {
  std::vector<Column> columns;
  void operator()(const controller::SignalName& name, const char* unit, double) {
    columns.push_back({to_string(name), unit});
  }
};

/// Visitor that fills one row, in the order in which the columns were collected.
struct RowWriter {
  std::span<double> row;
  std::size_t filled = 0;
  void operator()(const controller::SignalName&, const char*, double value) noexcept {
    if (filled < row.size()) row[filled] = value;
    ++filled;
  }
  bool complete() const noexcept { return filled == row.size(); }
};

/// Rows of doubles in chunks that never move.
class RunLog {
 public:
  explicit RunLog(std::vector<Column> columns);

  void reserve(std::size_t n_rows);
  std::span<double> append();             ///< a new row; allocates only beyond what was reserved
  void clear() noexcept { n_rows_ = 0; }  ///< forgets all rows, keeps their memory

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
