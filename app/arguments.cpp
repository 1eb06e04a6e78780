#include "app/arguments.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <system_error>

#include "models/text.h"

namespace ventosa::app {

const char* const kExitCodes =
    "Exit codes: 0 pass, 1 an assertion failed, 2 bad input, 3 physics unstable, 4 output "
    "problem,\n"
    "5 network problem, 77 not judged, 130 interrupted; of several the first of 130, 3, 5, 4, 2, "
    "1,\n"
    "0, 77.";

CLI::App* add_command(CLI::App& program, const char* name, const char* about) {
  CLI::App* const command = program.add_subcommand(name, about);
  command->footer(kExitCodes);
  return command;
}

std::string refuse_but_digits(const std::string& text) {
  std::int64_t seed = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), seed);
  const bool is_whole = end == text.data() + text.size() && failed == std::errc{};
  return is_whole && seed >= 0 ? "" : text + ": must be a whole number from 0 to 2^63 - 1";
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
