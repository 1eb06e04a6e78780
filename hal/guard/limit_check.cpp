#include "hal/guard/limit_check.h"

#include <algorithm>
#include <cmath>

namespace ventosa::hal {
namespace {

using controller::Joint;
using controller::JointMode;
using controller::JointSetpoint;

/// Tolerance of the speed check: plans limit the speed, but steps between set-points may exceed it
/// slightly.
constexpr double kSpeedRoom = 1.5;
constexpr double kRounding = 1e-6;

struct Value {
  LimitKind kind;
  double value, limit;
};

bool goes_to_an_angle(const JointSetpoint& s) {
  return s.mode == JointMode::kPosition || s.mode == JointMode::kCurrentPosition ||
         (s.mode == JointMode::kImpedance && s.kp_Nm_rad > 0);
}

double speed_rad_s(const JointSetpoint& last, const JointSetpoint& now, double period_s) {
  const bool follows =
      goes_to_an_angle(last) && goes_to_an_angle(now) && now.mode == last.mode &&
      now.mode == JointMode::kImpedance;  // other modes are limited by their profile
  return std::max(std::abs(now.dq_rad_s),
                  follows ? std::abs(now.q_rad - last.q_rad) / period_s : 0.0);
}

std::optional<Value> breach_of(const Joint& joint, const JointSetpoint& last,
                               const JointSetpoint& now, double period_s) {
  if (now.mode == JointMode::kHold || now.mode == JointMode::kPassive) return std::nullopt;
  if (!is_finite(now)) return Value{LimitKind::kNumber, std::nan(""), 0};
  if (goes_to_an_angle(now) && now.q_rad < joint.q_min_rad - kRounding)
    return Value{LimitKind::kAngle, now.q_rad, joint.q_min_rad};
  if (goes_to_an_angle(now) && now.q_rad > joint.q_max_rad + kRounding)
    return Value{LimitKind::kAngle, now.q_rad, joint.q_max_rad};
  const double speed = speed_rad_s(last, now, period_s);
  if (speed > kSpeedRoom * joint.speed_limit_rad_s + kRounding)
    return Value{LimitKind::kSpeed, speed, kSpeedRoom * joint.speed_limit_rad_s};
  if (std::abs(now.tau_ff_Nm) > joint.torque_limit_Nm + kRounding)
    return Value{LimitKind::kTorque, now.tau_ff_Nm, joint.torque_limit_Nm};
  return std::nullopt;
}

}  // namespace

bool is_finite(const controller::Command& command) noexcept {
  const auto finite = [](const auto& each) { return is_finite(each); };
  const auto leg_is_finite = [&](const controller::LegCommand& leg) {
    return finite(leg.cup) && std::all_of(leg.joint.begin(), leg.joint.end(), finite);
  };
  const auto& gaze = command.gaze;
  return std::all_of(command.leg.begin(), command.leg.end(), leg_is_finite) &&
         (!gaze || std::isfinite(gaze->pan_rad + gaze->tilt_rad));
}

std::optional<LimitBreach> first_breach(const controller::RobotModel& model,
                                        const controller::Command& last,
                                        const controller::Command& command,
                                        double period_s) noexcept {
  for (int i = 0; i < model.n_legs(); ++i) {
    const auto leg = static_cast<std::size_t>(i);
    for (int j = 0; j < model.leg[leg].n_joints; ++j) {
      const auto k = static_cast<std::size_t>(j);
      const auto breach = breach_of(model.leg[leg].joint[k], last.leg[leg].joint[k],
                                    command.leg[leg].joint[k], period_s);
      if (breach) return LimitBreach{i, j, breach->kind, breach->value, breach->limit};
    }
  }
  return std::nullopt;
}

}  // namespace ventosa::hal
