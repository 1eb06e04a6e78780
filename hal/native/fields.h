#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>
#include <span>

#include "hal/native/layout.h"

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
  explicit Fields(const Layout& layout) noexcept : layout_(layout) {}

  bool has(controller::Equipment part) const noexcept { return layout_.parts.contains(part); }

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
  /// The kind, then the fields of each kind; those of the other kinds are zeros.
  template <class Words, class Variant>
  void one_of(const char*, const Words&, Variant& held) noexcept {
    self().kind(held);
    each_kind(held, std::make_index_sequence<std::variant_size_v<std::remove_const_t<Variant>>>());
  }
  template <class Array>
  void list(const char*, Array& array, controller::Unit = {}, controller::Range = {}) noexcept {
    for (auto& each : array) (*this)(nullptr, each);
  }
  template <class Array>
  void per_joint(const char*, Array& array, controller::Unit = {},
                 controller::Range = {}) noexcept {
    for (int j = 0; j < layout_.n_joints; ++j) (*this)(nullptr, array[static_cast<std::size_t>(j)]);
  }

 private:
  Self& self() noexcept { return static_cast<Self&>(*this); }
  template <class Variant, std::size_t... Kinds>
  void each_kind(Variant& held, std::index_sequence<Kinds...>) noexcept {
    (self().template content<Kinds>(held), ...);
  }
  const Layout layout_;
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
    add<T>();
  }
  template <class Variant>
  void kind(const Variant&) noexcept {
    ++n_bytes;
  }
  template <std::size_t Kind, class Variant>
  void content(const Variant&) noexcept {
    add<std::variant_alternative_t<Kind, Variant>>();
  }
  std::size_t n_bytes = 0;

 private:
  template <class T>
  void add() noexcept {
    const T content{};
    (*this)(nullptr, content);
  }
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
  Writer(const Layout& layout, std::byte* to) noexcept : Fields(layout), to_(to) {}
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
    write_or_zeros(given ? &*given : nullptr);
  }
  template <class Variant>
  void kind(const Variant& held) noexcept {
    *to_++ = static_cast<std::byte>(held.index());
  }
  template <std::size_t Kind, class Variant>
  void content(const Variant& held) noexcept {
    write_or_zeros(std::get_if<Kind>(&held));
  }

 private:
  /// Null: zeros in place of the value.
  template <class T>
  void write_or_zeros(const T* given) noexcept {
    std::byte* const first = to_;
    const T content = given ? *given : T{};
    (*this)(nullptr, content);
    if (!given) std::fill(first, to_, std::byte{});
  }

  std::byte* to_;
};

/// Reads from sufficiently many bytes.
class Reader : public Fields<Reader>, public Soundness {
 public:
  Reader(const Layout& layout, const std::byte* from) noexcept : Fields(layout), from_(from) {}
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
    if (has_value)
      given.emplace();
    else
      given.reset();
    read_or_zeros(given ? &*given : nullptr, T{});
  }
  template <class Variant>
  void kind(Variant& held) noexcept {
    const auto raw = static_cast<std::size_t>(*from_++);
    judge_range(raw < std::variant_size_v<Variant>);
    hold(raw, held, std::make_index_sequence<std::variant_size_v<Variant>>());
  }
  template <std::size_t Kind, class Variant>
  void content(Variant& held) noexcept {
    read_or_zeros(std::get_if<Kind>(&held), std::variant_alternative_t<Kind, Variant>{});
  }

 private:
  template <class T>
  static constexpr std::size_t kValues = controller::kEnumerators<T>.size();

  /// Null: the value must be zeros, and is dropped.
  template <class T>
  void read_or_zeros(T* value, T content) noexcept {
    const std::byte* const first = from_;
    (*this)(nullptr, content);
    if (value) *value = content;
    judge_range(value || std::count(first, from_, std::byte{}) == from_ - first);
  }
  template <class Variant, std::size_t... Kinds>
  static void hold(std::size_t kind, Variant& held, std::index_sequence<Kinds...>) noexcept {
    ((Kinds == kind ? static_cast<void>(held.template emplace<Kinds>()) : void()), ...);
  }

  const std::byte* from_;
};
template <>
inline constexpr std::size_t Reader::kValues<bool> = 2;

}  // namespace ventosa::hal::native
