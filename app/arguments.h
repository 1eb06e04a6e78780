#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <functional>
#include <string>

#include "app/commands.h"
#include "scenarios/verdict/verdict.h"

/// Functions that add commands and their arguments to the command line.
namespace ventosa::app {

using scenarios::ExitCode;
using Command = std::function<ExitCode()>;

extern const char* const kExitCodes;

CLI::App* add_command(CLI::App& program, const char* name, const char* about);

/// Checks of an argument: return why it is refused, or an empty text. They also refuse what CLI11
/// would convert or not compare, such as -1, nan, octal 010 and hexadecimal 0x10. @{
using Refusal = std::function<std::string(const std::string&)>;
std::string refuse_nothing(const std::string& text);
std::string refuse_but_digits(const std::string& text);
Refusal refuse_but_whole(std::int64_t least, std::int64_t most);
Refusal refuse_but_numbers(double least, double most, const std::string& unit);
/// @}

void add_run(CLI::App& program, RunOptions& options, Command& chosen);
void add_test(CLI::App& program, TestOptions& options, Command& chosen);
void add_hal(CLI::App& program, HalOptions& options, Command& chosen);
void add_modules(CLI::App& program, ModulesOptions& options, Command& chosen);
/// Options of `ventosa view` for modules in place of the twin.
void add_hal_to_view(CLI::App& view, ViewOptions& options);
void add_plan(CLI::App& program, PlanOptions& options, Command& chosen);
void add_link(CLI::App& program, LinkOptions& options, Command& chosen);

}  // namespace ventosa::app
