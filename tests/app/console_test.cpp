#include "app/console.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

namespace ventosa::app::console_test {
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
  EXPECT_EQ(Console::word_of("holds  Left")->leg, "Left");
  for (const char* const other :
       {"holds", "free", "hold front_left", "holds_front_left", "freed x"})
    EXPECT_FALSE(Console::word_of(other)) << other;
}

/// The stop word as it may arrive from another system's terminal, from a pipe, or typed in a hurry.
TEST(Console, TakesAWordInCapitalLetters) {
  for (const char* const stop : {"hold", "Hold", "HOLD"}) {
    const auto word = Console::word_of(stop);
    ASSERT_TRUE(word) << stop;
    EXPECT_EQ(word->request.action, hal::OperatorAction::kHold) << stop;
  }
}

/// Replaces standard input by this text.
struct Piped {
  explicit Piped(const std::string& text) {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe(ends.data()), 0);
    EXPECT_EQ(write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
  }
};

TEST(Console, ReadsWordsWithoutTheBlanksAroundThem) {
  const Piped piped("hold \r\n  go on\n\nquit");
  Console console;
  console.read();
  for (const char* const word : {"hold", "go on", "", "quit"}) EXPECT_EQ(console.next_line(), word);
  EXPECT_FALSE(console.next_line());
  EXPECT_TRUE(console.is_closed());
}

TEST(Console, ReadsTheWordBehindALongLineAtOnce) {
  std::string text(40'000, 'x');
  text += "\nhold\n";
  const Piped piped(text);
  Console console;
  console.read();
  EXPECT_LE(console.next_line()->size(), 4096u);
  EXPECT_EQ(console.next_line(), "hold");
}

}  // namespace
}  // namespace ventosa::app::console_test
