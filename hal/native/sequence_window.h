#pragma once

#include <cstdint>

#include "hal/native/wire.h"

namespace ventosa::hal::native {

/// Window of received sequence numbers of a session. Numbers wrap: of two numbers one is ahead by
/// less than half of the range.
class SequenceWindow {
 public:
  static constexpr std::uint32_t kBehind = 64;       ///< older numbers count as replayed
  static constexpr std::uint32_t kAhead = 1u << 16;  ///< larger steps cannot be losses

  /// Number of missing messages before the newest.
  std::uint32_t n_missing() const noexcept { return n_missing_; }

  /// Checks a sequence number: kNone if it is the newest so far. Records the number, unless it
  /// is rejected as kFuture.
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
  std::uint64_t heard_ = 0;  ///< bit k: number newest - k
};

}  // namespace ventosa::hal::native
