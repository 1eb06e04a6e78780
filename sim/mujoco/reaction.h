#pragma once

#include "controller/model/observation.h"
#include "sim/cups/cup.h"
#include "sim/mujoco/world_index.h"

/// Contact wrenches of a step, read from MuJoCo directly after it. Private to sim.
namespace ventosa::sim {

/// Writes `wrench_S` of every cup: net wrench of the surfaces on it at the lip centre, of weld and
/// contacts, or of lip, vacuum and contacts.
void read_reactions(const mjModel& model, const mjData& data, const WorldIndex& index,
                    const controller::PatchList& patches,
                    controller::PerLeg<CupState>& cup) noexcept;

/// Normal forces of all surfaces together on the robot, excluding its cups [N].
struct ContactForces {
  double body_N = 0;
  controller::PerLeg<double> leg_N{};  ///< forces on each leg's links
};

/// Updates each force to its maximum with that of the last step.
void keep_largest_contacts(const mjModel& model, const mjData& data, const WorldIndex& index,
                           ContactForces& largest) noexcept;

/// Deepest penetration of any robot geom into any patch, >= 0  [m]
double deepest_penetration_m(const mjData& data) noexcept;

}  // namespace ventosa::sim
