#include "record/schema.h"

#include <utility>

namespace ventosa::record {
namespace {

std::string joined(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

void add_columns(const Field& field, const std::string& path, std::vector<Column>& columns) {
  if (field.form == Field::Form::kNumber) {
    columns.push_back(field.number);
    columns.back().name = path;
    return;
  }
  const bool is_list = field.form == Field::Form::kList;
  for (std::size_t i = 0; i < field.fields.size(); ++i) {
    const Field& inner = field.fields[i];
    add_columns(inner, is_list ? path + std::to_string(i) : joined(path, inner.name), columns);
  }
}

}  // namespace

std::string value_name(const Column& column, double value) {
  const bool named = value >= 0 && value < static_cast<double>(column.enumerators.size());
  return named ? column.enumerators[static_cast<std::size_t>(value)] : std::to_string(value);
}

bool matches(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() != '*')
    return !name.empty() && pattern.front() == name.front() &&
           matches(pattern.substr(1), name.substr(1));
  if (matches(pattern.substr(1), name)) return true;
  return !name.empty() && name.front() != '.' && matches(pattern, name.substr(1));
}

bool is_sequence(const Field& field) {
  return field.form == Field::Form::kList && !field.fields.empty() &&
         field.fields.front().form != Field::Form::kNumber;
}

std::vector<Column> columns_of(const Field& schema) {
  std::vector<Column> columns;
  add_columns(schema, "", columns);
  return columns;
}

void SchemaBuilder::number(const char* name, const controller::NumberType& type, double) {
  Field field{.name = name ? name : "", .form = Field::Form::kNumber};
  field.number = {
      field.name, type.unit, type.kind, {type.enumerators.begin(), type.enumerators.end()}};
  add(std::move(field));
}

void SchemaBuilder::end() {
  Field closed = std::move(open_.back());
  open_.pop_back();
  add(std::move(closed));
}

Field SchemaBuilder::take() { return std::exchange(open_.front(), Field{}); }

void SchemaBuilder::open(const char* name, Field::Form form) {
  open_.push_back({.name = name ? name : "", .form = form});
}

void SchemaBuilder::add(Field field) { open_.back().fields.push_back(std::move(field)); }

}  // namespace ventosa::record
