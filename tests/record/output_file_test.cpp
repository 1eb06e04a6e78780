#include "record/output_file.h"

#include <gtest/gtest.h>
#include <sys/mount.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/record/other_process.h"
#include "tests/scratch_folder.h"

namespace ventosa::record::output_file_test {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public testing::Test {
 protected:
  std::ptrdiff_t n_entries() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  ScratchFolder scratch_;
  fs::path folder_ = scratch_.path();
  fs::path file_ = folder_ / "report.xml";
};

TEST_F(OutputFileTest, IsRemovedIfItWasNotClosed) {
  { OutputFile(file_).write("half"); }
  EXPECT_EQ(n_entries(), 0);
}

TEST_F(OutputFileTest, IsNoSuccessIfSomebodyRemovedItMeanwhile) {
  OutputFile whole(file_);
  whole.write("text");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) fs::remove(entry);
  EXPECT_THROW(whole.close(), OutputError);

  GrowingFile log(folder_ / "log");
  log.write("text");
  fs::rename(folder_ / "log", folder_ / "moved");  // as a folder of results is at its end
  EXPECT_NO_THROW(log.flush());
  fs::remove(folder_ / "moved");
  EXPECT_THROW(log.close(), OutputError);
}

TEST_F(OutputFileTest, IsNotThereBeforeItIsComplete) {
  OutputFile file(file_);
  file.write("new");
  file.flush();
  EXPECT_FALSE(fs::exists(file_));
  file.close();
  EXPECT_EQ(text_of(file_), "new");
  EXPECT_EQ(n_entries(), 1);
}

TEST_F(OutputFileTest, HasNoHalfOfItselfUnderItsNameAfterAKill) {
  const int code = exit_code_of([&] {
    OutputFile file(file_);
    file.write("half");
    file.flush();
    ::kill(::getpid(), SIGKILL);
  });
  EXPECT_EQ(code, 128 + SIGKILL);
  EXPECT_FALSE(fs::exists(file_));
}

TEST_F(OutputFileTest, MayBeReadByWhomAnyNewFileMay) {
  write_text(file_, "new");
  std::ofstream(folder_ / "other") << "new";
  EXPECT_EQ(fs::status(file_).permissions(), fs::status(folder_ / "other").permissions());
}

TEST_F(OutputFileTest, ReplacesAnEarlierFileOnlyWhenItIsComplete) {
  write_text(file_, "old");
  fs::permissions(file_, fs::perms(0640));
  OutputFile file(file_);
  file.write("new");
  file.flush();
  EXPECT_EQ(text_of(file_), "old");
  file.close();
  EXPECT_EQ(text_of(file_), "new");
  EXPECT_EQ(fs::status(file_).permissions(), fs::perms(0640));
  EXPECT_EQ(n_entries(), 1);
}

TEST_F(OutputFileTest, LeavesAnEarlierFileAsItIsIfItWasNotClosed) {
  write_text(file_, "old");
  { OutputFile(file_).write("half"); }
  EXPECT_EQ(text_of(file_), "old");
  EXPECT_EQ(n_entries(), 1);
}

TEST_F(OutputFileTest, OverwritesWhatALinkLeadsToAtItsEnd) {
  write_text(folder_ / "far.xml", "what was there, and longer");
  fs::create_symlink("far.xml", file_);
  OutputFile file(file_);
  EXPECT_EQ(text_of(file_), "what was there, and longer");
  file.write("new");
  file.close();
  EXPECT_TRUE(fs::is_symlink(file_));
  EXPECT_EQ(text_of(folder_ / "far.xml"), "new");
}

TEST_F(OutputFileTest, OverwritesAFileInAFolderWhereNothingCanBeCreated) {
  write_text(file_, "what was there");
  fs::permissions(file_, fs::perms(0666));
  fs::permissions(folder_, fs::perms(0555));
  EXPECT_EQ(exit_code_of_nobody([&] { write_text(file_, "new"); }), 0);
  fs::permissions(folder_, fs::perms(0755));
  EXPECT_EQ(text_of(file_), "new");
}

TEST_F(OutputFileTest, RefusesAFileThatMayNotBeWritten) {
  write_text(file_, "old");
  fs::permissions(file_, fs::perms(0444));
  fs::permissions(folder_, fs::perms(0777));
  EXPECT_NE(exit_code_of_nobody([&] { OutputFile{file_}; }), 0);
  EXPECT_EQ(text_of(file_), "old");
}

TEST_F(OutputFileTest, FillsAFileThatIsAMountPoint) {
  write_text(folder_ / "outside.xml", "old");
  write_text(file_, "");
  const int code = exit_code_of_mounter([&] {
    if (mount((folder_ / "outside.xml").c_str(), file_.c_str(), nullptr, MS_BIND, nullptr) != 0)
      throw CannotMount();
    write_text(file_, "new");
  });
  if (code == kCannotMount) GTEST_SKIP() << "a file cannot be mounted here";
  EXPECT_EQ(code, 0);
  EXPECT_EQ(text_of(folder_ / "outside.xml"), "new");
  EXPECT_EQ(n_entries(), 2);
}

TEST_F(OutputFileTest, LeavesWhatWasThereWhenItCannotBeWritten) {
  fs::create_directories(file_ / "inside");
  EXPECT_THROW(write_text(file_, "text"), OutputError);
  EXPECT_TRUE(fs::is_directory(file_ / "inside"));
  EXPECT_EQ(n_entries(), 1);
  EXPECT_THROW(write_text("/no/such/folder/text", "text"), OutputError);
}

TEST_F(OutputFileTest, LeavesNothingOnAFullDisk) {
  const int code = exit_code_of_mounter([&] {
    mount_disk(folder_);
    try {
      write_text(file_, std::string(1 << 20, 'x'));
    } catch (const OutputError&) {
      if (n_entries() == 0) return;
    }
    throw OutputError(file_, "it was written, or something of it is left");
  });
  if (code == kCannotMount) GTEST_SKIP() << "no disk can be mounted here";
  EXPECT_EQ(code, 0);
}

TEST_F(OutputFileTest, ReportsAWriteThatCannotBeFlushed) {
  OutputFile file("/dev/full");
  file.write("short enough for the buffer");
  EXPECT_THROW(file.close(), OutputError);
}

}  // namespace
}  // namespace ventosa::record::output_file_test
