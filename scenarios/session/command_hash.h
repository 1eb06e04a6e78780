#pragma once

#include <algorithm>
#include <string>

#include "record/row_sink.h"
#include "record/schema.h"
#include "record/state_hash.h"

namespace ventosa::scenarios {

/// Hash of all commands of a run, with a twin or with modules over UDP: equal hashes mean bitwise
/// equal commands.
class CommandHash : public record::RowSink {
 public:
  /// @param columns  columns of the rows
  explicit CommandHash(const std::vector<record::Column>& columns) {
    const auto is_command = [](const auto& column) { return column.name.starts_with("command."); };
    const auto first = std::find_if(columns.begin(), columns.end(), is_command);
    first_ = static_cast<std::size_t>(first - columns.begin());
    n_ = static_cast<std::size_t>(std::count_if(first, columns.end(), is_command));
  }

  [[nodiscard]] bool take(std::int64_t, std::span<const double> row) noexcept override {
    hash_ = record::chain(hash_, row.subspan(first_, n_));
    return true;
  }

  std::uint64_t value() const { return hash_; }

 private:
  std::size_t first_ = 0, n_ = 0;
  std::uint64_t hash_ = record::kEmptyHash;
};

}  // namespace ventosa::scenarios
