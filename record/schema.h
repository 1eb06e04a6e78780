#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "controller/model/numbers.h"

/// Schema of a row of numbers: a tree of named fields, built by visiting a described value.
namespace ventosa::record {

/// A number with its full name.
struct Column {
  std::string name;  ///< "seen.leg0.joint2.q"
  std::string unit;  ///< "rad", "1" for a ratio, "enum", "bool"
  controller::NumberKind kind = controller::NumberKind::kReal;
  std::vector<std::string> enumerators{};  ///< names of the values 0, 1, ... of an enumeration
};

/// Name of an enumeration's value; the number if it has no name.
std::string value_name(const Column& column, double value);

/// True if a pattern matches the whole name; a star matches any characters except a dot: "leg*"
/// matches "leg0".
bool matches(std::string_view pattern, std::string_view name);

/// Node of a schema: a number, or a group or list of fields.
struct Field {
  enum class Form : std::uint8_t {
    kNumber,
    kGroup,  ///< named fields
    kList,   ///< elements of one type, without names
  };

  std::string name;  ///< empty for an element of a list
  Form form = Form::kGroup;
  Column number{};              ///< only for kNumber; its name is the field's
  std::vector<Field> fields{};  ///< members, in the order of a row
};

/// True for a list of groups, whose length is part of a message. A list of numbers is an array.
bool is_sequence(const Field& field);

/// All numbers of a schema in order. Names are joined by dots; an element has the name of its list
/// and its index: "seen.leg0.joint2.q".
std::vector<Column> columns_of(const Field& schema);

/// Visitor of controller::Numbers that builds a schema.
class SchemaBuilder {
 public:
  void number(const char* name, const controller::NumberType& type, double value);
  void begin(const char* name) { open(name, Field::Form::kGroup); }
  void begin_list(const char* name, int) { open(name, Field::Form::kList); }
  void end();

  /// Returns the root, an unnamed group, after the visit.
  Field take();

 private:
  void open(const char* name, Field::Form form);
  void add(Field field);

  std::vector<Field> open_{Field{}};
};

/// Schema of a described value.
template <class T>
Field schema_of(const controller::Shape& shape, const T& value) {
  SchemaBuilder builder;
  controller::visit_numbers(builder, shape, value);
  return builder.take();
}

}  // namespace ventosa::record
