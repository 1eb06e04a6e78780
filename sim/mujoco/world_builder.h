#pragma once

#include "models/robot.h"
#include "sim/config/twin_config.h"
#include "sim/mujoco/engine.h"
#include "sim/mujoco/shapes.h"

/// Builds the MuJoCo model of a robot and its patches. Private to sim.
///
/// Bodies: the robot's body on a free joint, its links on hinges and sliders (leg_bodies.h) or the
/// bars of its linkages (linkage.h), a massless body "cup" at each lip frame F. Each rigid cup has
/// an anchor, a mocap body, and a weld to it that starts inactive. Collisions: robot against
/// patches only, with the patch's friction.
namespace ventosa::sim {

/// @throws models::InputError if MuJoCo refuses the robot
MujocoPtr<mjModel> build_world(const models::Robot& robot, const TwinConfig& config, Detail detail);

}  // namespace ventosa::sim
