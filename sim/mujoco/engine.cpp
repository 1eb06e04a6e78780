#include "sim/mujoco/engine.h"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace ventosa::sim {
namespace {

thread_local char warning[256] = "";

void handle(const mjLogMessage* message) {
  if (message->level == mjLOG_ERROR) throw EngineError(message->subject);
  if (message->level != mjLOG_WARNING) return;
  const std::size_t n = std::min(std::strlen(message->subject), sizeof warning - 1);
  std::memcpy(warning, message->subject, n);
  warning[n] = '\0';
}

}  // namespace

void install_log_handler() {
  static std::once_flag once;
  std::call_once(once, [] { mju_setLogHandler(handle); });
}

const char* last_warning() noexcept { return warning; }
void clear_warning() noexcept { warning[0] = '\0'; }

}  // namespace ventosa::sim
