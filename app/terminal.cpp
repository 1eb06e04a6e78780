#include "app/terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "app/execution.h"

namespace ventosa::app {
namespace {

bool colourful() {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0');
}

}  // namespace

std::string shown(scenarios::Outcome outcome) {
  const std::string word = scenarios::name(outcome);
  if (!colourful()) return word;
  const bool good = outcome == scenarios::Outcome::kPass;
  const bool skipped = outcome == scenarios::Outcome::kSkipped;
  return (good ? "\033[32m" : skipped ? "\033[33m" : "\033[31m") + word + "\033[0m";
}

Progress::Progress() : on_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() { show(""); }

void Progress::show(const std::string& text) {
  if (on_) std::cerr << "\r\033[K" << text << std::flush;
}

void RunProgress::add(const scenarios::Verdict& verdict) {
  const std::lock_guard lock(mutex_);
  ++n_done_;
  n_bad_ += verdict.exit_code == scenarios::ExitCode::kPass ? 0 : 1;
  if (line_.is_shown()) return line_.show(bar());
  std::cerr << n_done_ << " of " << n_runs_ << ": " + run_name(verdict) + " "
            << scenarios::name(verdict.outcome) << std::endl;
}

std::string RunProgress::bar() const {
  constexpr std::size_t kWidth = 30;
  const std::size_t n_full = kWidth * n_done_ / n_runs_;
  return "[" + std::string(n_full, '#') + std::string(kWidth - n_full, '.') + "] " +
         std::to_string(n_done_) + " of " + std::to_string(n_runs_) + " runs, " +
         std::to_string(n_bad_) + " not passed";
}

}  // namespace ventosa::app
