#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>
#include <span>

#include "hal/native/messages.h"

/// Described values as bytes and back: the `field` of a description. A value takes the same room
/// whatever it is, what is not there included, so that a message's length is known.
namespace ventosa::hal::native {

static_assert(std::endian::native == std::endian::little);

template <class T>
concept Plain = std::integral<T> || std::floating_point<T>;

template <class T>
concept Raw = std::same_as<T, Nonce> || std::same_as<T, Label>;

/// The parts of a description that all three have alike.
template <class Self>
class Fields {
 public:
  explicit Fields(int n_joints) noexcept : n_joints_(n_joints) {}

  template <class T>
  void operator()(const char*, T& value, controller::Unit = {}, controller::Range = {}) noexcept {
    using Value = std::remove_const_t<T>;
    if constexpr (Plain<Value> || controller::Enumeration<Value> || Raw<Value>) {
      self().value(value);
    } else if constexpr (controller::kIsOptional<Value>) {
      self().optional(value);
    } else if constexpr (std::same_as<Value, Vector3d>) {
      for (int k = 0; k < 3; ++k) self().value(value[k]);
    } else {
      describe(self(), value);
    }
  }
  template <class Members>
  void group(const char*, Members members) noexcept {
    members(self());
  }
  template <class Array>
  void list(const char*, Array& array, controller::Unit = {}, controller::Range = {}) noexcept {
    for (auto& each : array) (*this)(nullptr, each);
  }
  template <class Array>
  void per_joint(const char*, Array& array, controller::Unit = {},
                 controller::Range = {}) noexcept {
    for (int j = 0; j < n_joints_; ++j) (*this)(nullptr, array[static_cast<std::size_t>(j)]);
  }

 private:
  Self& self() noexcept { return static_cast<Self&>(*this); }
  const int n_joints_;
};

/// How many bytes a message has.
class Sizer : public Fields<Sizer> {
 public:
  using Fields::Fields;
  template <class T>
  void value(const T&) noexcept {
    n_bytes += sizeof(T);
  }
  template <class T>
  void optional(const std::optional<T>&) noexcept {
    ++n_bytes;
    (*this)(nullptr, kDefault<T>);
  }
  std::size_t n_bytes = 0;

 private:
  template <class T>
  static constexpr T kDefault{};
};

/// Into bytes that are enough.
class Writer : public Fields<Writer> {
 public:
  Writer(int n_joints, std::byte* to) noexcept : Fields(n_joints), to_(to) {}
  template <class T>
  void value(const T& value) noexcept {
    if constexpr (std::floating_point<T>) is_finite_ &= std::isfinite(value) || std::isnan(value);
    if constexpr (std::floating_point<T>) is_known_ &= !std::isnan(value);
    std::memcpy(to_, &value, sizeof value);
    to_ += sizeof value;
  }
  template <class T>
  void optional(const std::optional<T>& given) noexcept {
    value(given.has_value());
    const T content = given.value_or(T{});
    (*this)(nullptr, content);
  }
  bool is_finite() const noexcept { return is_finite_; }  ///< or unknown
  bool is_known() const noexcept { return is_known_; }

 private:
  std::byte* to_;
  bool is_finite_ = true, is_known_ = true;
};

/// From bytes that are enough.
class Reader : public Fields<Reader> {
 public:
  Reader(int n_joints, const std::byte* from) noexcept : Fields(n_joints), from_(from) {}
  template <class T>
  void value(T& value) noexcept {
    if constexpr (std::same_as<T, bool> || controller::Enumeration<T>) {
      const auto raw = static_cast<std::uint8_t>(*from_);
      is_in_range_ &= raw < kValues<T>;
      value = static_cast<T>(raw < kValues<T> ? raw : 0);
    } else {
      std::memcpy(&value, from_, sizeof value);
      if constexpr (std::floating_point<T>) {
        is_finite_ &= !std::isinf(value);
        is_known_ &= !std::isnan(value);
      }
    }
    from_ += sizeof value;
  }
  template <class T>
  void optional(std::optional<T>& given) noexcept {
    bool has_value = false;
    value(has_value);
    T content{};
    (*this)(nullptr, content);
    if (has_value)
      given = content;
    else
      given.reset();
  }
  bool is_finite() const noexcept { return is_finite_; }  ///< or unknown
  bool is_known() const noexcept { return is_known_; }
  bool is_in_range() const noexcept { return is_in_range_; }

 private:
  template <class T>
  static constexpr std::size_t kValues = controller::kEnumerators<T>.size();

  const std::byte* from_;
  bool is_finite_ = true, is_known_ = true, is_in_range_ = true;
};
template <>
inline constexpr std::size_t Reader::kValues<bool> = 2;

}  // namespace ventosa::hal::native
