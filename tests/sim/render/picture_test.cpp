#include "sim/render/picture.h"

#include <gtest/gtest.h>
#include <png.h>

#include <set>

#include "tests/scratch_folder.h"
#include "tests/sim/stands.h"

namespace ventosa::sim::picture_test {
namespace {

using std::filesystem::path;

struct Image {
  png_image header{};
  std::vector<unsigned char> rgb;
};

Image read(const path& file) {
  Image image;
  image.header.version = PNG_IMAGE_VERSION;
  EXPECT_TRUE(png_image_begin_read_from_file(&image.header, file.c_str()));
  image.header.format = PNG_FORMAT_RGB;
  image.rgb.resize(PNG_IMAGE_SIZE(image.header));
  png_image_finish_read(&image.header, nullptr, image.rgb.data(), 0, nullptr);
  return image;
}

constexpr std::size_t kLegendRows = 50;  ///< at the lower edge

/// pixels of a saturated green: attached cups; without the legend
long green_pixels(const Image& image) {
  const std::size_t end = image.rgb.size() - 3 * kLegendRows * image.header.width;
  long n = 0;
  for (std::size_t k = 0; k < end; k += 3)
    n += image.rgb[k + 1] > 60 && image.rgb[k + 1] > 2 * image.rgb[k];
  return n;
}

TEST(Picture, ShowsTheAttachedCupsAndTheirRelease) {
  const models::Robot robot = romerin4();
  Twin twin(robot, standing(robot, 0));
  Picture picture(twin, 300, 200);
  const ScratchFolder scratch;
  picture.write(twin, scratch.path() / "held.png");
  controller::Command release;
  for (controller::LegCommand& leg : release.leg) leg.cup.mode = controller::CupMode::kRelease;
  run(twin, release, 0.1);
  picture.write(twin, scratch.path() / "released.png");

  const Image held = read(scratch.path() / "held.png");
  EXPECT_EQ(held.header.width, 300u);
  EXPECT_EQ(held.header.height, 200u);
  EXPECT_GT(green_pixels(held), 200);
  EXPECT_EQ(green_pixels(read(scratch.path() / "released.png")), 0);
}

TEST(Picture, DoesNotTouchTheRun) {
  const models::Robot robot = romerin4();
  Twin seen(robot, standing(robot, 1)), unseen(robot, standing(robot, 1));
  Picture picture(seen, 64, 64);
  const ScratchFolder scratch;
  for (int k = 0; k < 5; ++k) {
    run(seen, {}, 0.05);
    run(unseen, {}, 0.05);
    picture.write(seen, scratch.path() / "watched.png");
  }
  EXPECT_EQ(all_values(robot, seen), all_values(robot, unseen));
}

TEST(Picture, NamesTheFileItCannotWrite) {
  const models::Robot robot = romerin4();
  const Twin twin(robot, standing(robot, 0));
  Picture picture(twin, 64, 64);
  const ScratchFolder scratch;
  const path file = scratch.path() / "no_such_folder" / "picture.png";
  try {
    picture.write(twin, file);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos);
  }
}

}  // namespace
}  // namespace ventosa::sim::picture_test
