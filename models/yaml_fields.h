#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "controller/model/robot_model.h"
#include "models/mistakes.h"
#include "models/strict_yaml.h"

/// Reads described structs from YAML: each field is a key of the same name, in the field's unit.
/// Mistakes of several fields are reported together.
namespace ventosa::models {

/// Reads fields by a description: read_fields<OptionalFields>(node, n_legs, [&](auto& field) {
/// describe(field, options); }).  @throws InputError
template <class Fields, class Describe>
void read_fields(const Node& node, std::size_t n_legs, Describe describe_all) {
  Fields field(node, n_legs);
  describe_all(field);
  if (Fields::kKnowsAllKeys) field.mistakes_.collect(node, [&] { node.finish(); });
  field.mistakes_.refuse(Fields::kKnowsAllKeys);
}

/// The `field` argument of descriptions that reads from YAML. `Self` decides by find(key) which
/// keys are required.
template <class Self>
class YamlFields {
 public:
  /// A file may have the keys of any part; what the robot lacks is refused by what uses it.
  static constexpr bool has(controller::Equipment) { return true; }

  template <class T>
  void operator()(const char* key, T& value, controller::Unit unit = {}, Range range = {}) {
    with(key, [&](const Node& node) { read(node, value, unit, range); });
  }

  /// A key that may be missing where all others are required; the value is then unchanged.
  template <class T>
  void optional_key(const char* key, T& value, controller::Unit unit = {}, Range range = {}) {
    mistakes_.collect(node_, key, [&] {
      if (const auto found = node_.find(key)) read(*found, value, unit, range);
    });
  }

  template <class Members>
  void group(const char* key, Members members) {
    with(key, [&](const Node& node) { read_fields<Self>(node, n_legs_, members); });
  }

  template <class T>
  void unlogged(const char* key, T& value) {
    (*this)(key, value);
  }

  /// One value for all legs, or a list with one per leg.
  template <class T>
  void per_leg(const char* key, controller::PerLeg<T>& values, controller::Unit unit = {},
               Range range = {}) {
    with(key, [&](const Node& node) {
      if (!node.is_list()) {
        read(node, values[0], unit, range);
        return values.fill(values[0]);
      }
      std::size_t i = 0;
      for (const Node& element : node.elements(n_legs_, n_legs_))
        read(element, values[i++], unit, range);
    });
  }

  /// A list with a map per leg.
  template <class Members>
  requires std::invocable<Members, Self&, int>
  void per_leg(const char* key, Members members) {
    with(key, [&](const Node& node) {
      int i = 0;
      for (const Node& element : node.elements(n_legs_, n_legs_))
        read_fields<Self>(element, n_legs_, [&](Self& field) { members(field, i++); });
    });
  }

  /// Values from the first joint on; the last given one applies to the remaining joints.
  template <class T>
  void per_joint(const char* key, controller::PerJoint<T>& values, controller::Unit unit = {},
                 Range range = {}) {
    with(key, [&](const Node& node) {
      const auto elements = node.elements(1, values.size());
      for (std::size_t j = 0; j < values.size(); ++j)
        read(elements[std::min(j, elements.size() - 1)], values[j], unit, range);
    });
  }

  /// Lists have individual forms. The reader of the struct must read them; otherwise the file is
  /// rejected.
  template <class Elements>
  void list(const char*, Elements&, controller::Unit = {}, Range = {}) {}

 protected:
  YamlFields(Node node, std::size_t n_legs) : node_(std::move(node)), n_legs_(n_legs) {}

  /// Reads the value of a key, if there is one.
  template <class Read>
  void with(const char* key, Read read) {
    mistakes_.collect(node_, key, [&] {
      if (const auto value = self().find(key)) read(*value);
    });
  }

  static double number(const Node& node, Range range) { return node.as_double(range); }

  template <class T>
  void read(const Node& node, T& value, controller::Unit unit, Range range) {
    if constexpr (std::is_same_v<T, double>)
      value = Self::number(node, range) * unit.si;
    else if constexpr (std::is_same_v<T, bool>)
      value = node.as_bool();
    else if constexpr (std::is_same_v<T, int>)
      value = node.as_int(bound(range.min), bound(range.max));
    else if constexpr (std::is_same_v<T, std::int64_t>)
      value = node.as_int64();
    else if constexpr (controller::Enumeration<T>)
      value = static_cast<T>(
          node.as_choice({controller::kEnumerators<T>.begin(), controller::kEnumerators<T>.end()}));
    else if constexpr (std::is_same_v<T, controller::Vector3d>)
      vector(node, value, unit, range);
    else if constexpr (std::is_same_v<T, controller::Isometry3d>)
      pose(node, value);
    else if constexpr (controller::kIsOptional<T>)
      optional(node, value, unit, range);
    else
      read_fields<Self>(node, n_legs_, [&](Self& field) { describe(field, value); });
  }

  Node node_;

 private:
  template <class Fields, class Describe>
  friend void read_fields(const Node&, std::size_t, Describe);

  Self& self() { return static_cast<Self&>(*this); }

  static int bound(double value) {
    constexpr double kMax = std::numeric_limits<int>::max();
    return static_cast<int>(std::clamp(value, -kMax, kMax));
  }

  void vector(const Node& node, controller::Vector3d& v, controller::Unit unit, Range range) {
    int k = 0;
    for (const Node& element : node.elements(3, 3)) read(element, v[k++], unit, range);
  }

  /// A pose: {position, rotation}, the rotation matrix row by row.
  static void pose(const Node& node, controller::Isometry3d& X) {
    if (const auto position = node.find("position")) {
      int k = 0;
      for (const Node& element : position->elements(3, 3))
        X.translation()[k++] = Self::number(element, {});
    }
    if (const auto rotation = node.find("rotation")) {
      int k = 0;
      for (const Node& element : rotation->elements(9, 9)) {
        X.linear()(k / 3, k % 3) = Self::number(element, {});
        ++k;
      }
    }
  }

  /// An optional value; null stands for no value.
  template <class T>
  void optional(const Node& node, std::optional<T>& value, controller::Unit unit, Range range) {
    if (node.is_null()) return value.reset();
    if (!value) value.emplace();
    read(node, *value, unit, range);
  }

  std::size_t n_legs_;
  Mistakes mistakes_;
};

/// Fields that are all required.
class RequiredFields : public YamlFields<RequiredFields> {
 public:
  /// Some structs have tables that are read separately.
  static constexpr bool kKnowsAllKeys = false;
  RequiredFields(Node node, std::size_t n_legs) : YamlFields(std::move(node), n_legs) {}
  std::optional<Node> find(const char* key) const { return node_.at(key); }
};

/// Fields that are all optional; missing ones are unchanged.
class OptionalFields : public YamlFields<OptionalFields> {
 public:
  static constexpr bool kKnowsAllKeys = true;
  OptionalFields(Node node, std::size_t n_legs) : YamlFields(std::move(node), n_legs) {}
  std::optional<Node> find(const char* key) const { return node_.find(key); }
};

/// Reads a struct, all of whose fields are required.  @throws InputError
template <class T>
T read_required(const Node& node) {
  T value;
  read_fields<RequiredFields>(node, 0, [&](auto& field) { describe(field, value); });
  return value;
}

/// Reads the present fields into `value`.  @throws InputError
template <class T>
void read_optional(const Node& node, T& value, std::size_t n_legs = 0) {
  read_fields<OptionalFields>(node, n_legs, [&](auto& field) { describe(field, value); });
}

}  // namespace ventosa::models
