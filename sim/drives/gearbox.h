#pragma once

#include "models/drive.h"

/// A drive's gear with load-dependent friction and stiction.
///
/// The output torque τ obeys, with F = Kc + Ks exp(-|w/ws|),
///     |τ_m - Kv w - τ| <= F + Kl |τ|
/// For each motor torque τ_m this is an interval of τ: sliding takes one of its ends, sticking any
/// value inside. Inside, the gear is a stiff spring to an anchor, which moves along when the gear
/// slips (a Jenkins element). A stuck joint therefore does not creep and needs no constraint in the
/// solver. The interval contains τ_m - Kv w, so friction never adds energy.
namespace ventosa::sim {

struct GearConfig {
  models::Gear gear;
  double stiffness_Nm_rad = 0;  ///< stiffness of the friction spring, damped by damping_Nms_rad
  double damping_Nms_rad = 0;
};

struct GearState {
  double anchor_rad = 0;  ///< joint angle at which the friction spring is relaxed
};

struct TorqueInterval {
  double min_Nm = 0;
  double max_Nm = 0;
};

/// Friction spring k = J / 4 dt², c = J / 2 dt: as stiff as an explicit step dt allows, well
/// damped.
/// @param armature_kgm2  J, a lower bound of the joint's inertia
GearConfig gear_config(const models::Gear& gear, double armature_kgm2, double dt_s);

/// F, the friction without load  [N m]
double unloaded_friction_Nm(const models::Gear& gear, double dq_rad_s) noexcept;

/// Interval of the output torque for the input torque `tau_Nm`, from which viscous friction is
/// already subtracted.
TorqueInterval admissible(const models::Gear& gear, double tau_Nm, double dq_rad_s) noexcept;

/// One step.  @return output torque [N m]
double transmit(const GearConfig& config, double tau_motor_Nm, double q_rad, double dq_rad_s,
                GearState& state) noexcept;

}  // namespace ventosa::sim
