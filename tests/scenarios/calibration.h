#pragma once

#include <sstream>
#include <string>

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

/// The section `plant` of a scenario's file with these half widths.
inline std::string plant_text(const sim::PlantNumbers& spread) {
  std::ostringstream out;
  out << "plant:\n  spread: {mass_scale: " << spread.mass_scale
      << ", friction_scale: " << spread.friction_scale
      << ", surface_friction_scale: " << spread.surface_friction_scale
      << ",\n           joint_offset_deg: " << spread.joint_offset_rad / controller::kRadPerDegree
      << ", surface_offset_m: " << spread.surface_offset_m
      << ", surface_tilt_deg: " << spread.surface_tilt_rad / controller::kRadPerDegree << "}\n";
  return out.str();
}

}  // namespace ventosa::scenarios
