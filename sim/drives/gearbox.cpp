#include "sim/drives/gearbox.h"

#include <algorithm>
#include <cmath>

namespace ventosa::sim {
namespace {

/// smallest τ with τ_in - τ <= F + Kl |τ|
double min_output_Nm(double tau_in_Nm, double F_Nm, double Kl) {
  const double left_Nm = tau_in_Nm - F_Nm;
  return left_Nm >= 0 ? left_Nm / (1 + Kl) : left_Nm / (1 - Kl);
}

}  // namespace

GearConfig gear_config(const models::Gear& gear, double armature_kgm2, double dt_s) {
  return {gear, 0.25 * armature_kgm2 / (dt_s * dt_s), 0.5 * armature_kgm2 / dt_s};
}

double unloaded_friction_Nm(const models::Gear& gear, double dq_rad_s) noexcept {
  return gear.coulomb_Nm +
         gear.stribeck_Nm * std::exp(-std::abs(dq_rad_s) / gear.stribeck_speed_rad_s);
}

TorqueInterval admissible(const models::Gear& gear, double tau_Nm, double dq_rad_s) noexcept {
  const double F_Nm = unloaded_friction_Nm(gear, dq_rad_s);
  return {min_output_Nm(tau_Nm, F_Nm, gear.load_ratio),
          -min_output_Nm(-tau_Nm, F_Nm, gear.load_ratio)};
}

double transmit(const GearConfig& config, double tau_motor_Nm, double q_rad, double dq_rad_s,
                GearState& state) noexcept {
  const double tau_in_Nm = tau_motor_Nm - config.gear.viscous_Nms_rad * dq_rad_s;
  const auto [min_Nm, max_Nm] = admissible(config.gear, tau_in_Nm, dq_rad_s);

  // the anchor follows when the spring force reaches an end of the interval
  const double k = config.stiffness_Nm_rad;
  const double strain_Nm = k * (state.anchor_rad - q_rad);
  const double spring_Nm = std::clamp(strain_Nm, min_Nm - tau_in_Nm, max_Nm - tau_in_Nm);
  if (spring_Nm != strain_Nm) state.anchor_rad = q_rad + spring_Nm / k;
  return std::clamp(tau_in_Nm + spring_Nm - config.damping_Nms_rad * dq_rad_s, min_Nm, max_Nm);
}

}  // namespace ventosa::sim
