#include "record/output_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "record/line_log.h"
#include "tests/scratch_folder.h"

namespace ventosa::record {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class OutputFolderTest : public testing::Test {
 protected:
  std::ptrdiff_t n_entries() const {
    return std::distance(fs::directory_iterator(parent_), fs::directory_iterator());
  }

  ScratchFolder scratch_;
  fs::path parent_ = scratch_.path();
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

/// The number of a process that is no more.
pid_t dead_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

void write_marked(const fs::path& folder) {
  fs::create_directory(folder);
  write_text(folder / OutputFolder::kMark, "");
}

TEST_F(OutputFolderTest, RemovesWhatAKilledProcessLeftAndNoOtherOnes) {
  const std::string dead = std::to_string(dead_process()), alive = std::to_string(::getppid());
  for (const std::string& name : {"run.partial-" + dead, "run.old-" + dead, "run.partial-" + alive,
                                  "runs.partial-" + dead, std::string("run.partial-mine")})
    write_marked(parent_ / name);
  const fs::path foreign = parent_ / ("run.partial-" + std::to_string(dead_process()));
  fs::create_directory(foreign);
  fs::create_directory(parent_ / "run");
  OutputFolder folder(parent_ / "run");
  EXPECT_TRUE(fs::exists(foreign));
  EXPECT_FALSE(fs::exists(parent_ / ("run.partial-" + dead)));
  EXPECT_FALSE(fs::exists(parent_ / ("run.old-" + dead)));
  EXPECT_TRUE(fs::exists(parent_ / ("run.partial-" + alive)));
  EXPECT_TRUE(fs::exists(parent_ / ("runs.partial-" + dead)));
  EXPECT_TRUE(fs::exists(parent_ / "run.partial-mine"));
}

TEST_F(OutputFolderTest, KeepsWithoutCommitWhatItWasToldToKeep) {
  fs::path staging;
  {
    OutputFolder folder(parent_ / "run");
    folder.keep();
    staging = folder.staging();
    LineLog(folder.file(OutputFolder::kStory)).say("one");
  }
  EXPECT_TRUE(fs::exists(staging / OutputFolder::kStory));
}

TEST_F(OutputFolderTest, KeepsTheStoryOfASessionThatWasKilled) {
  const fs::path left = parent_ / ("run.partial-" + std::to_string(dead_process()));
  write_marked(left);
  write_text(left / OutputFolder::kStory, "0.00  it began\n");
  OutputFolder(parent_ / "run").commit();
  EXPECT_TRUE(fs::exists(left / OutputFolder::kStory));
}

TEST_F(OutputFolderTest, BringsBackResultsThatAKilledProcessHadMovedAside) {
  const fs::path aside = parent_ / ("run.old-" + std::to_string(dead_process()));
  fs::create_directory(aside);
  write_text(aside / OutputFolder::kMark, "");
  write_text(aside / "verdict.json", "{}");
  { OutputFolder folder(parent_ / "run"); }
  EXPECT_EQ(text_of(parent_ / "run/verdict.json"), "{}");
  EXPECT_FALSE(fs::exists(aside));
}

TEST_F(OutputFolderTest, KeepsFilesThatAreNotItsOwn) {
  for (int n = 0; n < 2; ++n) {
    OutputFolder folder(parent_ / "run");
    fs::create_directory(folder.file("robot"));
    write_text(folder.file("robot/robot.yaml"), "robot");
    write_text(folder.file("only_" + std::to_string(n)), "");
    folder.commit();
    if (n > 0) break;
    write_text(parent_ / "run/notes.txt", "what I saw");
    write_text(parent_ / "run/robot/photo.txt", "of it");
  }
  EXPECT_EQ(text_of(parent_ / "run/notes.txt"), "what I saw");
  EXPECT_EQ(text_of(parent_ / "run/robot/photo.txt"), "of it");
  EXPECT_FALSE(fs::exists(parent_ / "run/only_0"));
  EXPECT_TRUE(fs::exists(parent_ / "run/only_1"));
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
