#pragma once

#include <filesystem>

namespace ventosa::record {

/// Exclusive lock of a folder during the lifetime of this object. The lock ends with its process,
/// however that ends. It works across containers with separate process numbers, but not between two
/// computers that share a network file system.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder) noexcept;
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  /// Both are false if the file system has no locks, or if the folder cannot be opened. @{
  bool is_held() const { return is_held_; }
  bool is_foreign() const { return is_foreign_; }  ///< locked by another process

  /// @}

 private:
  int descriptor_ = -1;
  bool is_held_ = false, is_foreign_ = false;
};

}  // namespace ventosa::record
