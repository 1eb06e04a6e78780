#include "controller/model/robot_model.h"

namespace ventosa::controller {

double RobotModel::total_mass_kg() const {
  double sum_kg = body_mass_kg;
  for (const Leg& l : leg)
    for (int k = 0; k < l.n_joints; ++k) sum_kg += l.link[static_cast<std::size_t>(k)].mass_kg;
  return sum_kg;
}

}  // namespace ventosa::controller
