#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/fields.h"

namespace ventosa::sim {

/// FNV-1a hash of values, field by field, so that padding bytes do not enter it.
class ContentHash {
 public:
  void add_bytes(const void* bytes, std::size_t n) {
    const auto* byte = static_cast<const unsigned char*>(bytes);
    for (std::size_t i = 0; i < n; ++i) value_ = (value_ ^ byte[i]) * 0x100000001b3;
  }
  void add(std::string_view text) {
    add(text.size());
    add_bytes(text.data(), text.size());
  }
  void add(const std::string& text) { add(std::string_view(text)); }
  template <class Element, std::size_t n>
  void add(const std::array<Element, n>& elements) {
    for (const Element& element : elements) add(element);
  }
  template <class Element>
  void add(const std::vector<Element>& elements) {
    add(elements.size());
    for (const Element& element : elements) add(element);
  }
  template <class Value>
  void add(const std::optional<Value>& value) {
    add(value.has_value());
    if (value) add(*value);
  }
  template <class Value>
  void add(const Value& value) {
    if constexpr (std::is_arithmetic_v<Value> || std::is_enum_v<Value>)
      add_bytes(&value, sizeof value);
    else if constexpr (requires { value.linear(); })  // an Eigen::Transform
      add(value.matrix());
    else if constexpr (requires { value.data(); })  // an Eigen::Matrix
      add(value.data(), value.size());
    else
      for_each_field(value, [this](const auto& field) { add(field); });
  }
  void add(const double* x, std::int64_t n) {
    add_bytes(x, sizeof *x * static_cast<std::size_t>(n));
  }

  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace ventosa::sim
