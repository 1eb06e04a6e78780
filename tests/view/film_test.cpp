#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/scratch_folder.h"
#include "view/files.h"

/// With a program in place of ffmpeg that records its input.
namespace ventosa::view::film_test {
namespace {

namespace fs = std::filesystem;

class AFilm : public testing::Test {
 protected:
  void SetUp() override { path_ = std::getenv("PATH"); }
  void TearDown() override { setenv("PATH", path_.c_str(), 1); }
  void install(const std::string& program) {
    const fs::path file = folder_ / "ffmpeg";
    std::ofstream(file) << "#!/bin/sh\n" << program << "\n";
    fs::permissions(file, fs::perms::owner_all);
    setenv("PATH", (folder_.string() + ":" + path_).c_str(), 1);
  }

  ScratchFolder scratch_;
  fs::path folder_ = scratch_.path();
  fs::path file_ = folder_ / "it's a film.mp4";
  std::string path_;
  std::vector<unsigned char> picture_ = std::vector<unsigned char>(4 * 2 * 3, 7);
};

TEST_F(AFilm, IsThirtyPicturesASecondOfSimulatedTime) {
  install("for last; do :; done; cat > \"$last\"");
  Film film;
  film.begin(file_, 4, 2, 10);
  for (double time_s = 10; time_s < 12; time_s += 0.05)
    if (film.wants(time_s)) film.add(picture_);
  EXPECT_TRUE(film.end());
  EXPECT_NEAR(static_cast<double>(fs::file_size(file_)) / static_cast<double>(picture_.size()), 60,
              2);
}

TEST_F(AFilm, GoesOnAfterARewind) {
  install("for last; do :; done; cat > \"$last\"");
  Film film;
  film.begin(file_, 4, 2, 10);
  EXPECT_TRUE(film.wants(10));
  film.add(picture_);
  EXPECT_FALSE(film.wants(10.01));
  EXPECT_TRUE(film.wants(3));
}

TEST_F(AFilm, IsRefusedWithoutTheProgram) {
  setenv("PATH", folder_.c_str(), 1);
  Film film;
  EXPECT_THROW(film.begin(file_, 4, 2, 0), std::runtime_error);
  EXPECT_FALSE(film.is_running());
}

TEST_F(AFilm, EndsWithAnErrorWhereTheProgramEndsEarly) {
  install("exit 1");
  Film film;
  film.begin(file_, 4, 2, 0);
  const std::vector<unsigned char> large(1 << 20, 0);
  const auto fill = [&] {
    for (int n = 0; n < 100 && film.wants(n); ++n) film.add(large);
  };
  EXPECT_THROW(fill(), std::runtime_error);
  EXPECT_FALSE(film.is_running());
}

TEST_F(AFilm, IsNotThereHalfWritten) {
  install("for last; do :; done; cat > \"$last\"; exit 1");  // as on a full disk
  Film film;
  film.begin(file_, 4, 2, 0);
  if (film.wants(0)) film.add(picture_);
  EXPECT_FALSE(film.end());
  EXPECT_FALSE(fs::exists(file_));
}

}  // namespace
}  // namespace ventosa::view::film_test
