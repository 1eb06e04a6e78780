#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "controller/model/command.h"
#include "controller/model/observation.h"
#include "hal/link/link_counters.h"

/// Messages on their way between the controller and one module.
namespace ventosa::hal {

/// Only those take room that no newer one overtakes, so jitter, held-back messages and gaps hardly
/// need any: latency does, one message for each period. 63 periods are 0.6 s at 100 Hz, 0.12 s at
/// 500 Hz; of a module on Wi-Fi 99 % of the messages take less than 0.114 s.
inline constexpr int kMaxInFlight = 64;

/// Messages under way in one direction, in the order in which they were sent and will arrive. Of
/// the messages that have arrived the newest counts, and one that arrives after a newer one changes
/// nothing: it is forgotten as soon as it is overtaken.
template <class Message>
struct Flight {
  struct Sent {
    std::int64_t due_ns = 0;
    Message message;
  };
  std::array<Sent, kMaxInFlight> sent;
  std::int32_t n = 0;
  LinkCounters count;

  Sent& operator[](int k) { return sent[static_cast<std::size_t>(k)]; }
  const Sent& operator[](int k) const { return sent[static_cast<std::size_t>(k)]; }
};

/// When the first of a message and its copy arrives: the other one changes nothing.
inline std::int64_t first_delay_ns(const Passage& passage) noexcept {
  return std::min(passage.delay_ns, passage.copy_delay_ns.value_or(passage.delay_ns));
}

/// Forgets what will arrive no earlier than a newer message that is due at `due_ns`.
template <class Message>
void overtake(std::int64_t due_ns, Flight<Message>& flight) noexcept {
  for (; flight.n > 0 && flight[flight.n - 1].due_ns >= due_ns; --flight.n)
    flight.count.late += flight[flight.n - 1].due_ns > due_ns;
}

/// Lost as `passage` says, refused if it is damaged, and lost when kMaxInFlight are under way
/// already: dropping an older one instead would let a long line starve.
template <class Message>
void send(const Message& message, const Passage& passage, std::int64_t now_ns,
          Flight<Message>& flight) noexcept {
  count(passage, flight.count);
  if (passage.lost() || passage.damage != Damage::kNone) return;
  const std::int64_t due_ns = now_ns + first_delay_ns(passage);
  overtake(due_ns, flight);
  if (flight.n == kMaxInFlight)
    ++flight.count.no_room;
  else
    flight[flight.n++] = {due_ns, message};
}

/// Takes the newest message due by `now_ns`, and forgets it and all that are older.
/// @return false, `newest` untouched, if none is due
template <class Message>
bool receive(std::int64_t now_ns, Flight<Message>& flight, Message& newest) noexcept {
  int k = flight.n - 1;
  while (k >= 0 && flight[k].due_ns > now_ns) --k;
  if (k < 0) return false;
  newest = flight[k].message;
  std::copy(flight.sent.begin() + k + 1, flight.sent.begin() + flight.n, flight.sent.begin());
  flight.n -= k + 1;
  return true;
}

/// What a module is told, and when that was sent.
struct SentCommand {
  controller::LegCommand command;
  std::int64_t sent_ns = 0;
};

/// What is under way on one module's link.
struct ModuleFlights {
  Flight<SentCommand> command;
  Flight<controller::LegReading> telemetry;
};

/// What one module's link has brought so far.
struct ModuleLink {
  SentCommand waiting;  ///< the newest that arrived, until the module's next loop
  bool waits = false;
  std::int64_t heard_ns = 0;       ///< when the last one that it took had been sent
  controller::LegReading sampled;  ///< by the module, in its last loop
  controller::LegReading seen;     ///< by the controller: the newest that arrived
};

}  // namespace ventosa::hal
