#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "controller/model/description.h"

namespace ventosa::sim {

/// FNV-1a hash of described values: the `field` of their descriptions.
class ContentHash {
 public:
  template <class Value>
  void operator()(const char*, const Value& value, controller::Unit = {}, controller::Range = {}) {
    add(value);
  }
  template <class Value>
  void optional_key(const char*, const Value& value, controller::Unit = {},
                    controller::Range = {}) {
    add(value);
  }
  template <class Members>
  void group(const char*, Members members) {
    members(*this);
  }
  template <class Elements>
  void list(const char*, const Elements& elements, controller::Unit = {}, controller::Range = {}) {
    add_all(elements);
  }
  template <class Elements>
  void per_leg(const char*, const Elements& elements, controller::Unit = {},
               controller::Range = {}) {
    add_all(elements);
  }
  template <class Elements>
  void per_joint(const char*, const Elements& elements, controller::Unit = {},
                 controller::Range = {}) {
    add_all(elements);
  }

  template <class Value>
  void add(const Value& value) {
    if constexpr (std::is_arithmetic_v<Value> || std::is_enum_v<Value>)
      add_bytes(&value, sizeof value);
    else if constexpr (std::is_same_v<Value, std::string>)
      add_text(value);
    else if constexpr (controller::kIsOptional<Value>)
      add_optional(value);
    else if constexpr (requires { value.linear(); })  // an Eigen::Transform
      add(value.matrix());
    else if constexpr (requires { value.reshaped(); })  // an Eigen::Matrix
      add_bytes(value.data(), sizeof(double) * static_cast<std::size_t>(value.size()));
    else if constexpr (requires { value.begin(); })
      add_all(value);
    else
      describe(*this, value);
  }

  std::uint64_t value() const { return value_; }

 private:
  void add_bytes(const void* bytes, std::size_t n) {
    const auto* byte = static_cast<const unsigned char*>(bytes);
    for (std::size_t i = 0; i < n; ++i) value_ = (value_ ^ byte[i]) * 0x100000001b3;
  }
  void add_text(const std::string& text) {
    add(text.size());
    add_bytes(text.data(), text.size());
  }
  template <class Value>
  void add_optional(const std::optional<Value>& value) {
    add(value.has_value());
    if (value) add(*value);
  }
  template <class Elements>
  void add_all(const Elements& elements) {
    add(elements.size());
    for (const auto& element : elements) add(element);
  }

  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace ventosa::sim
