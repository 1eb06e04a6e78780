#include "app/interrupt.h"

#include <csignal>

namespace ventosa::app {
namespace {

volatile std::sig_atomic_t received = 0;

extern "C" void note_signal(int) { received = 1; }

}  // namespace

void listen_for_interrupt() {
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESETHAND;  // the second one has the system's effect
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);
}

bool interrupted() noexcept { return received != 0; }

}  // namespace ventosa::app
