#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "hal/native/codec.h"

namespace ventosa::hal::native::wire_native_page_test {
namespace {

using Lines = std::vector<std::string>;

template <class T>
std::string type_of() {
  if constexpr (std::same_as<T, bool>) return "flag";
  if constexpr (std::same_as<T, double>) return "f64";
  if constexpr (std::same_as<T, std::int64_t>) return "i64";
  if constexpr (std::same_as<T, std::int32_t>) return "i32";
  if constexpr (std::same_as<T, std::uint32_t>) return "u32";
  if constexpr (std::same_as<T, Nonce>) return "16 bytes";
  if constexpr (std::same_as<T, Label>) return "text";
  if constexpr (controller::Enumeration<T>) {
    std::string words;
    for (const std::string_view word : controller::kEnumerators<T>)
      words += (words.empty() ? "" : ", ") + std::string(word);
    return "u8: " + words;
  }
}

/// The fields of a message as rows of the page: | name | type [unit] |
class Rows {
 public:
  Lines rows;

  /// The page has the parts of all devices; their bytes are in the title.
  static constexpr bool has(controller::Equipment) noexcept { return true; }

  template <class T>
  void operator()(const char* name, T& value, controller::Unit unit = {},
                  controller::Range = {}) noexcept {
    using Value = std::remove_const_t<T>;
    const std::string outer = path_;
    path_ += (path_.empty() || name == nullptr ? "" : ".") + std::string(name ? name : "");
    if constexpr (controller::kIsOptional<Value>)
      add_optional<typename Value::value_type>(unit);
    else if constexpr (std::same_as<Value, controller::Vector3d>)
      add("3 f64", unit);
    else if constexpr (Plain<Value> || controller::Enumeration<Value> || Raw<Value>)
      add(type_of<Value>(), unit);
    else
      describe(*this, value);
    path_ = outer;
  }
  template <class Members>
  void group(const char* name, Members members) noexcept {
    const std::string outer = path_;
    path_ += (path_.empty() ? "" : ".") + std::string(name);
    members(*this);
    path_ = outer;
  }
  template <class Words, class... Kinds>
  void one_of(const char* name, const Words& words, std::variant<Kinds...>&) noexcept {
    std::string all;
    for (const std::string_view word : words) all += (all.empty() ? "" : ", ") + std::string(word);
    std::size_t kind = 0;
    group(name, [&](auto&) {
      add("u8: " + all, {});
      (content<Kinds>(words[kind++]), ...);
    });
  }
  template <class Array>
  void list(const char* name, Array& array, controller::Unit unit = {}) noexcept {
    each(name, std::to_string(array.size()), array[0], unit);
  }
  template <class Array>
  void per_joint(const char* name, Array& array, controller::Unit unit = {}) noexcept {
    each(name, "n", array[0], unit);
  }

 private:
  template <class T>
  void content(std::string_view name) {
    T content{};
    (*this)(std::string(name).c_str(), content);
  }
  template <class T>
  void each(const std::string& name, const std::string& count, T& first, controller::Unit unit) {
    (*this)((name + "[" + count + "]").c_str(), first, unit);
  }
  template <class T>
  void add_optional(controller::Unit unit) {
    if constexpr (Plain<T> || controller::Enumeration<T>) {
      add("flag, " + type_of<T>(), unit);
    } else {
      add("flag", {});
      T content{};
      describe(*this, content);
    }
  }
  void add(const std::string& type, controller::Unit unit) {
    const std::string symbol =
        type == "i64" && std::string(unit.symbol) == "s" ? "ns" : unit.symbol;
    rows.push_back("| " + path_ + " | " + type + (symbol == "1" ? "" : " [" + symbol + "]") + " |");
  }
  std::string path_;
};

/// Parts of devices that lay out messages, by their names on the page.
constexpr std::pair<controller::Equipment, const char*> kParts[] = {
    {controller::Equipment::kCup, "cup"},
    {controller::Equipment::kForceSensor, "force sensor"},
    {controller::Equipment::kPack, "pack"},
    {controller::Equipment::kFix, "GPS"},
    {controller::Equipment::kHeading, "compass"}};

/// "### command, kind 6: 13 + 73 n bytes; cup 17, pack 2"
template <class Message>
std::string title_of() {
  const std::size_t fixed = payload_bytes<Message>({});
  const std::size_t a_joint = payload_bytes<Message>({1, {}}) - fixed;
  std::ostringstream title;
  title << "### " << controller::name(Message::kKind) << ", kind "
        << static_cast<int>(Message::kKind) << ": " << fixed;
  if (a_joint > 0) title << " + " << a_joint << " n";
  title << " bytes";
  const char* before = "; ";
  for (const auto& [part, name] : kParts)
    if (const std::size_t n = payload_bytes<Message>({0, {part}}) - fixed; n > 0)
      title << std::exchange(before, ", ") << name << ' ' << n;
  return title.str();
}

template <class... Messages>
Lines lines_of_the_code() {
  Lines all;
  const auto append = [&]<class Message>(Message message) {
    Rows rows;
    describe(rows, message);
    all.push_back(title_of<Message>());
    all.insert(all.end(), rows.rows.begin(), rows.rows.end());
  };
  (append(Messages{}), ...);
  return all;
}

/// The titles of messages, and the rows below them.
Lines lines_of_the_page() {
  const std::regex title("### .*, kind .*"), row(R"(\| [^|]* \| [^|]* \|)");
  const std::string head = "| field | type |", rule = "|---|---|";
  std::ifstream page(VENTOSA_SOURCE_DIR "/docs/wire-native.md");
  Lines lines;
  bool in_message = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("#")) in_message = std::regex_match(line, title);
    const bool is_row = line.starts_with("|") && line != head && line != rule;
    if (in_message && (line.starts_with("#") || is_row)) lines.push_back(line);
  }
  return lines;
}

std::string text_of(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

TEST(WireNativePage, HasTheMessagesOfTheCode) {
  const Lines expected = lines_of_the_code<Ask, Identity, Claim, Claimed, Refused, Release, Command,
                                           Report, Gaze, Body, Planes>();
  EXPECT_EQ(text_of(lines_of_the_page()), text_of(expected));
}

TEST(WireNativePage, NamesEveryReasonToRefuse) {
  std::ifstream page(VENTOSA_SOURCE_DIR "/docs/wire-native.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  const auto is_named = [&](std::string_view word) {
    return word == "none" || text.find("`" + std::string(word) + "`") != text.npos;
  };
  for (const std::string_view reason : controller::kEnumerators<Reject>)
    EXPECT_TRUE(is_named(reason)) << reason;
  for (const std::string_view reason : controller::kEnumerators<Refusal>)
    EXPECT_TRUE(is_named(reason)) << reason;
}

}  // namespace
}  // namespace ventosa::hal::native::wire_native_page_test
