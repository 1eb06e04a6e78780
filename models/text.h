#pragma once

#include <string>
#include <string_view>

/// Text from outside: files, names, arguments.
namespace ventosa::models {

/// Where text is not UTF-8, or a control character other than line break and tab stands; npos: it
/// is fit to be printed.
std::size_t first_unprintable(std::string_view text);

/// A space that looks like the plain one and is another character, as word processors and web pages
/// have them: no-break, typographic, of no width.
struct StrangeSpace {
  std::size_t at = std::string_view::npos;  ///< offset of its first byte; npos: there is none
  std::string name;                         ///< "U+00A0"
};
/// The first one of a YAML text that is neither in quotes nor in a comment.
StrangeSpace first_strange_space(std::string_view text);

/// The same text with every such byte as \x1b.
std::string printable(std::string_view text);

/// With so many digits at most: "0.005".
std::string decimal(double number, int digits);

/// The endings of YAML files.
bool is_yaml(std::string_view file);

/// Whether a robot or a scenario is given by its file, with a / or the ending of a YAML file, and
/// not by its name.
bool is_path(const std::string& text);

}  // namespace ventosa::models
