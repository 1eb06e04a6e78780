#include "sim/render/picture.h"

#include <gtest/gtest.h>
#include <png.h>

#include <cstdlib>
#include <set>

#include "sim/render/offscreen.h"
#include "sim/render/png_file.h"
#include "sim/render/scene.h"
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

/// Draws a robot over ground, from the side.
Image drawn_over(const TwinConfig& config, const path& file) {
  constexpr int kWidth = 600, kHeight = 400;
  const models::Robot robot = romerin4();
  const Offscreen gl;
  const Current current(gl);
  Scene scene(robot, config, Scene::Target::kOffscreen, kWidth, kHeight);
  RobotPose pose{.X_WB = config.X_WB};
  for (std::size_t i = 0; i < config.leg.size(); ++i) pose.q_rad[i] = config.leg[i].q_rad;
  scene.compose(
      {.robot = &pose,
       .look_at_W = config.X_WB.translation(),
       .view = {.direction_W = controller::Vector3d(-2, -1.5, 1).normalized(), .distance_m = 2.2}});
  const Area all{0, 0, kWidth, kHeight};
  scene.draw(all);
  std::vector<unsigned char> rgb;
  scene.read_pixels(all, rgb);
  write_png(rgb, kWidth, kHeight, file);
  return read(file);
}

TEST(Picture, ShowsTheReliefOfASurface) {
  const ScratchFolder scratch;
  TwinConfig config = standing(romerin4(), 0);
  const Image plane = drawn_over(config, scratch.path() / "plane.png");
  config.relief[0] = {.height_m = 0.03, .correlation_m = 0.2};
  const Image uneven = drawn_over(config, scratch.path() / "uneven.png");
  ASSERT_EQ(plane.rgb.size(), uneven.rgb.size());
  std::size_t n_other = 0;
  for (std::size_t k = 0; k < plane.rgb.size(); ++k)
    n_other += std::abs(plane.rgb[k] - uneven.rgb[k]) > 5;
  EXPECT_GT(n_other, plane.rgb.size() / 10);  // most of the picture shows the ground
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
