#include "app/console.h"

#include <gtest/gtest.h>

namespace ventosa::app {
namespace {

std::string with_a_leg(std::string word) {
  if (const std::size_t at = word.find("LEG"); at != std::string::npos)
    word.replace(at, 3, "front_left");
  return word;
}

TEST(Console, UnderstandsEveryWordThatItPrints) {
  const std::string words = Console::words() + ", ";
  int n = 0;
  for (std::size_t from = 0, to = 0; (to = words.find(", ", from)) != std::string::npos;
       from = to + 2, ++n) {
    const std::string word = with_a_leg(words.substr(from, to - from));
    EXPECT_TRUE(Console::word_of(word)) << word;
  }
  EXPECT_EQ(n, 8);
}

TEST(Console, TakesWhatFollowsForALeg) {
  const auto holds = Console::word_of("holds front_left"), free = Console::word_of("free x y");
  ASSERT_TRUE(holds && free);
  EXPECT_EQ(holds->cup, hal::CupWord::kHolds);
  EXPECT_EQ(holds->leg, "front_left");
  EXPECT_EQ(free->cup, hal::CupWord::kFree);
  EXPECT_EQ(free->leg, "x y");
  for (const char* const other :
       {"holds", "free", "hold front_left", "holds_front_left", "freed x"})
    EXPECT_FALSE(Console::word_of(other)) << other;
}

}  // namespace
}  // namespace ventosa::app
