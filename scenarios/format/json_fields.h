#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "controller/model/robot_model.h"

namespace ventosa::scenarios {

/// The `field` of a description (controller/model/description.h) that writes JSON: a field is a
/// member of the same name, in the field's unit.
class JsonFields {
 public:
  JsonFields(nlohmann::ordered_json& json, int n_legs) : json_(json), n_legs_(n_legs) {}

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
  void per_leg(const char* key, const controller::PerLeg<T>& values, controller::Unit unit = {},
               controller::Range = {}) const {
    json_[key] = nlohmann::ordered_json::array();
    for (int i = 0; i < n_legs_; ++i)
      json_[key].push_back(written(values[static_cast<std::size_t>(i)], unit));
  }

  template <class T>
  void per_joint(const char* key, const controller::PerJoint<T>& values, controller::Unit unit = {},
                 controller::Range = {}) const {
    json_[key] = nlohmann::ordered_json::array();
    for (const T& value : values) json_[key].push_back(written(value, unit));
  }

 private:
  template <class T>
  nlohmann::ordered_json written(const T& value, controller::Unit unit) const {
    if constexpr (std::is_same_v<T, double>)
      return value / unit.si;
    else if constexpr (controller::Enumeration<T>)
      return std::string(controller::name(value));
    else if constexpr (std::is_arithmetic_v<T>)
      return value;
    else if constexpr (std::is_same_v<T, controller::Vector3d>)
      return {value.x() / unit.si, value.y() / unit.si, value.z() / unit.si};
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
