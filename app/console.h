#pragma once

#include <deque>
#include <optional>
#include <string>

#include "hal/cup_answer.h"
#include "hal/guard/guard.h"

namespace ventosa::app {

/// Reads the operator's words from standard input, one a line. Words are recognised with blanks
/// around them, with a carriage return behind them and in capital letters.
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

  /// Takes what has been typed, 64 kB at most. Never waits.
  void read();
  /// The next line that has been read, without the blanks around it, if there is one.
  std::optional<std::string> next_line();

  /// Nobody can type anything any more, and all that was typed has been taken.
  bool is_closed() const { return is_closed_ && lines_.empty(); }

 private:
  void take(char typed);

  std::string line_;  ///< that has not ended yet
  std::deque<std::string> lines_;
  bool is_closed_ = false;
};

}  // namespace ventosa::app
