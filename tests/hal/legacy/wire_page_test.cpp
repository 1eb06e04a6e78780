#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>

#include "hal/legacy/table.h"

namespace ventosa::hal::legacy::wire_page_test {
namespace {

using Rows = std::map<int, std::string>;  // "GOAL_ANG 5" by id

Rows rows_of_the_page() {
  const std::regex row(R"(\| ([0-9A-F]{2}) \| ([A-Z0-9_]+) \| ([0-9-]+) \|.*)");
  std::ifstream page(VENTOSA_SOURCE_DIR "/docs/wire-legacy.md");
  Rows rows;
  std::smatch match;
  for (std::string line; std::getline(page, line);)
    if (std::regex_match(line, match, row))
      rows[std::stoi(match[1], nullptr, 16)] = match[2].str() + " " + match[3].str();
  return rows;
}

template <class T>
std::string text_of(const Row<T>& row) {
  const std::string length = std::to_string(row.min_info);
  const bool is_fixed = row.max_info == row.min_info;
  return std::string(row.name) + " " +
         (is_fixed ? length : length + "-" + std::to_string(row.max_info));
}

TEST(WirePage, HasTheMessagesOfTheTable) {
  Rows expected;
  std::apply([&](const auto&... row) { ((expected[row.id] = text_of(row)), ...); }, kTable);
  EXPECT_EQ(rows_of_the_page(), expected);
}

}  // namespace
}  // namespace ventosa::hal::legacy::wire_page_test
