#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "controller/model/numbers.h"

/// What a row of numbers means: a tree of named fields, made by walking a described value once.
namespace ventosa::record {

/// A number by its whole name.
struct Column {
  std::string name;  ///< "seen.leg0.joint2.q"
  std::string unit;  ///< "rad", "1" for a ratio, "enum", "bool"
  controller::NumberKind kind = controller::NumberKind::kReal;
  std::vector<std::string> enumerators{};  ///< names of 0, 1, ... of an enumeration
};

/// The name of an enumeration's value; the number, if it has none.
std::string value_name(const Column& column, double value);

/// Whether a pattern is all of a name: a star stands for anything but a dot, "leg*" for "leg0".
bool matches(std::string_view pattern, std::string_view name);

/// Of a schema: a number, or other fields.
struct Field {
  enum class Form : std::uint8_t {
    kNumber,
    kGroup,  ///< fields, each with a name
    kList,   ///< elements, all of one type, without names
  };

  std::string name;  ///< empty: an element of a list
  Form form = Form::kGroup;
  Column number{};              ///< of a kNumber: its name is the field's
  std::vector<Field> fields{};  ///< in the order of a row
};

/// A list of groups; its length is part of a message. A list of numbers is an array.
bool is_sequence(const Field& field);

/// The numbers below, in order. Names are joined by dots; an element is named after its list, its
/// index behind: "seen.leg0.joint2.q".
std::vector<Column> columns_of(const Field& schema);

/// Visitor of controller::Numbers that builds a schema.
class SchemaBuilder {
 public:
  void number(const char* name, const controller::NumberType& type, double value);
  void begin(const char* name) { open(name, Field::Form::kGroup); }
  void begin_list(const char* name, int) { open(name, Field::Form::kList); }
  void end();

  /// Once the walk is over: the root, a group without a name.
  Field take();

 private:
  void open(const char* name, Field::Form form);
  void add(Field field);

  std::vector<Field> open_{Field{}};
};

/// The schema of what is described.
template <class T>
Field schema_of(const controller::Shape& shape, const T& value) {
  SchemaBuilder builder;
  controller::visit_numbers(builder, shape, value);
  return builder.take();
}

}  // namespace ventosa::record
