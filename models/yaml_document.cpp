#include "models/yaml_document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

#include "models/strict_yaml.h"
#include "models/text.h"

namespace ventosa::models {
namespace {

Place place_of(const YAML::Mark& mark) { return {mark.line + 1, mark.column + 1}; }

/// Fills the document from yaml-cpp's events and rejects YAML features that are not supported.
class EventPass : public YAML::EventHandler {
 public:
  EventPass(Document& document, std::string_view text) : document_(document), text_(text) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) refuse(mark, "", "only one document is allowed", "remove the second ---");
  }
  void OnDocumentEnd() override {}

  void OnAnchor(const YAML::Mark& mark, const std::string& name) override {
    refuse(mark, "&" + name, "anchors are not allowed", "write the value out");
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse(mark, "", "aliases are not allowed", "write the value out");
  }

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    if (expects_key()) refuse(mark, "", "a key must be a word");
    Value& value = add(mark, Kind::kNull);
    value.place = value.key_place;
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                const std::string& text) override {
    refuse_tag(mark);
    refuse_open_quote(mark);
    if (first_unprintable(text) != std::string::npos)  // "\e[31m"
      refuse(mark, printable(text), "must be printable text", "write it without such escapes");
    if (expects_key()) return take_key(mark, text);
    Value& value = add(mark, Kind::kScalar);
    value.text = text;
    value.plain = tag == "?";
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(mark, Kind::kList);
  }
  void OnSequenceEnd() override { open_.pop_back(); }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    open(mark, Kind::kMap);
  }
  void OnMapEnd() override { open_.pop_back(); }

 private:
  /// A map or list that is still open.
  struct Open {
    std::size_t index;
    std::set<std::string> keys = {};
    bool has_key = false;  // a key was read, its value comes next
    std::string key = {};
    Place key_place = {};
  };

  [[noreturn]] void refuse(const YAML::Mark& mark, const std::string& value,
                           const std::string& rule, const std::string& hint = "") const {
    throw document_.error(place_of(mark), open_.empty() ? "" : next_path(), value, rule, hint);
  }

  // detected in the text: yaml-cpp gives "! text" the same tag as quoted text
  void refuse_tag(const YAML::Mark& mark) const {
    const auto at = static_cast<std::size_t>(std::max(mark.pos, 0));
    if (at < text_.size() && text_[at] == '!')
      refuse(mark, "", "tags are not allowed", "the reader knows each type");
  }

  // yaml-cpp ends an open quote at the end of the file, taking all lines up to there as its text
  void refuse_open_quote(const YAML::Mark& mark) const {
    const auto at = static_cast<std::size_t>(std::max(mark.pos, 0));
    if (at >= text_.size() || (text_[at] != '"' && text_[at] != '\'')) return;
    const char quote = text_[at];
    for (std::size_t i = at + 1; i < text_.size() && text_[i] != '\n'; ++i) {
      const bool is_escape = text_[i] == '\\' && text_.substr(i, 2) != "\\\n";
      const bool is_pair = quote == '"' ? is_escape : text_.substr(i, 2) == "''";
      if (is_pair)
        ++i;
      else if (text_[i] == quote)
        return;
    }
    refuse(mark, "", "a text in quotes must end on its line", "close the quote");
  }

  bool expects_key() const {
    return !open_.empty() && document_.values[open_.back().index].kind == Kind::kMap &&
           !open_.back().has_key;
  }

  std::string next_path() const {
    std::string path = document_.key_path(open_.back().index);
    if (!open_.back().has_key) return path;
    return path.empty() ? open_.back().key : path + "." + open_.back().key;
  }

  void take_key(const YAML::Mark& mark, const std::string& key) {
    Open& map = open_.back();
    map.has_key = true;
    map.key = key;
    map.key_place = place_of(mark);
    if (!map.keys.insert(key).second) refuse(mark, "", "duplicate key", "keep one of them");
  }

  Value& add(const YAML::Mark& mark, Kind kind) {
    Value value{.kind = kind, .key_place = place_of(mark), .place = place_of(mark)};
    const std::size_t index = document_.values.size();
    if (!open_.empty()) {
      Open& parent = open_.back();
      if (std::exchange(parent.has_key, false)) {
        value.key = std::move(parent.key);
        value.key_place = parent.key_place;
      }
      value.parent = parent.index;
      value.position = document_.values[parent.index].children.size();
      document_.values[parent.index].children.push_back(index);
    }
    return document_.values.emplace_back(std::move(value));
  }

  void open(const YAML::Mark& mark, Kind kind) {
    refuse_tag(mark);
    if (expects_key()) refuse(mark, "", "a key must be a word");
    Value& value = add(mark, kind);
    value.place = value.key_place;
    open_.push_back({.index = document_.values.size() - 1});
  }

  Document& document_;
  std::string_view text_;
  std::vector<Open> open_;
  int documents_ = 0;
};

