#include "controller/model/robot_model.h"

#include <cmath>

namespace ventosa::controller {

Vector3d Leg::point_ahead(double radius_m, double drop_m) const {
  constexpr double kUpright = 1e-6;
  const Vector3d x_B = X_BL.linear().col(0), z_B = X_BL.linear().col(2);
  const bool is_seen = x_B.head<2>().norm() > kUpright;  // otherwise x_L points straight up or down
  const Vector3d ahead_B = is_seen ? x_B : Vector3d(-x_B.z() * z_B);
  const double yaw_rad = std::atan2(ahead_B.y(), ahead_B.x());
  return X_BL.translation() +
         Vector3d(radius_m * std::cos(yaw_rad), radius_m * std::sin(yaw_rad), -drop_m);
}

double RobotModel::total_mass_kg() const {
  double sum_kg = body_mass_kg;
  for (const Leg& l : leg)
    for (int k = 0; k < l.n_joints; ++k) sum_kg += l.link[static_cast<std::size_t>(k)].mass_kg;
  return sum_kg;
}

const Cup* RobotModel::cup() const { return leg.empty() ? nullptr : leg.front().cup(); }

const Gait* RobotModel::find_gait(int number) const noexcept {
  const bool exists = number >= 0 && number < static_cast<int>(gait.size());
  return exists ? &gait[static_cast<std::size_t>(number)] : nullptr;
}

}  // namespace ventosa::controller
