#include "models/text.h"

#include <cstdio>

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

/// Control characters (C0, C1), and characters that break lines or change the writing direction.
bool is_control(long character) {
  if (character == '\n' || character == '\t' || character == '\r') return false;
  const bool turns_or_breaks = (character >= 0x200e && character <= 0x200f) ||
                               (character >= 0x2028 && character <= 0x202e) ||
                               (character >= 0x2066 && character <= 0x2069);
  return character < 0x20 || (character >= 0x7f && character < 0xa0) || turns_or_breaks;
}

/// Length in bytes of the printable character at the start of `text`; 0: none.
std::size_t printable_length(std::string_view text) {
  const std::size_t length = length_of(static_cast<Byte>(text.front()));
  const long character = character_at(text, length);
  return character < 0 || is_control(character) ? 0 : length;
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

std::string decimal(double number, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, number);
  return text;
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

bool is_path(const std::string& text) {
  return text.find('/') != std::string::npos || text.ends_with(".yaml");
}

}  // namespace ventosa::models
