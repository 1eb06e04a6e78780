#include "app/stranger_teller.h"

#include <utility>

namespace ventosa::app {
namespace {

/// Legacy modules echo the commands that they obey; native ones count what they reject.
std::string stranger_text(const hal::LinkStatistics& link, std::uint64_t n) {
  const std::string count = std::to_string(n);
  if (link.last_foreign.empty())
    return "datagrams rejected that are not ours: " + count +
           "; another program sends to the module, or the network alters datagrams";
  return "commands obeyed that are not ours: " + count + ", the last " +
         std::string(link.last_foreign) + "; another master commands the module";
}

}  // namespace

void StrangerTeller::look(double time_s) {
  constexpr double kAgain_s = 10;
  for (std::size_t k = 0; k < warned_.size(); ++k) {
    const hal::LinkStatistics link = robot_.link(k);
    const std::uint64_t n = link.foreign.value_or(0);
    look_at_answers(k, link);
    const bool is_time = warned_[k].n == 0 || time_s - warned_[k].time_s >= kAgain_s;
    if (n == warned_[k].n || !is_time) continue;
    say_(robot_.device_name(k) + ": " + stranger_text(link, n - warned_[k].n));
    warned_[k].n = n;
    warned_[k].time_s = time_s;
  }
}

void StrangerTeller::look_at_answers(std::size_t device, const hal::LinkStatistics& link) {
  if (link.bad == 0 || std::exchange(warned_[device].has_bad, true)) return;
  say_(robot_.device_name(device) +
       ": invalid datagrams arrive from its address; another program sends them, or the network "
       "alters datagrams");
}

}  // namespace ventosa::app
