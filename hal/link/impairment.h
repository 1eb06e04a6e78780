#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "hal/link/gap_trace.h"

/// What a link does to its messages, as a pure function of seed, channel and sequence number: the
/// same in the twin and in front of a real socket, whoever asks, in whatever order.
namespace ventosa::hal {

/// A message is lost, or arrives after  latency + Exp(jitter).  Later ones may overtake it.
/// One-sided, as wireless links are: most messages take little more than the least, few take long.
/// All other effects are drawn on their own, from noise of their own. Probabilities and shares are
/// 0..1.
struct Impairment {
  double latency_s = 0;     ///< the least delay
  double jitter_s = 0;      ///< mean of what comes on top; its 99th percentile is 4.6 times as much
  double loss = 0;          ///< probability, each message on its own
  double duplicate = 0;     ///< probability that it arrives twice, the copy with its own jitter
  double reorder = 0;       ///< probability that it is held back
  double reorder_s = 0.02;  ///< how long
  double burst_share = 0;   ///< of the messages that fall into bursts: all lost
  double burst_length = 5;  ///< mean, in messages; at least 1 / (1 - burst_share)
  double truncate = 0;      ///< probability that it is cut short
  double corrupt = 0;       ///< probability, of one that is not cut, that a byte is changed
};

enum class Loss : std::uint8_t { kNone, kSingle, kBurst, kGap };
enum class Damage : std::uint8_t { kNone, kCut, kChanged };

struct Passage {
  Loss loss = Loss::kNone;
  std::int64_t delay_ns = 0;                    ///< of a message that is not lost
  std::optional<std::int64_t> copy_delay_ns{};  ///< none: it arrives once
  bool held_back = false;
  Damage damage = Damage::kNone;
  std::uint64_t damage_bits = 0;  ///< where it is cut, which byte is changed and how

  bool lost() const { return loss != Loss::kNone; }
};

/// Channels of noise that the passages on one link use, from its first one on. (Besides, eight of
/// those from a million on, far from all others.)
inline constexpr std::uint64_t kChannelsPerLink = 2;

/// What happens to message `sequence` on the link that owns the channels from `channel` on.
///
/// Bursts are those of a two-state Markov chain (Gilbert 1960) that loses every message in its bad
/// state: their length is geometric with mean burst_length, and so is the distance between them. A
/// step of the chain either draws its state afresh, bad with probability burst_share, or keeps it;
/// so the state is that of the last fresh draw, which is found by going back (coupling from the
/// past, Propp & Wilson 1996): less than burst_length messages on the mean, 32 times that at most.
Passage passage(const Impairment& link, std::uint64_t seed, std::uint64_t channel,
                std::uint64_t sequence) noexcept;

/// One direction of a link, with all that happens on it.
struct Direction {
  const Impairment& impairment;
  const GapTrace& gaps;
  std::uint64_t seed;
  std::uint64_t channel;
};

/// The same, and then through the gaps, which also ask when it was sent.
/// @param sent_ns  from the link's start on
Passage passage(const Direction& way, std::uint64_t sequence, std::int64_t sent_ns) noexcept;

/// The datagram as it arrives: what is left of it, or with one byte changed.
std::span<std::byte> damage(const Passage& passage, std::span<std::byte> datagram) noexcept;

}  // namespace ventosa::hal
