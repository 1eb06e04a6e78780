#pragma once

#include "tests/sim/stands.h"

/// Commands that can be told apart in the twin, for the tests of its links.
namespace ventosa::sim {

/// Command number k: every turbine at k / 1e4, so that a turbine tells what its module obeys.
inline controller::Command numbered(int k) {
  controller::Command command;
  for (controller::LegCommand& leg : command.leg) leg.cup = {controller::CupMode::kGrip, 1e-4 * k};
  return command;
}

inline int obeyed(const Twin& twin, std::size_t leg) {
  return static_cast<int>(std::lround(1e4 * twin.truth().leg[leg].cup.turbine));
}

/// On the ground, looked at in every physics step.
inline TwinConfig watched(const models::Robot& robot, std::uint64_t seed) {
  TwinConfig config = standing(robot, 0);
  config.control_period_s = config.step_s;
  config.seed = seed;
  return config;
}

}  // namespace ventosa::sim
