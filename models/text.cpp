#include "models/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace ventosa::models {
namespace {

using Byte = unsigned char;

/// Length in bytes of the UTF-8 character that starts with this byte; 0: invalid.
std::size_t length_of(Byte first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/// Code point at the start of `text`; -1: invalid UTF-8.
long character_at(std::string_view text, std::size_t length) {
  if (length == 0 || length > text.size()) return -1;
  constexpr Byte kFirstBits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  long value = static_cast<Byte>(text[0]) & kFirstBits[length];
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<Byte>(text[i]);
    if ((byte & 0xc0) != 0x80) return -1;
    value = value << 6 | (byte & 0x3f);
  }
  constexpr long kLeast[] = {0, 0, 0x80, 0x800, 0x10000};  // a shorter form exists below
  const bool surrogate = value >= 0xd800 && value < 0xe000;
  return value < kLeast[length] || surrogate || value > 0x10ffff ? -1 : value;
}

/// Control characters (C0, C1), characters that break lines or change the writing direction, and
/// the noncharacters U+FFFE, U+FFFF, ..., U+10FFFF, which XML forbids.
bool is_control(long character) {
  if (character == '\n' || character == '\t' || character == '\r') return false;
  const bool turns_or_breaks = (character >= 0x200e && character <= 0x200f) ||
                               (character >= 0x2028 && character <= 0x202e) ||
                               (character >= 0x2066 && character <= 0x2069);
  const bool is_noncharacter = (character & 0xfffe) == 0xfffe;
  return character < 0x20 || (character >= 0x7f && character < 0xa0) || turns_or_breaks ||
         is_noncharacter;
}

/// Length in bytes of the printable character at the start of `text`; 0: none.
std::size_t printable_length(std::string_view text) {
  const std::size_t length = length_of(static_cast<Byte>(text.front()));
  const long character = character_at(text, length);
  return character < 0 || is_control(character) ? 0 : length;
}

/// Value of the last of `digits` digits.
double last_digit(double number, int digits) {
  return number > 0 ? std::pow(10, std::floor(std::log10(number)) - digits + 1) : 1;
}

}  // namespace

std::size_t first_unprintable(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = printable_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

namespace {

bool is_strange_space(long character) {
  return character == 0xa0 || (character >= 0x2000 && character <= 0x200b) || character == 0x202f ||
         character == 0x205f || character == 0x3000 || character == 0xfeff;
}

/// Whether what follows on a line is read as YAML, and not as a comment or as text in quotes.
class LineState {
 public:
  void take(char c) {
    if (quote_ == 0 && c == '#' && is_space(last_)) in_comment_ = true;
    if (c == quote_)
      quote_ = 0;
    else if (quote_ == 0 && (c == '"' || c == '\'') && !is_word(last_))
      quote_ = c;
    last_ = c;
    if (c == '\n') *this = {};
  }
  bool is_plain() const { return quote_ == 0 && !in_comment_; }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t'; }
  static bool is_word(char c) { return !is_space(c) && std::strchr(",:[{", c) == nullptr; }

  char quote_ = 0, last_ = '\n';
  bool in_comment_ = false;
};

}  // namespace

StrangeSpace first_strange_space(std::string_view text) {
  LineState line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t length = length_of(static_cast<Byte>(text[i]));
    const long character = length > 1 ? character_at(text.substr(i), length) : 0;
    if (line.is_plain() && is_strange_space(character)) {
      char name[16];
      std::snprintf(name, sizeof name, "U+%04lX", static_cast<unsigned long>(character));
      return {i, name};
    }
    line.take(text[i]);
  }
  return {};
}

std::string spoken(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string decimal(double number, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, number);
  return text;
}

std::string least_decimal(double number, int digits) {
  const double digit = last_digit(number, digits);
  return decimal(digit * std::ceil(number / digit), digits);
}

std::string largest_decimal(double number, int digits) {
  const double digit = last_digit(number, digits);
  return decimal(digit * std::floor(number / digit), digits);
}

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = printable_length(text.substr(i));
    if (length > 0) {
      shown += text.substr(i, length);
      i += length;
      continue;
    }
    char code[8];
    std::snprintf(code, sizeof code, "\\x%02x", static_cast<Byte>(text[i++]));
    shown += code;
  }
  return shown;
}

bool is_yaml(std::string_view file) { return file.ends_with(".yaml") || file.ends_with(".yml"); }

bool is_path(const std::string& text) {
  return text.find('/') != std::string::npos || is_yaml(text);
}

}  // namespace ventosa::models
