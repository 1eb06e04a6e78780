#include "app/terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <iostream>

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

}  // namespace ventosa::app
