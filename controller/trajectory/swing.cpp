#include "controller/trajectory/swing.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "controller/dynamics/lip.h"
#include "controller/trajectory/moves.h"

namespace ventosa::controller {
namespace {

/// One phase of the swing, from rest to rest.
struct SwingMove {
  SwingTarget from, to;
  double least_s = 0;
  bool transfers = false;
  double end_m_s = 0;  ///< speed at its end, as of a touch that goes on into the search
};

SwingMove stay(const Vector3d& p_WW, const Vector3d& z_WF, double wrist_roll) {
  return {{p_WW, z_WF, wrist_roll}, {p_WW, z_WF, wrist_roll}};
}

/// From rest to a constant speed.
TimeLaw law_of(const Approach& approach, const MotionLimits& limits) {
  TimeLaw law;
  law.add_speed_change(approach.speed_m_s, limits);
  law.add((approach.from_m - law.end().x) / approach.speed_m_s, 0);
  return law;
}

/// Least durations of the phases. A touch above uneven ground takes the time of its speed, and
/// leaves the rest of a row by the clock to the descent before it.
SwingTimes least_times(const SwingPath& path, const GaitConfig& config) {
  if (!path.times.are_set())
    return {config.lift_s, config.transfer_s, config.lower_s, config.touch_s};
  SwingTimes times = path.times;
  if (path.goal.approach.speed_m_s > 0)
    times.lower_s += times.touch_s - approach_s(path.goal.approach, config);
  return times;
}

SwingMove move_of(const SwingPath& path, FootPhase phase, const ControllerConfig& all) {
  const GaitConfig& config = all.gait;
  const Vector3d &z = path.z_from_W, &z_to = path.goal.z_WF;
  const SwingTimes least = least_times(path, config);
  const double touch_m = lip_touch_m(all.lip), lift_m = config.lift_m + path.form.higher_m;
  const Vector3d from = path.p_from_W - path.extension_m * z;
  const Vector3d touch = path.goal.p_WW + (path.depth_m - touch_m) * z_to;
  const Vector3d over_from = path.from_air ? path.p_from_W : Vector3d(path.p_from_W - lift_m * z);
  const Vector3d over_goal = path.goal.p_WW - lift_m * z_to;
  const auto& [from_m, speed_m_s] = path.goal.approach;
  const Vector3d near_goal = touch - (speed_m_s > 0 ? from_m : config.touch_m) * z_to;
  switch (phase) {
    case FootPhase::kLift:
      return {{from, z, 1}, {over_from, z, 1}, least.lift_s};
    case FootPhase::kTransfer:
      return {{over_from, z, 1}, {over_goal, z_to, 0}, least.transfer_s, true};
    case FootPhase::kLower:
      return {{over_goal, z_to, 0}, {near_goal, z_to, 0}, least.lower_s};
    case FootPhase::kTouch:
      return {{near_goal, z_to, 0}, {touch, z_to, 0}, least.touch_s, false, speed_m_s};
    case FootPhase::kSeal:
      return stay(path.goal.p_WW + (path.depth_m - std::min(touch_m, path.extension_m)) * z_to,
                  z_to, 0);
    default:
      return stay(path.p_from_W, z, 1);
  }
}

/// Time laws of a phase for distance, cup angle and roll, synchronised.
using SwingLaws = std::array<TimeLaw, 3>;

SwingLaws laws_of(const SwingMove& move, const SwingPath& path, const GaitConfig& config) {
  const auto [linear, angular, roll] = swing_limits(config);
  const Vector3d &a = move.from.z_WF, &b = move.to.z_WF;
  const double turn_rad = std::atan2(a.cross(b).norm(), a.dot(b));
  const double roll_rad = (move.from.wrist_roll - move.to.wrist_roll) * path.roll_from_rad;
  const double way_m = (move.to.p_WW - move.from.p_WW).norm();
  if (move.end_m_s > 0) return {law_of({way_m, move.end_m_s}, linear)};
  SwingLaws laws{rest_to_rest(way_m, linear), rest_to_rest(turn_rad, angular),
                 rest_to_rest(roll_rad, roll)};
  synchronise(laws);
  const double duration_s = std::max(move.least_s, laws[0].duration_s());
  for (TimeLaw& law : laws)
    law.stretch(move.transfers ? path.form.slower * duration_s : duration_s);
  return laws;
}

/// Completed share of a law, 0..1; 1 for a law without motion.
double share(const TimeLaw& law, double time_s) {
  return std::abs(law.end().x) > 0 ? law.at(time_s).x / law.end().x : 1;
}

/// Direction on the geodesic from a to b; for opposite directions any geodesic.
Vector3d between(const Vector3d& a, const Vector3d& b, double turn_rad) {
  const Vector3d cross = a.cross(b);
  const double sine = cross.norm();
  if (sine < 1e-12 && a.dot(b) > 0) return b;
  const Vector3d axis = sine < 1e-12 ? a.unitOrthogonal() : Vector3d(cross / sine);
  return Eigen::AngleAxisd(turn_rad, axis) * a;
}

}  // namespace

SwingLimits swing_limits(const GaitConfig& config) noexcept {
  return {
      {config.max_swing_speed_m_s, config.max_swing_acceleration_m_s2, config.max_swing_jerk_m_s3},
      {config.max_swing_turn_rate_rad_s, config.max_swing_turn_acceleration_rad_s2,
       config.max_swing_turn_jerk_rad_s3},
      {config.max_swing_roll_rate_rad_s, config.max_swing_turn_acceleration_rad_s2,
       config.max_swing_turn_jerk_rad_s3}};
}

double approach_s(const Approach& approach, const GaitConfig& config) noexcept {
  return law_of(approach, swing_limits(config).linear).duration_s();
}

SwingMotion::SwingMotion(const SwingPath& path, FootPhase phase,
                         const ControllerConfig& config) noexcept {
  const SwingMove move = move_of(path, phase, config);
  from_ = move.from;
  to_ = move.to;
  const auto [distance, turn, roll] = laws_of(move, path, config.gait);
  distance_ = distance;
  turn_ = turn;
  roll_ = roll;
}

SwingTarget SwingMotion::at(double time_s) const noexcept {
  return {from_.p_WW + share(distance_, time_s) * (to_.p_WW - from_.p_WW),
          between(from_.z_WF, to_.z_WF, turn_.at(time_s).x),
          from_.wrist_roll + share(roll_, time_s) * (to_.wrist_roll - from_.wrist_roll)};
}

double swing_duration_s(const SwingPath& path, FootPhase phase,
                        const ControllerConfig& config) noexcept {
  return SwingMotion(path, phase, config).duration_s();
}

SwingTarget swing_target(const SwingPath& path, FootPhase phase, double time_s,
                         const ControllerConfig& config) noexcept {
  return SwingMotion(path, phase, config).at(time_s);
}

}  // namespace ventosa::controller
