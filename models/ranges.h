#pragma once

#include <string>
#include <utility>

#include "controller/model/robot_model.h"

/// Range checks of described values that are not from a file.
namespace ventosa::models {

/// Rule of a range as text: "must be above 0 and at most 1".
std::string rule_of(const controller::Range& range);

bool within(const controller::Range& range, double number);

/// The `field` argument of descriptions that rejects numbers that are non-finite or out of range.
class RangeCheck {
 public:
  /// @param path  key path of the parent of the fields
  RangeCheck(std::string path, std::size_t n_legs) : path_(std::move(path)), n_legs_(n_legs) {}

  template <class T>
  void operator()(const char* name, const T& value, controller::Unit unit = {},
                  controller::Range range = {}) const {
    check(path_ + "." + name, value, unit, range);
  }
  template <class T>
  void per_leg(const char* name, const controller::PerLeg<T>& values, controller::Unit unit = {},
               controller::Range range = {}) const {
    for (std::size_t i = 0; i < n_legs_; ++i) (*this)(name, values[i], unit, range);
  }
  template <class T>
  void per_joint(const char* name, const controller::PerJoint<T>& values,
                 controller::Unit unit = {}, controller::Range range = {}) const {
    for (const T& value : values) (*this)(name, value, unit, range);
  }

 private:
  static void refuse_outside(const std::string& key, double value, controller::Unit unit,
                             const controller::Range& range);

  template <class T>
  void check(const std::string& key, const T& value, controller::Unit unit,
             controller::Range range) const {
    if constexpr (std::is_same_v<T, double> || std::is_same_v<T, int>)
      refuse_outside(key, value, unit, range);
    else if constexpr (std::is_same_v<T, controller::Vector3d>)
      for (const double x : value) refuse_outside(key, x, unit, range);
    else if constexpr (!std::is_same_v<T, bool> && !controller::Enumeration<T>) {
      const RangeCheck field(key, n_legs_);
      describe(field, value);
    }
  }

  std::string path_;
  std::size_t n_legs_;
};

/// @throws InputError  naming the key of the first value out of its range
template <class T>
void check_ranges(const std::string& key, const T& value, std::size_t n_legs = 0) {
  const RangeCheck field(key, n_legs);
  describe(field, value);
}

}  // namespace ventosa::models
