#pragma once

#include <cstdint>

/// What a link does to its messages, as a pure function of seed, channel and sequence number: the
/// same in the twin and in front of a real socket, whoever asks, in whatever order.
namespace ventosa::hal {

/// A message is lost, or arrives after  latency + Exp(jitter).  Later ones may overtake it.
/// One-sided, as wireless links are: most messages take little more than the least, few take long.
struct Impairment {
  double latency_s = 0;  ///< the least delay
  double jitter_s = 0;   ///< mean of what comes on top; its 99th percentile is 4.6 times as much
  double loss = 0;       ///< probability, each message on its own
};

struct Passage {
  bool lost = false;
  std::int64_t delay_ns = 0;  ///< of a message that is not lost
};

/// Channels of noise that the passages on one link use.
inline constexpr std::uint64_t kChannelsPerLink = 2;

/// What happens to message `sequence` on the link that owns the channels from `channel` on.
Passage passage(const Impairment& link, std::uint64_t seed, std::uint64_t channel,
                std::uint64_t sequence) noexcept;

}  // namespace ventosa::hal
