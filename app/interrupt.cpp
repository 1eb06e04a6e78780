#include "app/interrupt.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace ventosa::app {
namespace {

/// Time of the first signal on the monotonic clock plus 1 s; 0: no signal. Atomic, because all
/// threads read it and two signal handlers may run at once.
std::atomic<std::int64_t> first_s = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

/// The second signal has its default effect, except within about a second of the first: `timeout`
/// and closing terminals send two.
extern "C" void note_signal(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t now_s = now.tv_sec + 1;
  std::int64_t before_s = 0;
  if (first_s.compare_exchange_strong(before_s, now_s) || now_s - before_s < 2) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

void listen_for_interrupt() {
  struct sigaction action {};
  action.sa_handler = note_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction inherited {};
  sigaction(SIGHUP, nullptr, &inherited);  // nohup lets a run outlive its terminal
  if (inherited.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
}

bool interrupted() noexcept { return first_s != 0; }

}  // namespace ventosa::app
