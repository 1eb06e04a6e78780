#include "view/gamepad.h"

#include <cmath>

#include "view/run/goals.h"

namespace ventosa::view {

namespace {

/// Stick position with a dead zone, rounded to twenty steps: a trembling hand sends no new goals.
double stepped(double stick) {
  constexpr double kDead = 0.15, kSteps = 10;
  return std::abs(stick) < kDead ? 0 : std::round(kSteps * stick) / kSteps;
}

Sticks stepped(const Sticks& s) { return {stepped(s.forwards), stepped(s.left), stepped(s.turn)}; }

}  // namespace

void Gamepad::use(const std::optional<Sticks>& sticks, const Frame& frame, const Ask& ask) {
  const Sticks now = sticks ? stepped(*sticks) : Sticks{};
  if (now == last_) return;
  last_ = now;
  const WalkLimits most = walk_limits(frame);
  ask(Intervention{.goal = walking(frame, {.forwards_m_s = most.speed_m_s * now.forwards,
                                           .left_m_s = most.speed_m_s * now.left,
                                           .turn_rad_s = most.turn_rad_s * now.turn})});
}

}  // namespace ventosa::view
