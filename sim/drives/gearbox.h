#pragma once

#include "models/drive.h"

/// A drive's gear: friction that grows with load and really sticks.
///
/// Whatever the gear does, the torque τ at its output obeys, with F = Kc + Ks exp(-|w/ws|),
///     |τ_m - Kv w - τ| <= F + Kl |τ|
/// which for each motor torque τ_m is an interval: sliding takes one of its ends, sticking any
/// point. Within it the gear is a stiff spring to an anchor that drags along when it slips (a
/// Jenkins element). A stuck joint therefore rests on a spring, without creep and without cost in
/// the solver. Since the interval holds τ_m - Kv w itself, friction never drives.
namespace ventosa::sim {

struct GearConfig {
  models::Gear gear;
  double stiffness_Nm_rad = 0;  ///< of the stuck gear
  double damping_Nms_rad = 0;   ///<
};

struct GearState {
  double anchor_rad = 0;  ///< where the stuck gear's spring is slack
};

struct TorqueInterval {
  double min_Nm = 0;
  double max_Nm = 0;
};

/// As stiff as an explicit step of dt allows, and damped so that it does not ring: the joint's own
/// inertia is at least `armature_kgm2` J; k = J / 4 dt², c = J / 2 dt.
GearConfig gear_config(const models::Gear& gear, double armature_kgm2, double dt_s);

/// F, with nothing at the output  [N m]
double idle_friction_Nm(const models::Gear& gear, double dq_rad_s) noexcept;

/// What may come out while `tau_Nm` goes in, viscous friction taken off.
TorqueInterval admissible(const models::Gear& gear, double tau_Nm, double dq_rad_s) noexcept;

/// @return the torque at the output [N m]
double transmit(const GearConfig& config, double tau_motor_Nm, double q_rad, double dq_rad_s,
                GearState& state) noexcept;

}  // namespace ventosa::sim
