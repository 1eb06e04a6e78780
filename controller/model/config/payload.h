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
  double mass_sd_kg = 5;
  double moment_sd_kgm = 0.5;
  double heave_m = 0.012;
  double heave_s = 6;
  /// Time at standstill before the first reading.
  static constexpr double kRest_s = 0.5;
  /// A body slower than this relative to its feet is at standstill.
  static constexpr double kStill_m_s = 0.01;
  /// Part of a standstill that is used if joints stick: later stiction hides the payload.
  static constexpr double kWeigh_s = 0.5;
  /// Readings closer than this share their error.
  static constexpr double kCorrelation_s = 5;
  /// Time constant with which load sharing adopts the estimate.
  static constexpr double kFollow_s = 1;
};

void describe(auto& field, Is<PayloadConfig> auto& payload) {
  field(Key{"estimation",
            "when the payload is weighed: never, or with all feet attached, nothing moving and PD "
            "on"},
        payload.estimation);
  field(Key{"mass_sd_kg", "standard deviation of the mass before the first weighing"},
        payload.mass_sd_kg, "kg", positive());
  field(Key{"moment_sd_kgm",
            "standard deviation of mass times centre position before the first weighing"},
        payload.moment_sd_kgm, "kg m", positive());
  field(
      Key{"heave_m", "amplitude of the vertical motion that weighs the payload when joints stick"},
      payload.heave_m, "m", between(0, 0.1));
  field(Key{"heave_s", "duration of the vertical motion that weighs the payload, down and up"},
        payload.heave_s, "s", above(0, 100));
}

}  // namespace ventosa::controller
