#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "record/folder_lock.h"
#include "record/output_error.h"
#include "record/output_file.h"

namespace ventosa::record {

/// Writes a folder of results, the target: all files go into a staging folder first, and commit()
/// puts them into the target together.
///
/// A target that did not exist is the staging folder, renamed. A target that exists stays the
/// folder that it is (a mount point, a folder behind a link), and the files are moved into it.
/// There they replace the files of earlier results, which a mark lists; all other files stay. A
/// folder without a mark that has something in it is refused, and so is one that another process
/// writes to.
///
/// Destroyed without commit() it leaves nothing behind, unless something failed: see kept(). What a
/// killed process left is removed by the next one with this target, unless the story of a session
/// with a robot (kStory) is in it; a commit() that was killed is completed.
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
  /// Where the results are: in the staging folder before commit(), in the target after it.
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
  OutputFolder() = default;  ///< delegated to: the destructor runs if the public one throws

  std::filesystem::path target_, staging_;
  std::optional<FolderLock> target_lock_, staging_lock_;
  bool is_new_ = false;  ///< the target was not there
  bool committed_ = false, kept_ = false;
};

}  // namespace ventosa::record
