#pragma once

#include "tests/sim/stands.h"

/// Commands that can be distinguished in the twin, for tests of its links.
namespace ventosa::sim {

/// Command number k: every turbine at k / 1e4, so that the turbine shows which command is obeyed.
inline controller::Command numbered(int k) {
  controller::Command command;
  for (controller::LegCommand& leg : command.leg) leg.cup = {controller::CupMode::kGrip, 1e-4 * k};
  return command;
}

inline int obeyed(const Twin& twin, std::size_t leg) {
  return static_cast<int>(std::lround(1e4 * twin.truth().leg[leg].cup.turbine));
}

/// A robot on the ground with a control period of one physics step.
inline TwinConfig watched(const models::Robot& robot, std::uint64_t seed) {
  TwinConfig config = standing(robot, 0);
  config.control_period_s = config.step_s;
  config.seed = seed;
  return config;
}

}  // namespace ventosa::sim
