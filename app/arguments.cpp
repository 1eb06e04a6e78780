#include "app/arguments.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <optional>
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

std::string refuse_nothing(const std::string& text) { return text.empty() ? "needs a name" : ""; }

namespace {

/// Empty unless the text is a whole decimal number; CLI11 would read 010 as octal.
std::optional<std::int64_t> whole_number(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = end == text.data() + text.size() && failed == std::errc{};
  const bool is_octal = text.size() > 1 && text.starts_with('0');
  return is_whole && !is_octal ? std::optional(number) : std::nullopt;
}

}  // namespace

std::string refuse_but_digits(const std::string& text) {
  const auto number = whole_number(text);
  return number && *number >= 0 ? "" : text + ": must be a whole number from 0 to 2^63 - 1";
}

Refusal refuse_but_whole(std::int64_t least, std::int64_t most) {
  return [=](const std::string& text) -> std::string {
    const auto number = whole_number(text);
    if (number && *number >= least && *number <= most) return "";
    return text + ": must be a whole number from " + std::to_string(least) + " to " +
           std::to_string(most);
  };
}

Refusal refuse_but_numbers(double least, double most, const std::string& unit) {
  return [=](const std::string& text) -> std::string {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const bool is_hexadecimal = text.find_first_of("xX") != std::string::npos;
    const bool whole = !text.empty() && *end == '\0' && !is_hexadecimal;
    if (whole && number >= least && number <= most) return "";
    return text + ": must be " + models::decimal(least, 4) + " to " + models::decimal(most, 7) +
           unit;
  };
}

}  // namespace ventosa::app
