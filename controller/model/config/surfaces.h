#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

/// Where the organizer takes the surfaces from.
enum class SurfaceSource : std::uint8_t {
  kSurveyed,  ///< the patches of the start, known beforehand
  kSeen,      ///< what its feet stand on and its camera sees
};
constexpr auto enumerators(SurfaceSource) { return words("surveyed", "seen"); }

/// What is made of seen surfaces.
struct SurfaceConfig {
  SurfaceSource source = SurfaceSource::kSurveyed;
  double friction = 0.5;       ///< that a camera cannot see
  double start_x_m = 0.25;     ///< known at the start around each lip, along the body's x
  double start_y_m = 0.02;     ///< and across it
  double bridge_m = 0.05;      ///< an unseen gap so wide between seen parts is no gap
  double gate_m = 0.03;        ///< a plane further off is another surface
  double gate_rad = 0.15;      ///< and one that is tilted more
  double body_sd_m = 0.002;    ///< of the body's estimate from one frame to the next
  double memory_frames = 100;  ///< older ones fade
  double silence_s = 0.5;      ///< a camera is silent whose last picture is older
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
