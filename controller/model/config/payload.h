#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

enum class PayloadEstimation : std::uint8_t {
  kOff,
  kAtRest,  ///< whenever all feet are attached and nothing moves, with PD on
};
constexpr auto enumerators(PayloadEstimation) { return words("off", "at_rest"); }

struct PayloadConfig {
  PayloadEstimation estimation = PayloadEstimation::kAtRest;
  double rest_s = 0.5;      ///< time at standstill before the first reading
  double still_m_s = 0.01;  ///< a body slower than this relative to its feet is at standstill
  /// Part of a standstill that is used if joints stick: later stiction hides the payload.
  double weigh_s = 0.5;
  double correlation_s = 5;    ///< readings closer than this share their error
  double mass_sd_kg = 5;       ///< prior of the mass, before the first weighing
  double moment_sd_kgm = 0.5;  ///< prior of mass times centre position
  /// Amplitude of the vertical motion that weighs the payload when joints stick.
  double heave_m = 0.012;
  double heave_s = 6;   ///< duration of that motion, down and up
  double follow_s = 1;  ///< time constant with which load sharing adopts the estimate
};

void describe(auto& field, Is<PayloadConfig> auto& payload) {
  field("estimation", payload.estimation);
  field("rest_s", payload.rest_s, "s", positive());
  field("still_m_s", payload.still_m_s, "m/s", positive());
  field("weigh_s", payload.weigh_s, "s", positive());
  field("correlation_s", payload.correlation_s, "s", positive());
  field("mass_sd_kg", payload.mass_sd_kg, "kg", positive());
  field("moment_sd_kgm", payload.moment_sd_kgm, "kg m", positive());
  field("heave_m", payload.heave_m, "m", between(0, 0.1));
  field("heave_s", payload.heave_s, "s", above(0, 100));
  field("follow_s", payload.follow_s, "s", positive());
}

}  // namespace ventosa::controller
