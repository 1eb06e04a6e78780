#include "app/arguments.h"

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "models/text.h"

namespace ventosa::app {

const char* const kExitCodes =
    "Exit codes: 0 pass, 1 an assertion failed, 2 bad input, 3 physics unstable, 4 output "
    "problem,\n"
    "5 network problem, 130 interrupted; of several the worst: 130, 3, 5, 4, 2, 1, 0.";

CLI::App* add_command(CLI::App& program, const char* name, const char* about) {
  CLI::App* const command = program.add_subcommand(name, about);
  command->footer(kExitCodes);
  return command;
}

std::string refuse_but_digits(const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  const bool fits = text.size() < 20;  // 2^64 has 20 digits
  return digits && fits ? "" : text + ": must be a whole number from 0 on, below 10^19";
}

Refusal refuse_but_numbers(double least, double most, const std::string& unit) {
  return [=](const std::string& text) -> std::string {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const bool whole = !text.empty() && *end == '\0';
    if (whole && number >= least && number <= most) return "";
    return text + ": must be " + models::decimal(least, 4) + " to " + models::decimal(most, 7) +
           unit;
  };
}

}  // namespace ventosa::app
