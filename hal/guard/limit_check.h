#pragma once

#include <cmath>
#include <optional>

#include "controller/model/command.h"
#include "controller/model/robot_model.h"

/// The last look at a command before it goes to modules: whether each joint may be told so.
namespace ventosa::hal {

enum class LimitKind : std::uint8_t {
  kNumber,  ///< it is none
  kAngle,   ///< a set-point outside the joint's range
  kSpeed,   ///< set-points further apart than the joint can go in a period, or a speed beyond its
            ///< own
  kTorque,  ///< a feed-forward above what may be asked of the joint
};
constexpr auto enumerators(LimitKind) {
  return controller::words("number", "angle", "speed", "torque");
}

struct LimitBreach {
  int leg = 0;
  int joint = 0;
  LimitKind kind = LimitKind::kNumber;
  double value = 0;  ///< what was asked for  [rad, rad/s, N m]
  double limit = 0;  ///< what may be
};

/// Whether each of its numbers is one. @{
inline bool is_finite(const controller::JointSetpoint& s) noexcept {
  return std::isfinite(s.q_rad + s.dq_rad_s + s.tau_ff_Nm + s.kp_Nm_rad + s.kd_Nms_rad +
                       s.profile.speed_rad_s + s.profile.acceleration_rad_s2 + s.current_A + s.pwm);
}
inline bool is_finite(const controller::CupCommand& cup) noexcept {
  return std::isfinite(cup.turbine + cup.goal_N);
}
bool is_finite(const controller::Command& command) noexcept;
/// @}

/// The first breach, leg by leg and joint by joint; none: all is well.
/// @param last      the command before, a period ago
/// @param period_s  between the two
[[nodiscard]] std::optional<LimitBreach> first_breach(const controller::RobotModel& model,
                                                      const controller::Command& last,
                                                      const controller::Command& command,
                                                      double period_s) noexcept;

}  // namespace ventosa::hal
