#pragma once

#include <cstdint>
#include <limits>
#include <random>

#include "tests/hal/native/sealed.h"

/// Random messages and their bytes.
namespace ventosa::hal::native::test {

/// Layouts of devices: a module with cup and pack, one with a point foot, with its sensor and
/// without, one without anything, and a body with GPS and compass.
inline constexpr Layout kCupModule{6, {controller::Equipment::kCup, controller::Equipment::kPack}};
inline constexpr Layout kPointModule{
    3, {controller::Equipment::kPointFoot, controller::Equipment::kForceSensor}};
inline constexpr Layout kBlindModule{3, {controller::Equipment::kPointFoot}};
inline constexpr Layout kBodyWithPlace{
    0, {controller::Equipment::kFix, controller::Equipment::kHeading}};
inline constexpr Layout kLayouts[] = {kCupModule, kPointModule, kBlindModule, kBodyWithPlace, {}};

/// Fills every field with a valid value.
class Filler : public Fields<Filler> {
 public:
  Filler(const Layout& layout, std::uint32_t seed, bool may_be_unknown)
      : Fields(layout), dice_(seed), may_be_unknown_(may_be_unknown) {}

  template <class T>
  void value(T& value) noexcept {
    if constexpr (std::same_as<T, bool>)
      value = below(2) != 0;
    else if constexpr (controller::Enumeration<T>)
      value = static_cast<T>(below(controller::kEnumerators<T>.size()));
    else if constexpr (std::floating_point<T>)
      value = may_be_unknown_ && below(4) == 0 ? controller::kUnknown
                                               : std::uniform_real_distribution(-1e6, 1e6)(dice_);
    else
      fill_raw(value);
    if constexpr (std::same_as<T, std::int64_t>) value %= kMostTime_ns;
  }
  template <class T>
  void optional(std::optional<T>& given) noexcept {
    given.reset();
    if (below(2) == 0) return;
    T content{};
    (*this)(nullptr, content);
    given = content;
  }
  template <class Variant>
  void kind(Variant& held) noexcept {
    choose(below(std::variant_size_v<Variant>), held,
           std::make_index_sequence<std::variant_size_v<Variant>>());
  }
  template <std::size_t Kind, class Variant>
  void content(Variant& held) noexcept {
    if (auto* const given = std::get_if<Kind>(&held)) (*this)(nullptr, *given);
  }

 private:
  template <class Variant, std::size_t... Kinds>
  static void choose(std::size_t kind, Variant& held, std::index_sequence<Kinds...>) {
    ((Kinds == kind ? static_cast<void>(held.template emplace<Kinds>()) : void()), ...);
  }
  template <class T>
  void fill_raw(T& value) noexcept {
    auto* bytes = reinterpret_cast<std::byte*>(&value);
    for (std::size_t k = 0; k < sizeof value; ++k) bytes[k] = static_cast<std::byte>(below(256));
  }
  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(dice_);
  }

  std::mt19937 dice_;
  const bool may_be_unknown_;
};

template <class Message>
Message random_message(std::uint32_t seed, const Layout& layout = kCupModule) {
  Message message{};
  Filler filler(layout, seed, kMayBeUnknown<Message>);
  describe(filler, message);
  return message;
}

/// Payload of a message; equal messages have equal payloads.
template <class Message>
std::vector<std::byte> payload_of(const Message& message, const Layout& layout = kCupModule) {
  std::vector<std::byte> bytes(payload_bytes<Message>(layout));
  Writer writer(layout, bytes.data());
  describe(writer, message);
  return bytes;
}

template <class Message>
std::vector<std::byte> datagram_of(const Message& message, const Header& header = {},
                                   const Layout& layout = kCupModule) {
  std::vector<std::byte> bytes(kMaxDatagram);
  const Encoded encoded = encode(header, message, layout, key(), bytes);
  EXPECT_EQ(encoded.reject, Reject::kNone);
  bytes.resize(encoded.n_bytes);
  return bytes;
}

}  // namespace ventosa::hal::native::test
