#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

enum class LipModel : std::uint8_t {
  kRigid,
  kElastic,  ///< it gives under load, and stands up where it has no vacuum
};
constexpr auto enumerators(LipModel) { return words("rigid", "elastic"); }

/// What feet, plan and odometry make of the cups' lips.
struct LipConfig {
  LipModel model = LipModel::kRigid;
  double free_height_m = 0.003;  ///< extension of a lip without vacuum, over one that grips
  double vacuum_fade_s = 0.25;   ///< time constant with which its vacuum goes, once it is off
  double press_m = 0.001;        ///< a foot is set down so deep into it
  double stiffness_N_m = 4e4;    ///< against the surface
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
