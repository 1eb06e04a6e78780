#include "controller/dynamics/lip.h"

#include <algorithm>
#include <cmath>

namespace ventosa::controller {

namespace {

Vector3d along(const Vector3d& n, const Vector3d& v) { return v - n.dot(v) * n; }

}  // namespace

Vector3d lip_shift(const LipConfig& config, const Vector3d& n, const Vector3d& shear) noexcept {
  if (config.model == LipModel::kRigid) return Vector3d::Zero();
  return -n.dot(shear) / config.stiffness_N_m * n - along(n, shear) / config.shear_stiffness_N_m;
}

Vector3d lip_deflection(const LipConfig& config, const Foot& foot, const Vector3d& n,
                        const LipLoad& load) noexcept {
  if (config.model == LipModel::kRigid) return Vector3d::Zero();
  const double r = foot.radius_m(), L = foot.standoff_m, k = config.stiffness_N_m;
  const double tilt_m_N = L * L / (k * r * r / 2);
  return lip_shift(config, n, load.shear) - tilt_m_N * along(n, load.tilt);
}

double lip_extension_m(const LipConfig& config, double grip_N, double goal_N) noexcept {
  if (config.model == LipModel::kRigid) return 0;
  return config.free_height_m * std::clamp(1 - grip_N / goal_N, 0.0, 1.0);
}

double vacuum_gone(const LipConfig& config, double off_s) noexcept {
  return 1 - std::exp(-off_s / config.vacuum_fade_s);
}

double lip_touch_m(const LipConfig& config) noexcept {
  return config.model == LipModel::kRigid ? 0 : config.free_height_m - config.press_m;
}

}  // namespace ventosa::controller
