#include "app/console.h"

#include <poll.h>
#include <unistd.h>

#include <array>

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

}  // namespace

std::optional<Console::Word> Console::word_of(const std::string& line) {
  for (const Known& known : fixed_words())
    if (line == known.text) return known.word;
  for (std::size_t k = 0; k < controller::kEnumerators<hal::CupWord>.size(); ++k) {
    const std::string first = std::string(controller::kEnumerators<hal::CupWord>[k]) + " ";
    if (line.starts_with(first))
      return Word{.cup = static_cast<hal::CupWord>(k), .leg = line.substr(first.size())};
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

std::optional<std::string> Console::next_line() {
  std::array<char, 256> some;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (!is_closed_ && poll(&input, 1, 0) > 0) {
    const ssize_t n = read(STDIN_FILENO, some.data(), some.size());
    is_closed_ = n <= 0;
    if (n > 0) typed_.append(some.data(), static_cast<std::size_t>(n));
  }
  if (is_closed_ && !typed_.empty() && typed_.back() != '\n') typed_ += '\n';
  const std::size_t end = typed_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  const std::string line = typed_.substr(0, end);
  typed_.erase(0, end + 1);
  return line;
}

}  // namespace ventosa::app
