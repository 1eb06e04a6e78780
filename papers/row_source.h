#pragma once

#include <string>
#include <vector>

#include "models/robot.h"
#include "record/schema.h"

/// Columns and robot of a run, for those who read its rows.
namespace ventosa::papers {

struct RowSource {
  const std::vector<record::Column>& columns;
  const models::Robot& robot;
};

/// Columns that match a pattern, in their order.  @throws models::InputError  there is none
std::vector<std::size_t> matches_of(const std::string& pattern,
                                    const std::vector<record::Column>& columns);

}  // namespace ventosa::papers
