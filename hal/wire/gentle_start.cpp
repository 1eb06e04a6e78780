#include "hal/wire/gentle_start.h"

#include <algorithm>
#include <cmath>

#include "hal/wire/start_up.h"

namespace ventosa::hal {

using controller::JointMode;
using controller::JointReading;
using controller::JointSetpoint;
using controller::Switch;

namespace {

constexpr double kSpeed_rad_s = 10 * kRad_deg;
constexpr double kThere_rad = 2 * kRad_deg;  // errors up to this start without a motion

/// True if the mode has an angle as its goal.
bool has_angle(JointMode mode) {
  return mode == JointMode::kImpedance || mode == JointMode::kPosition ||
         mode == JointMode::kCurrentPosition;
}

}  // namespace

void GentleStart::begin() noexcept {
  for (OfJoint& joint : joint_) joint = {.leads = true};
  waited_s_ = 0;
}

controller::LegCommand GentleStart::lead(const controller::LegCommand& requested,
                                         const controller::LegReading& seen,
                                         const controller::PerJoint<double>& held_rad,
                                         bool waits) noexcept {
  constexpr double kLongest_s = 5;
  const bool stays = waits && waited_s_ < kLongest_s;
  if (stays) waited_s_ += period_s_;
  controller::LegCommand commanded = requested;
  for (std::size_t j = 0; j < joint_.size(); ++j)
    lead(seen.joint[j], held_rad[j], stays ? 0 : kSpeed_rad_s * period_s_, joint_[j],
         commanded.joint[j]);
  return commanded;
}

bool GentleStart::is_leading() const noexcept {
  return std::any_of(joint_.begin(), joint_.end(),
                     [](const OfJoint& joint) { return joint.is_on_its_way; });
}

void GentleStart::lead(const JointReading& seen, double held_rad, double step_rad, OfJoint& joint,
                       JointSetpoint& setpoint) noexcept {
  if (setpoint.mode == JointMode::kPassive) joint = {};
  if (!has_angle(setpoint.mode)) return;
  const bool has_torque = seen.torque != Switch::kOff;
  if (joint.had_torque && !has_torque) joint = {.leads = true};
  joint.had_torque = has_torque;
  const double from_rad = has_torque ? held_rad : seen.q_rad;
  if (!joint.leads || !std::isfinite(from_rad)) return;
  if (!joint.is_on_its_way || !has_torque) joint.q_rad = from_rad;
  joint.is_on_its_way = std::abs(setpoint.q_rad - joint.q_rad) > kThere_rad;
  joint.leads = joint.is_on_its_way || !has_torque;
  if (!joint.is_on_its_way) return;
  joint.q_rad += std::clamp(setpoint.q_rad - joint.q_rad, -step_rad, step_rad);
  setpoint.q_rad = joint.q_rad;
  setpoint.dq_rad_s = std::clamp(setpoint.dq_rad_s, -kSpeed_rad_s, kSpeed_rad_s);
}

}  // namespace ventosa::hal
