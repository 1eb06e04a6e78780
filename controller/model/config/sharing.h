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
  double cup_safety_factor = 1.3;  ///< every cup limit is divided by it
  double torque_ratio = 0.95;      ///< share of the torque limit that feed-forward may use
  double smoothness = 1e-5;        ///< [1/N2] weight of |F - F_last|^2
  double wrist_moment_Nm = 0;      ///< largest moment on the cup by friction of a passive wrist
};

void describe(auto& field, Is<SharingConfig> auto& sharing) {
  field("objective", sharing.objective);
  field("cup_safety_factor", sharing.cup_safety_factor, "1", between(1, 10));
  field("torque_ratio", sharing.torque_ratio, "1", above(0, 1));
  field("smoothness", sharing.smoothness, "1", above(0, 1));
  field("wrist_moment_Nm", sharing.wrist_moment_Nm, "N m", between(0, 10));
}

}  // namespace ventosa::controller
