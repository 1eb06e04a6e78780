#include "view/gamepad.h"

#include <cmath>

namespace ventosa::view {

using controller::Goal;

namespace {

constexpr double kFull_m_s = 0.008, kFull_rad_s = 0.015;

/// None near the middle, and no more than twenty steps: a hand that trembles asks for nothing new.
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
  Goal goal{.pd = frame.goal.pd};
  if (now == Sticks{}) return ask(Intervention{.goal = goal});
  const controller::Matrix3d R_WB = frame.plan.X_WB_reference.linear();
  goal.activity = controller::Activity::kWalk;
  goal.v_WB = R_WB * (kFull_m_s * controller::Vector3d(now.forwards, now.left, 0));
  goal.w_WB = R_WB.col(2) * (kFull_rad_s * now.turn);
  ask(Intervention{.goal = goal});
}

}  // namespace ventosa::view
