#include "controller/trajectory/swing_reach.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "controller/dynamics/leg_statics.h"
#include "controller/kinematics/wrist.h"

namespace ventosa::controller {
namespace {

struct SwingPoint {
  FootPhase phase;
  double share;         ///< share of the phase's duration, 0..1
  bool weighs = false;  ///< also check the leg's weight, which changes slowly
};
/// Samples of a swing, dense enough that a leg takes the nearest branch from one to the next and
/// that limits in between are detected.
constexpr SwingPoint kSamples[] = {
    {FootPhase::kLift, 0, true},  {FootPhase::kLift, 0.5},      {FootPhase::kTransfer, 0, true},
    {FootPhase::kTransfer, 0.2},  {FootPhase::kTransfer, 0.35}, {FootPhase::kTransfer, 0.45, true},
    {FootPhase::kTransfer, 0.55}, {FootPhase::kTransfer, 0.65}, {FootPhase::kTransfer, 0.8},
    {FootPhase::kLower, 0, true}, {FootPhase::kLower, 0.5},     {FootPhase::kTouch, 0},
    {FootPhase::kSeal, 0, true}};

constexpr double kSetDown = 0.5;  // share of least_bend() required at touchdown

/// Cup direction in the forearm's frame, from joints 4 and 5.
Vector3d cup_direction(double q4_rad, double q5_rad) {
  return {std::cos(q5_rad), std::sin(q5_rad) * std::sin(q4_rad),
          std::sin(q5_rad) * std::cos(q4_rad)};
}

/// Largest rotation of joint 4 per rotation of the cup on its way from a to b, in the forearm's
/// frame. The way passes the forearm's axis at an angle d: 1 / sin d at that point, sin d / sin2
/// beside it.
double turns_of_joint_4(const Vector3d& a, const Vector3d& b) {
  const Vector3d n = a.cross(b).stableNormalized();
  const double sin_d = std::abs(n.x());
  const auto passes = [&](const Vector3d& c) { return n.cross(c).x(); };
  if (passes(a) >= 0 && passes(b) <= 0 && a.x() > 0) return 1 / sin_d;
  const double sin2 = std::min(1 - a.x() * a.x(), 1 - b.x() * b.x());
  return sin_d / sin2;
}

/// True if joint 4 is slow enough along the cup's way. Its end angles alone do not show that where
/// joint 5 passes near 0.
/// @param way_s  time of the way times the share of the speed limits that the mean speed may take
bool wrist_is_slow_enough(const Leg& leg, const PerJoint<double>& from_rad,
                          const PerJoint<double>& to_rad, double way_s) {
  if (!leg.has_wrist()) return true;
  const auto j4 = static_cast<std::size_t>(leg.n_arm);
  const Vector3d a = cup_direction(from_rad[j4], from_rad[j4 + 1]);
  const Vector3d b = cup_direction(to_rad[j4], to_rad[j4 + 1]);
  const double way_rad = std::atan2(a.cross(b).norm(), a.dot(b));
  constexpr double kStill_rad = 1e-6;
  return way_rad < kStill_rad ||
         way_rad * turns_of_joint_4(a, b) <= leg.joint[j4].speed_limit_rad_s * way_s;
}

}  // namespace

bool is_slow_enough(const Leg& leg, const PerJoint<double>& from_rad,
                    const PerJoint<double>& to_rad, double way_s) noexcept {
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
    if (std::abs(to_rad[j] - from_rad[j]) > leg.joint[j].speed_limit_rad_s * way_s) return false;
  return wrist_is_slow_enough(leg, from_rad, to_rad, way_s);
}

namespace {

/// Checks the swing under a body whose pose is body(t), t [s] since the leg lifted.
template <class Body>
bool reaches_swing(const Leg& leg, const ControllerConfig& config, const SwingPath& path,
                   PerJoint<double> q_rad, Body body) {
  const SwingPoint* last = nullptr;
  double time_s = 0, last_duration_s = 0;
  for (const SwingPoint& point : kSamples) {
    if (path.from_air && point.phase == FootPhase::kLift) continue;
    const SwingMotion motion(path, point.phase, config);
    const SwingTarget target = motion.at(point.share * motion.duration_s());
    const PerJoint<double> before_rad = q_rad;
    const bool same = last != nullptr && last->phase == point.phase;
    const double since_s =
        last != nullptr ? ((same ? point.share : 1) - last->share) * last_duration_s : 0;
    time_s += since_s;
    const Isometry3d X_WB = body(time_s);
    const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
    if (follow_swing(leg, X_LW, target, path.roll_from_rad, q_rad) != IkStatus::kOk) return false;
    const Vector3d g_B = X_WB.linear().transpose() * config.gravity_W;
    if (point.weighs && !holds_itself(leg, config.sharing, g_B, q_rad)) return false;
    const double way_s = config.gait.swing_speed_ratio * since_s;
    if (last != nullptr && !config.gait.beyond_joints &&
        !is_slow_enough(leg, before_rad, q_rad, way_s))
      return false;
    last = &point;
    last_duration_s = motion.duration_s();
  }
  return wrist_sine(leg, q_rad) >= kSetDown * least_bend(config);
}

}  // namespace

double set_point_limit_rad_s(const Joint& joint, const GaitConfig& config) noexcept {
  return config.beyond_joints ? std::numeric_limits<double>::infinity() : joint.speed_limit_rad_s;
}

double least_bend(const ControllerConfig& config) noexcept {
  constexpr double kRubs = 0.17, kTurnsFreely = 0.1;
  return config.sharing.wrist_moment_Nm > 0 ? kRubs : kTurnsFreely;
}

SwingPath swing_from_air(const Leg& leg, const Isometry3d& X_WB, const PerJoint<double>& q_rad,
                         const Foothold& goal) noexcept {
  const LegPose pose = leg_pose(leg, q_rad);
  const Isometry3d X_WF = X_WB * pose.X_BF;
  return {.p_from_W = X_WB * pose.p_BW,
          .z_from_W = X_WF.linear().col(2),
          .goal = goal,
          .from_air = true,
          .roll_from_rad = wrist_roll_rad(leg, q_rad)};
}

bool holds_itself(const Leg& leg, const SharingConfig& config, const Vector3d& g_B,
                  const PerJoint<double>& q_rad) noexcept {
  return arm_load(leg, leg_pose(leg, q_rad), g_B).ratio <= config.torque_ratio;
}

IkStatus follow_swing(const Leg& leg, const Isometry3d& X_LW, const SwingTarget& target,
                      double roll_from_rad, PerJoint<double>& q_rad) noexcept {
  PerJoint<double> q = q_rad;
  set_wrist_roll(leg, target.wrist_roll * roll_from_rad, q);
  const IkStatus status = follow_leg(leg, X_LW * target.p_WW, X_LW.linear() * target.z_WF, q);
  if (status == IkStatus::kOk) q_rad = q;
  return status;
}

bool reaches_swing(const Leg& leg, const Isometry3d& X_WB_start, const Isometry3d& X_WB_end,
                   const ControllerConfig& config, const SwingPath& path,
                   const PerJoint<double>& q_rad) noexcept {
  const auto under = [&](auto body) { return reaches_swing(leg, config, path, q_rad, body); };
  if (path.times.are_set()) {
    const Twist V_WB = twist_between(X_WB_start, X_WB_end, path.times.row_s);
    return under([&](double time_s) { return moved(X_WB_start, V_WB, time_s); });
  }
  return under([&](double) { return X_WB_start; }) && under([&](double) { return X_WB_end; });
}

bool reaches_contact(const Leg& leg, const Vector3d& p_LW, const PerJoint<double>& q_rad,
                     double trim_m) noexcept {
  const auto reaches = [&](const Vector3d& trim) {
    PerJoint<double> q = q_rad;
    return follow_arm(leg, p_LW + trim, q) == IkStatus::kOk;
  };
  for (int k = 0; k < 3; ++k)
    for (const double side : {-trim_m, trim_m})
      if (!reaches(side * Vector3d::Unit(k))) return false;
  return true;
}

}  // namespace ventosa::controller
