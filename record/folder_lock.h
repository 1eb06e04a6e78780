#pragma once

#include <filesystem>

namespace ventosa::record {

/// One process at a time works in a folder: it is locked as long as this lives, and free again when
/// the process ends, however it ends. Holds between containers, too: process numbers mean nothing
/// there. Between two computers that share a network file system it does not hold.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder) noexcept;
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  /// Neither of both where the file system has no locks, or the folder cannot be opened. @{
  bool is_held() const { return is_held_; }        ///< by this
  bool is_foreign() const { return is_foreign_; }  ///< another one holds it
                                                   /// @}

 private:
  int descriptor_;
  bool is_held_ = false, is_foreign_ = false;
};

}  // namespace ventosa::record
