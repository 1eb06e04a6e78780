#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "record/growing_file.h"
#include "record/output_error.h"

namespace ventosa::record {

/// A text file that appears as a whole: it is written beside and renamed by close(), so that a
/// process that is killed leaves no half of it, and an earlier file until then. A file behind a
/// link, and one in a folder where no file can be created, is overwritten in place; devices and
/// pipes are written directly. Without close() the destructor removes the new file. For a log that
/// is to be read while it is written see growing_file.h.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& file);  ///< @throws OutputError
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text) { stream_->write(text); }  ///< @throws OutputError
  void flush() { stream_->flush(); }                           ///< @throws OutputError
  /// Flushes and renames the new file.  @throws OutputError  with the name of the file that is kept
  void close();

 private:
  bool open_beside();
  void open_in_place(bool is_there);
  void put_into_place();

  std::filesystem::path path_;
  std::filesystem::path beside_{};       ///< the new file; empty: written in place
  bool overwrites_ = false;              ///< an existing file in place
  std::optional<GrowingFile> stream_{};  ///< empty once the file is closed
};

void write_text(const std::filesystem::path& file, std::string_view text);  ///< @throws OutputError

/// Path of a file that does not exist: `stem` + `end`, if necessary with a number in between.
std::filesystem::path fresh_file(const std::filesystem::path& stem, const std::string& end);

}  // namespace ventosa::record
