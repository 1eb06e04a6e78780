#include "record/run_log.h"

#include <algorithm>
#include <utility>

namespace ventosa::record {

RunLog::RunLog(std::vector<Column> columns) : columns_(std::move(columns)) {}

bool RunLog::take(std::int64_t, std::span<const double> row) noexcept {
  if (row.size() != columns_.size()) return false;
  std::copy(row.begin(), row.end(), append().begin());
  return true;
}

void RunLog::reserve(std::size_t n_rows) {
  const std::size_t n_chunks = (n_rows + kRowsPerChunk - 1) / kRowsPerChunk;
  chunks_.reserve(n_chunks);
  while (chunks_.size() < n_chunks)
    chunks_.push_back(std::make_unique<double[]>(kRowsPerChunk * columns_.size()));
}

std::span<double> RunLog::append() {
  reserve(n_rows_ + 1);
  ++n_rows_;
  return {start_of(n_rows_ - 1), columns_.size()};
}

std::optional<std::size_t> RunLog::find(std::string_view name) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(),
                                  [&](const Column& column) { return column.name == name; });
  if (found == columns_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns_.begin());
}

std::span<const double> RunLog::row(std::size_t i) const { return {start_of(i), columns_.size()}; }

double* RunLog::start_of(std::size_t row) const {
  return &chunks_[row / kRowsPerChunk][row % kRowsPerChunk * columns_.size()];
}

}  // namespace ventosa::record
