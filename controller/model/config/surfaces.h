#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

/// Source of the organizer's surfaces.
enum class SurfaceSource : std::uint8_t {
  kSurveyed,  ///< the patches of Start, known beforehand
  kSeen,      ///< contacts of the feet and planes in the camera's pictures
};
constexpr auto enumerators(SurfaceSource) { return words("surveyed", "seen"); }

/// Parameters of the map of seen surfaces.
struct SurfaceConfig {
  SurfaceSource source = SurfaceSource::kSurveyed;
  double friction = 0.5;  ///< assumed friction coefficient; a camera cannot measure it
  /// Margin around each lip known as surface at the start, along the body's x axis.
  double start_x_m = 0.25;
  double start_y_m = 0.02;  ///< margin along the body's y axis
  double bridge_m = 0.05;  ///< unseen gaps up to this width between seen parts are taken as surface
  double gate_m = 0.03;    ///< a plane at a greater distance is another surface
  double gate_rad = 0.15;  ///< a plane with a greater tilt is another surface
  double body_sd_m = 0.002;    ///< error of the body's estimate from one picture to the next
  double memory_frames = 100;  ///< number of pictures after which old ones fade
  double silence_s = 0.5;      ///< a camera is silent when its last picture is older
};

void describe(auto& field, Is<SurfaceConfig> auto& surfaces) {
  field("source", surfaces.source);
  field("friction", surfaces.friction, "1", above(0, 10));
  field("start_x_m", surfaces.start_x_m, "m", not_negative());
  field("start_y_m", surfaces.start_y_m, "m", not_negative());
  field("bridge_m", surfaces.bridge_m, "m", not_negative());
  field("gate_m", surfaces.gate_m, "m", positive());
  field("gate_rad", surfaces.gate_rad, "rad", above(0, 1.5));
  field("body_sd_m", surfaces.body_sd_m, "m", positive());
  field("silence_s", surfaces.silence_s, "s", positive());
  field("memory_frames", surfaces.memory_frames, "1", between(1, 1e6));
}

}  // namespace ventosa::controller
