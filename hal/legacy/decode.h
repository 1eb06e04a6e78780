#pragma once

#include <span>
#include <utility>

#include "hal/legacy/messages.h"

/// From a datagram's bytes to messages, and to a reason for each frame that is none. Total over all
/// bytes; allocates nothing, throws nothing.
namespace ventosa::hal::legacy {

struct Refusal {
  Reject reject = Reject::kNone;
  std::uint8_t id = 0;  ///< of the message; 0: the datagram was refused
  bool operator==(const Refusal&) const = default;
};

/// Of the frame that `bytes` begin with, as its size byte says  [bytes]
inline std::size_t frame_length(std::span<const std::byte> bytes) noexcept {
  return kPrefix + std::to_integer<std::size_t>(bytes[2]);
}

/// kNone if the datagram consists of whole frames, at least one, and nothing else.
[[nodiscard]] Reject check_framing(std::span<const std::byte> datagram) noexcept;

/// Of the bytes of one frame, which passed check_framing(). `frame` is as it was unless kNone.
[[nodiscard]] Refusal decode_frame(std::span<const std::byte> bytes, Frame& frame) noexcept;

/// Calls sink(Frame) or sink(Refusal) for each frame of the datagram, in order.
///
/// Where a frame ends is known from its size byte alone. So a datagram that whole frames do not
/// fill to the last byte is refused as one, before any of it is taken: where a frame lacks a byte,
/// it would take one of the next frame's header for its own. A frame that is whole but wrong costs
/// only itself. Nothing is kept for the next datagram.
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
