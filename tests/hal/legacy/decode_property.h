#pragma once

#include <algorithm>
#include <memory>

#include "hal/legacy/decode.h"
#include "hal/legacy/encode.h"

/// Properties of the decoder for arbitrary bytes; without GoogleTest, for the fuzzer.
namespace ventosa::hal::legacy {

struct Outcome {
  bool holds = true;  ///< accepted frames encode to the same bytes, and no bytes were skipped
  int n_taken = 0;
  int n_refused = 0;
};

/// Sink that compares each frame with its bytes.
class Comparison {
 public:
  explicit Comparison(std::span<const std::byte> datagram) : rest_(datagram) {}

  void operator()(const Frame& frame) {
    std::array<std::byte, kMaxFrame> buffer;
    const Encoded encoded = encode(frame, buffer);
    outcome_.holds &= encoded.reject == Reject::kNone && encoded.n_bytes <= rest_.size() &&
                      std::equal(buffer.begin(), buffer.begin() + encoded.n_bytes, rest_.begin());
    ++outcome_.n_taken;
    pass_one();
  }
  void operator()(const Refusal& refusal) {
    outcome_.holds &= refusal.reject != Reject::kNone;
    ++outcome_.n_refused;
    framed_ &= !is_framing(refusal.reject);
    if (framed_) pass_one();
  }
  Outcome outcome() const {
    const bool all_seen =
        framed_ ? rest_.empty() : outcome_.n_taken == 0 && outcome_.n_refused == 1;
    return {outcome_.holds && all_seen, outcome_.n_taken, outcome_.n_refused};
  }

 private:
  void pass_one() { rest_ = rest_.subspan(kPrefix + std::to_integer<std::size_t>(rest_[2])); }

  std::span<const std::byte> rest_;
  bool framed_ = true;
  Outcome outcome_;
};

/// Decodes an exact-size copy, so that the address sanitizer detects reads beyond the end.
inline Outcome decode_anything(std::span<const std::byte> bytes) {
  const auto copy = std::make_unique<std::byte[]>(bytes.size());
  std::copy(bytes.begin(), bytes.end(), copy.get());
  const std::span<const std::byte> datagram(copy.get(), bytes.size());
  Comparison comparison(datagram);
  decode(datagram, comparison);
  return comparison.outcome();
}

}  // namespace ventosa::hal::legacy
