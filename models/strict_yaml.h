#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "controller/model/description.h"
#include "controller/model/frames.h"
#include "models/input_error.h"

/// Schema layer for all YAML files of users: robot files and scenario files.
///
/// The YAML allowed is small: maps, lists and scalars of one document. Refused are duplicate keys,
/// anchors, aliases, tags, a second document, NUL bytes and files above 16 MiB; as numbers .nan,
/// .inf, octal (010), hexadecimal and quoted text; as bool anything but true and false.
///
/// A reader reads the keys that it knows and then calls finish(), which refuses all others:
///
///     const Node root = Node::load("robot.yaml");
///     const Node body = root.at("body");                           // required
///     robot.mass_kg = body.at("mass_kg").as_double(positive());
///     robot.tilt_rad = body.at("tilt_deg").as_rad(between(-90, 90));
///     if (const auto com = body.find("com_m")) robot.p_BC = com->as_vector<3>();   // optional
///     for (const Node& leg : root.at("legs").elements(1, 12)) read_leg(leg);
///     root.finish();
///
/// Keys carry their unit (mass_kg, goal_N); _deg is converted by as_rad and nowhere else.
/// Every error is an InputError with file:line:column (from 1) in front and its key path inside.
namespace ventosa::models {

inline constexpr std::size_t kLargestFile = 16 << 20;  ///< [bytes]

/// True if the text is valid as a name in signals, tables, command lines and, with a seed appended,
/// files.
bool is_name(std::string_view text);
inline constexpr const char* kNameRule = "must be made of 1 to 100 letters, digits, _ and -";

struct Document;  // the parsed file; shared by all nodes of it

using controller::above;
using controller::any;
using controller::between;
using controller::not_negative;
using controller::positive;
using controller::Range;

/// The text of a file or pipe, at most 16 MiB, for Node::parse: a pipe can be read only once.
/// @throws InputError  naming the file: missing, unreadable, too large
std::string read_file(const std::filesystem::path& file);

/// A value of the file with its key path and its place. Cheap to copy; keeps the document alive.
class Node {
 public:
  /// @throws InputError: missing or unreadable file, too large, not the YAML described above
  static Node load(const std::filesystem::path& file);
  /// Parses text from memory; `file` is only used in errors.
  static Node parse(std::string text, const std::filesystem::path& file);

  /// This value in a copy of the file, for a second reader: nothing in the copy has been read yet.
  /// The messages of finish() and at() depend on which keys were read.
  Node fresh() const;

  const std::filesystem::path& file() const;
  std::string key_path() const;  ///< "legs[2].name"; empty at the root
  std::string key() const;       ///< "name", "[2]"; empty at the root
  bool is_map() const;
  bool is_list() const;
  bool is_quoted() const;  ///< a text in quotes
  bool is_null() const;    ///< `key:` or `key: null`

  // ---- maps: each query makes its key an allowed one

  Node at(std::string_view key) const;                   ///< required; missing: parent's place
  std::optional<Node> find(std::string_view key) const;  ///< optional
  /// All members in file order, for maps whose keys are the user's names; each key is allowed.
  std::vector<std::pair<std::string, Node>> members() const;
  /// Refuses keys that were not read, here and in everything below that was read.
  void finish() const;
  /// Marks a partly read value whose mistake is already reported: finish() skips it.
  void excuse() const;

  /// The value in one line, independent of its layout in the file: {a: [1, 2], "b c": "text"}
  std::string as_flow() const;

  // ---- lists

  std::vector<Node> elements(std::size_t min_count = 0,
                             std::size_t max_count = std::numeric_limits<std::size_t>::max()) const;

  // ---- scalars

  std::string as_string() const;  ///< not empty; text that reads as number or bool needs quotes
  std::string as_name() const;    ///< a text for which is_name() is true
  bool as_bool() const;
  int as_int(int min = std::numeric_limits<int>::min(),
             int max = std::numeric_limits<int>::max()) const;
  std::int64_t as_int64(std::int64_t min = std::numeric_limits<std::int64_t>::min(),
                        std::int64_t max = std::numeric_limits<std::int64_t>::max()) const;
  double as_double(Range range = any()) const;  ///< finite
  double as_rad(Range degrees = any()) const;   ///< a key in _deg, converted; bounds in degrees

  /// A list of exactly N numbers, each within the range.
  template <int N>
  Eigen::Matrix<double, N, 1> as_vector(Range range = any()) const {
    return as_numbers(N, range);
  }
  template <int N>
  Eigen::Matrix<double, N, 1> as_vector_rad(Range degrees = any()) const {
    return as_numbers(N, degrees) * controller::kRadPerDegree;
  }

  /// One of a few words: node.as_enum<Activity>({{"hold", Activity::kHold}, ...})
  template <class Enum>
  Enum as_enum(std::initializer_list<std::pair<std::string_view, Enum>> choices) const {
    std::vector<std::string_view> names;
    names.reserve(choices.size());
    for (const auto& choice : choices) names.push_back(choice.first);
    return std::next(choices.begin(), static_cast<std::ptrdiff_t>(as_choice(names)))->second;
  }
  /// Value of the entry of `map` with this name: for names defined earlier in the file.
  template <class T>
  const T& as_key_of(const std::map<std::string, T>& map) const {
    std::vector<std::string_view> names;
    names.reserve(map.size());
    for (const auto& entry : map) names.push_back(entry.first);
    return std::next(map.begin(), static_cast<std::ptrdiff_t>(as_choice(names)))->second;
  }
  /// Index of the word in `names`.
  std::size_t as_choice(const std::vector<std::string_view>& names) const;

  // ---- errors

  /// Refuses this value: "file:line:column: key_path = value: rule (hint)".
  [[noreturn]] void fail(const std::string& rule, const std::string& hint = "") const;
  /// Text of a warning about this value, in the form of fail().
  std::string remark(const std::string& rule, const std::string& hint = "") const;
  /// Adds a place to an error that has only a key path (from the root): that of the nearest
  /// existing value, e.g. "placement.feet[2]" -> placement.feet if there is no third element. An
  /// error that has a place is returned unchanged. Works on any node of the file.
  InputError locate(const InputError& error) const;

 private:
  Node(std::shared_ptr<Document> document, std::size_t index)
      : document_(std::move(document)), index_(index) {}
  InputError error(const std::string& rule, const std::string& hint) const;
  const std::string& scalar(const char* rule) const;
  Eigen::VectorXd as_numbers(int count, Range range) const;

  std::shared_ptr<Document> document_;
  std::size_t index_ = 0;
};

}  // namespace ventosa::models
