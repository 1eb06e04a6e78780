#include "view/run/goals.h"

#include "controller/organizer/walk_speed.h"

namespace ventosa::view {

using controller::Activity;
using controller::Goal;
using controller::Vector3d;

namespace {

/// The present goal with another activity; the ids of requests are kept.
Goal other(const Frame& frame, Activity activity) {
  Goal goal = frame.goal;
  goal.activity = activity;
  goal.v_WB.setZero();
  goal.w_WB.setZero();
  return goal;
}

}  // namespace

Goal walking(const Frame& frame, const Walk& walk) {
  if (walk.stands()) return other(frame, Activity::kHold);
  Goal goal = other(frame, Activity::kWalk);
  goal.X_WB = frame.plan.X_WB_reference;
  const controller::Matrix3d R_WB = goal.X_WB.linear();
  goal.v_WB = R_WB * Vector3d(walk.forwards_m_s, walk.left_m_s, 0);
  goal.w_WB = R_WB.col(2) * walk.turn_rad_s;
  return goal;
}

WalkLimits walk_limits(const Frame& frame) {
  const double speed_m_s =
      controller::fastest_walk_m_s(frame.robot(), frame.options.gait, frame.goal.gait);
  return {speed_m_s, controller::turn_rate_rad_s(speed_m_s)};
}

Goal in_gait(const Frame& frame, int gait) {
  Goal goal = frame.goal;
  goal.gait = gait;
  return goal;
}

int next_gait(const Frame& frame) {
  const int n_tables = static_cast<int>(frame.robot().gait.size());
  const int now = frame.goal.gait;
  if (now == controller::kFreeGait) return n_tables > 0 ? 0 : now;
  return now + 1 < n_tables ? now + 1 : controller::kFreeGait;
}

Goal shifted(const Frame& frame, const Vector3d& way_B) {
  const bool goes_on = frame.goal.activity == Activity::kPose;
  Goal goal = other(frame, Activity::kPose);
  if (!goes_on) goal.X_WB = frame.plan.X_WB_reference;
  goal.X_WB.translation() += goal.X_WB.linear() * way_B;
  return goal;
}

hal::OperatorAction hold_or_go_on(hal::GuardMode mode) {
  using hal::GuardMode;
  using hal::OperatorAction;
  switch (mode) {
    case GuardMode::kStand:
    case GuardMode::kHold:
    case GuardMode::kDegradedLeg:
      return OperatorAction::kAcknowledge;
    case GuardMode::kOffline:
    case GuardMode::kReady:
    case GuardMode::kCut:
      return OperatorAction::kArm;
    case GuardMode::kActive:
      break;
  }
  return OperatorAction::kHold;
}

}  // namespace ventosa::view
