#include "papers/row_source.h"

#include "models/input_error.h"

namespace ventosa::papers {

std::vector<std::size_t> matches_of(const std::string& pattern,
                                    const std::vector<record::Column>& columns) {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (record::matches(pattern, columns[k].name)) found.push_back(k);
  if (found.empty())
    throw models::InputError("", pattern, "must be a signal of the run",
                             "'ventosa signals ROBOT' lists them");
  return found;
}

}  // namespace ventosa::papers
