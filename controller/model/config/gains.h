#pragma once

#include <cstdint>

#include "controller/model/description.h"
#include "controller/model/robot_model.h"

namespace ventosa::controller {

/// Control laws; tau_ff is the feed-forward of gravity and reactions.
enum class ControlLaw : std::uint8_t {
  kRateDamped,      ///< Prados 2023, eq. 27: tau_ff + Kp (q_d - q) - Kd q'
  kRateError,       ///< Prados 2023, eq. 28: tau_ff + Kp (q_d - q) + Kd (q_d' - q')
  kComputedTorque,  ///< Asif 2012, eq. 49-51: see computed_torque.h
  kPosition,        ///< q_d alone, for the drive's own loop: neither torque, rate nor gains
};
constexpr auto enumerators(ControlLaw) {
  return words("rate_damped", "rate_error", "computed_torque", "position");
}

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
  double settle_s = 0.5;
  ServoLoop loop = ServoLoop::kModule;
  double fade_s = 0.1;
  double friction_share = 0;
  double friction_speed_rad_s = 0.01;
  double friction_fade_s = 0.2;
  PerJoint<double> kp_Nm_rad{40, 60, 25, 8, 8, 8, 8};
  PerJoint<double> kd_Nms_rad{3.2, 4.0, 2.0, 0.3, 0.3, 0.3, 0.3};
  double omega_rad_s = 60;
  double zeta = 1;
};

void describe(auto& field, Is<GainConfig> auto& gains) {
  field(Key{"law",
            "control law of the joints: rate_damped and rate_error, Prados 2023, eq. 27 and 28; "
            "computed_torque, Asif 2012, eq. 49-51, needs loop: controller; position, references "
            "alone, needs loop: servo"},
        gains.law);
  field(Key{"settle_s",
            "time that the reference must be stationary before position control is switched off"},
        gains.settle_s, "s", not_negative());
  field(Key{"loop",
            "who closes the joints' position loop: the drive module, the servo itself without "
            "feed-forward, or the controller once a period"},
        gains.loop);
  field(Key{"fade_s", "fade time of position control when it is switched on or off"}, gains.fade_s,
        "s", positive());
  field(
      Key{"friction_share", "share of the gears' known friction that the feed-forward compensates"},
      gains.friction_share, "1", between(0, 1.5));
  field(
      Key{"friction_speed_rad_s", "planned joint speed from which friction is compensated in full"},
      gains.friction_speed_rad_s, "rad/s", above(0, 10));
  field(Key{"friction_fade_s", "time constant of the friction compensation"}, gains.friction_fade_s,
        "s", positive());
  field.per_joint(
      Key{"kp_Nm_rad", "position gains from joint 1 on; a joint 0 has those of joint 1"},
      gains.kp_Nm_rad, "N m/rad", not_negative());
  field.per_joint(Key{"kd_Nms_rad", "rate gains from joint 1 on; a joint 0 has those of joint 1"},
                  gains.kd_Nms_rad, "N m s/rad", not_negative());
  field(Key{"omega_rad_s",
            "natural frequency of a joint's error under computed_torque, in place of the gains"},
        gains.omega_rad_s, "rad/s", above(0, 1000));
  field(Key{"zeta", "damping ratio of a joint's error under computed_torque"}, gains.zeta, "1",
        above(0, 10));
}

}  // namespace ventosa::controller
