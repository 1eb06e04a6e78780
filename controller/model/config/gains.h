#pragma once

#include <cstdint>

#include "controller/model/description.h"
#include "controller/model/robot_model.h"

namespace ventosa::controller {

/// Control laws of Prados 2023; tau_ff is the feed-forward of gravity and reactions.
enum class ControlLaw : std::uint8_t {
  kRateDamped,  ///< eq. 27: tau_ff + Kp (q_d - q) - Kd q'
  kRateError,   ///< eq. 28: tau_ff + Kp (q_d - q) + Kd (q_d' - q')
};
constexpr auto enumerators(ControlLaw) { return words("rate_damped", "rate_error"); }

/// Place where the joints' feedback loop is closed.
enum class ServoLoop : std::uint8_t {
  kModule,      ///< the drive, at its own rate: it receives set-points and gains
  kServo,       ///< the drive's own position loop, always on: kinematic, without feed-forward
  kController,  ///< the controller, once a period: the drive receives torques only
};
constexpr auto enumerators(ServoLoop) { return words("module", "servo", "controller"); }

/// Joint gains and friction compensation. Index 0 of the gains is joint 1; a joint 0 has the gains
/// of joint 1.
struct GainConfig {
  ControlLaw law = ControlLaw::kRateError;
  /// Time that the reference must be stationary before position control is switched off.
  double settle_s = 0.5;
  ServoLoop loop = ServoLoop::kModule;
  double fade_s = 0.1;  ///< fade time of position control when it is switched on or off
  /// Share of the gears' known friction that the feed-forward compensates.
  double friction_share = 0;
  /// Planned joint speed from which friction is compensated in full.
  double friction_speed_rad_s = 0.01;
  double friction_fade_s = 0.2;  ///< time constant of the friction compensation
  PerJoint<double> kp_Nm_rad{40, 60, 25, 8, 8, 8, 8};
  PerJoint<double> kd_Nms_rad{3.2, 4.0, 2.0, 0.3, 0.3, 0.3, 0.3};
};

void describe(auto& field, Is<GainConfig> auto& gains) {
  field("law", gains.law);
  field("settle_s", gains.settle_s, "s", not_negative());
  field("loop", gains.loop);
  field("fade_s", gains.fade_s, "s", positive());
  field("friction_share", gains.friction_share, "1", between(0, 1.5));
  field("friction_speed_rad_s", gains.friction_speed_rad_s, "rad/s", above(0, 10));
  field("friction_fade_s", gains.friction_fade_s, "s", positive());
  field.per_joint("kp_Nm_rad", gains.kp_Nm_rad, "N m/rad", not_negative());
  field.per_joint("kd_Nms_rad", gains.kd_Nms_rad, "N m s/rad", not_negative());
}

}  // namespace ventosa::controller
