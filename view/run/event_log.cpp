#include "view/run/event_log.h"

#include <algorithm>

namespace ventosa::view {

using controller::FootPhase;

namespace {

bool is_held(const sim::CupTruth& cup) { return cup.phase == sim::CupPhase::kAttached; }

}  // namespace

void EventLog::look(std::int64_t tick, const controller::RobotModel& robot,
                    const controller::Diagnostics& plan, const sim::Truth& truth) {
  const bool is_new = tick > known_tick_;
  if (is_new && tick > 0) {
    for (std::size_t i = 0; i < robot.leg.size(); ++i)
      look_at_foot(tick, i, plan.phase[i], truth.leg[i].cup);
    if (plan.reason != reason_)
      all_.push_back({Event::Kind::kReason, tick, plan.refused_leg, plan.reason});
  }
  if (is_new) known_tick_ = tick;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) held_[i] = is_held(truth.leg[i].cup);
  reason_ = plan.reason;
}

void EventLog::look_at_foot(std::int64_t tick, std::size_t leg, FootPhase phase,
                            const sim::CupTruth& cup) {
  const int i = static_cast<int>(leg);
  const bool held = is_held(cup);
  if (held && !held_[leg]) all_.push_back({Event::Kind::kAttached, tick, i});
  if (held || !held_[leg]) return;
  const bool counted_on =
      phase == FootPhase::kStance || phase == FootPhase::kUnload || phase == FootPhase::kLoad;
  all_.push_back({counted_on ? Event::Kind::kLost : Event::Kind::kLifted, tick, i});
}

void EventLog::touched(std::int64_t tick) {
  std::erase_if(all_, [tick](const Event& event) { return event.tick > tick; });
  known_tick_ = std::min(known_tick_, tick);
  all_.push_back({Event::Kind::kTouched, tick, -1});
}

}  // namespace ventosa::view
