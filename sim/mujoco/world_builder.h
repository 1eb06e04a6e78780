#pragma once

#include "models/robot.h"
#include "sim/mujoco/engine.h"
#include "sim/twin.h"

/// Builds MuJoCo's model of a robot among patches. Private to sim.
///
/// Bodies: the robot's body on a free joint, its links on hinges, a massless body "cup" at each lip
/// frame F; one mocap body per rigid foot, the anchor, tied to the cup by a weld that starts
/// inactive.
/// Collisions: robot against patches only, with the patch's friction.
namespace ventosa::sim {

/// The weld between cup and anchor: solref (time constant, damping ratio) and solimp. MuJoCo wants
/// the time constant at or above two steps.
inline constexpr double kWeldSteps = 2;
inline constexpr double kWeldDampingRatio = 1;
inline constexpr double kWeldImpedance[5] = {0.99, 0.999, 1e-4, 0.5, 2};

/// Where the parts of the robot lie in MuJoCo's arrays.
struct WorldIndex {
  controller::PerLeg<controller::PerJoint<int>> qpos{};
  controller::PerLeg<controller::PerJoint<int>> dof{};
  controller::PerLeg<int> cup_body{};
  controller::PerLeg<int> mocap{};
  controller::PerLeg<int> weld{};  ///< -1 for an elastic lip
  std::vector<int> leg_of_weld;
  std::vector<int> patch_of_geom;    ///< -1 for a geom of the robot
  std::vector<int> leg_of_cup_geom;  ///< leg whose lip the geom is, else -1
};

/// The same bodies in the same order, with only what moves and collides, or with all that a picture
/// shows: geoms for the eye would cost a third of a step.
enum class Detail { kPhysics, kPicture };

/// @throws models::InputError if MuJoCo refuses the robot
MujocoPtr<mjModel> build_world(const models::Robot& robot, const TwinConfig& config, Detail detail);
WorldIndex index_world(const mjModel& model, const controller::RobotModel& robot);

}  // namespace ventosa::sim
