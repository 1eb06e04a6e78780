#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>
#include <span>

#include "hal/native/messages.h"

/// Conversion of described values to bytes and back: the `field` of their descriptions. The size of
/// a value does not depend on its content, so every message has a fixed length.
namespace ventosa::hal::native {

static_assert(std::endian::native == std::endian::little);

template <class T>
concept Plain = std::integral<T> || std::floating_point<T>;

template <class T>
concept Raw = std::same_as<T, Nonce> || std::same_as<T, Label>;

/// Common parts of the three kinds of fields.
template <class Self>
class Fields {
 public:
  explicit Fields(int n_joints) noexcept : n_joints_(n_joints) {}

  /// The protocol is that of modules with a cup and a pack.
  static constexpr bool has(controller::Equipment part) noexcept {
    return part == controller::Equipment::kCup || part == controller::Equipment::kPack;
  }

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

/// Values sent as one byte: flags and enumerations.
template <class T>
concept OneByte = std::same_as<T, bool> || controller::Enumeration<T>;
template <class T>
inline constexpr std::size_t kBytes = OneByte<T> ? 1 : sizeof(T);

/// Computes the size of a message in bytes.
class Sizer : public Fields<Sizer> {
 public:
  using Fields::Fields;
  template <class T>
  void value(const T&) noexcept {
    n_bytes += kBytes<T>;
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

/// Bound of times: within 36 years of 0, so that the difference of two times fits an int64.
inline constexpr std::int64_t kMostTime_ns = std::int64_t{1} << 60;

/// Collects the defects of the visited values.
class Soundness {
 public:
  bool is_finite() const noexcept { return is_finite_; }  ///< finite or unknown
  bool is_known() const noexcept { return is_known_; }
  bool is_in_range() const noexcept { return is_in_range_; }

 protected:
  template <class T>
  void judge(T value) noexcept {
    if constexpr (std::floating_point<T>) {
      is_finite_ &= !std::isinf(value);
      is_known_ &= !std::isnan(value);
    } else if constexpr (std::same_as<T, std::int64_t>) {  // integers of this size are times
      is_in_range_ &= -kMostTime_ns <= value && value <= kMostTime_ns;
    } else if constexpr (controller::Enumeration<T>) {
      is_in_range_ &= static_cast<std::size_t>(value) < controller::kEnumerators<T>.size();
    }
  }
  void judge_range(bool in_range) noexcept { is_in_range_ &= in_range; }

 private:
  bool is_finite_ = true, is_known_ = true, is_in_range_ = true;
};

/// Writes to a sufficiently large buffer.
class Writer : public Fields<Writer>, public Soundness {
 public:
  Writer(int n_joints, std::byte* to) noexcept : Fields(n_joints), to_(to) {}
  template <class T>
  void value(const T& value) noexcept {
    if constexpr (!Raw<T>) judge(value);
    if constexpr (OneByte<T>)
      *to_ = static_cast<std::byte>(value);
    else
      std::memcpy(to_, &value, sizeof value);
    to_ += kBytes<T>;
  }
  template <class T>
  void optional(const std::optional<T>& given) noexcept {
    value(given.has_value());
    const T content = given.value_or(T{});
    (*this)(nullptr, content);
  }

 private:
  std::byte* to_;
};

/// Reads from sufficiently many bytes.
class Reader : public Fields<Reader>, public Soundness {
 public:
  Reader(int n_joints, const std::byte* from) noexcept : Fields(n_joints), from_(from) {}
  template <class T>
  void value(T& value) noexcept {
    if constexpr (OneByte<T>) {
      const auto raw = static_cast<std::uint8_t>(*from_);
      judge_range(raw < kValues<T>);
      value = static_cast<T>(raw < kValues<T> ? raw : 0);
    } else {
      std::memcpy(&value, from_, sizeof value);
      if constexpr (!Raw<T>) judge(value);
    }
    from_ += kBytes<T>;
  }
  /// A missing value is sent as zeros, so that a message has only one encoding.
  template <class T>
  void optional(std::optional<T>& given) noexcept {
    bool has_value = false;
    value(has_value);
    const std::byte* const first = from_;
    T content{};
    (*this)(nullptr, content);
    given = has_value ? std::optional(content) : std::nullopt;
    judge_range(has_value || std::count(first, from_, std::byte{}) == from_ - first);
  }

 private:
  template <class T>
  static constexpr std::size_t kValues = controller::kEnumerators<T>.size();

  const std::byte* from_;
};
template <>
inline constexpr std::size_t Reader::kValues<bool> = 2;

}  // namespace ventosa::hal::native
