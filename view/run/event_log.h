#pragma once

#include <vector>

#include "view/run/frame.h"

namespace ventosa::view {

/// Collects the events of a run.
class EventLog {
 public:
  /// Processes a tick, new or replayed.
  void look(std::int64_t tick, const controller::RobotModel& robot,
            const controller::Diagnostics& plan, const controller::PerLeg<bool>& held);
  /// Records that the history changes from this tick on.
  void touched(std::int64_t tick);
  void clear() { *this = {}; }

  const std::vector<Event>& all() const { return all_; }

 private:
  void look_at_foot(std::int64_t tick, std::size_t leg, controller::FootPhase phase, bool held);

  std::vector<Event> all_;
  std::int64_t known_tick_ = -1;
  std::int64_t touched_tick_ = 0;  ///< tick of the last intervention
  controller::Reason reason_ = controller::Reason::kNone;
  controller::PerLeg<bool> held_{};
};

}  // namespace ventosa::view
