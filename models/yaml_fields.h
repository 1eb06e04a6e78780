#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "controller/model/robot_model.h"
#include "models/strict_yaml.h"

/// Reads described structs from YAML: a field is a key of the same name, in the field's unit.
namespace ventosa::models {

/// The `field` of a description (controller/model/description.h) that reads. `Self` decides by
/// find(key) which keys have to be there.
template <class Self>
class YamlFields {
 public:
  template <class T>
  void operator()(const char* key, T& value, controller::Unit unit = {}, Range range = {}) const {
    if (const auto node = self().find(key)) read(*node, value, unit, range);
  }

  template <class Members>
  void group(const char* key, Members members) const {
    if (const auto node = self().find(key)) {
      const Self field(*node, n_legs_);
      members(field);
    }
  }

  /// One value for all legs, or a list of one for each.
  template <class T>
  void per_leg(const char* key, controller::PerLeg<T>& values, controller::Unit unit = {},
               Range range = {}) const {
    const auto node = self().find(key);
    if (!node) return;
    if (!node->is_list()) {
      read(*node, values[0], unit, range);
      return values.fill(values[0]);
    }
    std::size_t i = 0;
    for (const Node& element : node->elements(n_legs_, n_legs_))
      read(element, values[i++], unit, range);
  }

  /// From the first joint on; the last one given counts for the rest.
  template <class T>
  void per_joint(const char* key, controller::PerJoint<T>& values, controller::Unit unit = {},
                 Range range = {}) const {
    const auto node = self().find(key);
    if (!node) return;
    const auto elements = node->elements(1, values.size());
    for (std::size_t j = 0; j < values.size(); ++j)
      read(elements[std::min(j, elements.size() - 1)], values[j], unit, range);
  }

  /// A list has a form of its own: who reads the struct reads its lists, or the file is refused.
  template <class Elements>
  void list(const char*, Elements&, controller::Unit = {}, Range = {}) const {}

 protected:
  explicit YamlFields(std::size_t n_legs) : n_legs_(n_legs) {}

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }

  static int bound(double value) {
    constexpr double kMax = std::numeric_limits<int>::max();
    return static_cast<int>(std::clamp(value, -kMax, kMax));
  }

  template <class T>
  void read(const Node& node, T& value, controller::Unit unit, Range range) const {
    if constexpr (std::is_same_v<T, double>)
      value = node.as_double(range) * unit.si;
    else if constexpr (std::is_same_v<T, bool>)
      value = node.as_bool();
    else if constexpr (std::is_same_v<T, int>)
      value = node.as_int(bound(range.min), bound(range.max));
    else if constexpr (controller::Enumeration<T>)
      value = static_cast<T>(
          node.as_choice({controller::kEnumerators<T>.begin(), controller::kEnumerators<T>.end()}));
    else if constexpr (std::is_same_v<T, controller::Vector3d>)
      value = node.as_vector<3>(range) * unit.si;
    else {
      const Self field(node, n_legs_);
      describe(field, value);
    }
  }

  std::size_t n_legs_;
};

/// Every key has to be there.
class RequiredFields : public YamlFields<RequiredFields> {
 public:
  explicit RequiredFields(Node node, std::size_t n_legs = 0)
      : YamlFields(n_legs), node_(std::move(node)) {}
  std::optional<Node> find(const char* key) const { return node_.at(key); }

 private:
  Node node_;
};

/// What is not there stays as it is.
class OptionalFields : public YamlFields<OptionalFields> {
 public:
  explicit OptionalFields(Node node, std::size_t n_legs = 0)
      : YamlFields(n_legs), node_(std::move(node)) {}
  std::optional<Node> find(const char* key) const { return node_.find(key); }

 private:
  Node node_;
};

/// A struct of which every field stands in the file.  @throws InputError
template <class T>
T read_required(const Node& node) {
  T value;
  const RequiredFields field(node);
  describe(field, value);
  return value;
}

/// The fields that stand in the file, over those of `value`.  @throws InputError
template <class T>
void read_optional(const Node& node, T& value, std::size_t n_legs = 0) {
  const OptionalFields field(node, n_legs);
  describe(field, value);
}

}  // namespace ventosa::models
