#include "record/folder_lock.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <deque>

#include "tests/record/other_process.h"
#include "tests/scratch_folder.h"

namespace ventosa::record::folder_lock_test {
namespace {

TEST(FolderLock, KeepsAnotherProcessOut) {
  const ScratchFolder scratch;
  const FolderLock lock(scratch.path());
  EXPECT_TRUE(lock.is_held());
  EXPECT_FALSE(lock.is_foreign());
  EXPECT_EQ(exit_code_of([&] {
              const FolderLock other(scratch.path());
              if (other.is_held() || !other.is_foreign()) throw std::exception();
            }),
            0);
}

TEST(FolderLock, IsFreeAgainWhenItsProcessIsKilled) {
  const ScratchFolder scratch;
  EXPECT_EQ(exit_code_of([&] {
              const FolderLock lock(scratch.path());
              ::raise(SIGKILL);
            }),
            128 + SIGKILL);
  EXPECT_TRUE(FolderLock(scratch.path()).is_held());
}

TEST(FolderLock, IsNeitherHeldNorForeignWhereThereIsNoFolder) {
  const ScratchFolder scratch;
  const FolderLock lock(scratch.path() / "none");
  EXPECT_FALSE(lock.is_held());
  EXPECT_FALSE(lock.is_foreign());
}

TEST(FolderLock, HasAsManyAsTheSystemAllows) {
  EXPECT_EQ(exit_code_of([] {
              const ScratchFolder scratch;
              rlimit limit{};
              ::getrlimit(RLIMIT_NOFILE, &limit);
              limit.rlim_cur = 20;
              ::setrlimit(RLIMIT_NOFILE, &limit);
              std::deque<FolderLock> locks;
              for (int n = 0; n < 40; ++n) {
                const std::filesystem::path folder = scratch.path() / std::to_string(n);
                std::filesystem::create_directory(folder);
                if (!locks.emplace_back(folder).is_held()) throw std::exception();
              }
            }),
            0);
}

}  // namespace
}  // namespace ventosa::record::folder_lock_test
