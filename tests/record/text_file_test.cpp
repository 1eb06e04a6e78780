#include "record/text_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "record/output_error.h"
#include "tests/scratch_folder.h"

namespace ventosa::record::text_file_test {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct ATextFile : testing::Test {
  const ScratchFolder scratch;
  const fs::path folder = scratch.path();
  const fs::path file = folder / "text";
};

TEST_F(ATextFile, ReplacesTheOneThatWasThere) {
  write_text("one", file);
  write_text("two\n", file);
  EXPECT_EQ(read(file), "two\n");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
}

TEST_F(ATextFile, LeavesWhatWasThereWhenItCannotBeWritten) {
  fs::create_directories(file / "inside");
  EXPECT_THROW(write_text("text", file), OutputError);
  EXPECT_TRUE(fs::is_directory(file / "inside"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
  EXPECT_THROW(write_text(std::string("text"), "/no/such/folder/text"), OutputError);
}

TEST_F(ATextFile, IsNotThereOnAFullDisk) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  fs::create_symlink("/dev/full", folder / "text.partial");
  EXPECT_THROW(write_text("text", file), OutputError);
  EXPECT_FALSE(fs::exists(file));
}

}  // namespace
}  // namespace ventosa::record::text_file_test
