#pragma once

#include <optional>
#include <string>

#include "hal/cup_answer.h"
#include "hal/guard/guard.h"

namespace ventosa::app {

/// What an operator types, a line each.
class Console {
 public:
  struct Word {
    hal::OperatorRequest request{};
    bool quits = false;
    std::optional<hal::CupWord> cup{};  ///< that is said of the cup of
    std::string leg{};
  };
  /// What the line asks for; none: it is no such word.
  static std::optional<Word> word_of(const std::string& line);
  /// Those that there are: "arm, hold, ...".
  static std::string words();

  /// The next line that has been typed, if there is one. Never waits.
  std::optional<std::string> next_line();

  /// Nobody can type anything any more, and all that was typed has been read.
  bool is_closed() const { return is_closed_ && typed_.find('\n') == std::string::npos; }

 private:
  std::string typed_;
  bool is_closed_ = false;
};

}  // namespace ventosa::app
