#include "controller/kinematics/joint_limits.h"

#include <cmath>
#include <numbers>

namespace ventosa::controller {
namespace {

constexpr double kRounding_rad = 1e-13;  // tolerance for rounding errors

bool knee_within_limits(const Leg& leg, const PerJoint<double>& q_rad) {
  return !leg.knee || knee_permits(*leg.knee, slider_rad(leg, q_rad));
}

double differential_angle(const Leg& leg, const PerJoint<double>& q_rad) {
  const auto last = static_cast<std::size_t>(std::max(1, leg.n_joints - 1));
  return std::abs(q_rad[last - 1]) + leg.differential.ratio * std::abs(q_rad[last]);
}

/// 1 in the middle of a range, 0 at its ends
double room(double min, double max, double x) {
  return 1 - std::abs(x - 0.5 * (min + max)) / (0.5 * (max - min));
}

}  // namespace

bool within_limits(const Leg& leg, const PerJoint<double>& q_rad, int first, int last) noexcept {
  for (auto j = static_cast<std::size_t>(first); j < static_cast<std::size_t>(last); ++j)
    if (!(q_rad[j] >= leg.joint[j].q_min_rad && q_rad[j] <= leg.joint[j].q_max_rad)) return false;
  return true;
}

bool within_limits(const Leg& leg, const PerJoint<double>& q_rad) noexcept {
  return within_limits(leg, q_rad, 0, leg.n_joints) &&
         differential_angle(leg, q_rad) <= leg.differential.limit_rad + kRounding_rad &&
         knee_within_limits(leg, q_rad);
}

bool arm_within_limits(const Leg& leg, const PerJoint<double>& q_rad) noexcept {
  return within_limits(leg, q_rad, 0, leg.n_arm) && knee_within_limits(leg, q_rad);
}

double joint_room(const Joint& joint, double q_rad) noexcept {
  return room(joint.q_min_rad, joint.q_max_rad, q_rad);
}

double differential_room(const Leg& leg, const PerJoint<double>& q_rad) noexcept {
  return 1 - differential_angle(leg, q_rad) / leg.differential.limit_rad;
}

double knee_rad(const Knee& knee, const Vector2d& slider_rad) noexcept {
  const Vector2d r = knee.p_AP + knee.slope_m_rad.cwiseProduct(slider_rad);
  const double a = knee.upper_m, b = knee.lower_m;
  return std::acos(std::clamp((a * a + b * b - r.squaredNorm()) / (2 * a * b), -1.0, 1.0));
}

bool knee_permits(const Knee& knee, const Vector2d& slider_rad) noexcept {
  const double angle_rad = knee_rad(knee, slider_rad);
  return angle_rad >= knee.min_rad - kRounding_rad && angle_rad <= knee.max_rad + kRounding_rad;
}

Vector2d slider_rad(const Leg& leg, const PerJoint<double>& q_rad) noexcept {
  const auto a = static_cast<std::size_t>(leg.n_lead());
  return {q_rad[a + 1], q_rad[a + 2]};
}

double knee_room(const Knee& knee, double angle_rad) noexcept {
  return room(knee.min_rad, knee.max_rad, angle_rad);
}

double knee_room(const Leg& leg, const PerJoint<double>& q_rad) noexcept {
  return leg.knee ? knee_room(*leg.knee, knee_rad(*leg.knee, slider_rad(leg, q_rad))) : 1;
}

double limit_room(const Leg& leg, const PerJoint<double>& q_rad, int first) noexcept {
  double least = std::min(differential_room(leg, q_rad), knee_room(leg, q_rad));
  for (auto j = static_cast<std::size_t>(first); j < static_cast<std::size_t>(leg.n_joints); ++j)
    least = std::min(least, joint_room(leg.joint[j], q_rad[j]));
  return least;
}

double nearest_turn(const Joint& joint, double angle_rad, double last_rad) noexcept {
  constexpr double kTurn = 2 * std::numbers::pi;
  const auto settle = [&joint](double q) {
    const double inside = std::clamp(q, joint.q_min_rad, joint.q_max_rad);
    return std::abs(inside - q) <= kRounding_rad ? inside : q;
  };
  const double nearest = settle(angle_rad + kTurn * std::round((last_rad - angle_rad) / kTurn));
  for (const double turn : {0.0, -kTurn, kTurn}) {
    const double q = settle(nearest + turn);
    if (q >= joint.q_min_rad && q <= joint.q_max_rad) return q;
  }
  return nearest;
}

}  // namespace ventosa::controller
