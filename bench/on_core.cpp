#include "bench/on_core.h"

#include <algorithm>

namespace ventosa::bench {
namespace {

/// The n-th core of a set, or its last one.
int core_of(const cpu_set_t& set, int n) {
  int core = 0;
  int left = std::min(n + 1, CPU_COUNT(&set));
  while (left > 0) left -= CPU_ISSET(core++, &set) ? 1 : 0;
  return core - 1;
}

}  // namespace

OnCore::OnCore(int n) noexcept {
  CPU_ZERO(&before_);
  sched_getaffinity(0, sizeof before_, &before_);
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(core_of(before_, n), &only);
  sched_setaffinity(0, sizeof only, &only);
}

OnCore::~OnCore() { sched_setaffinity(0, sizeof before_, &before_); }

}  // namespace ventosa::bench
