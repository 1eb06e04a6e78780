#include "record/message_definition.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace ventosa::record {
namespace {

using controller::NumberKind;
using Form = Field::Form;

constexpr const char* kPackage = "ventosa_msgs/";

struct Primitive {
  const char* name;
  NumberKind kind;
  std::size_t bytes;
};
constexpr std::array kPrimitives{
    Primitive{"float64", NumberKind::kReal, 8}, Primitive{"int32", NumberKind::kInteger, 4},
    Primitive{"bool", NumberKind::kBool, 1}, Primitive{"int8", NumberKind::kEnum, 1}};

// writing

const char* primitive_of(NumberKind kind) {
  return std::find_if(kPrimitives.begin(), kPrimitives.end(),
                      [&](const Primitive& primitive) { return primitive.kind == kind; })
      ->name;
}

/// For example "contact_force" -> "ContactForce".
std::string camel_case(const std::string& name) {
  std::string text;
  bool upper = true;
  for (const char c : name) {
    if (c != '_') text += upper ? static_cast<char>(std::toupper(c)) : c;
    upper = c == '_';
  }
  return text;
}

std::string constant_of(const std::string& field, const std::string& enumerator) {
  std::string text = field + "_" + enumerator;
  for (char& c : text) c = std::isalnum(c) ? static_cast<char>(std::toupper(c)) : '_';
  return text;
}

void write_constants(const Field& number, std::ostream& text) {
  for (std::size_t i = 0; i < number.number.enumerators.size(); ++i) {
    const std::string& enumerator = number.number.enumerators[i];
    text << "int8 " << constant_of(number.name, enumerator) << '=' << i << "  # " << enumerator
         << '\n';
  }
}

/// Definitions of a type and of all types that it contains, in order of first use.
class Definitions {
 public:
  void add(const std::string& type, const Field& group) {
    const std::size_t own = blocks_.size();
    blocks_.push_back({type, ""});
    std::ostringstream text;
    for (const Field& field : group.fields) write(field, type, text);
    blocks_[own].text = text.str();
  }

  std::string text() const {
    std::string all = blocks_.front().text;
    for (std::size_t i = 1; i < blocks_.size(); ++i)
      all.append(80, '=')
          .append("\nMSG: ")
          .append(kPackage)
          .append(blocks_[i].type)
          .append("\n")
          .append(blocks_[i].text);
    return all;
  }

 private:
  struct Block {
    std::string type, text;
  };

  void write(const Field& field, const std::string& type, std::ostream& text) {
    if (field.form == Form::kNumber) return write_number(field, "", field.name, text);
    if (field.form == Form::kList && field.fields.empty()) return;  // of unknown type
    if (field.form == Form::kList && !is_sequence(field))
      return write_number(field.fields.front(), "[" + std::to_string(field.fields.size()) + "]",
                          field.name, text);
    const std::string inner = type + camel_case(field.name);
    text << inner << (is_sequence(field) ? "[] " : " ") << field.name << '\n';
    add(inner, is_sequence(field) ? field.fields.front() : field);
  }

  static void write_number(const Field& number, const std::string& array, const std::string& name,
                           std::ostream& text) {
    write_constants(number, text);
    text << primitive_of(number.number.kind) << array << ' ' << name << "  # ["
         << number.number.unit << "]\n";
  }

