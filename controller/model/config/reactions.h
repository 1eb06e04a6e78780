#pragma once

#include "controller/model/description.h"
#include "controller/model/robot_model.h"

namespace ventosa::controller {

/// Noise models of the sources of the reaction forces.
struct ReactionConfig {
  /// Standard deviation of a drive's torque.
  PerJoint<double> torque_sd_Nm{0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
  double torque_sd_ratio = 0;   ///< further deviation by friction, as a share of the torque
  double wrist_sd_Nm = 0.03;    ///< friction of a passive wrist joint
  double weight_sd_N = 1;       ///< standard deviation of the weight on the feet
  double moment_sd_Nm = 0.2;    ///< standard deviation of the moment of that weight
  double elastic_sd_N = 20;     ///< standard deviation of the elastic model's forces
  double cup_normal_N_m = 4e4;  ///< stiffness of a lip along the surface normal
  double cup_tangential_N_m = 4e4;
  /// Distance reading with the lip just in contact; 0: rigid cup, not measured.
  double lip_rest_m = 0;
  double distance_sd_m = 3e-4;  ///< quantisation to whole millimetres
};

void describe(auto& field, Is<ReactionConfig> auto& reactions) {
  field.per_joint("torque_sd_Nm", reactions.torque_sd_Nm, "N m", positive());
  field("torque_sd_ratio", reactions.torque_sd_ratio, "1", between(0, 1));
  field("wrist_sd_Nm", reactions.wrist_sd_Nm, "N m", not_negative());
  field("weight_sd_N", reactions.weight_sd_N, "N", positive());
  field("moment_sd_Nm", reactions.moment_sd_Nm, "N m", positive());
  field("elastic_sd_N", reactions.elastic_sd_N, "N", positive());
  field("cup_normal_N_m", reactions.cup_normal_N_m, "N/m", positive());
  field("cup_tangential_N_m", reactions.cup_tangential_N_m, "N/m", positive());
  field("lip_rest_m", reactions.lip_rest_m, "m", not_negative());
  field("distance_sd_m", reactions.distance_sd_m, "m", positive());
}

}  // namespace ventosa::controller
