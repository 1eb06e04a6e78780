#pragma once

#include <optional>
#include <string>

#include "hal/guard/guard.h"

namespace ventosa::app {

/// What an operator types, a line each: arm, hold, go on, disarm, cut confirmed supported, quit.
class Console {
 public:
  struct Word {
    hal::OperatorRequest request{};
    bool quits = false;
  };
  /// What the line asks for; none: it is no such word.
  static std::optional<Word> word_of(const std::string& line);

  /// The next line that has been typed, if there is one. Never waits.
  std::optional<std::string> next_line();

  /// Nobody can type anything any more, and all that was typed has been read.
  bool is_closed() const { return is_closed_ && typed_.find('\n') == std::string::npos; }

 private:
  std::string typed_;
  bool is_closed_ = false;
};

inline constexpr const char* kConsoleWords =
    "arm, hold, go on, disarm, cut confirmed supported, quit";

}  // namespace ventosa::app
