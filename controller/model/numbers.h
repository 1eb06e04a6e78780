#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

#include "controller/model/description.h"
#include "controller/model/robot_model.h"

/// Visits all numbers of a described value in one fixed order.
namespace ventosa::controller {

enum class NumberKind : std::uint8_t { kReal, kInteger, kBool, kEnum };

/// Type and unit of a visited number.
struct NumberType {
  const char* unit = "1";  ///< "enum" or "bool" for numbers of those kinds
  NumberKind kind = NumberKind::kReal;
  std::span<const std::string_view> enumerators{};  ///< names of an enumeration's values
};

/// Extents of a robot that a description depends on: legs, joints per leg, parts.
struct Shape {
  explicit Shape(const RobotModel& robot, std::initializer_list<Equipment> with = {})
      : n_legs(robot.n_legs()) {
    for (const Equipment part : with) add(part);
    add(robot.cup() || robot.leg.empty() ? Equipment::kCup : Equipment::kPointFoot);
    if (robot.has_packs) add(Equipment::kPack);
    if (robot.has_imu) add(Equipment::kImu);
    for (int i = 0; i < n_legs; ++i)
      n_joints[static_cast<std::size_t>(i)] = robot.leg[static_cast<std::size_t>(i)].n_joints;
  }

  void add(Equipment part) { parts.insert(part); }
  bool has(Equipment part) const { return parts.contains(part); }

  int n_legs;
  Parts parts;
  PerLeg<int> n_joints{};
};

/// The `field` argument of descriptions, for visitors of plain numbers. A visitor has
///     number(name, type, value)
///     begin(name), end()                fields under a common name
///     begin_list(name, n_elements)      a list, closed by end(); its elements, numbers and
///                                       groups alike, have a null name
/// A time in nanoseconds (std::int64_t) is visited in seconds. An optional enumeration or integer
/// without a value is visited as -1. An optional struct begins with `given`; without a value its
/// members have their defaults.
template <class Visitor>
class Numbers {
 public:
  Numbers(Visitor& visitor, const Shape& shape) : visitor_(visitor), shape_(shape) {}

  template <class T>
  void operator()(const char* name, const T& value, Unit unit = {}, Range = {}) {
    if constexpr (std::is_same_v<T, bool>) {
      visitor_.number(name, {"bool", NumberKind::kBool}, value ? 1.0 : 0.0);
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
      visitor_.number(name, {unit.symbol}, 1e-9 * static_cast<double>(value));
    } else if constexpr (std::is_integral_v<T>) {
      visitor_.number(name, {unit.symbol, NumberKind::kInteger}, static_cast<double>(value));
    } else if constexpr (std::is_floating_point_v<T>) {
      visitor_.number(name, {unit.symbol}, value);
    } else if constexpr (Enumeration<T>) {
      enumeration<T>(name, static_cast<double>(value));
    } else if constexpr (kIsOptional<T>) {
      optional(name, value);
    } else if constexpr (std::is_same_v<T, Vector3d>) {
      vector(name, value, unit);
    } else if constexpr (std::is_same_v<T, Isometry3d>) {
      pose(name, value);
    } else {
      group(name, [&](auto& field) { describe(field, value); });
    }
  }

  template <class T>
  void unlogged(const char*, const T&) {}

  bool has(Equipment part) const { return shape_.has(part); }

  template <class Members>
  void group(const char* name, Members members) {
    visitor_.begin(name);
    members(*this);
    visitor_.end();
  }

  template <class Elements>
  void per_leg(const char* name, const Elements& elements, Unit unit = {}, Range = {}) {
    visitor_.begin_list(name, shape_.n_legs);
    for (leg_ = 0; leg_ < shape_.n_legs; ++leg_) element(elements, leg_, unit);
    visitor_.end();
  }

  template <class Elements>
  void per_joint(const char* name, const Elements& elements, Unit unit = {}, Range = {}) {
    const int n = shape_.n_joints[static_cast<std::size_t>(leg_)];
    visitor_.begin_list(name, n);
    for (int j = 0; j < n; ++j) element(elements, j, unit);
    visitor_.end();
  }

  template <class Array>
  void list(const char* name, const Array& array, Unit unit = {}, Range = {}) {
    visitor_.begin_list(name, static_cast<int>(array.size()));
    for (const auto& one : array) (*this)(nullptr, one, unit);
    visitor_.end();
  }

  template <class Members>
  void list(const char* name, int n, const Members& members) {
    visitor_.begin_list(name, n);
    for (int i = 0; i < n; ++i) element(members, i, {});
    visitor_.end();
  }

 private:
  template <class Elements>
  void element(const Elements& elements, int i, Unit unit) {
    if constexpr (requires { elements[0]; })
      (*this)(nullptr, elements[static_cast<std::size_t>(i)], unit);
    else
      group(nullptr, [&](auto& field) { elements(field, i); });
  }

  template <class Enum>
  void enumeration(const char* name, double value) {
    visitor_.number(name, {"enum", NumberKind::kEnum, kEnumerators<Enum>}, value);
  }

  template <class T>
  void optional(const char* name, const std::optional<T>& value) {
    if constexpr (Enumeration<T>) {
      enumeration<T>(name, value ? static_cast<double>(*value) : -1.0);
    } else if constexpr (std::is_integral_v<T>) {
      visitor_.number(name, {"1", NumberKind::kInteger},
                      value ? static_cast<double>(*value) : -1.0);
    } else {
      group(name, [&](auto& field) {
        const T content = value.value_or(T{});
        field("given", value.has_value());
        describe(field, content);
      });
    }
  }

  void vector(const char* name, const Vector3d& v, Unit unit) {
    static constexpr const char* kAxis[] = {"x", "y", "z"};
    visitor_.begin(name);
    for (int k = 0; k < 3; ++k) visitor_.number(kAxis[k], {unit.symbol}, v[k]);
    visitor_.end();
  }

  /// Position, and orientation as a quaternion with qw >= 0.
  void pose(const char* name, const Isometry3d& X) {
    Quaterniond q(X.linear());
    if (q.w() < 0) q.coeffs() *= -1;
    const double value[] = {
        X.translation().x(), X.translation().y(), X.translation().z(), q.w(), q.x(), q.y(), q.z()};
    static constexpr const char* kField[] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
    visitor_.begin(name);
    for (int k = 0; k < 7; ++k) visitor_.number(kField[k], {k < 3 ? "m" : "1"}, value[k]);
    visitor_.end();
  }

  Visitor& visitor_;
  const Shape& shape_;
  int leg_ = 0;
};

/// Visits all numbers of a described value.
template <class Visitor, class T>
void visit_numbers(Visitor& visitor, const Shape& shape, const T& value) {
  Numbers<Visitor> field(visitor, shape);
  describe(field, value);
}

}  // namespace ventosa::controller
