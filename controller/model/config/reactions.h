#pragma once

#include "controller/model/description.h"
#include "controller/model/robot_model.h"

namespace ventosa::controller {

/// Noise models of the sources of the reaction forces.
struct ReactionConfig {
  PerJoint<double> torque_sd_Nm{0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
  double torque_sd_ratio = 0;
  double wrist_sd_Nm = 0.03;
  double moment_sd_Nm = 0.2;
  double cup_normal_N_m = 4e4;
  double cup_tangential_N_m = 4e4;
  double lip_rest_m = 0;
  double distance_sd_m = 3e-4;
  /// Standard deviation of the elastic model's forces.
  static constexpr double kElasticSd_N = 20;
  static constexpr double kWeightSd_N = 1;  ///< standard deviation of the weight on the feet
};

void describe(auto& field, Is<ReactionConfig> auto& reactions) {
  field.per_joint(Key{"torque_sd_Nm", "standard deviation of a drive's torque, from joint 1 on"},
                  reactions.torque_sd_Nm, "N m", positive());
  field(Key{"torque_sd_ratio", "further standard deviation by friction, as a share of the torque"},
        reactions.torque_sd_ratio, "1", between(0, 1));
  field(Key{"wrist_sd_Nm", "standard deviation of the friction of a passive wrist joint"},
        reactions.wrist_sd_Nm, "N m", not_negative());
  field(Key{"moment_sd_Nm", "standard deviation of the moment of the weight on the feet"},
        reactions.moment_sd_Nm, "N m", positive());
  field(Key{"cup_normal_N_m", "stiffness of a lip along the surface normal"},
        reactions.cup_normal_N_m, "N/m", positive());
  field(Key{"cup_tangential_N_m", "stiffness of a lip along the surface"},
        reactions.cup_tangential_N_m, "N/m", positive());
  field(Key{"lip_rest_m",
            "distance reading when the lip just touches the surface; 0: the cup is rigid, and its "
            "distance readings are not used",
            Equipment::kCup},
        reactions.lip_rest_m, "m", not_negative());
  field(Key{"distance_sd_m",
            "standard deviation of a distance reading, from rounding to whole millimetres",
            Equipment::kCup},
        reactions.distance_sd_m, "m", positive());
}

}  // namespace ventosa::controller
