#include "scenarios/verdict/assertion.h"

#include <string_view>

namespace ventosa::scenarios {
namespace {

using Columns = std::vector<std::size_t>;

/// "leg*" matches "leg0": a star stands for anything but a dot.
bool matches(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() != '*')
    return !name.empty() && pattern.front() == name.front() &&
           matches(pattern.substr(1), name.substr(1));
  if (matches(pattern.substr(1), name)) return true;
  return !name.empty() && name.front() != '.' && matches(pattern, name.substr(1));
}

void add_matching(std::string_view pattern, const std::vector<record::Column>& columns,
                  Columns& found) {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (matches(pattern, columns[i].name)) found.push_back(i);
}

/// Else of the coordinates of one position or orientation.
bool is_of_columns(Assertion::Kind kind) {
  return kind == Assertion::Kind::kSignal || kind == Assertion::Kind::kNumberDrift ||
         is_statistic(kind);
}

}  // namespace

std::vector<std::size_t> columns_of(const Assertion& assertion,
                                    const std::vector<record::Column>& columns) {
  Columns found;
  if (is_of_columns(assertion.kind)) {
    add_matching(assertion.signal, columns, found);
  } else if (assertion.kind == Assertion::Kind::kDrift) {
    for (const char* field : {".x", ".y", ".z"})
      add_matching(assertion.signal + field, columns, found);
    if (found.size() != 3) found.clear();
  } else {
    for (const char* field : {".qw", ".qx", ".qy", ".qz"})
      add_matching(assertion.signal + field, columns, found);
    if (found.size() != 4) found.clear();
  }
  return found;
}

}  // namespace ventosa::scenarios
