#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "controller/model/command.h"
#include "controller/model/observation.h"
#include "hal/link/impairment.h"

/// Messages on their way between the controller and one module.
namespace ventosa::hal {

inline constexpr int kMaxInFlight = 8;

/// Messages under way in one direction, in the order in which they were sent. Of the messages that
/// have arrived the newest counts, and one that arrives after a newer one changes nothing.
template <class Message>
struct Flight {
  struct Sent {
    std::int64_t due_ns = 0;
    Message message;
  };
  std::array<Sent, kMaxInFlight> sent;
  std::int32_t n = 0;
  std::uint64_t next = 0;  ///< sequence number of the next message
};

/// Lost as `passage` says, and when kMaxInFlight are under way already: dropping an older one
/// instead would let a long line starve.
template <class Message>
void send(const Message& message, const Passage& passage, std::int64_t now_ns,
          Flight<Message>& flight) noexcept {
  ++flight.next;
  if (passage.lost || flight.n == kMaxInFlight) return;
  flight.sent[static_cast<std::size_t>(flight.n++)] = {now_ns + passage.delay_ns, message};
}

/// Takes the newest message due by `now_ns`, and forgets it and all that are older.
/// @return false, `newest` untouched, if none is due
template <class Message>
bool receive(std::int64_t now_ns, Flight<Message>& flight, Message& newest) noexcept {
  int k = flight.n - 1;
  while (k >= 0 && flight.sent[static_cast<std::size_t>(k)].due_ns > now_ns) --k;
  if (k < 0) return false;
  newest = flight.sent[static_cast<std::size_t>(k)].message;
  std::copy(flight.sent.begin() + k + 1, flight.sent.begin() + flight.n, flight.sent.begin());
  flight.n -= k + 1;
  return true;
}

/// What a module is told, and when that was sent.
struct SentCommand {
  controller::LegCommand command;
  std::int64_t sent_ns = 0;
};

/// One module's link, and what it has brought so far.
struct ModuleLink {
  Flight<SentCommand> command;
  SentCommand waiting;  ///< the newest that arrived, until the module's next loop
  bool waits = false;
  std::int64_t heard_ns = 0;  ///< when the last one that it took had been sent
  Flight<controller::LegReading> telemetry;
  controller::LegReading sampled;  ///< by the module, in its last loop
  controller::LegReading seen;     ///< by the controller: the newest that arrived
};

}  // namespace ventosa::hal
