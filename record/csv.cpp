#include "record/csv.h"

#include <algorithm>
#include <charconv>
#include <exception>

namespace ventosa::record {
namespace {

void append_number(std::string& text, double value) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  text.append(digits, end);
}

std::string header(const std::vector<Column>& columns, const std::vector<std::size_t>& chosen) {
  std::string text = "time[s]";
  for (const std::size_t k : chosen)
    text.append(",").append(columns[k].name + '[' + columns[k].unit + ']');
  return text + '\n';
}

}  // namespace

bool is_of(std::string_view signal, std::string_view pattern) {
  for (std::size_t end = signal.find('.'); end != std::string_view::npos;
       end = signal.find('.', end + 1))
    if (matches(pattern, signal.substr(0, end))) return true;
  return matches(pattern, signal);
}

std::vector<std::size_t> matching(const std::vector<Column>& columns,
                                  const std::vector<std::string>& patterns) {
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (std::any_of(patterns.begin(), patterns.end(),
                    [&](const std::string& pattern) { return is_of(columns[k].name, pattern); }))
      chosen.push_back(k);
  return chosen;
}

CsvWriter::CsvWriter(const std::filesystem::path& file, const std::vector<Column>& columns,
                     std::int64_t period_ns, const std::vector<std::string>& patterns,
                     std::int64_t every)
    : file_(file), columns_(matching(columns, patterns)), period_ns_(period_ns), every_(every) {
  file_.write(header(columns, columns_));
}

bool CsvWriter::take(std::int64_t tick, std::span<const double> row) noexcept {
  if (tick % every_ != 0 || failure_) return true;
  line_.clear();
  append_number(line_, static_cast<double>(tick * period_ns_) / 1e9);
  for (const std::size_t k : columns_) {
    line_ += ',';
    append_number(line_, row[k]);
  }
  line_ += '\n';
  try {
    file_.write(line_);
  } catch (const OutputError&) {
    failure_ = std::current_exception();
  }
  return true;
}

void CsvWriter::close() {
  if (failure_) std::rethrow_exception(failure_);
  file_.close();
}

}  // namespace ventosa::record
