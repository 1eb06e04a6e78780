#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

#include "record/output_error.h"

namespace ventosa::record {

/// A text file being written, every write checked. An earlier file of this name stays as it is
/// until close(): the new one grows beside it and is renamed over it at the end. Overwritten in
/// place are a file behind a link and a file in a folder where nothing can be created; devices and
/// pipes are written to directly. Destroyed before close(), the new file is removed again.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& file);  ///< @throws OutputError
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);  ///< @throws OutputError
  void flush();                       ///< what is written is in the file; @throws OutputError
  /// Flushes and puts the file into its place. @throws OutputError  names the file that is kept
  void close();
  void keep() noexcept;  ///< what is written stays from now on, closed or not

 private:
  void open_beside(std::filesystem::perms permissions);
  void put_into_place();
  [[noreturn]] void fail(const char* action) const;

  std::filesystem::path path_;
  std::filesystem::path grows_;  ///< what is written to: path_ unless an earlier file is there
  bool overwrites_ = false;      ///< the earlier file in place
  std::FILE* stream_ = nullptr;
};

void write_text(const std::filesystem::path& file, std::string_view text);  ///< @throws OutputError

}  // namespace ventosa::record
