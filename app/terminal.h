#pragma once

#include <string>

#include "scenarios/verdict/verdict.h"

/// What only people see: colour and progress, both only on a terminal.
namespace ventosa::app {

/// "pass", "fail", ...; coloured if stdout is a terminal and NO_COLOR is not set.
std::string shown(scenarios::Outcome outcome);

/// One line on stderr that is written over; nothing if stderr is no terminal.
class Progress {
 public:
  Progress();
  ~Progress();  ///< wipes the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const std::string& text);

 private:
  bool on_;
};

}  // namespace ventosa::app
