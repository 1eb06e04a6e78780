#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

#include "record/output_error.h"

namespace ventosa::record {

/// A file that grows under its own name, for logs of a run: what was written stays there, also if
/// the process is killed. Every write is checked. For a file that appears as a whole see
/// output_file.h.
class GrowingFile {
 public:
  /// Creates or empties the file.  @throws OutputError
  explicit GrowingFile(const std::filesystem::path& file);
  /// Takes over an open stream.
  /// @param named  file that errors name
  GrowingFile(std::FILE* stream, const std::filesystem::path& named);
  ~GrowingFile();  ///< closes the file
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  void write(std::string_view text);  ///< @throws OutputError
  void flush();                       ///< passes all data to the system; @throws OutputError
  void cut();                         ///< ends the file at what was written; @throws OutputError
  void close();  ///< @throws OutputError  also if the file was removed while it was open

 private:
  std::filesystem::path named_;
  std::FILE* stream_;  ///< null: closed
};

}  // namespace ventosa::record
