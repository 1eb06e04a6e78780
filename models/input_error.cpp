#include "models/input_error.h"

#include <utility>

namespace ventosa::models {
namespace {

constexpr std::size_t kLongestValue = 60;

// what a terminal can show of a value: short, without control characters
std::string shown(const std::string& value) {
  std::string text = value.substr(0, kLongestValue);
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return value.size() > kLongestValue ? text + "..." : text;
}

std::string sentence(const std::string& key_path, const std::string& value, const std::string& rule,
                     const std::string& hint) {
  std::string text = shown(key_path);
  if (!text.empty() && !value.empty()) text += " = ";
  text += shown(value);
  if (!text.empty()) text += ": ";
  text += rule;
  return hint.empty() ? text : text + " (" + hint + ")";
}

}  // namespace

InputError::InputError(std::string key_path, std::string value, std::string rule, std::string hint)
    : std::runtime_error(sentence(key_path, value, rule, hint)),
      key_path_(std::move(key_path)),
      value_(std::move(value)),
      rule_(std::move(rule)),
      hint_(std::move(hint)) {}

InputError::InputError(const InputError& error, const std::string& place)
    : std::runtime_error(place + ": " + error.what()),
      key_path_(error.key_path_),
      value_(error.value_),
      rule_(error.rule_),
      hint_(error.hint_),
      has_place_(true) {}

InputError InputError::at(const std::string& file, int line, int column) const {
  if (has_place_) return *this;
  if (line <= 0) return {*this, file};
  return {*this, file + ":" + std::to_string(line) + ":" + std::to_string(column)};
}

}  // namespace ventosa::models
