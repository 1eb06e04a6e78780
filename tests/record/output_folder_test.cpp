#include "record/output_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

namespace ventosa::record {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class OutputFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    parent_ = fs::path(testing::TempDir()) /
              ("out_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(parent_);
    fs::create_directories(parent_);
  }
  void TearDown() override { fs::remove_all(parent_); }

  std::ptrdiff_t n_entries() const {
    return std::distance(fs::directory_iterator(parent_), fs::directory_iterator());
  }

  fs::path parent_;
};

TEST_F(OutputFolderTest, AppearsOnlyWhenCommitted) {
  OutputFolder folder(parent_ / "run");
  write_text(folder.file("a.txt"), "one");
  EXPECT_FALSE(fs::exists(parent_ / "run"));
  folder.commit();
  EXPECT_EQ(text_of(parent_ / "run" / "a.txt"), "one");
  EXPECT_EQ(n_entries(), 1);
}

TEST_F(OutputFolderTest, LeavesNothingWithoutCommit) {
  {
    OutputFolder folder(parent_ / "run");
    write_text(folder.file("a.txt"), "one");
  }
  EXPECT_EQ(n_entries(), 0);
}

TEST_F(OutputFolderTest, ReplacesEarlierResultsWhole) {
  {
    OutputFolder folder(parent_ / "run");
    write_text(folder.file("old.txt"), "old");
    folder.commit();
  }
  OutputFolder folder(parent_ / "run/");
  EXPECT_TRUE(fs::exists(parent_ / "run" / "old.txt"));  // until the new ones are complete
  write_text(folder.file("new.txt"), "new");
  folder.commit();
  EXPECT_FALSE(fs::exists(parent_ / "run" / "old.txt"));
  EXPECT_TRUE(fs::exists(parent_ / "run" / "new.txt"));
  EXPECT_EQ(n_entries(), 1);
}

TEST_F(OutputFolderTest, RefusesAFolderThatHoldsOtherThings) {
  write_text(parent_ / "thesis.tex", "years of work");
  EXPECT_THROW(OutputFolder{parent_}, OutputError);
  EXPECT_EQ(text_of(parent_ / "thesis.tex"), "years of work");
}

TEST_F(OutputFolderTest, RefusesAPlaceBelowAFile) {
  write_text(parent_ / "file", "");
  EXPECT_THROW(OutputFolder{parent_ / "file" / "run"}, OutputError);
}

TEST_F(OutputFolderTest, RefusesAnUnwritablePlaceAtOnce) {
  EXPECT_THROW(OutputFolder{"/proc/ventosa/run"}, OutputError);
}

TEST_F(OutputFolderTest, RemovesAFileThatWasNotClosed) {
  { OutputFile(parent_ / "half.txt").write("half"); }
  EXPECT_EQ(n_entries(), 0);
}

TEST_F(OutputFolderTest, ReportsAWriteThatCannotBeFlushed) {
  OutputFile file("/dev/full");
  file.write("short enough for the buffer");
  EXPECT_THROW(file.close(), OutputError);
}

}  // namespace
}  // namespace ventosa::record
