#include "view/remembered.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/scratch_folder.h"

namespace ventosa::view::remembered_test {
namespace {

struct Remembered : testing::Test {
  const ScratchFolder scratch;
  const std::filesystem::path file = scratch.path() / "remembered.json";

  Appearance recalled() const {
    Appearance appearance;
    recall(file, appearance);
    return appearance;
  }
  void write(const char* text) const { std::ofstream(file) << text; }
};

TEST_F(Remembered, IsWhatWasLeft) {
  Appearance left;
  left.panels.gait = true;
  left.panels.leg = false;
  left.overlays.true_forces = false;
  left.overlays.limits = true;
  left.light = true;
  left.column_width = 433;
  remember(left, file);
  const Appearance now = recalled();
  EXPECT_TRUE(now.panels.gait);
  EXPECT_FALSE(now.panels.leg);
  EXPECT_FALSE(now.panels.options);
  EXPECT_FALSE(now.overlays.true_forces);
  EXPECT_TRUE(now.overlays.limits);
  EXPECT_TRUE(now.light);
  EXPECT_EQ(now.column_width, 433);
}

TEST_F(Remembered, IsNothingOfAFileThatIsMissingOrBroken) {
  EXPECT_TRUE(recalled().panels.leg);
  for (const char* text : {"", "{", "[1]", "3", R"({"panels": 4})", R"({"panels": {"leg": "no"}})",
                           R"({"panels": {"gait": true}, "window": {"light": 7}})"}) {
    write(text);
    EXPECT_TRUE(recalled().panels.leg) << text;
    EXPECT_FALSE(recalled().panels.gait) << text;
    EXPECT_FALSE(recalled().light) << text;
  }
}

TEST_F(Remembered, ColumnIsAsWideAsMayBe) {
  write(R"({"window": {"column_width": 1e9}})");
  EXPECT_EQ(recalled().column_width, kWidestColumn);
  write(R"({"window": {"column_width": -3}})");
  EXPECT_EQ(recalled().column_width, kNarrowestColumn);
}

}  // namespace
}  // namespace ventosa::view::remembered_test
