#pragma once

#include <cstdint>

#include "scenarios/format/scenario.h"

namespace ventosa::scenarios {

/// True robot and world of the twin in one run: the scenario's, with payload and errors of the
/// plant. The controller receives the nominal ones.
struct TwinSetup {
  sim::PlantErrors errors;
  models::Robot robot;
  sim::TwinConfig config;
};

/// Start of a run. A robot on its feet is placed on the true surfaces: all cups flush, joint angles
/// by the true kinematics. The encoders of a clamped robot read the angles of the scenario.
/// @throws models::InputError  a foot that cannot be placed, or a gear whose friction locks it
TwinSetup twin_setup(const Scenario& scenario, std::uint64_t seed);

}  // namespace ventosa::scenarios
