#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <string>

#include "app/commands.h"
#include "scenarios/verdict/verdict.h"

/// What the commands' arguments have in common.
namespace ventosa::app {

using scenarios::ExitCode;
using Command = std::function<ExitCode()>;

extern const char* const kExitCodes;

CLI::App* add_command(CLI::App& program, const char* name, const char* about);

/// Why an argument is refused; empty: it is not. Also of what converts to a number but is none,
/// such as -1, and of what no range refuses, such as nan. @{
using Refusal = std::function<std::string(const std::string&)>;
std::string refuse_but_digits(const std::string& text);
Refusal refuse_but_numbers(double least, double most, const std::string& unit);
/// @}

void add_hal(CLI::App& program, HalOptions& options, Command& chosen);
void add_modules(CLI::App& program, ModulesOptions& options, Command& chosen);
/// Modules in place of the twin, for a window.
void add_hal_to_view(CLI::App& view, ViewOptions& options);
void add_link(CLI::App& program, LinkOptions& options, Command& chosen);

}  // namespace ventosa::app
