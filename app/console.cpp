#include "app/console.h"

#include <poll.h>
#include <unistd.h>

#include <array>

namespace ventosa::app {

using hal::OperatorAction;

std::optional<Console::Word> Console::word_of(const std::string& line) {
  struct Known {
    const char* text;
    Word word;
  };
  static const std::array<Known, 6> kKnown{{
      {"arm", {{OperatorAction::kArm}}},
      {"hold", {{OperatorAction::kHold}}},
      {"go on", {{OperatorAction::kAcknowledge}}},
      {"disarm", {{OperatorAction::kDisarm}}},
      {"cut confirmed supported", {{OperatorAction::kCut, true, true}}},
      {"quit", {{}, true}},
  }};
  for (const Known& known : kKnown)
    if (line == known.text) return known.word;
  return std::nullopt;
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
