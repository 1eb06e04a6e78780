#pragma once

#include <deque>
#include <optional>
#include <string>

#include "hal/cup_answer.h"
#include "hal/guard/guard.h"

namespace ventosa::app {

/// Reads the operator's words from standard input, one per line, regardless of case, surrounding
/// blanks and a carriage return.
class Console {
 public:
  struct Word {
    hal::OperatorRequest request{};
    bool quits = false;
    std::optional<hal::CupWord> cup{};  ///< statement about the cup of `leg`
    std::string leg{};
  };
  /// Word on the line; empty if it is not a known word.
  static std::optional<Word> word_of(const std::string& line);
  /// All known words: "arm, hold, ...".
  static std::string words();

  /// Reads available input, 64 kB at most. Never waits.
  void read();
  /// The next line without surrounding blanks; empty if there is none.
  std::optional<std::string> next_line();

  /// True after the end of the input, once all lines are taken.
  bool is_closed() const { return is_closed_ && lines_.empty(); }

 private:
  void take(char typed);

  std::string line_;  ///< unfinished line
  std::deque<std::string> lines_;
  bool is_closed_ = false;
};

}  // namespace ventosa::app
