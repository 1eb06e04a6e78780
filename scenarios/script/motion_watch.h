#pragma once

#include <optional>

#include "controller/diagnostics.h"
#include "scenarios/script/event.h"
#include "scenarios/script/script.h"
#include "sim/model/pose.h"

/// Tells from the controller's reports how the present motion of a script ends.
namespace ventosa::scenarios {

/// Memory of a motion's ticks so far; plain bytes.
struct MotionWatch {
  sim::Bytes3 p_WB{};              ///< [m] planned position of the body in the tick before
  bool has_reached = false;        ///< the plan has led the body to the motion's end
  bool has_arrived = false;        ///< and body and feet have come to rest there
  std::int64_t ticks_refused = 0;  ///< for which body and feet have rested, with a reason
};

/// The present motion in the tick that the controller reports.
struct PresentMotion {
  const Script& script;
  const Isometry3d& X_WB0;     ///< pose of the body at the start of the run
  std::size_t goal = 0;        ///< index in the script's goals
  Isometry3d X_WB_end;         ///< pose to which it leads the body
  double time_s = 0;           ///< time of the tick
  double period_s = 0;         ///< control period
  std::int32_t n_reached = 0;  ///< points of waypoints that the body has passed
  ClimbPhase climb = ClimbPhase::kAsks;
};

/// Ending of the motion by this tick's report, if it has one.
std::optional<Ending> ending_of(const PresentMotion& motion, const controller::Diagnostics& plan,
                                MotionWatch& watch) noexcept;

}  // namespace ventosa::scenarios
