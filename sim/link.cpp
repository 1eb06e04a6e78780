#include "sim/link.h"

namespace ventosa::sim {

void send(const controller::Command& command, std::int64_t due_step, LinkState& link) noexcept {
  link.ring[(link.first + link.n) % kMaxInFlight] = {due_step, command};
  ++link.n;
}

const controller::Command* receive(std::int64_t step, LinkState& link) noexcept {
  const controller::Command* newest = nullptr;
  while (link.n > 0 && link.ring[link.first].due_step <= step) {
    newest = &link.ring[link.first].command;
    link.first = (link.first + 1) % kMaxInFlight;
    --link.n;
  }
  return newest;
}

}  // namespace ventosa::sim