  std::vector<Block> blocks_;
};

// reading

/// For example "float64[3] distance  # [m]", or a constant "int8 MODE_HOLD=0  # hold".
struct Line {
  std::string type, name, comment;
  bool is_array = false;
  std::size_t length = 0;  ///< length of an array; 0: a sequence
  bool is_constant = false;
};

Line parse_line(const std::string& text) {
  Line line;
  const std::size_t hash = text.find('#');
  std::istringstream words(text.substr(0, hash));
  words >> line.type >> line.name;
  if (hash != std::string::npos) line.comment = text.substr(std::min(hash + 2, text.size()));
  const std::size_t equals = line.name.find('=');
  line.is_constant = equals != std::string::npos;
  line.name = line.name.substr(0, equals);
  const std::size_t bracket = line.type.find('[');
  if (bracket == std::string::npos) return line;
  line.is_array = true;
  line.length = std::strtoul(line.type.c_str() + bracket + 1, nullptr, 10);
  line.type.resize(bracket);
  return line;
}

using Types = std::map<std::string, std::vector<Line>>;

/// Types by name; the first, which has none, under "".
Types parse_types(const std::string& definition) {
  Types types;
  std::string type, text;
  for (std::istringstream lines(definition); std::getline(lines, text);) {
    if (text.starts_with("==")) continue;
    if (text.starts_with("MSG: ")) {
      type = text.substr(text.rfind('/') + 1);
    } else if (const Line line = parse_line(text); !line.name.empty()) {
      types[type].push_back(line);
    }
  }
  return types;
}

/// Builds a schema from a definition and a message.
class Instance {
 public:
  Instance(const Types& types, std::span<const std::byte> message)
      : types_(types), message_(message) {}

  Field group(const std::string& name, const std::string& type) {
    const auto found = types_.find(type);
    if (found == types_.end()) throw MessageError("there is no type " + type);
    if (++depth_ > kDeepest) throw MessageError(type + " is nested too deeply");
    Field field{.name = name};
    std::vector<std::string> enumerators;
    for (const Line& line : found->second) {
      if (line.is_constant)
        enumerators.push_back(line.comment);
      else
        field.fields.push_back(read(line, std::exchange(enumerators, {})));
    }
    --depth_;
    return field;
  }

 private:
  static constexpr int kDeepest = 20;
  static constexpr std::size_t kHeader = 4, kMost = 100000;

  Field read(const Line& line, std::vector<std::string> enumerators) {
    const auto primitive =
        std::find_if(kPrimitives.begin(), kPrimitives.end(),
                     [&](const Primitive& candidate) { return candidate.name == line.type; });
    const bool is_number = primitive != kPrimitives.end();
    if (!line.is_array)
      return is_number ? number(line.name, *primitive, line, enumerators)
                       : group(line.name, line.type);
    if (is_number != (line.length > 0))
      throw MessageError(line.name + ": only arrays of numbers and sequences of messages are read");
    Field list{.name = line.name, .form = Form::kList};
    const std::size_t n = is_number ? line.length : read_length();
    for (std::size_t i = 0; i < n && i < kMost; ++i)
      list.fields.push_back(is_number ? number("", *primitive, line, enumerators)
                                      : group("", line.type));
    return list;
  }

  Field number(const std::string& name, const Primitive& primitive, const Line& line,
               const std::vector<std::string>& enumerators) {
    advance(primitive.bytes);
    Field field{.name = name, .form = Form::kNumber};
    const std::string& comment = line.comment;
    const bool has_unit = comment.size() > 2 && comment.front() == '[' && comment.back() == ']';
    field.number = {name, has_unit ? comment.substr(1, comment.size() - 2) : "1", primitive.kind,
                    enumerators};
    return field;
  }

  std::size_t advance(std::size_t bytes) {
    const std::size_t behind = at_ - kHeader;
    at_ += (bytes - behind % bytes) % bytes;
    if (at_ + bytes > message_.size()) throw MessageError("the message is too short");
    return std::exchange(at_, at_ + bytes);
  }

  std::size_t read_length() {
    std::uint32_t n = 0;
    std::memcpy(&n, &message_[advance(sizeof n)], sizeof n);
    if (n > message_.size()) throw MessageError("a sequence is longer than the message");
    return n;
  }

  const Types& types_;
  std::span<const std::byte> message_;
  std::size_t at_ = kHeader;
  int depth_ = 0;
};

}  // namespace

std::string message_type(const Field& topic) {
  return std::string(kPackage).append("msg/").append(camel_case(topic.name));
}

std::string message_definition(const Field& topic) {
  Definitions definitions;
  definitions.add(camel_case(topic.name), topic);
  return definitions.text();
}

Field read_definition(const std::string& topic, const std::string& definition,
                      std::span<const std::byte> message) {
  const Types types = parse_types(definition);
  return Instance(types, message).group(topic, "");
}

}  // namespace ventosa::record
