#pragma once

#include "tests/sim/stands.h"

/// Options of cups with elastic lips and turbines.
namespace ventosa::sim {

inline constexpr CupOptions kLipAlone{CupModel::kLip, TurbineModel::kIdeal, CupSensing::kIdeal};
inline constexpr CupOptions kLipAndFan{CupModel::kLip, TurbineModel::kFan, CupSensing::kIdeal};
inline constexpr CupOptions kFull{CupModel::kLip, TurbineModel::kFan, CupSensing::kReadings};

inline TwinConfig with(TwinConfig config, const CupOptions& cup) {
  config.cup = cup;
  config.roughness_m.fill(5e-5);
  return config;
}

inline controller::Command attach(double goal_N) {
  controller::Command command;
  for (controller::LegCommand& leg : command.leg)
    leg.cup = {.mode = controller::CupMode::kAttach, .goal_N = goal_N};
  return command;
}

inline controller::Command release() {
  controller::Command command;
  for (controller::LegCommand& leg : command.leg) leg.cup = {.mode = controller::CupMode::kRelease};
  return command;
}

inline const CupTruth& cup(const Twin& twin) { return twin.truth().leg[0].cup; }

}  // namespace ventosa::sim
