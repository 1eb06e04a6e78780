#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

#include "record/output_error.h"

/// Files and folders of results: every write is checked, nothing is left half-written.
namespace ventosa::record {

/// A text file being written. Destroyed before close(), it is removed again.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& file);  ///< @throws OutputError
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);  ///< @throws OutputError
  void flush();                       ///< what is written is in the file; @throws OutputError
  void close();                       ///< flushes; @throws OutputError
  void keep() noexcept;               ///< as it is, from now on: closed or not, it stays

 private:
  [[noreturn]] void fail(const char* action) const;

  std::filesystem::path path_;
  std::FILE* stream_ = nullptr;
};

void write_text(const std::filesystem::path& file, std::string_view text);  ///< @throws OutputError

/// A folder of results: filled beside its target under another name, renamed into place by
/// commit(). Without commit() nothing stays behind, unless keep() was called. Of a process that was
/// killed all stays; the next one removes it, unless the story of a session with a robot is in it
/// (kStory). An older folder of results is replaced, but for files that are not its own: those are
/// kept. Any other non-empty folder is refused.
class OutputFolder {
 public:
  /// Creates the folder to fill, so an unwritable place shows before the first run.
  /// @throws OutputError
  explicit OutputFolder(const std::filesystem::path& target);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  std::filesystem::path file(std::string_view name) const { return staging_ / name; }
  const std::filesystem::path& target() const { return target_; }
  const std::filesystem::path& staging() const { return staging_; }  ///< until commit()
  void commit();                                                     ///< @throws OutputError
  void keep() noexcept { kept_ = true; }  ///< what is in it stays, whatever becomes of the rest

  /// The file by which a folder of results is known, with a list of what it has; commit() writes
  /// it.
  static constexpr const char* kMark = ".ventosa";
  static constexpr const char* kStory = "session.txt";

 private:
  std::filesystem::path target_;
  std::filesystem::path staging_;
  bool committed_ = false, kept_ = false;
};

}  // namespace ventosa::record
