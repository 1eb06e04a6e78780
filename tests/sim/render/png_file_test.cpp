#include "sim/render/png_file.h"

#include <gtest/gtest.h>

#include <iterator>
#include <stdexcept>

#include "tests/scratch_folder.h"

namespace ventosa::sim::png_file_test {
namespace {

namespace fs = std::filesystem;

struct APngFile : testing::Test {
  std::ptrdiff_t n_files() const { return std::distance(fs::directory_iterator(folder), {}); }
  const ScratchFolder scratch;
  const fs::path folder = scratch.path();
  const fs::path file = folder / "picture.png";
  const std::vector<unsigned char> rgb = std::vector<unsigned char>(3 * 4 * 2, 100);
};

TEST_F(APngFile, ReplacesTheOneThatWasThere) {
  write_png(rgb, 2, 2, file);
  const auto size = fs::file_size(file);
  write_png(rgb, 4, 2, file);
  EXPECT_NE(fs::file_size(file), size);
  EXPECT_EQ(n_files(), 1);
}

TEST_F(APngFile, LeavesWhatWasThereOnAFullDisk) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  write_png(rgb, 4, 2, file);
  const auto size = fs::file_size(file);
  fs::create_symlink("/dev/full", folder / "picture.png.partial");
  EXPECT_THROW(write_png(rgb, 2, 2, file), std::runtime_error);
  EXPECT_EQ(fs::file_size(file), size);
  EXPECT_EQ(n_files(), 1);
}

TEST_F(APngFile, IsNotThereWhenItCannotTakeItsPlace) {
  fs::create_directories(file / "inside");
  EXPECT_THROW(write_png(rgb, 4, 2, file), std::runtime_error);
  EXPECT_TRUE(fs::is_directory(file / "inside"));
  EXPECT_EQ(n_files(), 1);
}

}  // namespace
}  // namespace ventosa::sim::png_file_test
