#include "record/output_folder.h"

#include <sys/stat.h>

#include <fstream>

#include "record/line_log.h"
#include "record/staging.h"
#include "tests/record/output_folder_fixture.h"

namespace ventosa::record::output_folder_test {
namespace {

using OutputFolderTest = OutputFolderFixture;

TEST_F(OutputFolderTest, AppearsOnlyWhenCommitted) {
  OutputFolder folder(parent_ / "run");
  write_text(folder.file("a.txt"), "one");
  EXPECT_TRUE(fs::is_empty(parent_ / "run"));
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

void write_marked(const fs::path& folder) {
  fs::create_directory(folder);
  write_text(folder / OutputFolder::kMark, "");
}

TEST_F(OutputFolderTest, RemovesWhatAKilledProcessLeftAndNoOtherOnes) {
  for (const char* name : {"run.partial-dead", "run.partial-alive", "runs.partial-dead"})
    write_marked(parent_ / name);
  fs::create_directory(parent_ / "run.partial-foreign");
  const FolderLock alive(parent_ / "run.partial-alive");
  const OutputFolder folder(parent_ / "run");
  EXPECT_FALSE(fs::exists(parent_ / "run.partial-dead"));
  EXPECT_TRUE(fs::exists(parent_ / "run.partial-alive"));
  EXPECT_TRUE(fs::exists(parent_ / "runs.partial-dead"));
  EXPECT_TRUE(fs::exists(parent_ / "run.partial-foreign"));
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
  const fs::path left = parent_ / "run.partial-dead";
  write_marked(left);
  write_text(left / OutputFolder::kStory, "0.00  it began\n");
  OutputFolder(parent_ / "run").commit();
  EXPECT_TRUE(fs::exists(left / OutputFolder::kStory));
}

TEST_F(OutputFolderTest, EndsTheCommitOfAKilledProcess) {
  leave_results("old.txt");
  const fs::path left = parent_ / "run.partial-dead";
  write_marked(left);
  for (const char* name : {"first.txt", "second.txt"}) write_text(left / name, "new");
  list_files(left);
  fs::rename(left / "first.txt", parent_ / "run/first.txt");  // number of files moved so far
  write_text(parent_ / "run/notes.txt", "mine");
  { OutputFolder folder(parent_ / "run"); }
  EXPECT_EQ(files_of(parent_ / "run"), "first.txt notes.txt second.txt ");
  EXPECT_FALSE(fs::exists(left));
  leave_results("newest.txt");  // also into its own folder
  EXPECT_EQ(files_of(parent_ / "run"), "newest.txt notes.txt ");
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

// files that a run no longer writes must not look like part of it
TEST_F(OutputFolderTest, RemovesItsOwnOfWhichNothingIsWrittenAnyMore) {
  {
    OutputFolder folder(parent_ / "run");
    fs::create_directory(folder.file("pictures"));
    write_text(folder.file("pictures/0.png"), "");
    write_text(folder.file("signals.csv"), "");
    folder.commit();
  }
  fs::create_directory(parent_ / "run/mine");
  leave_results("signals.mcap");
  EXPECT_EQ(files_of(parent_ / "run"), "mine signals.mcap ");
}

TEST_F(OutputFolderTest, LeavesWhatOthersPutInAsItRuns) {
  fs::create_directory(parent_ / "run");
  for (int n = 0; n < 2; ++n) {
    OutputFolder folder(parent_ / "run");
    write_text(folder.file("verdict.json"), "{}");
    const std::string name = std::to_string(n);
    write_text(parent_ / "run" / (name + ".log"), "41.5 degC");
    fs::create_directory(parent_ / "run" / (name + ".empty"));
    fs::create_symlink("nowhere", parent_ / "run" / (name + ".link"));
    ASSERT_EQ(::mkfifo((parent_ / "run" / (name + ".pipe")).c_str(), 0600), 0);
    folder.commit();
  }
  EXPECT_EQ(files_of(parent_ / "run"),
            "0.empty 0.link 0.log 0.pipe 1.empty 1.link 1.log 1.pipe verdict.json ");
  EXPECT_TRUE(fs::is_fifo(parent_ / "run/0.pipe"));
  EXPECT_TRUE(fs::is_symlink(parent_ / "run/1.link"));
}

TEST_F(OutputFolderTest, KeepsFilesOfOthersWhateverItsListSays) {
  leave_results("a");
  const fs::path run = parent_ / "run";
  fs::create_directories(run / "sub");
  write_text(run / "notes", "");
  write_text(run / "sub/x", "");
  std::ofstream(run / OutputFolder::kMark, std::ios::app) << "\n.\n./\nsub\nsub/\nsub/..\n/\n";
  leave_results("b");
  EXPECT_EQ(files_of(run), "b notes sub sub/x ");
}

TEST_F(OutputFolderTest, KeepsAFolderOfOthersWithTheNameOfAnEarlierResult) {
  leave_results("a");
  const fs::path run = parent_ / "run";
  fs::remove(run / "a");
  fs::create_directory(run / "a");
  write_text(run / "a/x", "");
  EXPECT_THROW(leave_results("a"), OutputError);
  EXPECT_TRUE(fs::exists(run / "a/x"));
}

TEST_F(OutputFolderTest, MovesNothingIfAFileOfOthersHasOneOfItsNames) {
  leave_results("old.txt");
  OutputFolder folder(parent_ / "run");
  for (const char* name : {"a.txt", "verdict.json", "z.txt"}) write_text(folder.file(name), "new");
  write_text(parent_ / "run/verdict.json", "mine");
  EXPECT_THROW(folder.commit(), OutputError);
  EXPECT_EQ(files_of(parent_ / "run"), "old.txt verdict.json ");
  EXPECT_EQ(text_of(parent_ / "run/verdict.json"), "mine");
  EXPECT_EQ(files_of(folder.staging()), "a.txt verdict.json z.txt ");
}

TEST_F(OutputFolderTest, TouchesNothingBehindALinkInPlaceOfOneOfItsFolders) {
  const auto leave_robot = [&](const char* name) {
    OutputFolder folder(parent_ / "run");
    fs::create_directory(folder.file("robot"));
    write_text(folder.file("robot") / name, "");
    folder.commit();
  };
  leave_robot("a.yaml");
  fs::rename(parent_ / "run/robot", parent_ / "mine");
  fs::create_directory_symlink(parent_ / "mine", parent_ / "run/robot");
  EXPECT_THROW(leave_robot("b.yaml"), OutputError);
  leave_results("c.txt");
  EXPECT_EQ(files_of(parent_ / "mine"), "a.yaml ");
}

TEST_F(OutputFolderTest, TakesBackWhatItHasMovedIfTheRestCannotBe) {
  leave_results("old.txt");
  fs::path kept;
  {
    OutputFolder folder(parent_ / "run");
    kept = folder.staging();
    write_text(folder.file("a.txt"), "new");
    fs::create_directory(folder.file("b"));
    write_text(folder.file("b/c.txt"), "new");
    write_text(parent_ / "run/b", "a file where a folder should be");
    EXPECT_THROW(folder.commit(), OutputError);
  }
  EXPECT_EQ(files_of(parent_ / "run"), "b old.txt ");
  EXPECT_EQ(text_of(kept / "a.txt"), "new");
  EXPECT_EQ(text_of(kept / "b/c.txt"), "new");
}

TEST_F(OutputFolderTest, KeepsAfterAFailureWhatLaterOnesDoNotTouch) {
  fs::path kept;
  {
    OutputFolder folder(parent_ / "run");
    kept = folder.staging();
    write_text(folder.file("signals.mcap"), "half");
    const OutputError error = folder.kept(OutputError("signals.mcap", "cannot be written"));
    EXPECT_EQ(error.what(), "signals.mcap: cannot be written; results kept in " + kept.string());
  }
  leave_results("verdict.json");
  EXPECT_EQ(text_of(kept / "signals.mcap"), "half");
  EXPECT_EQ(files_of(parent_ / "run"), "verdict.json ");
}

TEST_F(OutputFolderTest, RefusesATargetThatAnotherProcessWritesTo) {
  OutputFolder folder(parent_ / "run");
  write_text(folder.file("a.txt"), "first");
  EXPECT_EQ(exit_code_of([&] { OutputFolder(parent_ / "run").commit(); }), kHasThrown);
  folder.commit();
  EXPECT_EQ(files_of(parent_ / "run"), "a.txt ");
  EXPECT_EQ(exit_code_of([&] { OutputFolder(parent_ / "run").commit(); }), kHasThrown);
}

// a folder of results may be a copy from elsewhere
TEST_F(OutputFolderTest, RemovesNothingOutsideThatItsMarkLists) {
  write_text(parent_ / "thesis.tex", "years of work");
  leave_results("a.txt");
  const std::string mark = text_of(parent_ / "run" / OutputFolder::kMark);
  write_text(parent_ / "run" / OutputFolder::kMark,
             mark + "../thesis.tex\n" + (parent_ / "thesis.tex").string() + "\n");
  leave_results("b.txt");
  EXPECT_EQ(text_of(parent_ / "thesis.tex"), "years of work");
}

}  // namespace
}  // namespace ventosa::record::output_folder_test
