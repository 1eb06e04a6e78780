#include "models/strict_yaml.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "models/ranges.h"
#include "models/spelling.h"
#include "models/yaml_document.h"

namespace ventosa::models {
namespace {

std::size_t digits(std::string_view text, std::size_t from) {
  const auto end = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(),
                                    [](unsigned char c) { return std::isdigit(c) != 0; });
  return static_cast<std::size_t>(end - text.begin()) - from;
}

// [+-] digits [. digits] [e [+-] digits]; no second digit after a leading zero
bool is_decimal(std::string_view text) {
  std::size_t i = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const std::size_t whole = digits(text, i);
  if (whole > 1 && text[i] == '0') return false;
  i += whole;
  std::size_t fraction = 0;
  if (i < text.size() && text[i] == '.') i += 1 + (fraction = digits(text, i + 1));
  if (whole + fraction == 0) return false;
  if (i == text.size()) return true;

  if (text[i] != 'e' && text[i] != 'E') return false;
  ++i;
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
  const std::size_t exponent = digits(text, i);
  return exponent > 0 && i + exponent == text.size();
}

/// Parses a number; no value unless the whole text is a number in the range of its type.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  if (!is_decimal(text)) return {};
  if (text.starts_with('+')) text.remove_prefix(1);
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return number;
}

std::string number_hint(const Value& value) {
  if (!value.plain) return "write it without quotes";
  if (value.text.size() > 1 && digits(value.text, 0) == value.text.size())
    return "no leading zeros: some readers take them as octal";
  return "";
}

// text that other readers, or people, could take for a number, a bool or null
bool reads_as_other_type(const std::string& text) {
  std::string lower = text;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* word : {"true", "false", "yes", "no", "on", "off", ".nan", ".inf", "-.inf"})
    if (lower == word) return true;
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return end == text.c_str() + text.size();
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string shown(const Value& value) {
  switch (value.kind) {
    case Kind::kMap:
      return "{...}";
    case Kind::kList:
      return "[...]";
    case Kind::kNull:
      return "(nothing)";
    case Kind::kScalar:
      break;
  }
  return value.plain ? value.text : "\"" + value.text + "\"";
}

std::string child_path(const std::string& parent, std::string_view key) {
  return parent.empty() ? std::string(key) : parent + "." + std::string(key);
}

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

InputError unknown_key(const Document& document, const Value& map, std::size_t index) {
  const Value& child = document.values[index];
  const std::string_view near = closest(child.key, map.asked_keys);
  const std::string guess = near.empty() ? "" : "did you mean '" + std::string(near) + "'? ";
  return document.error(child.key_place, document.key_path(index), "", "unknown key",
                        guess + "allowed: " + joined(map.asked_keys));
}

/// Adds every key that was not read.
void find_unread(const Document& document, const Value& parent, std::vector<InputError>& errors) {
  if (parent.excused) return;
  for (const std::size_t index : parent.children) {
    const Value& child = document.values[index];
    if (parent.kind == Kind::kMap && !contains(parent.asked_keys, child.key))
      errors.push_back(unknown_key(document, parent, index));
    else
      find_unread(document, child, errors);
  }
}

std::string in_quotes(std::string_view text) {
  std::string escaped = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') escaped += '\\';
    if (c == '\n')
      escaped += "\\n";
    else if (c == '\t')
      escaped += "\\t";
    else if (c == '\r')
      escaped += "\\r";
    else
      escaped += c;
  }
  return escaped + "\"";
}

std::string flow_key(const std::string& key) {
  const bool plain = std::all_of(key.begin(), key.end(),
                                 [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return plain && !key.empty() && !reads_as_other_type(key) ? key : in_quotes(key);
}

std::string flow_of(const Document& document, std::size_t index) {
  const Value& value = document.values[index];
  if (value.kind == Kind::kNull) return "null";
  if (value.kind == Kind::kScalar)
    return value.plain && reads_as_other_type(value.text) ? value.text : in_quotes(value.text);
  const bool is_map = value.kind == Kind::kMap;
  std::string text(1, is_map ? '{' : '[');
  for (const std::size_t child : value.children) {
    if (text.size() > 1) text += ", ";
    if (is_map) text.append(flow_key(document.values[child].key)).append(": ");
    text += flow_of(document, child);
  }
  return text + (is_map ? '}' : ']');
}

}  // namespace

bool is_name(std::string_view text) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !text.empty() && text.size() <= 100 &&
         text.find_first_not_of(kAllowed) == std::string_view::npos;
}

Node Node::load(const std::filesystem::path& file) { return parse(read_file(file), file); }

Node Node::parse(std::string text, const std::filesystem::path& file) {
  return {std::make_shared<Document>(parse_document(std::move(text), file)), 0};
}

Node Node::fresh() const {
  auto document = std::make_shared<Document>(*document_);
  for (Value& value : document->values) {
    value.asked_keys.clear();
    value.excused = false;
  }
  return {std::move(document), index_};
}

const std::filesystem::path& Node::file() const { return document_->file; }

std::string Node::key_path() const { return document_->key_path(index_); }

std::string Node::key() const { return document_->step(index_); }

bool Node::is_map() const { return document_->values[index_].kind == Kind::kMap; }
bool Node::is_list() const { return document_->values[index_].kind == Kind::kList; }
bool Node::is_quoted() const {
  const Value& value = document_->values[index_];
  return value.kind == Kind::kScalar && !value.plain;
}
bool Node::is_null() const { return document_->values[index_].kind == Kind::kNull; }

std::string Node::as_flow() const { return flow_of(*document_, index_); }

