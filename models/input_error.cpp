#include "models/input_error.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace ventosa::models {
namespace {

constexpr std::size_t kLongestValue = 60;

// a value as shown on a terminal: short, without control characters
std::string shown(const std::string& value) {
  std::string text = value.substr(0, kLongestValue);
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return value.size() > kLongestValue ? text + "..." : text;
}

std::string named(const std::string& file, int line, int column) {
  if (line <= 0) return file;
  return file + ":" + std::to_string(line) + ":" + std::to_string(column);
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
    : std::runtime_error(sentence(key_path, value, rule, hint)), key_path_(std::move(key_path)) {}

InputError::InputError(const std::vector<InputError>& several, bool all_else_read)
    : std::runtime_error(lines(sorted(several))),
      key_path_(sorted(several).front().key_path_),
      has_place_(true),
      all_else_read_(all_else_read),
      several_(sorted(several)) {}

InputError::InputError(const InputError& error, const Place& place)
    : std::runtime_error(named(place.file, place.line, place.column) + ": " + error.what()),
      key_path_(error.key_path_),
      place_(place),
      has_place_(true) {}

InputError InputError::at(const std::string& file, int line, int column) const {
  if (has_place_) return *this;
  return {*this, Place{file, line, column}};
}

/// Single errors without repetition, sorted by file, line and column.
std::vector<InputError> InputError::sorted(const std::vector<InputError>& several) {
  std::vector<InputError> all;
  for (const InputError& error : several)
    if (error.several_.empty())
      all.push_back(error);
    else
      all.insert(all.end(), error.several_.begin(), error.several_.end());
  std::stable_sort(all.begin(), all.end(), [](const InputError& a, const InputError& b) {
    return std::tie(a.place_.file, a.place_.line, a.place_.column) <
           std::tie(b.place_.file, b.place_.line, b.place_.column);
  });
  const auto same = [](const InputError& a, const InputError& b) {
    return std::string_view(a.what()) == b.what();
  };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return all;
}

std::string InputError::lines(const std::vector<InputError>& errors) {
  constexpr std::size_t kMost = 50;  // one mistake can cause many errors
  std::string text;
  for (std::size_t i = 0; i < std::min(errors.size(), kMost); ++i)
    text.append(i == 0 ? "" : "\n").append(errors[i].what());
  if (errors.size() <= kMost) return text;
  return text.append("\nand ").append(std::to_string(errors.size() - kMost)).append(" more");
}

}  // namespace ventosa::models
