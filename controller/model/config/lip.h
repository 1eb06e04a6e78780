#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

enum class LipModel : std::uint8_t {
  kRigid,
  kElastic,  ///< deflects under load, extends without vacuum
};
constexpr auto enumerators(LipModel) { return words("rigid", "elastic"); }

/// Model of the cups' lips, used by feet, plan and odometry.
struct LipConfig {
  LipModel model = LipModel::kRigid;
  double free_height_m = 0.003;  ///< extension of a lip without vacuum, relative to an attached one
  double vacuum_fade_s = 0.25;   ///< time constant of the vacuum's decay after switching off
  double press_m = 0.001;        ///< compression of the lip when a foot is set down
  double stiffness_N_m = 4e4;    ///< along the surface normal
  double shear_stiffness_N_m = 4e4;
};

void describe(auto& field, Is<LipConfig> auto& lip) {
  field("model", lip.model);
  field("free_height_m", lip.free_height_m, "m", between(0, 0.02));
  field("vacuum_fade_s", lip.vacuum_fade_s, "s", positive());
  field("press_m", lip.press_m, "m", between(0, 0.02));
  field("stiffness_N_m", lip.stiffness_N_m, "N/m", between(1000, 1e7));
  field("shear_stiffness_N_m", lip.shear_stiffness_N_m, "N/m", between(1000, 1e7));
}

}  // namespace ventosa::controller
