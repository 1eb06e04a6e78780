#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "controller/model/robot_model.h"

namespace ventosa::scenarios {

/// Converts `value`, an SI number, to `unit`.  @return the number that converts back to the same
/// bits if there is one, otherwise the nearest
double number_in(controller::Unit unit, double value);

/// Writes a number; one that is not finite is written as a word: "nan", "-inf".
nlohmann::ordered_json to_json(double number);

/// Writes a pose: the position, and the rotation matrix row by row.
nlohmann::ordered_json to_json(const controller::Isometry3d& X);

/// The `field` of a description (controller/model/description.h) that writes JSON: each field
/// becomes a member of the same name, in the field's unit. An empty optional becomes null.
class JsonFields {
 public:
  JsonFields(nlohmann::ordered_json& json, int n_legs) : json_(json), n_legs_(n_legs) {}

  /// The keys of every part, as they are read again.
  static constexpr bool has(controller::Equipment) { return true; }

  template <class T>
  void operator()(const char* key, const T& value, controller::Unit unit = {},
                  controller::Range = {}) const {
    json_[key] = written(value, unit);
  }

  template <class Members>
  void group(const char* key, Members members) const {
    const JsonFields field(json_[key], n_legs_);
    members(field);
  }

  template <class T>
  void unlogged(const char* key, const T& value) const {
    (*this)(key, value);
  }

  template <class Elements>
  void per_leg(const char* key, const Elements& elements, controller::Unit unit = {},
               controller::Range = {}) const {
    json_[key] = nlohmann::ordered_json::array();
    for (int i = 0; i < n_legs_; ++i) json_[key].push_back(element(elements, i, unit));
  }

  template <class T>
  void per_joint(const char* key, const controller::PerJoint<T>& values, controller::Unit unit = {},
                 controller::Range = {}) const {
    json_[key] = written(values, unit);
  }

  template <class Elements>
  void list(const char* key, const Elements& values, controller::Unit unit = {},
            controller::Range = {}) const {
    json_[key] = all_of(values, unit);
  }

 private:
  template <class Elements>
  nlohmann::ordered_json element(const Elements& elements, int i, controller::Unit unit) const {
    if constexpr (requires { elements[0]; }) {
      return written(elements[static_cast<std::size_t>(i)], unit);
    } else {
      auto json = nlohmann::ordered_json::object();
      const JsonFields field(json, n_legs_);
      elements(field, i);
      return json;
    }
  }

  template <class Elements>
  nlohmann::ordered_json all_of(const Elements& values, controller::Unit unit) const {
    auto json = nlohmann::ordered_json::array();
    for (const auto& value : values) json.push_back(written(value, unit));
    return json;
  }

  template <class T, std::size_t N>
  nlohmann::ordered_json written(const std::array<T, N>& values, controller::Unit unit) const {
    return all_of(values, unit);
  }

  template <class T>
  nlohmann::ordered_json written(const std::optional<T>& value, controller::Unit unit) const {
    return value ? written(*value, unit) : nlohmann::ordered_json();
  }

  template <class T>
  nlohmann::ordered_json written(const T& value, controller::Unit unit) const {
    if constexpr (std::is_same_v<T, double>)
      return to_json(number_in(unit, value));
    else if constexpr (controller::Enumeration<T>)
      return std::string(controller::name(value));
    else if constexpr (std::is_arithmetic_v<T>)
      return value;
    else if constexpr (std::is_same_v<T, controller::Vector3d>)
      return written(std::array{value.x(), value.y(), value.z()}, unit);
    else if constexpr (std::is_same_v<T, controller::Isometry3d>)
      return to_json(value);
    else {
      auto json = nlohmann::ordered_json::object();
      const JsonFields field(json, n_legs_);
      describe(field, value);
      return json;
    }
  }

  nlohmann::ordered_json& json_;
  int n_legs_;
};

}  // namespace ventosa::scenarios
