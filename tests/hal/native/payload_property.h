#pragma once

#include <optional>

#include "tests/hal/native/sealed.h"

/// Properties of the decoder for any bytes in a datagram of the native protocol.
namespace ventosa::hal::native::test {

struct PayloadOutcome {
  bool holds = true;
  std::optional<Kind> accepted{};  ///< kind as which it was accepted
};

/// True unless an accepted header is encoded to different bytes.
inline bool survives_opening(Bytes datagram) {
  constexpr std::size_t kModuleAt = 6;
  Opened opened;
  const std::byte module = datagram.size() > kModuleAt ? datagram[kModuleAt] : std::byte{};
  if (open(datagram, std::to_integer<std::uint8_t>(module), key(), opened) != Reject::kNone)
    return true;
  return sealed(opened.header, opened.payload) == datagram;
}

/// Checks that an accepted message is encoded to the same bytes.
template <class Message>
PayloadOutcome judge_payload(const Bytes& payload, const Layout& layout) {
  const Header header{Message::kKind, 3, 5, 7};
  const Bytes datagram = sealed(header, payload);
  Opened opened;
  Message message;
  if (open(datagram, header.module, key(), opened) != Reject::kNone) return {.holds = false};
  if (decode(opened.payload, layout, message) != Reject::kNone) return {};
  Bytes again(datagram.size());
  const Encoded encoded = encode(header, message, layout, key(), again);
  return {
      encoded.reject == Reject::kNone && encoded.n_bytes == datagram.size() && again == datagram,
      Message::kKind};
}

/// Checks the rest of the script as a payload; of the message's length if `fits`.
template <class Message>
PayloadOutcome judge_rest(Script& script, const Layout& layout, bool fits) {
  constexpr std::size_t kMostPayload = kMaxDatagram - kHeaderBytes - kTagBytes;
  const std::size_t n = fits ? payload_bytes<Message>(layout) : script.rest().size();
  return judge_payload<Message>(script.bytes(std::min(n, kMostPayload)), layout);
}

/// The lowest three bits are the joints; each higher one adds a part or leaves one out.
inline Layout layout_of(std::uint8_t bits) {
  using controller::Equipment;
  Layout layout{bits % (controller::kMaxJoints + 1), {}};
  const auto is_set = [bits](int bit) { return ((bits >> bit) & 1) != 0; };
  if (!is_set(3)) layout.parts.insert(Equipment::kCup);
  if (!is_set(4)) layout.parts.insert(Equipment::kPack);
  if (is_set(5)) layout.parts.insert(Equipment::kForceSensor);
  if (is_set(6)) layout.parts.insert(Equipment::kFix);
  if (is_set(7)) layout.parts.insert(Equipment::kHeading);
  return layout;
}

template <class... Messages>
struct MessageList {
  static PayloadOutcome judge(Script script) {
    const std::size_t kind = script.below(sizeof...(Messages));
    const Layout layout = layout_of(script.number<std::uint8_t>());
    const bool fits = script.below(2) == 0;
    PayloadOutcome outcome;
    (void)((Messages::kKind == static_cast<Kind>(kind) &&
            (outcome = judge_rest<Messages>(script, layout, fits), true)) ||
           ...);
    return outcome;
  }
};
using AllMessages = MessageList<Ask, Identity, Claim, Claimed, Refused, Release, Command, Report,
                                Gaze, Body, Planes>;

inline PayloadOutcome judge_anything(std::span<const std::byte> bytes) {
  const Bytes raw(bytes.begin(), bytes.end());
  Bytes tagged = raw;
  tagged.resize(std::max(raw.size(), kHeaderBytes) + kTagBytes);
  write_tag(key(), tagged);
  PayloadOutcome outcome = AllMessages::judge(Script(bytes));
  outcome.holds &= survives_opening(raw) && survives_opening(tagged);
  return outcome;
}

}  // namespace ventosa::hal::native::test
