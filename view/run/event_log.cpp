#include "view/run/event_log.h"

#include <algorithm>
#include <utility>

namespace ventosa::view {

using controller::FootPhase;

namespace {

bool counted_on(FootPhase phase) {
  return phase == FootPhase::kStance || phase == FootPhase::kUnload || phase == FootPhase::kLoad;
}

/// Whether a foot is on its surface: a point foot that stands may carry nothing for a moment.
bool is_on(const controller::Leg& leg, FootPhase phase, bool held) {
  return held || (!leg.cup() && counted_on(phase));
}

}  // namespace

void EventLog::look(std::int64_t tick, const controller::RobotModel& robot,
                    const controller::Diagnostics& plan, const controller::PerLeg<bool>& held) {
  const bool is_new = tick > known_tick_;
  controller::PerLeg<bool> on{};
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    on[i] = is_on(robot.leg[i], plan.phase[i], held[i]);
  if (is_new && tick > 0) {
    for (std::size_t i = 0; i < robot.leg.size(); ++i) look_at_foot(tick, i, plan.phase[i], on[i]);
    if (plan.reason != reason_)
      all_.push_back({Event::Kind::kReason, tick, plan.refused_leg, plan.reason});
  }
  if (is_new) known_tick_ = tick;
  held_ = on;
  reason_ = plan.reason;
}

void EventLog::look_at_foot(std::int64_t tick, std::size_t leg, FootPhase phase, bool held) {
  const int i = static_cast<int>(leg);
  if (held && !held_[leg]) all_.push_back({Event::Kind::kAttached, tick, i});
  if (held || !held_[leg]) return;
  all_.push_back({counted_on(phase) ? Event::Kind::kLost : Event::Kind::kLifted, tick, i});
}

void EventLog::touched(std::int64_t tick) {
  std::erase_if(all_, [tick](const Event& event) { return event.tick > tick; });
  known_tick_ = std::min(known_tick_, tick);
  constexpr std::int64_t kApart = 50;  // in ticks; many interventions of one drag make one mark
  const std::int64_t last = std::exchange(touched_tick_, tick);
  const bool goes_on = !all_.empty() && all_.back().kind == Event::Kind::kTouched;
  if (goes_on && tick - last < kApart) return;
  all_.push_back({Event::Kind::kTouched, tick, -1});
}

}  // namespace ventosa::view
