#pragma once

#include <cstddef>
#include <mutex>
#include <string>

#include "scenarios/verdict/verdict.h"

/// Colour and progress, only on a terminal.
namespace ventosa::app {

/// Text of an outcome, for example "pass", "fail"; coloured if stdout is a terminal and NO_COLOR is
/// not set.
std::string shown(scenarios::Outcome outcome);

/// A line on stderr that is overwritten; invisible if stderr is not a terminal.
class Progress {
 public:
  Progress();
  bool is_shown() const { return on_; }
  ~Progress();  ///< clears the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const std::string& text);

 private:
  bool on_;
};

/// Progress of several runs: a bar on a terminal, otherwise one line on stderr per run.
/// Thread-safe.
class RunProgress {
 public:
  explicit RunProgress(std::size_t n_runs) : n_runs_(n_runs) {}

  void add(const scenarios::Verdict& verdict);

 private:
  std::string bar() const;

  Progress line_;
  std::mutex mutex_;
  const std::size_t n_runs_;
  std::size_t n_done_ = 0, n_bad_ = 0;
};

}  // namespace ventosa::app
