#include "record/staging.h"

#include <sys/stat.h>

#include <memory>

#include "tests/record/output_folder_fixture.h"

/// The folder of results, and the handling of one that exists already.
namespace ventosa::record::staging_test {
namespace {

using StagingTest = OutputFolderFixture;

TEST_F(StagingTest, StaysTheFolderThatItWas) {
  fs::create_directory(parent_ / "run");
  fs::permissions(parent_ / "run", fs::perms(02775));
  struct stat before {
  }, after{};
  ASSERT_EQ(::stat((parent_ / "run").c_str(), &before), 0);
  leave_results("a.txt");
  ASSERT_EQ(::stat((parent_ / "run").c_str(), &after), 0);
  EXPECT_EQ(before.st_ino, after.st_ino);
  EXPECT_EQ(before.st_mode, after.st_mode);
}

TEST_F(StagingTest, HasThePermissionsOfAnyNewFolder) {
  fs::create_directory(parent_ / "other");
  leave_results("a.txt");
  EXPECT_EQ(fs::status(parent_ / "run").permissions(), fs::status(parent_ / "other").permissions());
}

TEST_F(StagingTest, GoesBehindALinkThatStays) {
  fs::create_directories(parent_ / "disk/run");
  write_text(parent_ / "disk/notes.txt", "mine");
  fs::create_directory_symlink("disk/run", parent_ / "latest");
  fs::create_directory_symlink("latest", parent_ / "run");
  leave_results("a.txt");
  EXPECT_TRUE(fs::is_symlink(parent_ / "run"));
  EXPECT_TRUE(fs::is_symlink(parent_ / "latest"));
  EXPECT_EQ(files_of(parent_ / "disk"), "notes.txt run run/a.txt ");
}

TEST_F(StagingTest, MakesTheFolderThatALinkLeadsTo) {
  fs::create_directory_symlink("disk/none", parent_ / "run");
  leave_results("a.txt");
  EXPECT_TRUE(fs::is_symlink(parent_ / "run"));
  EXPECT_EQ(files_of(parent_ / "disk"), "none none/a.txt ");
}

TEST_F(StagingTest, RefusesALinkToItself) {
  fs::create_symlink("run", parent_ / "run");
  EXPECT_THROW(OutputFolder{parent_ / "run"}, OutputError);
}

TEST_F(StagingTest, MayBeTheFolderWhereTheProcessWorks) {
  fs::create_directory(parent_ / "run");
  EXPECT_EQ(exit_code_of([&] {
              fs::current_path(parent_ / "run");
              OutputFolder folder(".");
              fs::current_path("/");
              write_text(folder.file("a.txt"), "");
              folder.commit();
            }),
            0);
  EXPECT_EQ(files_of(parent_), "run run/a.txt ");
}

TEST_F(StagingTest, RefusesFilesTheRootAndTheParentOfTheProcess) {
  write_text(parent_ / "file", "");
  EXPECT_THROW(OutputFolder{parent_ / "file"}, OutputError);
  EXPECT_THROW(OutputFolder{"/"}, OutputError);
  fs::create_directory(parent_ / "here");
  EXPECT_EQ(exit_code_of([&] {
              fs::current_path(parent_ / "here");
              const OutputFolder folder("..");
            }),
            kHasThrown);
  EXPECT_EQ(files_of(parent_), "file here ");
}

TEST_F(StagingTest, FillsATargetThatWasMovedAwayMeanwhile) {
  leave_results("old.txt");
  OutputFolder folder(parent_ / "run");
  write_text(folder.file("a.txt"), "new");
  fs::rename(parent_ / "run", parent_ / "saved");
  folder.commit();
  EXPECT_EQ(files_of(parent_), "run run/a.txt saved saved/old.txt ");
}

TEST_F(StagingTest, FillsAMountPoint) {
  fs::create_directory(parent_ / "run");
  const int code = exit_code_of_mounter([&] {
    mount_disk(parent_ / "run");
    for (int n = 0; n < 2; ++n) leave_results("a.txt");
    if (files_of(parent_ / "run") != "a.txt ") throw std::exception();
  });
  if (code == kCannotMount) GTEST_SKIP() << "no disk can be mounted here";
  EXPECT_EQ(code, 0);
  EXPECT_EQ(files_of(parent_), "run ");
}

/// Writes until the disk is full.
void fill_disk(const fs::path& file) {
  GrowingFile filling(file);
  try {
    while (true) filling.write(std::string(4096, 'x'));
  } catch (const OutputError&) {
  }
}

bool is_committed(OutputFolder& folder) {
  try {
    folder.commit();
  } catch (const OutputError&) {
  }
  return folder.is_committed();
}

TEST_F(StagingTest, KeepsOnAFullDiskWhatIsThere) {
  fs::create_directory(parent_ / "run");
  const int code = exit_code_of_mounter([&] {
    mount_disk(parent_ / "run");
    auto folder = std::make_unique<OutputFolder>(parent_ / "run");
    write_text(folder->file("a.txt"), "a");
    fill_disk(folder->file("signals.mcap"));
    const fs::path kept = folder->staging();
    const bool committed = is_committed(*folder);
    folder.reset();
    if (committed || text_of(kept / "a.txt") != "a" || fs::file_size(kept / "signals.mcap") < 10000)
      throw std::exception();
  });
  if (code == kCannotMount) GTEST_SKIP() << "no disk can be mounted here";
  EXPECT_EQ(code, 0);
}

/// A folder itself uses an inode on a disk with few of them.
TEST_F(StagingTest, LeavesNoFoldersWhereItCannotFillThem) {
  fs::create_directory(parent_ / "run");
  const int code = exit_code_of_mounter([&] {
    mount_disk(parent_ / "run", "size=1m,nr_inodes=11");
    auto folder = std::make_unique<OutputFolder>(parent_ / "run");
    for (const char* sub : {"a", "b", "c"}) {
      fs::create_directory(folder->file(sub));
      write_text(folder->file(sub) / "file.txt", sub);
    }
    const fs::path kept = folder->staging().filename();
    const bool committed = is_committed(*folder);
    folder.reset();
    fs::remove_all(parent_ / "run" / kept);
    if (committed || !fs::is_empty(parent_ / "run")) throw std::exception();
  });
  if (code == kCannotMount) GTEST_SKIP() << "no disk can be mounted here";
  EXPECT_EQ(code, 0);
}

TEST_F(StagingTest, FillsAFolderWhoseParentMayNotBeWritten) {
  fs::create_directory(parent_ / "run");
  fs::permissions(parent_ / "run", fs::perms(0777));
  fs::permissions(parent_, fs::perms(0555));
  EXPECT_EQ(exit_code_of_nobody([&] {
              for (int n = 0; n < 2; ++n) leave_results("a.txt");
            }),
            0);
  fs::permissions(parent_, fs::perms(0755));
  EXPECT_EQ(files_of(parent_), "run run/a.txt ");
}

TEST_F(StagingTest, FillsAnothersFolderInAFolderOfAll) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make folders of others";
  fs::create_directory(parent_ / "run");
  fs::permissions(parent_ / "run", fs::perms(0777));
  fs::permissions(parent_, fs::perms(01777));
  EXPECT_EQ(exit_code_of_nobody([&] { leave_results("a.txt"); }), 0);
  EXPECT_EQ(files_of(parent_), "run run/a.txt ");
}

TEST_F(StagingTest, RefusesAFolderThatMayNotBeWritten) {
  fs::create_directory(parent_ / "run");
  fs::permissions(parent_ / "run", fs::perms(0555));
  fs::permissions(parent_, fs::perms(0777));
  EXPECT_EQ(exit_code_of_nobody([&] { const OutputFolder folder(parent_ / "run"); }), kHasThrown);
  EXPECT_EQ(files_of(parent_), "run ");
}

}  // namespace
}  // namespace ventosa::record::staging_test
