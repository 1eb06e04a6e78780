#pragma once

#include <cstdint>

#include "scenarios/format/scenario.h"

namespace ventosa::scenarios {

/// What the twin of one run is built from: the scenario's robot and world as they really are, with
/// payload and errors of the plant. The controller is told the scenario's own.
struct TwinSetup {
  sim::PlantErrors errors;
  models::Robot robot;
  sim::TwinConfig config;
};

/// A robot that stands has been attached for real: its body is placed against the surface where
/// that really lies, its cups are flush on the true surfaces, and its true joint angles are those
/// that this takes. A clamped robot's encoders read the angles of the scenario.
/// @throws models::InputError  a foot that cannot be placed, a gear that locks itself
TwinSetup twin_setup(const Scenario& scenario, std::uint64_t seed);

}  // namespace ventosa::scenarios
