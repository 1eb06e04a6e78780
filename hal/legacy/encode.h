#pragma once

#include <span>

#include "hal/legacy/messages.h"

/// Encoding of messages into datagrams. No allocation, no exception.
namespace ventosa::hal::legacy {

struct Encoded {
  Reject reject = Reject::kNone;
  std::size_t n_bytes = 0;  ///< length of the frame, if not rejected
};

/// Writes `frame` to the start of `buffer`. Rejects what decode() would reject, with the same
/// reason, and with kNoRoom what does not fit; the buffer's content is then undefined.
[[nodiscard]] Encoded encode(const Frame& frame, std::span<std::byte> buffer) noexcept;

/// Collects the frames of one datagram in the caller's buffer.
class Datagram {
 public:
  explicit Datagram(std::span<std::byte> buffer) noexcept : buffer_(buffer) {}

  /// Appends a frame; the datagram is unchanged unless kNone.
  [[nodiscard]] Reject append(const Frame& frame) noexcept {
    const Encoded encoded = encode(frame, buffer_.subspan(n_bytes_));
    if (encoded.reject == Reject::kNone) n_bytes_ += encoded.n_bytes;
    return encoded.reject;
  }
  void clear() noexcept { n_bytes_ = 0; }
  std::span<const std::byte> bytes() const noexcept { return buffer_.first(n_bytes_); }

 private:
  std::span<std::byte> buffer_;
  std::size_t n_bytes_ = 0;
};

}  // namespace ventosa::hal::legacy
