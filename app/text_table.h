#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace ventosa::app {

/// Text in columns of minimum width; columns of numbers should be right-aligned.
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

/// Texts in a list, for example "front_left, rear_right".
std::string joined(const std::vector<std::string>& words);

/// Number with this many significant digits, but all digits before the point: "0.00213", "273900",
/// "2.4e-7"; NaN is "unknown".
std::string digits(double value, int count = 3);

}  // namespace ventosa::app
