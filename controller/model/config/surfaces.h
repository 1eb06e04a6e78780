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
  double friction = 0.5;
  double start_x_m = 0.25;
  double start_y_m = 0.02;
  double bridge_m = 0.05;
  double gate_m = 0.03;
  double gate_rad = 0.15;
  double body_sd_m = 0.002;
  double memory_frames = 100;
  double silence_s = 0.5;
};

void describe(auto& field, Is<SurfaceConfig> auto& surfaces) {
  field(Key{"source", "surfaces given beforehand, or detected by the camera"}, surfaces.source);
  field(Key{"friction", "assumed friction coefficient; a camera cannot measure it"},
        surfaces.friction, "1", above(0, 10));
  field(Key{"start_x_m",
            "margin around each lip that counts as known surface at the start, along the body's x "
            "axis"},
        surfaces.start_x_m, "m", not_negative());
  field(Key{"start_y_m",
            "margin around each lip that counts as known surface at the start, along the body's y "
            "axis"},
        surfaces.start_y_m, "m", not_negative());
  field(Key{"bridge_m", "unseen gaps up to this width between seen parts are taken as surface"},
        surfaces.bridge_m, "m", not_negative());
  field(Key{"gate_m", "a plane at a greater distance is another surface"}, surfaces.gate_m, "m",
        positive());
  field(Key{"gate_rad", "a plane with a greater tilt is another surface"}, surfaces.gate_rad, "rad",
        above(0, 1.5));
  field(Key{"body_sd_m", "standard deviation of the body's estimate from one picture to the next"},
        surfaces.body_sd_m, "m", positive());
  field(Key{"silence_s", "a camera is silent when its last picture is older"}, surfaces.silence_s,
        "s", positive());
  field(Key{"memory_frames", "number of pictures after which old ones fade"},
        surfaces.memory_frames, "1", between(1, 1e6));
}

}  // namespace ventosa::controller
