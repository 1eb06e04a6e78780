#pragma once

#include <sched.h>

namespace ventosa::bench {

/// Cores of the two ends of a benchmark over sockets.
inline constexpr int kNearCore = 0, kFarCore = 1;

/// While it exists, the calling thread runs on one processor core only, as do threads that it
/// starts. A benchmark with two ends thus measures the same way between cores for all of its peers.
class OnCore {
 public:
  /// @param n  number among the cores that this thread may run on; the last one if there are fewer
  explicit OnCore(int n) noexcept;
  ~OnCore();
  OnCore(const OnCore&) = delete;
  OnCore& operator=(const OnCore&) = delete;

 private:
  cpu_set_t before_;
};

}  // namespace ventosa::bench
