#include "app/text_table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>
#include <utility>

namespace ventosa::app {
namespace {

/// Width of a text on a terminal: colour codes have none, a UTF-8 character has one column.
std::size_t width(const std::string& text) {
  std::size_t count = 0;
  bool escape = false;
  for (const char c : text) {
    if (c == '\033') escape = true;
    if (!escape && (static_cast<unsigned char>(c) & 0xc0) != 0x80) ++count;
    if (escape && c == 'm') escape = false;
  }
  return count;
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

TextTable::TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  add(std::move(titles));
}

void TextTable::add(std::vector<std::string> row) {
  row.resize(columns_.size());
  rows_.push_back(std::move(row));
}

void TextTable::print(std::ostream& out) const {
  std::vector<std::size_t> widths(columns_.size());
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - width(row[i]), ' ');
      line += (i > 0 ? "  " : "") + (columns_[i].right ? space + row[i] : row[i] + space);
    }
    out << trimmed(std::move(line)) << '\n';
  }
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string digits(double value, int count) {
  constexpr double kRounding = 1e-12;
  if (std::abs(value) < kRounding) return "0";
  char text[400];  // the largest double has 309 digits
  if (std::isnan(value)) return "unknown";
  const bool is_large = std::abs(value) >= std::pow(10, count - 1) && std::abs(value) < 1e15;
  if (is_large)
    std::snprintf(text, sizeof text, "%.0f", value);
  else
    std::snprintf(text, sizeof text, "%.*g", count, value);
  std::string shown = text;
  const std::size_t exponent = shown.find("e-0");
  if (exponent != std::string::npos) shown.erase(exponent + 2, 1);
  return shown;
}

}  // namespace ventosa::app