Place place_at(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 = 0
  return {static_cast<int>(line), static_cast<int>(offset - start) + 1};
}

}  // namespace

std::string Document::step(std::size_t index) const {
  const Value& value = values[index];
  if (values[value.parent].kind != Kind::kList) return value.key;
  return std::string("[").append(std::to_string(value.position)).append("]");
}

std::string Document::key_path(std::size_t index) const {
  std::string path;
  for (; index != 0; index = values[index].parent) {
    path.insert(0, step(index));
    if (path.front() != '[' && values[index].parent != 0) path.insert(path.begin(), '.');
  }
  return path;
}

std::size_t Document::nearest(std::string_view key_path) const {
  std::size_t found = 0;
  while (!key_path.empty()) {
    // cut the next step off the path
    if (key_path.front() == '.') key_path.remove_prefix(1);
    const std::string_view next = key_path.substr(0, key_path.find_first_of(".[", 1));
    key_path.remove_prefix(next.size());

    const auto& children = values[found].children;
    const auto child = std::find_if(children.begin(), children.end(),
                                    [&](std::size_t index) { return step(index) == next; });
    if (child == children.end()) return found;
    found = *child;
  }
  return found;
}

InputError Document::error(Place place, const std::string& key_path, const std::string& value,
                           const std::string& rule, const std::string& hint) const {
  return InputError(key_path, value, rule, hint).at(file.string(), place.line, place.column);
}

Document parse_document(std::string text, const std::filesystem::path& file) {
  Document document{.file = file, .values = {}};
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // a byte order mark has no position
  if (const std::size_t at = first_unprintable(text); at != std::string::npos)
    throw document.error(place_at(text, at), "", "",
                         text[at] == '\0' ? "NUL byte" : "neither UTF-8 nor a printable character",
                         "is this a text file?");
  if (const StrangeSpace space = first_strange_space(text); space.at != std::string::npos)
    throw document.error(place_at(text, space.at), "", "", "not a YAML space: " + space.name,
                         "write a plain space; in quotes it may stay");

  EventPass pass(document, text);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(pass)) continue;
  } catch (const YAML::Exception& error) {
    throw document.error(place_of(error.mark), "", "", "not valid YAML: " + error.msg);
  }
  if (document.values.empty()) document.values.emplace_back();  // an empty file: null
  return document;
}

namespace {

/// A file, or what ends like one: a pipe, a terminal.
bool can_be_read(const std::filesystem::path& file) {
  const auto type = std::filesystem::status(file).type();
  using Type = std::filesystem::file_type;
  return type == Type::regular || type == Type::fifo || type == Type::character;
}

}  // namespace

std::string read_file(const std::filesystem::path& file) {
  const auto refuse = [&](const char* rule, const char* hint) {
    return InputError("", "", rule, hint).at(file.string(), 0, 0);
  };
  std::error_code failed;
  if (!std::filesystem::exists(file, failed)) throw refuse("no such file", "check the path");
  if (std::filesystem::is_directory(file, failed)) throw refuse("is a folder", "name a file in it");
  if (!can_be_read(file)) throw refuse("not a file", "check the path");

  std::ifstream stream(file, std::ios::binary);
  std::string text(kLargestFile + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (stream.bad() || !(stream.eof() || stream))
    throw refuse("cannot be read", "check its permissions");
  if (text.size() > kLargestFile) throw refuse("larger than 16 MiB", "is this the right file?");
  return text;
}

}  // namespace ventosa::models
