#pragma once

#include <string>
#include <string_view>

/// Handling of text from outside: files, names, arguments.
namespace ventosa::models {

/// Position of the first byte that is invalid UTF-8 or a control character other than line break
/// and tab; npos: none.
std::size_t first_unprintable(std::string_view text);

/// A space that looks like the plain one but is another character (no-break, typographic, of no
/// width), as in text from word processors and web pages.
struct StrangeSpace {
  std::size_t at = std::string_view::npos;  ///< offset of its first byte; npos: there is none
  std::string name;                         ///< "U+00A0"
};
/// The first such space of a YAML text, outside of quotes and comments.
StrangeSpace first_strange_space(std::string_view text);

/// The text with every control character and invalid byte escaped, e.g. as \x1b.
std::string printable(std::string_view text);

/// A name with spaces in place of its underscores.
std::string spoken(std::string_view name);

/// Decimal number with at most `digits` digits: "0.005".
std::string decimal(double number, int digits);

/// A bound that a positive number must keep, rounded to at most `digits` digits such that the text
/// keeps it, too: a least number upwards, a largest one downwards. @{
std::string least_decimal(double number, int digits);
std::string largest_decimal(double number, int digits);
/// @}

/// True if a file name has the ending of a YAML file: .yaml or .yml.
bool is_yaml(std::string_view file);

/// True if the text is a path (it contains a / or has the ending of a YAML file), false if it is a
/// name of a robot or scenario.
bool is_path(const std::string& text);

}  // namespace ventosa::models
