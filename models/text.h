#pragma once

#include <string>
#include <string_view>

/// Handling of text from outside: files, names, arguments.
namespace ventosa::models {

/// Position of the first byte that is invalid UTF-8 or a control character other than line break
/// and tab; npos: none.
std::size_t first_unprintable(std::string_view text);

/// The text with every such byte escaped, e.g. as \x1b.
std::string printable(std::string_view text);

/// Decimal number with at most `digits` digits: "0.005".
std::string decimal(double number, int digits);

/// True if the text is a path (contains a / or ends with .yaml) rather than a name of a robot or
/// scenario.
bool is_path(const std::string& text);

}  // namespace ventosa::models
