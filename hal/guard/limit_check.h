#pragma once

#include <cmath>
#include <optional>

#include "controller/model/command.h"
#include "controller/model/robot_model.h"

/// Final check of a command before it is sent to the modules.
namespace ventosa::hal {

enum class LimitKind : std::uint8_t {
  kNumber,  ///< a number that is not finite
  kAngle,   ///< a set-point outside the joint's range
  /// Set-points farther apart than the joint's speed limit allows, or a speed beyond that limit.
  kSpeed,
  kTorque,  ///< a feed-forward torque above the joint's limit
};
constexpr auto enumerators(LimitKind) {
  return controller::words("number", "angle", "speed", "torque");
}

struct LimitBreach {
  int leg = 0;
  int joint = 0;
  LimitKind kind = LimitKind::kNumber;
  double value = 0;  ///< commanded value [rad, rad/s, N m]
  double limit = 0;  ///< permitted value
};

/// True if all numbers are finite. @{
inline bool is_finite(const controller::JointSetpoint& s) noexcept {
  return std::isfinite(s.q_rad + s.dq_rad_s + s.tau_ff_Nm + s.kp_Nm_rad + s.kd_Nms_rad +
                       s.profile.speed_rad_s + s.profile.acceleration_rad_s2 + s.current_A + s.pwm);
}
inline bool is_finite(const controller::CupCommand& cup) noexcept {
  return std::isfinite(cup.turbine + cup.goal_N);
}
bool is_finite(const controller::Command& command) noexcept;
/// @}

/// First violation, leg by leg and joint by joint; no value: no violation.
/// @param last      the command one period before
/// @param period_s  time between that command and the present one
[[nodiscard]] std::optional<LimitBreach> first_breach(const controller::RobotModel& model,
                                                      const controller::Command& last,
                                                      const controller::Command& command,
                                                      double period_s) noexcept;

}  // namespace ventosa::hal
