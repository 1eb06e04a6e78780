#pragma once

#include <string>
#include <string_view>

/// Text from outside: files, names, arguments.
namespace ventosa::models {

/// Where text is not UTF-8, or a control character other than line break and tab stands; npos: it
/// is fit to be printed.
std::size_t first_unprintable(std::string_view text);

/// The same text with every such byte as \x1b.
std::string printable(std::string_view text);

/// With so many digits at most: "0.005".
std::string decimal(double number, int digits);

/// Whether a robot or a scenario is given by its file, with a / or .yaml, and not by its name.
bool is_path(const std::string& text);

}  // namespace ventosa::models
