#include "app/stranger_teller.h"

#include "app/wire.h"

namespace ventosa::app {
namespace {

/// Legacy modules echo what they obey; native ones count what they refuse.
std::string stranger_text(const hal::LinkStatistics& link, std::uint64_t n) {
  const std::string count = std::to_string(n);
  if (link.last_foreign.empty())
    return "somebody else sends to it: datagrams that it has refused beside ours: " + count;
  return "somebody else commands it: echoes of commands that are not ours: " + count +
         ", the last " + std::string(link.last_foreign);
}

}  // namespace

void StrangerTeller::look(double time_s) {
  constexpr double kAgain_s = 10;
  for (std::size_t k = 0; k < told_.size(); ++k) {
    const hal::LinkStatistics link = robot_.link(k);
    const bool is_time = told_[k].n == 0 || time_s - told_[k].time_s >= kAgain_s;
    if (link.foreign == told_[k].n || !is_time) continue;
    say_(device_name(model_, k) + ": " + stranger_text(link, link.foreign - told_[k].n));
    told_[k] = {link.foreign, time_s};
  }
}

}  // namespace ventosa::app
