#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

#include "record/output_error.h"

namespace ventosa::record {

/// A text file being written; every write is checked. An existing file of this name is unchanged
/// until close(): the new file is written in the same folder and renamed at the end. A file behind
/// a link, and one in a folder where no file can be created, is overwritten in place; devices and
/// pipes are written directly. Without close() or keep() the destructor removes the new file.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& file);  ///< @throws OutputError
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);  ///< @throws OutputError
  void flush();                       ///< passes all data to the system; @throws OutputError
  /// Flushes and renames the new file.  @throws OutputError  with the name of the file that is kept
  void close();
  void keep() noexcept;  ///< closes the file; it is not removed

 private:
  void open_beside(std::filesystem::perms permissions);
  void put_into_place();
  [[noreturn]] void fail(const char* action) const;

  std::filesystem::path path_;
  std::filesystem::path grows_;  ///< file that is written: path_ or a new file
  bool overwrites_ = false;      ///< an existing file in place
  std::FILE* stream_ = nullptr;
};

void write_text(const std::filesystem::path& file, std::string_view text);  ///< @throws OutputError

}  // namespace ventosa::record
