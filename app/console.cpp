#include "app/console.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace ventosa::app {

using hal::OperatorAction;

namespace {

struct Known {
  const char* text;
  Console::Word word;
};

const std::array<Known, 6>& fixed_words() {
  static const std::array<Known, 6> kKnown{{
      {"arm", {.request = {OperatorAction::kArm}}},
      {"hold", {.request = {OperatorAction::kHold}}},
      {"go on", {.request = {OperatorAction::kAcknowledge}}},
      {"disarm", {.request = {OperatorAction::kDisarm}}},
      {"cut confirmed supported", {.request = {OperatorAction::kCut, true, true}}},
      {"quit", {.quits = true}},
  }};
  return kKnown;
}

std::string without_blanks(const std::string& line) {
  constexpr const char* kBlank = " \t\r";
  const std::size_t from = line.find_first_not_of(kBlank);
  if (from == std::string::npos) return "";
  return line.substr(from, line.find_last_not_of(kBlank) + 1 - from);
}

std::string in_small_letters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

std::optional<Console::Word> Console::word_of(const std::string& line) {
  const std::string word = in_small_letters(line);
  for (const Known& known : fixed_words())
    if (word == known.text) return known.word;
  for (std::size_t k = 0; k < controller::kEnumerators<hal::CupWord>.size(); ++k) {
    const std::string first = std::string(controller::kEnumerators<hal::CupWord>[k]) + " ";
    if (word.starts_with(first))
      return Word{.cup = static_cast<hal::CupWord>(k),
                  .leg = without_blanks(line.substr(first.size()))};
  }
  return std::nullopt;
}

std::string Console::words() {
  std::string all;
  for (const Known& known : fixed_words()) all += known.text + std::string(", ");
  for (const std::string_view word : controller::kEnumerators<hal::CupWord>)
    all += std::string(word) + " LEG, ";
  return all.substr(0, all.size() - 2);
}

void Console::take(char typed) {
  constexpr std::size_t kLongest = 4096;  // a longer line is not a word
  if (typed != '\n') {
    if (line_.size() < kLongest) line_ += typed;
    return;
  }
  lines_.push_back(without_blanks(line_));
  line_.clear();
}

void Console::read() {
  constexpr int kMost = 16;
  std::array<char, 4096> some;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  for (int k = 0; k < kMost && !is_closed_ && poll(&input, 1, 0) > 0; ++k) {
    const ssize_t n = ::read(STDIN_FILENO, some.data(), some.size());
    is_closed_ = n <= 0;
    std::for_each(some.begin(), some.begin() + std::max<ssize_t>(0, n),
                  [this](char c) { take(c); });
  }
  if (is_closed_ && !line_.empty()) take('\n');
}

std::optional<std::string> Console::next_line() {
  if (lines_.empty()) return std::nullopt;
  std::string line = std::move(lines_.front());
  lines_.pop_front();
  return line;
}

}  // namespace ventosa::app
