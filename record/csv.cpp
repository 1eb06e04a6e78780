#include "record/csv.h"

#include <charconv>

#include "record/output_folder.h"

namespace ventosa::record {
namespace {

void append_number(std::string& text, double value) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  text.append(digits, end);
}

std::string header(const RunLog& log) {
  std::string text;
  for (const Column& column : log.columns()) {
    if (!text.empty()) text += ',';
    text += column.name + '[' + column.unit + ']';
  }
  return text + '\n';
}

}  // namespace

void write_csv(const std::filesystem::path& file, const RunLog& log, Rows rows) {
  OutputFile out(file);
  out.write(header(log));
  std::string line;
  for (std::size_t i = rows.first; i < log.n_rows(); i += rows.step) {
    line.clear();
    for (const double value : log.row(i)) {
      if (!line.empty()) line += ',';
      append_number(line, value);
    }
    line += '\n';
    out.write(line);
  }
  out.close();
}

}  // namespace ventosa::record
