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
  double free_height_m = 0.003;
  double vacuum_fade_s = 0.25;
  double press_m = 0.001;
  double stiffness_N_m = 4e4;
  double shear_stiffness_N_m = 4e4;
};

void describe(auto& field, Is<LipConfig> auto& lip) {
  field(Key{"model", "model of the cup's lip"}, lip.model);
  field(Key{"free_height_m", "extension of a lip without vacuum, relative to an attached one"},
        lip.free_height_m, "m", between(0, 0.02));
  field(Key{"vacuum_fade_s", "time constant of the vacuum's decay after switching off"},
        lip.vacuum_fade_s, "s", positive());
  field(Key{"press_m", "compression of the lip when a foot is set down"}, lip.press_m, "m",
        between(0, 0.02));
  field(Key{"stiffness_N_m", "stiffness of the lip along the surface normal"}, lip.stiffness_N_m,
        "N/m", between(1000, 1e7));
  field(Key{"shear_stiffness_N_m", "stiffness of the lip along the surface"},
        lip.shear_stiffness_N_m, "N/m", between(1000, 1e7));
}

}  // namespace ventosa::controller
