#pragma once

#include <span>
#include <utility>

#include "hal/legacy/messages.h"

/// Decoding of datagrams into messages, with a reason for each invalid frame. Defined for all
/// bytes; no allocation, no exception.
namespace ventosa::hal::legacy {

struct Refusal {
  Reject reject = Reject::kNone;
  std::uint8_t id = 0;  ///< id of the message; 0: the datagram was rejected
  bool operator==(const Refusal&) const = default;
};

/// Length [bytes] of the frame at the start of `bytes`, by its size byte.
inline std::size_t frame_length(std::span<const std::byte> bytes) noexcept {
  return kPrefix + std::to_integer<std::size_t>(bytes[2]);
}

/// kNone if the datagram consists of whole frames, at least one, and nothing else.
[[nodiscard]] Reject check_framing(std::span<const std::byte> datagram) noexcept;

/// Decodes one frame that passed check_framing(). `frame` is unchanged unless kNone.
[[nodiscard]] Refusal decode_frame(std::span<const std::byte> bytes, Frame& frame) noexcept;

/// Calls sink(Frame) or sink(Refusal) for each frame of the datagram, in order.
///
/// The end of a frame is known only from its size byte. So a datagram that is not exactly filled by
/// whole frames is rejected entirely: with a byte missing, a frame would take one from the next
/// frame's header. A whole but invalid frame affects only itself. No state is kept between
/// datagrams.
///
/// @param sink  must not throw; texts are valid as long as the datagram
template <class Sink>
void decode(std::span<const std::byte> datagram, Sink&& sink) noexcept {
  if (const Reject reject = check_framing(datagram); reject != Reject::kNone) {
    sink(Refusal{reject});
    return;
  }
  Frame frame;
  while (!datagram.empty()) {
    const auto bytes = datagram.first(frame_length(datagram));
    if (const Refusal refusal = decode_frame(bytes, frame); refusal.reject != Reject::kNone)
      sink(refusal);
    else
      sink(std::as_const(frame));
    datagram = datagram.subspan(bytes.size());
  }
}

}  // namespace ventosa::hal::legacy
