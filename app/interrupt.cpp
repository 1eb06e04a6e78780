#include "app/interrupt.h"

#include <atomic>
#include <csignal>

namespace ventosa::app {
namespace {

// asked by all threads
std::atomic<bool> received = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // a handler may set no other

extern "C" void note_signal(int) { received = true; }

}  // namespace

void listen_for_interrupt() {
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESETHAND;  // the second one has the system's effect
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);
}

bool interrupted() noexcept { return received; }

}  // namespace ventosa::app
