#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "hal/link/gap_trace.h"

/// Impairment of a link's messages, as a pure function of seed, channel and sequence number: the
/// same in the twin and in front of a real socket, in any order of evaluation.
namespace ventosa::hal {

/// A message is lost, or arrives after  latency + Exp(jitter); later ones may overtake it. The
/// distribution is one-sided like that of wireless links: most delays are little above the least,
/// few are long. All other effects are drawn independently. Probabilities and shares are in 0..1.
struct Impairment {
  double latency_s = 0;  ///< least delay
  double jitter_s = 0;  ///< mean of the additional delay; its 99th percentile is 4.6 times as large
  double loss = 0;      ///< probability of an independent loss
  double duplicate = 0;     ///< probability that it arrives twice, the copy with its own jitter
  double reorder = 0;       ///< probability that it is held back
  double reorder_s = 0.02;  ///< additional delay of a message that is held back
  double burst_share = 0;   ///< share of messages lost in bursts
  double burst_length = 5;  ///< mean length of a burst in messages; at least 1 / (1 - burst_share)
  double truncate = 0;      ///< probability that it is truncated
  double corrupt = 0;       ///< probability, if not truncated, that a byte is changed
};

enum class Loss : std::uint8_t { kNone, kSingle, kBurst, kGap };
enum class Damage : std::uint8_t { kNone, kCut, kChanged };

struct Passage {
  Loss loss = Loss::kNone;
  std::int64_t delay_ns = 0;  ///< delay of a message that is not lost
  /// Delay of the copy; no value: the message arrives once.
  std::optional<std::int64_t> copy_delay_ns{};
  bool held_back = false;
  Damage damage = Damage::kNone;
  /// Random bits: position of the cut, or position and value of the changed byte.
  std::uint64_t damage_bits = 0;

  bool lost() const { return loss != Loss::kNone; }
};

/// Number of successive noise channels that a link uses. Each link uses eight more above channel
/// one million.
inline constexpr std::uint64_t kChannelsPerLink = 2;

/// Passage of message `sequence` on the link with channels from `channel` on.
///
/// Bursts follow a two-state Markov chain (Gilbert 1960) that loses every message in its bad state:
/// their lengths are geometric with mean burst_length, and so are the distances between them. A
/// step of the chain either draws a new state, bad with probability burst_share, or keeps it. The
/// state is therefore that of the last new draw, which is found by going back (coupling from the
/// past, Propp & Wilson 1996): fewer than burst_length messages on average, 32 times that at most.
Passage passage(const Impairment& link, std::uint64_t seed, std::uint64_t channel,
                std::uint64_t sequence) noexcept;

/// One direction of a link with all its impairments.
struct Direction {
  const Impairment& impairment;
  const GapTrace& gaps;
  std::uint64_t seed;
  std::uint64_t channel;
};

/// Passage including gaps, which depend on the send time.
/// @param sent_ns  since the link's start
Passage passage(const Direction& way, std::uint64_t sequence, std::int64_t sent_ns) noexcept;

/// Damages a datagram: truncates it, or changes one byte.  @return the remaining bytes
std::span<std::byte> damage(const Passage& passage, std::span<std::byte> datagram) noexcept;

}  // namespace ventosa::hal
