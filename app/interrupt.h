#pragma once

/// Ctrl-C (SIGINT), SIGTERM and SIGHUP end the program in order: runs stop at their next tick, what
/// is finished is kept and shown, the exit code is 130. A second one ends it at once.
namespace ventosa::app {

void listen_for_interrupt();
bool interrupted() noexcept;

}  // namespace ventosa::app
