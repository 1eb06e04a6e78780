#pragma once

#include <span>

#include "hal/native/fields.h"
#include "hal/native/key.h"

/// Conversion between messages and datagrams. Defined for all bytes; no allocation, no exception.
namespace ventosa::hal::native {

/// Payload size [bytes] of a message type for a device of this layout.
template <class Message>
[[gnu::flatten]] std::size_t payload_bytes(const Layout& layout) noexcept {
  Sizer sizer(layout);
  const Message message;
  describe(sizer, message);
  return sizer.n_bytes;
}
template <class Message>
std::size_t datagram_bytes(const Layout& layout) noexcept {
  return kHeaderBytes + payload_bytes<Message>(layout) + kTagBytes;
}

/// True for messages with measurements, which may be unknown; commands may not.
template <class Message>
inline constexpr bool kMayBeUnknown =
    std::same_as<Message, Report> || std::same_as<Message, Body> || std::same_as<Message, Planes>;

template <class Message>
Reject reject_of(const Soundness& message) noexcept {
  if (!message.is_in_range()) return Reject::kOutOfRange;
  const bool sound = message.is_finite() && (kMayBeUnknown<Message> || message.is_known());
  return sound ? Reject::kNone : Reject::kNotFinite;
}

struct Encoded {
  Reject reject = Reject::kNone;
  std::size_t n_bytes = 0;  ///< size of the datagram, unless rejected
};

/// Writes header or tag around a payload in place. @{
void write_header(const Header& header, std::span<std::byte> datagram) noexcept;
void write_tag(const Key& key, std::span<std::byte> datagram) noexcept;
/// @}

/// Writes a datagram without its tag to the start of `buffer`. Rejects it with kShort if the buffer
/// is too small, and for invalid values with the same reasons as decode().
template <class Message>
[[nodiscard, gnu::flatten]] Encoded encode_untagged(const Header& header, const Message& message,
                                                    const Layout& layout,
                                                    std::span<std::byte> buffer) noexcept {
  const std::size_t n_bytes = datagram_bytes<Message>(layout);
  if (buffer.size() < n_bytes) return {Reject::kShort};
  Writer writer(layout, buffer.data() + kHeaderBytes);
  describe(writer, message);
  if (const Reject reject = reject_of<Message>(writer); reject != Reject::kNone) return {reject};
  write_header({Message::kKind, header.module, header.session, header.sequence},
               buffer.first(n_bytes));
  return {Reject::kNone, n_bytes};
}

/// Writes a datagram with its tag.
template <class Message>
[[nodiscard]] Encoded encode(const Header& header, const Message& message, const Layout& layout,
                             const Key& key, std::span<std::byte> buffer) noexcept {
  const Encoded encoded = encode_untagged(header, message, layout, buffer);
  if (encoded.reject == Reject::kNone) write_tag(key, buffer.first(encoded.n_bytes));
  return encoded;
}

/// A datagram with a valid header and tag.
struct Opened {
  Header header;             ///< valid also for a datagram rejected for its version
  std::uint8_t version = 0;  ///< valid also for a datagram rejected for its version
  std::span<const std::byte> payload;
};

/// Checks a datagram.  @return kNone, or the first applicable reason of kShort, kForeign, kVersion,
/// kModule, kKind, kTag.
[[nodiscard]] Reject open(std::span<const std::byte> datagram, std::uint8_t module, const Key& key,
                          Opened& opened) noexcept;

/// Decodes a payload.
/// @return kNone; or kLength, kOutOfRange or kNotFinite, with `message` undefined
template <class Message>
[[nodiscard, gnu::flatten]] Reject decode(std::span<const std::byte> payload, const Layout& layout,
                                          Message& message) noexcept {
  if (payload.size() != payload_bytes<Message>(layout)) return Reject::kLength;
  Reader reader(layout, payload.data());
  describe(reader, message);
  return reject_of<Message>(reader);
}

}  // namespace ventosa::hal::native
