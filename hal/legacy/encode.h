#pragma once

#include <span>

#include "hal/legacy/messages.h"

/// From messages to the bytes of a datagram. Allocates nothing, throws nothing.
namespace ventosa::hal::legacy {

struct Encoded {
  Reject reject = Reject::kNone;
  std::size_t n_bytes = 0;  ///< of the frame, if it was not rejected
};

/// Writes `frame` to the beginning of `buffer`. What decode() would refuse is refused with the same
/// reason, with kNoRoom what `buffer` cannot hold; its bytes are then of no account.
[[nodiscard]] Encoded encode(const Frame& frame, std::span<std::byte> buffer) noexcept;

/// Collects the frames of one datagram in a buffer of the caller's.
class Datagram {
 public:
  explicit Datagram(std::span<std::byte> buffer) noexcept : buffer_(buffer) {}

  /// Unless kNone, the datagram is as it was.
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