std::optional<Node> Node::find(std::string_view key) const {
  if (!is_map()) fail("must be a map of keys and values");
  Value& map = document_->values[index_];
  if (!contains(map.asked_keys, key)) map.asked_keys.emplace_back(key);
  for (const std::size_t child : map.children)
    if (document_->values[child].key == key) return Node(document_, child);
  return {};
}

Node Node::at(std::string_view key) const {
  if (const auto found = find(key)) return *found;

  // an unread key may be a misspelling of this one
  const Value& map = document_->values[index_];
  std::vector<std::string> unread;
  for (const std::size_t child : map.children)
    if (const auto& name = document_->values[child].key; !contains(map.asked_keys, name))
      unread.push_back(name);
  const std::string_view near = closest(key, unread);
  throw document_->error(map.place, child_path(key_path(), key), "", "missing key",
                         near.empty() ? "" : "is '" + std::string(near) + "' meant to be it?");
}

std::vector<std::pair<std::string, Node>> Node::members() const {
  if (!is_map()) fail("must be a map of keys and values");
  Value& map = document_->values[index_];
  std::vector<std::pair<std::string, Node>> all;
  for (const std::size_t child : map.children) {
    const std::string& key = document_->values[child].key;
    if (!contains(map.asked_keys, key)) map.asked_keys.push_back(key);
    all.emplace_back(key, Node(document_, child));
  }
  return all;
}

void Node::finish() const {
  std::vector<InputError> errors;
  find_unread(*document_, document_->values[index_], errors);
  if (errors.size() == 1) throw errors.front();
  if (!errors.empty()) throw InputError(errors, true);
}

void Node::excuse() const { document_->values[index_].excused = true; }

std::vector<Node> Node::elements(std::size_t min_count, std::size_t max_count) const {
  if (!is_list()) fail("must be a list");
  std::vector<Node> all;
  for (const std::size_t child : document_->values[index_].children)
    all.push_back(Node(document_, child));
  if (all.size() >= min_count && all.size() <= max_count) return all;

  const std::string low = std::to_string(min_count), high = std::to_string(max_count);
  const bool bounded = max_count != std::numeric_limits<std::size_t>::max();
  const std::string count = !bounded                 ? "at least " + low
                            : min_count == max_count ? low
                                                     : low + " to " + high;
  fail("must have " + count + " elements, has " + std::to_string(all.size()));
}

const std::string& Node::scalar(const char* rule) const {
  const Value& value = document_->values[index_];
  if (value.kind != Kind::kScalar) fail(rule);
  return value.text;
}

std::string Node::as_string() const {
  const std::string& text = scalar("must be a text");
  if (text.empty()) fail("must be a text, not empty");
  if (text.find_first_of("\n\r\t") != std::string::npos)
    fail("must be one line of text, without tabs");
  if (document_->values[index_].plain && reads_as_other_type(text))
    fail("must be a text", "put it in quotes if it is text");
  return text;
}

std::string Node::as_name() const {
  std::string text = as_string();
  if (!is_name(text)) fail(kNameRule);
  return text;
}

bool Node::as_bool() const {
  const std::string& text = scalar("must be true or false");
  if (!document_->values[index_].plain || (text != "true" && text != "false"))
    fail("must be true or false", "written like this, without quotes");
  return text == "true";
}

int Node::as_int(int min, int max) const { return static_cast<int>(as_int64(min, max)); }

std::int64_t Node::as_int64(std::int64_t min, std::int64_t max) const {
  const Value& value = document_->values[index_];
  const auto number = parse_number<std::int64_t>(scalar("must be a whole number"));
  if (!number && value.plain && digits(value.text, 0) == value.text.size() && value.text[0] != '0')
    fail("must be a whole number below 2^63");
  if (!number || !value.plain) fail("must be a whole number", number_hint(value));
  if (*number < min) fail("must be at least " + std::to_string(min));
  if (*number > max) fail("must be at most " + std::to_string(max));
  return *number;
}

double Node::as_double(Range range) const {
  const Value& value = document_->values[index_];
  const auto number = parse_number<double>(scalar("must be a number"));
  if (!number || !value.plain) fail("must be a finite decimal number", number_hint(value));
  if (!within(range, *number)) fail(rule_of(range));
  return *number;
}

double Node::as_rad(Range degrees) const { return as_double(degrees) * controller::kRadPerDegree; }

Eigen::VectorXd Node::as_numbers(int count, Range range) const {
  const std::size_t size = static_cast<std::size_t>(count);
  Eigen::VectorXd numbers(count);
  Eigen::Index i = 0;
  for (const Node& element : elements(size, size)) numbers[i++] = element.as_double(range);
  return numbers;
}

std::size_t Node::as_choice(const std::vector<std::string_view>& names) const {
  const std::vector<std::string> words(names.begin(), names.end());
  const std::string rule = "must be one of: " + joined(words);
  const std::string& text = scalar(rule.c_str());
  const auto found = std::find(names.begin(), names.end(), text);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::string_view near = closest(text, words);
  fail(rule, near.empty() ? "" : "did you mean '" + std::string(near) + "'?");
}

void Node::fail(const std::string& rule, const std::string& hint) const { throw error(rule, hint); }

std::string Node::remark(const std::string& rule, const std::string& hint) const {
  return error(rule, hint).what();
}

InputError Node::error(const std::string& rule, const std::string& hint) const {
  const Value& value = document_->values[index_];
  return document_->error(value.place, key_path(), shown(value), rule, hint);
}

InputError Node::locate(const InputError& error) const {
  const Value& nearest = document_->values[document_->nearest(error.key_path())];
  return error.at(document_->file.string(), nearest.place.line, nearest.place.column);
}

}  // namespace ventosa::models
