#pragma once

#include "controller/model/description.h"
#include "controller/model/leg_move.h"
#include "controller/model/module_task.h"
#include "controller/model/reason.h"

namespace ventosa::controller {

/// What has become of the goal's request for one leg.
enum class RequestStatus : std::uint8_t {
  kNone,     ///< none is asked
  kWaiting,  ///< for rest
  kRefused,  ///< see the plan's reason; tried again while the goal stands, unless by its module
  kRunning,  ///< passed on
  kDone,
  kPreempted,
};
constexpr auto enumerators(RequestStatus) {
  return words("none", "waiting", "refused", "running", "done", "preempted");
}

/// What the organizer has decided for this tick.
struct Plan {
  Reason reason = Reason::kNone;  ///< why it does less than the goal asks
  PerLeg<ModuleTask> task{};
  const LegMove* move = nullptr;  ///< of a kMove task: the goal's own
  RequestStatus request = RequestStatus::kNone;
  bool pd = true;             ///< joint PD of attached legs is on, or fading in
  double pd_share = 1;        ///< of their gains: fades with pd
  double walk_speed_m_s = 0;  ///< mean of the body, however fast the goal asks for
};

}  // namespace ventosa::controller
