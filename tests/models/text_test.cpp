#include "models/text.h"

#include <gtest/gtest.h>

namespace ventosa::models::text_test {
namespace {

TEST(Text, IsUtf8WithoutControlCharacters) {
  for (const char* good : {"", "plain", "two\nlines\tand tabs\r\n", "für Größe", "機器人", "🤖"})
    EXPECT_EQ(first_unprintable(good), std::string_view::npos) << good;
}

TEST(Text, EndsWhereItIsNot) {
  EXPECT_EQ(first_unprintable("ab\x1b[31m"), 2u);
  EXPECT_EQ(first_unprintable("a\x7f"), 1u);
  EXPECT_EQ(first_unprintable("a\xc2\x9b"), 1u);         // a control character beyond ASCII
  EXPECT_EQ(first_unprintable("ab\xff"), 2u);            // never in UTF-8
  EXPECT_EQ(first_unprintable("\xe6\xa9"), 0u);          // cut off
  EXPECT_EQ(first_unprintable("\xc0\xaf"), 0u);          // a slash in two bytes
  EXPECT_EQ(first_unprintable("\xed\xa0\x80"), 0u);      // half of a pair
  EXPECT_EQ(first_unprintable("\xf4\x90\x80\x80"), 0u);  // beyond Unicode
  EXPECT_EQ(first_unprintable("a\xef\xbf\xbe"), 1u);     // U+FFFE, no character
  EXPECT_EQ(first_unprintable(std::string_view("a\0b", 3)), 1u);
}

TEST(Text, IsShownWithCodesForWhatCannotBePrinted) {
  EXPECT_EQ(printable("a\x1b[31mü\xff"), "a\\x1b[31mü\\xff");
}

TEST(Text, RoundsABoundToTheSideOnWhichItIsKept) {
  EXPECT_EQ(least_decimal(0.12341, 3), "0.124");
  EXPECT_EQ(largest_decimal(0.12349, 3), "0.123");
  EXPECT_EQ(least_decimal(0.5, 3), "0.5");
  EXPECT_EQ(largest_decimal(0.5, 3), "0.5");
  EXPECT_EQ(largest_decimal(0, 3), "0");
  EXPECT_EQ(least_decimal(9.991, 3), "10");
}

TEST(Text, TellsAPathFromAName) {
  for (const char* path : {"./x", "a/b", "x.yaml", "x.yml", "/x"})
    EXPECT_TRUE(is_path(path)) << path;
  for (const char* name : {"romerin4", "x.yamls", "", "yaml", "x.yaml~"})
    EXPECT_FALSE(is_path(name)) << name;
}

}  // namespace
}  // namespace ventosa::models::text_test
