#include "controller/model/module_report.h"
#include "controller/model/plan.h"

namespace ventosa::controller {

const char* name(TaskKind kind) {
  static constexpr const char* kNames[] = {"stance", "step", "detach", "move", "attach"};
  return kNames[static_cast<std::size_t>(kind)];
}

const char* name(TaskStatus status) {
  static constexpr const char* kNames[] = {"running", "done", "refused", "preempted"};
  return kNames[static_cast<std::size_t>(status)];
}

const char* name(RequestStatus status) {
  static constexpr const char* kNames[] = {"none",    "waiting", "refused",
                                           "running", "done",    "preempted"};
  return kNames[static_cast<std::size_t>(status)];
}

}  // namespace ventosa::controller
