#include "record/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>

namespace ventosa::record {
namespace {

/// Sets the limit of open files to the maximum: each run of a series needs several locks.
void raise_file_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) noexcept {
  raise_file_limit();
  descriptor_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0) return;
  is_held_ = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
  is_foreign_ = !is_held_ && errno == EWOULDBLOCK;
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace ventosa::record
