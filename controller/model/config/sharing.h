#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

enum class Objective : std::uint8_t {
  kTorque,  ///< minimises the joint torques over their limits (least squares), inside every limit
  kLeastNorm,   ///< minimises |F|^2, without limits: the elastic distribution of Prados 2023
  kPeakTorque,  ///< minimises the largest joint torque over its limit, inside every limit
};
constexpr auto enumerators(Objective) { return words("torque", "least_norm", "peak_torque"); }

struct SharingConfig {
  Objective objective = Objective::kTorque;
  double safety_factor = 1.3;
  double torque_ratio = 0.95;
  double planned_share = 0.95;
  double smoothness = 1e-5;
  double wrist_moment_Nm = 0;
};

void describe(auto& field, Is<SharingConfig> auto& sharing) {
  field(Key{"objective",
            "quantity that load sharing minimises: squared joint torque over its limit, squared "
            "forces without limits, or the worst joint torque over its limit"},
        sharing.objective);
  field(Key{"safety_factor", "divisor of every limit of a foot"}, sharing.safety_factor, "1",
        between(1, 10));
  field(Key{"torque_ratio", "share of the torque limit that feed-forward may use"},
        sharing.torque_ratio, "1", above(0, 1));
  field(Key{"planned_share",
            "share of torque_ratio within which feet must carry the robot in a planned stance; the "
            "rest is for the motion of the legs"},
        sharing.planned_share, "1", above(0, 1));
  field(Key{"smoothness", "weight of the squared change of the forces [1/N2]"}, sharing.smoothness,
        "1", above(0, 1));
  field(Key{"wrist_moment_Nm", "largest moment on a cup by the friction of its passive wrist",
            Equipment::kCup},
        sharing.wrist_moment_Nm, "N m", between(0, 10));
}

}  // namespace ventosa::controller
