#pragma once

/// Ctrl-C (SIGINT), SIGTERM and SIGHUP end the program in order: runs stop at their next tick,
/// finished results are kept and shown, the exit code is 130. A second signal ends it immediately.
namespace ventosa::app {

void listen_for_interrupt();
bool interrupted() noexcept;

}  // namespace ventosa::app
