#include "record/line_log.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <iterator>

#include "tests/scratch_folder.h"

namespace ventosa::record::line_log_test {
namespace {

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(LineLog, HasEachLineInItsFileAsSoonAsItIsSaid) {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "lines.txt";
  LineLog log(file);
  log.say("one");
  log.say("two");
  for (int k = 0; k < 1000 && text_of(file) != "one\ntwo\n"; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(text_of(file), "one\ntwo\n");
  log.say("three");
  log.close();
  EXPECT_EQ(text_of(file), "one\ntwo\nthree\n");
}

TEST(LineLog, SaysThatALineIsLost) {
  LineLog log("/dev/full");
  EXPECT_FALSE(log.is_incomplete());
  log.say("one");
  for (int k = 0; k < 1000 && !log.is_incomplete(); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(log.is_incomplete());
  EXPECT_THROW(log.close(), OutputError);
}

TEST(LineLog, LeavesWhatWasSaidIfItIsNeverClosed) {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "lines.txt";
  LineLog(file).say("one");
  EXPECT_EQ(text_of(file), "one\n");
}

}  // namespace
}  // namespace ventosa::record::line_log_test
