#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

/// Descriptions of structs: each struct lists its fields once, by name, beside its definition.
/// Signals, logs, option files, settings, hashes and panels are made from these lists.
///
///     void describe(auto& field, Is<JointReading> auto& joint) {
///       field("q", joint.q_rad, "rad");
///       field("dq", joint.dq_rad_s, "rad/s");
///     }
///
/// `field` is the visitor. It has
///     field(name, value, unit, range)            a number, enumeration, vector, pose, or a struct
///                                                that is described itself
///     field(Key{name, meaning}, value, ...)      the same, of an option that people set
///     field.list(name, array, unit, range)       all elements of an array
///     field.per_leg(name, array, unit, range)    one element a leg of the robot
///     field.per_joint(name, array, unit, range)  one element a joint of the present leg
///     field.group(name, members)                 fields under a common name: members(field)
///     field.unlogged(name, value)                an input that is no signal
///     field.has(part)                            true if the robot, or the present leg, has this
///                                                part
/// Where the elements are spread over several arrays, a callable members(field, i) takes the
/// array's place (in `list` the number of elements comes before it).
namespace ventosa::controller {

template <class T, class Struct>
concept Is = std::same_as<std::remove_const_t<T>, Struct>;

/// Parts that only some robots have. Their readings are fields of those robots alone.
enum class Equipment : std::uint8_t {
  kImu,
  kCamera,
  kFix,      ///< GPS
  kHeading,  ///< compass
  kCup,
  kPointFoot,
  kForceSensor,   ///< force sensor of a point foot
  kPack,          ///< battery of each leg's module
  kReverseGait,   ///< a gait whose feet swing by the reverse body
  kLinkage,       ///< bars that move a leg's foot; legs of one robot may differ
  kPositionLoop,  ///< loop of a leg's module for position references alone
};

/// A set of values of an enumeration with less than 32 of them.
template <class Enum>
class SetOf {
 public:
  constexpr SetOf() noexcept = default;
  constexpr SetOf(std::initializer_list<Enum> values) noexcept {
    for (const Enum value : values) insert(value);
  }
  constexpr void insert(Enum value) noexcept { bits_ |= bit(value); }
  constexpr bool contains(Enum value) const noexcept { return (bits_ & bit(value)) != 0; }
  constexpr bool empty() const noexcept { return bits_ == 0; }

 private:
  static constexpr unsigned bit(Enum value) noexcept { return 1U << static_cast<unsigned>(value); }
  unsigned bits_ = 0;
};

using Parts = SetOf<Equipment>;

/// Unit of a field's value in files and messages. The field itself holds SI units: 1 unit = `si` SI
/// units.
struct Unit {
  // NOLINTNEXTLINE(google-explicit-constructor): "m" in a description is a unit
  constexpr Unit(const char* unit_symbol = "1", double in_si = 1) noexcept
      : symbol(unit_symbol), si(in_si) {}

  const char* symbol;
  double si;
};
inline constexpr double kRadPerDegree = 0.017453292519943295;
inline constexpr Unit kDegrees{"deg", kRadPerDegree};
inline constexpr Unit kDegreesPerSecond{"deg/s", kRadPerDegree};
inline constexpr Unit kDegreesPerSecond2{"deg/s2", kRadPerDegree};
inline constexpr Unit kRevolutionsPerMinute{"rpm", 0.10471975511965977};
inline constexpr Unit kAmpereHours{"A h", 3600};

/// Name of a field with its meaning in one phrase, for those who set it. Without a meaning a name
/// stands alone.
struct Key {
  const char* name;
  const char* meaning;
  std::optional<Equipment> only{};  ///< part without which the field has no effect

  // NOLINTNEXTLINE(google-explicit-constructor): most readers of a description need the name alone
  constexpr operator const char*() const noexcept { return name; }
};

/// Bounds of a number, in the field's unit. Error messages state them as the rule.
struct Range {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool min_excluded = false;
};
constexpr Range any() { return {}; }
constexpr Range positive() { return {.min = 0, .min_excluded = true}; }
constexpr Range not_negative() { return {.min = 0}; }
constexpr Range between(double min, double max) { return {.min = min, .max = max}; }
/// min < x <= max, for ratios: above(0, 1)
constexpr Range above(double min, double max) { return {min, max, true}; }

/// The names of an enumeration's values, declared beside it, in the order of the values from 0:
///     constexpr auto enumerators(Relay) { return words("isolated", "share"); }
template <class... Words>
constexpr std::array<std::string_view, sizeof...(Words)> words(Words... word) {
  return {word...};
}

template <class T>
concept Enumeration = std::is_enum_v<T> && requires {
  enumerators(T{});
};

template <Enumeration Enum>
inline constexpr auto kEnumerators = enumerators(Enum{});

template <Enumeration Enum>
constexpr std::string_view name(Enum value) {
  const auto i = static_cast<std::size_t>(value);
  return i < kEnumerators<Enum>.size() ? kEnumerators<Enum>[i] : "unknown";
}

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

}  // namespace ventosa::controller
