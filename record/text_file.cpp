#include "record/text_file.h"

#include <fstream>

#include "record/output_error.h"

namespace ventosa::record {

namespace fs = std::filesystem;

fs::path fresh_file(const fs::path& stem, const std::string& end) {
  fs::path file = fs::path(stem).concat(end);
  for (int n = 2; fs::exists(file); ++n)
    file = fs::path(stem).concat("-" + std::to_string(n) + end);
  return file;
}

void write_text(const std::string& text, const fs::path& file) {
  const fs::path part = fs::path(file).concat(".partial");
  std::ofstream stream(part, std::ios::binary);
  stream << text;
  stream.close();
  std::error_code failed;
  if (!stream) {
    fs::remove(part, failed);
    throw OutputError(file, "cannot be written");
  }
  fs::rename(part, file, failed);
  if (!failed) return;
  const std::string why = failed.message();
  fs::remove(part, failed);
  throw OutputError(file, "cannot be written: " + why);
}

}  // namespace ventosa::record
