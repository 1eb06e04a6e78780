#include "app/interrupt.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace ventosa::app {
namespace {

// asked by all threads; a handler may set no others
std::atomic<bool> received = false;
std::atomic<std::int64_t> received_s = 0;
static_assert(std::atomic<bool>::is_always_lock_free &&
              std::atomic<std::int64_t>::is_always_lock_free);

/// A second one has the system's effect, but for one that comes at once: `timeout` and terminals
/// that close send two.
extern "C" void note_signal(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!received.exchange(true)) received_s = now.tv_sec;
  if (now.tv_sec - received_s < 2) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

void listen_for_interrupt() {
  struct sigaction action {};
  action.sa_handler = note_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);
}

bool interrupted() noexcept { return received; }

}  // namespace ventosa::app
