#pragma once

#include <string>
#include <string_view>

/// Handling of text from outside: files, names, arguments.
namespace ventosa::models {

/// Position of the first byte that is invalid UTF-8 or a control character other than line break
/// and tab; npos: none.
std::size_t first_unprintable(std::string_view text);

/// A space that looks like the plain one and is another character, as word processors and web pages
/// have them: no-break, typographic, of no width.
struct StrangeSpace {
  std::size_t at = std::string_view::npos;  ///< offset of its first byte; npos: there is none
  std::string name;                         ///< "U+00A0"
};
/// The first one of a YAML text that is neither in quotes nor in a comment.
StrangeSpace first_strange_space(std::string_view text);

/// The text with every such byte escaped, e.g. as \x1b.
std::string printable(std::string_view text);

/// Decimal number with at most `digits` digits: "0.005".
std::string decimal(double number, int digits);

/// Whether a file name has the ending of a YAML file: .yaml or .yml.
bool is_yaml(std::string_view file);

/// Whether the text is a path (contains a / or has the ending of a YAML file) rather than a name of
/// a robot or scenario.
bool is_path(const std::string& text);

}  // namespace ventosa::models
