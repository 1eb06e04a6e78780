#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "record/folder_lock.h"
#include "record/output_error.h"
#include "record/output_file.h"

namespace ventosa::record {

/// Writes a folder of results, the target. All files are written to a staging folder first;
/// commit() puts them into the target together.
///
/// A target that did not exist becomes the renamed staging folder. An existing target (a mount
/// point, a folder behind a link) stays, and the files are moved into it. They replace the files of
/// earlier results, which are listed in a mark; all other files stay. Refused are a non-empty
/// folder without a mark, and a folder to which another process writes.
///
/// Without commit() the destructor removes everything, unless something has failed: see kept(). The
/// next process with this target completes a commit() that was killed, and removes other remains of
/// killed processes, unless they contain the log of a session with a robot (kStory).
class OutputFolder {
 public:
  /// Creates target and staging folder, so that an unwritable place is reported before the first
  /// run. Follows links; creates the folder that a dangling link names.
  /// @throws OutputError
  explicit OutputFolder(const std::filesystem::path& target);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  std::filesystem::path file(std::string_view name) const { return staging_ / name; }
  const std::filesystem::path& target() const { return target_; }  ///< absolute, links resolved
  const std::filesystem::path& staging() const { return staging_; }
  bool is_committed() const { return committed_; }
  /// Folder of the results: staging folder before commit(), target after it.
  const std::filesystem::path& place() const { return committed_ ? target_ : staging_; }

  /// Puts all files into the target, or none.
  /// @throws OutputError  the files are kept in the staging folder
  void commit();

  /// Keeps all files of this folder, also without commit(); no later process removes them.
  void keep() noexcept;
  /// Keeps all files after a failure. Returns the failure, extended by the folder that has the
  /// files.
  OutputError kept(const OutputError& failure);

  /// File that marks a folder of results, with a list of its files; written by commit().
  static constexpr const char* kMark = ".ventosa";
  static constexpr const char* kStory = "session.txt";

 private:
  OutputFolder() = default;  ///< delegate: the destructor runs even if the public one throws

  std::filesystem::path target_, staging_;
  std::optional<FolderLock> target_lock_, staging_lock_;
  bool is_new_ = false;  ///< the target did not exist
  bool committed_ = false, kept_ = false;
};

}  // namespace ventosa::record
