#include "controller/dynamics/centre_of_mass.h"

namespace ventosa::controller {

Vector3d centre(const MassMoment& mass) noexcept {
  if (mass.mass_kg == 0) return Vector3d::Zero();
  return mass.h_B / mass.mass_kg;
}

Wrench weight(const MassMoment& mass, const Vector3d& g_B) noexcept {
  return {mass.mass_kg * g_B, mass.h_B.cross(g_B)};
}

MassMoment body_mass(const RobotModel& robot) noexcept {
  return {robot.body_mass_kg, robot.body_mass_kg * robot.p_BC};
}

MassMoment leg_mass(const Leg& leg, const LegPose& pose) noexcept {
  MassMoment sum;
  for (int k = 0; k < leg.n_joints; ++k)
    sum += {leg.link[k].mass_kg, leg.link[k].mass_kg * pose.p_BC[k]};
  return sum;
}

}  // namespace ventosa::controller
