#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace ventosa::app {

/// Rows of text in columns just wide enough; numbers belong into right-aligned ones.
class TextTable {
 public:
  struct Column {
    std::string title;
    bool right = false;
  };
  explicit TextTable(std::vector<Column> columns);

  void add(std::vector<std::string> row);  ///< one text per column
  void print(std::ostream& out) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// "front_left, rear_right"
std::string joined(const std::vector<std::string>& words);

/// With so many digits, as a person writes it: "0.00213", "273900" with all before the point,
/// "2.4e-7"; NaN is "unknown"
std::string digits(double value, int count = 3);

}  // namespace ventosa::app
