#pragma once

#include "models/robot.h"
#include "sim/config/twin_config.h"
#include "sim/mujoco/engine.h"

/// Builds the MuJoCo model of a robot and its patches. Private to sim.
///
/// Bodies: the robot's body on a free joint, its links on hinges, a massless body "cup" at each lip
/// frame F. Each rigid cup has an anchor, a mocap body, and a weld to it that starts inactive.
/// Collisions: robot against patches only, with the patch's friction.
namespace ventosa::sim {

/// Indices of the robot's parts in MuJoCo's arrays.
struct WorldIndex {
  controller::PerLeg<controller::PerJoint<int>> qpos{};
  controller::PerLeg<controller::PerJoint<int>> dof{};
  controller::PerLeg<int> cup_body{};
  controller::PerLeg<int> mocap{};
  controller::PerLeg<int> weld{};  ///< -1: elastic lip
  std::vector<int> leg_of_weld;
  std::vector<int> patch_of_geom;     ///< -1 for a geom of the robot
  std::vector<int> leg_of_cup_geom;   ///< leg whose lip the geom is, else -1
  std::vector<int> leg_of_link_geom;  ///< leg whose link the geom is, else -1
};

/// Geoms of the model, on the same bodies: only those that collide, or also those for pictures. The
/// latter would cost a third of a step.
enum class Detail { kPhysics, kPicture };

/// @throws models::InputError if MuJoCo refuses the robot
MujocoPtr<mjModel> build_world(const models::Robot& robot, const TwinConfig& config, Detail detail);
WorldIndex index_world(const mjModel& model, const controller::RobotModel& robot);

}  // namespace ventosa::sim
