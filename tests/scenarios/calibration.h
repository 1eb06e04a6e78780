#pragma once

#include "controller/model/description.h"
#include "sim/config/plant_errors.h"

namespace ventosa::scenarios {

/// Errors that remain after a careful calibration, as half widths: docs/fidelity.md.
inline constexpr sim::PlantNumbers kCalibrated{.mass_scale = 0.05,
                                               .friction_scale = 0.2,
                                               .surface_friction_scale = 0.2,
                                               .link_scale = 0,
                                               .joint_offset_rad = 0.3 * controller::kRadPerDegree,
                                               .surface_offset_m = 0.003,
                                               .surface_tilt_rad = 0.5 * controller::kRadPerDegree,
                                               .lip_scale = 0};

}  // namespace ventosa::scenarios
