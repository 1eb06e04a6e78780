#include "scenarios/assertions/signal_column.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ventosa::scenarios {

std::optional<std::size_t> find_column(std::string_view name,
                                       const std::vector<record::Column>& columns) {
  const auto found =
      std::find_if(columns.begin(), columns.end(),
                   [&](const record::Column& column) { return column.name == name; });
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

std::size_t column_of(std::string_view name, const std::vector<record::Column>& columns) {
  const auto column = find_column(name, columns);
  if (!column) throw std::logic_error("no signal " + std::string(name));
  return *column;
}

}  // namespace ventosa::scenarios
