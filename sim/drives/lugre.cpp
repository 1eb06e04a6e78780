#include "sim/drives/lugre.h"

#include <cmath>

namespace ventosa::sim {
namespace {

/// g(w), friction in steady sliding without its viscous part  [N m]
double sliding_Nm(const models::Gear& gear, double w_rad_s) {
  const double ratio = w_rad_s / gear.stribeck_speed_rad_s;
  return gear.coulomb_Nm + gear.stribeck_Nm * std::exp(-ratio * ratio);
}

}  // namespace

LugreConfig lugre_config(const models::Gear& gear, double step_s) {
  return {gear, gear.bristles.value_or(models::Bristles{}), step_s};
}

models::Bristles stiffest_bristles(double inertia_kgm2, double step_s) noexcept {
  return {.stiffness_Nm_rad = inertia_kgm2 / (4 * step_s * step_s),
          .damping_Nms_rad = inertia_kgm2 / (2 * step_s)};
}

double bristle_friction_Nm(const LugreConfig& config, double w_rad_s, LugreState& state) noexcept {
  const auto [s0, s1] = config.bristles;
  const double h = config.step_s, last_z = state.z_rad;
  state.z_rad =
      (last_z + h * w_rad_s) / (1 + h * s0 * std::abs(w_rad_s) / sliding_Nm(config.gear, w_rad_s));
  const double dz = (state.z_rad - last_z) / h;
  return s0 * state.z_rad + s1 * dz + config.gear.viscous_Nms_rad * w_rad_s;
}

}  // namespace ventosa::sim
