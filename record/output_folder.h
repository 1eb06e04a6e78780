#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "record/folder_lock.h"
#include "record/output_error.h"
#include "record/output_file.h"

namespace ventosa::record {

/// A folder of results, the target, which gets all its files at once: they are written into a
/// staging folder, and commit() puts them into the target. Of earlier results it has only its own
/// files replaced: files that are not listed in its mark stay as and where they are. A folder
/// without a mark that has something in it is refused, and one that another process writes to.
///
/// A target that was not there is the staging folder, renamed. A target that was there (it may be a
/// mount point, a folder in another user's one, behind a link) stays, and the files are moved into
/// it.
///
/// Destroyed without commit() it leaves nothing behind, unless something failed: see kept(). What a
/// killed process left is removed by the next one with this target, unless the story of a session
/// with a robot is in it (kStory); if it was killed in commit(), the next one ends that.
class OutputFolder {
 public:
  /// Makes target and staging folder, so an unwritable place shows before the first run. Links are
  /// followed, one to a folder that is not there makes it.
  /// @throws OutputError
  explicit OutputFolder(const std::filesystem::path& target);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  std::filesystem::path file(std::string_view name) const { return staging_ / name; }
  const std::filesystem::path& target() const { return target_; }  ///< absolute, without links
  const std::filesystem::path& staging() const { return staging_; }
  bool is_committed() const { return committed_; }
  /// Where the results are: before commit() the staging folder.
  const std::filesystem::path& place() const { return committed_ ? target_ : staging_; }

  /// All files or none of them are put into the target.
  /// @throws OutputError  they are kept where they are
  void commit();

  /// From now on what is in it stays, whatever becomes of the rest; no later process removes it.
  void keep() noexcept;
  /// After a failure: what is in it stays. Returns the failure, with the place where that is.
  OutputError kept(const OutputError& failure);

  /// The file by which a folder of results is known, with a list of its files; commit() writes it.
  static constexpr const char* kMark = ".ventosa";
  static constexpr const char* kStory = "session.txt";

 private:
  OutputFolder() = default;  ///< whose destructor counts once the public one delegates to it

  std::filesystem::path target_, staging_;
  std::optional<FolderLock> target_lock_, staging_lock_;
  bool is_new_ = false;  ///< the target was not there
  bool committed_ = false, kept_ = false;
};

}  // namespace ventosa::record
