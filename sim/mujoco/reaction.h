#pragma once

#include "controller/model/observation.h"
#include "sim/cups/cup.h"
#include "sim/mujoco/world_builder.h"

/// Reads out of MuJoCo, right after a step, what the surfaces did to the feet during that step.
/// Private to sim.
namespace ventosa::sim {

/// Net wrench of the surfaces on each cup, weld and contacts together (the solver splits the load
/// between them at will), or lip, vacuum and contacts; at the lip centre: `wrench_S` of every cup.
/// Weld rows: force on the cup in W, then torque: +-half the torque scale times R_WA f, A the
/// anchor.
void read_reactions(const mjModel& model, const mjData& data, const WorldIndex& index,
                    const controller::PatchList& patches,
                    controller::PerLeg<CupState>& cup) noexcept;

/// Deepest of any robot geom in any patch, >= 0  [m]
double deepest_penetration_m(const mjData& data) noexcept;

}  // namespace ventosa::sim
