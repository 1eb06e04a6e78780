#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "record/schema.h"

/// Access to single signals of a row, for checks of every run.
namespace ventosa::scenarios {

/// Index of a signal's column; empty if there is no such signal.
std::optional<std::size_t> find_column(std::string_view name,
                                       const std::vector<record::Column>& columns);

/// Index of a signal's column.  @throws std::logic_error  there is no such signal
std::size_t column_of(std::string_view name, const std::vector<record::Column>& columns);

template <class Enum>
Enum enumerator(double value) {
  return static_cast<Enum>(static_cast<int>(value));
}

}  // namespace ventosa::scenarios
