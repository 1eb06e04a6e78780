#pragma once

#include <cstdint>

#include "controller/model/description.h"
#include "hal/link/impairment.h"

namespace ventosa::hal {

/// Counts of the messages in one direction of a link.
struct LinkCounters {
  std::uint64_t sent = 0;  ///< messages sent; also the sequence number of the next message
  std::uint64_t lost = 0;  ///< messages lost singly, outside bursts and gaps
  std::uint64_t lost_in_burst = 0;
  std::uint64_t lost_in_gap = 0;
  std::uint64_t duplicated = 0;
  std::uint64_t reordered = 0;  ///< delayed, so that later ones overtook them
  std::uint64_t truncated = 0;  ///< rejected by the receiver
  std::uint64_t corrupted = 0;  ///< rejected by the receiver
  std::uint64_t late = 0;       ///< arrived after a newer one
  std::uint64_t no_room = 0;    ///< lost because too many were under way
};

void describe(auto& field, controller::Is<LinkCounters> auto& n) {
  field("sent", n.sent);
  field("lost", n.lost);
  field("lost_in_burst", n.lost_in_burst);
  field("lost_in_gap", n.lost_in_gap);
  field("duplicated", n.duplicated);
  field("reordered", n.reordered);
  field("truncated", n.truncated);
  field("corrupted", n.corrupted);
  field("late", n.late);
  field("no_room", n.no_room);
}

/// Counts a message at its sending; `late` and `no_room` are counted elsewhere.
inline void count(const Passage& passage, LinkCounters& n) noexcept {
  ++n.sent;
  n.lost += passage.loss == Loss::kSingle;
  n.lost_in_burst += passage.loss == Loss::kBurst;
  n.lost_in_gap += passage.loss == Loss::kGap;
  if (passage.lost()) return;
  n.duplicated += passage.copy_delay_ns.has_value();
  n.reordered += passage.held_back;
  n.truncated += passage.damage == Damage::kCut;
  n.corrupted += passage.damage == Damage::kChanged;
}

}  // namespace ventosa::hal
