#pragma once

#include <cstdint>

#include "controller/model/description.h"
#include "controller/model/frames.h"

/// Readings of the body's place in W.
namespace ventosa::controller {

inline constexpr std::int64_t kNeverReceived = -1'000'000'000;  ///< unknown time

/// A GPS fix. Only its horizontal part is used: feet on surveyed surfaces measure the height
/// better.
struct FixReading {
  std::int64_t sampled_ns = kNeverReceived;
  Vector3d p_WG = Vector3d::Zero();  ///< [m] antenna
};

void describe(auto& field, Is<FixReading> auto& fix) {
  field("sampled", fix.sampled_ns, "s");
  field("position", fix.p_WG, "m");
}

/// A compass heading: the angle about W's z axis from W's x axis to the horizontal part of B's x
/// axis, plus the compass' deviation.
struct HeadingReading {
  std::int64_t sampled_ns = kNeverReceived;
  double heading_rad = 0;
};

void describe(auto& field, Is<HeadingReading> auto& heading) {
  field("sampled", heading.sampled_ns, "s");
  field("angle", heading.heading_rad, "rad");
}

}  // namespace ventosa::controller
