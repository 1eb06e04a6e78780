#pragma once

namespace ventosa::sim {

/// A quadruped that keeps its stance for a second with `payload_kg` on its back, and what happens
/// to it.
struct EnergyTrial {
  const char* name = "";
  double payload_kg = 0;
  double tilt_rad = 0;  ///< tilt of the surface: 0 ground, pi/2 wall, pi ceiling
  double lifted_m = 0;  ///< above its stance, its cups free
  double released_after_s = 10;
  double push_N = 0;  ///< on the body along x from 0.1 to 0.2 s
  double friction = 0.6;
};

inline constexpr EnergyTrial kEnergyTrials[] = {
    {.name = "collapses on the ground under 36 kg", .payload_kg = 36},
    {.name = "falls off a wall under 36 kg", .payload_kg = 36, .tilt_rad = 0.5 * 3.141592653589793},
    {.name = "falls off a ceiling under 36 kg", .payload_kg = 36, .tilt_rad = 3.141592653589793},
    {.name = "attaches from 4 mm above the ground", .lifted_m = 0.004},
    {.name = "lets go of a wall", .tilt_rad = 0.5 * 3.141592653589793, .released_after_s = 0.1},
    {.name = "is pushed along a slippery wall",
     .tilt_rad = 0.5 * 3.141592653589793,
     .push_N = 200,
     .friction = 0.15}};

inline constexpr double kEnergyTrialSteps_s[] = {0.0002, 0.0005, 0.001, 0.002, 0.005};

struct EnergyOutcome {
  double made_J = 0;    ///< largest rise of the robot's energy less the work of drives and push
  double vacuum_J = 0;  ///< work of the vacuum: its force over the gap, once per cup
  double excess_N = 0;  ///< largest part of a welded cup's wrench beyond its limits  [N, N m]
  bool unstable = false;
};

EnergyOutcome try_energy(const EnergyTrial& trial, double step_s);

}  // namespace ventosa::sim
