#pragma once

#include <filesystem>

namespace ventosa::record {

/// Locks a folder, so that one process at a time works in it, for as long as this lives. The lock
/// is free again when its process ends, however it ends. It works between containers, where process
/// numbers mean nothing, but not between two computers that share a network file system.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder) noexcept;
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  /// Both are false where the file system has no locks, or the folder cannot be opened. @{
  bool is_held() const { return is_held_; }
  bool is_foreign() const {
    return is_foreign_;
  }  ///< another process holds it
     /// @}

 private:
  int descriptor_ = -1;
  bool is_held_ = false, is_foreign_ = false;
};

}  // namespace ventosa::record
