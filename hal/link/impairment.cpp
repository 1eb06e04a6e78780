#include "hal/link/impairment.h"

#include <algorithm>
#include <cmath>

#include "hal/noise.h"

namespace ventosa::hal {
namespace {

enum class Effect : std::uint64_t {
  kDuplicate,
  kCopyJitter,
  kReorder,
  kBurst,
  kTruncate,
  kCorrupt,
  kDamage,
  kGapPhase,
};

/// Noise channel of an effect on the link whose channels begin at `channel`.
std::uint64_t channel_of(Effect effect, std::uint64_t channel) {
  constexpr std::uint64_t kFirst = 1'000'000, kEffects = 8;
  return kFirst + kEffects * channel + static_cast<std::uint64_t>(effect);
}

/// One message of a link, with its random draws.
struct Draw {
  std::uint64_t seed, channel, sequence;

  bool happens(double probability, Effect effect) const {
    return probability > 0 && uniform(seed, channel_of(effect, channel), sequence) <= probability;
  }
  std::int64_t delay_ns(const Impairment& link, std::uint64_t jitter_channel) const {
    double delay_s = link.latency_s;
    if (link.jitter_s > 0)
      delay_s -= link.jitter_s * std::log(uniform(seed, jitter_channel, sequence));
    return std::llround(delay_s * 1e9);
  }
};

bool in_burst(const Impairment& link, const Draw& draw) {
  if (!(link.burst_share > 0)) return false;
  // How far back to look for the last newly drawn state, in mean burst lengths: it is older with a
  // probability of 1e-14.
  constexpr double kMemory = 32;
  const double fresh = std::min(1.0, 1 / (link.burst_length * (1 - link.burst_share)));
  const auto reach = static_cast<std::uint64_t>(kMemory * link.burst_length);
  const std::uint64_t oldest = draw.sequence - std::min(draw.sequence, reach);
  const std::uint64_t channel = channel_of(Effect::kBurst, draw.channel);
  for (std::uint64_t k = draw.sequence; k > oldest; --k)
    if (const double u = uniform(draw.seed, channel, k); u <= fresh)
      return u <= fresh * link.burst_share;
  return uniform(draw.seed, channel, oldest) <= link.burst_share;
}

Loss loss_of(const Impairment& link, const Draw& draw) {
  if (link.loss > 0 && uniform(draw.seed, draw.channel, draw.sequence) <= link.loss)
    return Loss::kSingle;
  return in_burst(link, draw) ? Loss::kBurst : Loss::kNone;
}

Damage damage_of(const Impairment& link, const Draw& draw) {
  if (draw.happens(link.truncate, Effect::kTruncate)) return Damage::kCut;
  return draw.happens(link.corrupt, Effect::kCorrupt) ? Damage::kChanged : Damage::kNone;
}

}  // namespace

Passage passage(const Impairment& link, std::uint64_t seed, std::uint64_t channel,
                std::uint64_t sequence) noexcept {
  const Draw draw{seed, channel, sequence};
  Passage message{.loss = loss_of(link, draw)};
  if (message.lost()) return message;
  message.delay_ns = draw.delay_ns(link, channel + 1);
  message.held_back = draw.happens(link.reorder, Effect::kReorder);
  if (message.held_back) message.delay_ns += std::llround(link.reorder_s * 1e9);
  if (draw.happens(link.duplicate, Effect::kDuplicate))
    message.copy_delay_ns = draw.delay_ns(link, channel_of(Effect::kCopyJitter, channel));
  message.damage = damage_of(link, draw);
  if (message.damage != Damage::kNone)
    message.damage_bits = random_bits(seed, channel_of(Effect::kDamage, channel), sequence);
  return message;
}

Passage passage(const Direction& way, std::uint64_t sequence, std::int64_t sent_ns) noexcept {
  Passage message = passage(way.impairment, way.seed, way.channel, sequence);
  if (way.gaps.end_ns.empty() || message.lost()) return message;
  const double phase = uniform(way.seed, channel_of(Effect::kGapPhase, way.channel), 0);
  const auto delay_through = [&](std::int64_t delay_ns) {
    return delay_through_gaps(way.gaps, phase, sent_ns, delay_ns);
  };
  const auto first_ns = delay_through(message.delay_ns);
  if (message.copy_delay_ns) message.copy_delay_ns = delay_through(*message.copy_delay_ns);
  if (first_ns) {
    message.delay_ns = *first_ns;
  } else if (message.copy_delay_ns) {  // the message is lost, its copy arrives
    message.delay_ns = *message.copy_delay_ns;
    message.copy_delay_ns.reset();
  } else {
    message.loss = Loss::kGap;
  }
  return message;
}

std::span<std::byte> damage(const Passage& passage, std::span<std::byte> datagram) noexcept {
  if (passage.damage == Damage::kNone || datagram.empty()) return datagram;
  const std::size_t at = passage.damage_bits % datagram.size();
  if (passage.damage == Damage::kCut) return datagram.first(at);
  datagram[at] ^= static_cast<std::byte>(1 + mix(passage.damage_bits) % 255);
  return datagram;
}

}  // namespace ventosa::hal
