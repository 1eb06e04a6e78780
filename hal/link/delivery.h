#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "controller/model/command.h"
#include "controller/model/observation.h"
#include "hal/link/link_counters.h"

/// Transport of messages between the controller and one module.
namespace ventosa::hal {

/// Largest number of messages under way. Since overtaken messages are dropped, jitter, held-back
/// messages and gaps hardly need room; latency needs one message per period. 63 periods are 0.6 s
/// at 100 Hz and 0.12 s at 500 Hz; on Wi-Fi 99 % of the messages take less than 0.114 s.
inline constexpr int kMaxInFlight = 64;

/// Messages under way in one direction, in the order of sending and of arrival. The receiver uses
/// only the newest arrived message; a message is dropped as soon as a newer one will overtake it.
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

/// Delay of the earlier one of a message and its copy.
inline std::int64_t first_delay_ns(const Passage& passage) noexcept {
  return std::min(passage.delay_ns, passage.copy_delay_ns.value_or(passage.delay_ns));
}

/// Drops messages that would arrive no earlier than a newer one due at `due_ns`.
template <class Message>
void overtake(std::int64_t due_ns, Flight<Message>& flight) noexcept {
  for (; flight.n > 0 && flight[flight.n - 1].due_ns >= due_ns; --flight.n)
    flight.count.late += flight[flight.n - 1].due_ns > due_ns;
}

/// Sends a message. It is lost as `passage` says, rejected if damaged, and lost if kMaxInFlight are
/// under way. If an older one were dropped instead, a long line might never deliver a message.
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

/// Takes the newest message due by `now_ns` and drops all older ones.
/// @return false, with `newest` unchanged, if none is due
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

/// A command to a module with its send time.
struct SentCommand {
  controller::LegCommand command;
  std::int64_t sent_ns = 0;
};

/// Messages under way on one module's link.
struct ModuleFlights {
  Flight<SentCommand> command;
  Flight<controller::LegReading> telemetry;
};

/// Messages received on one module's link.
struct ModuleLink {
  SentCommand waiting;  ///< newest arrived command, until the module's next loop
  bool waits = false;
  std::int64_t heard_ns = 0;       ///< send time of the last command that the module took
  controller::LegReading sampled;  ///< the module's sample in its last loop
  controller::LegReading seen;     ///< newest reading that reached the controller
};

}  // namespace ventosa::hal
