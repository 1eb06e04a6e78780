#pragma once

#include "controller/model/description.h"
#include "controller/model/leg_move.h"
#include "controller/model/module_task.h"
#include "controller/model/reason.h"

namespace ventosa::controller {

/// Status of the goal's request to one leg.
enum class RequestStatus : std::uint8_t {
  kNone,     ///< no request
  kWaiting,  ///< waits until the robot is at rest
  kRefused,  ///< see Plan::reason; retried while the goal stays, unless the module itself refused
  kRunning,  ///< passed on to the module
  kDone,
  kPreempted,
};
constexpr auto enumerators(RequestStatus) {
  return words("none", "waiting", "refused", "running", "done", "preempted");
}

/// Decisions of the organizer for one tick.
struct Plan {
  Reason reason = Reason::kNone;  ///< why the robot does less than the goal asks
  PerLeg<ModuleTask> task{};
  const LegMove* move = nullptr;  ///< the goal's move, for kMove
  RequestStatus request = RequestStatus::kNone;
  bool pd = true;       ///< joint PD of attached legs is on, or fading in
  double pd_share = 1;  ///< share of the PD gains of attached legs, 0..1: fades with pd
  /// Mean speed that the body can reach, however fast the goal asks it to go.
  double walk_speed_m_s = 0;
};

}  // namespace ventosa::controller
