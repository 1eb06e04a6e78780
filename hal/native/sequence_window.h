#pragma once

#include <cstdint>

#include "hal/native/wire.h"

namespace ventosa::hal::native {

/// Which numbers of a session have been heard. They wrap: a number is ahead of another by less than
/// half of all numbers, or behind it.
class SequenceWindow {
 public:
  static constexpr std::uint32_t kBehind = 64;       ///< older ones count as replayed
  static constexpr std::uint32_t kAhead = 1u << 16;  ///< more cannot have been lost at once

  /// Of those before the newest  [numbers]
  std::uint32_t n_missing() const noexcept { return n_missing_; }

  /// kNone: it is the newest so far. Takes note of the number unless it is refused as kFuture.
  Reject judge(std::uint32_t sequence) noexcept {
    if (!started_) return take_first(sequence);
    const auto ahead = static_cast<std::int32_t>(sequence - newest_);
    if (ahead > static_cast<std::int32_t>(kAhead)) return Reject::kFuture;
    if (ahead > 0) return take_newer(sequence, static_cast<std::uint32_t>(ahead));
    return take_older(static_cast<std::uint32_t>(newest_ - sequence));
  }

 private:
  Reject take_first(std::uint32_t sequence) noexcept {
    started_ = true;
    newest_ = sequence;
    heard_ = 1;
    return Reject::kNone;
  }
  Reject take_newer(std::uint32_t sequence, std::uint32_t ahead) noexcept {
    heard_ = ahead < kBehind ? heard_ << ahead | 1 : 1;
    newest_ = sequence;
    n_missing_ += ahead - 1;
    return Reject::kNone;
  }
  Reject take_older(std::uint32_t behind) noexcept {
    if (behind >= kBehind || (heard_ >> behind & 1) != 0) return Reject::kReplayed;
    heard_ |= std::uint64_t{1} << behind;
    if (n_missing_ > 0) --n_missing_;
    return Reject::kLate;
  }

  bool started_ = false;
  std::uint32_t newest_ = 0;
  std::uint32_t n_missing_ = 0;
  std::uint64_t heard_ = 0;  ///< bit k: newest - k
};

}  // namespace ventosa::hal::native
