#pragma once

#include <optional>
#include <vector>

#include "controller/kinematics/self_distance.h"
#include "sim/mujoco/joint_coordinate.h"
#include "sim/mujoco/linkage.h"

/// Places of a robot's parts in MuJoCo's arrays. Private to sim.
namespace ventosa::sim {

struct WorldIndex {
  controller::PerLeg<int> n_joints{};
  controller::PerLeg<controller::PerJoint<JointCoordinate>> joint{};
  controller::PerLeg<controller::PerJoint<int>> link_body{};  ///< body that stands for a link
  controller::PerLeg<std::optional<LinkageIndex>> linkage{};  ///< no value: serial links
  controller::PerLeg<int> cup_body{};
  controller::PerLeg<int> lip_geom{};  ///< -1: a point foot
  controller::PerLeg<int> mocap{};
  controller::PerLeg<int> weld{};     ///< -1: elastic lip
  std::vector<int> leg_of_weld;       ///< by equality constraint; -1: none
  std::vector<int> patch_of_geom;     ///< -1 for a geom of the robot
  std::vector<int> leg_of_cup_geom;   ///< leg whose lip the geom is, else -1
  std::vector<int> leg_of_link_geom;  ///< leg whose link the geom is, else -1
  std::vector<std::optional<controller::PartId>>
      part_of_body{};  ///< no value: no part of the robot
};

WorldIndex index_world(const mjModel& model, const models::Robot& robot, const TwinConfig& config);

/// Angles and rates of a leg's drives.
LegMotion leg_motion(const WorldIndex& index, const mjData& data, int leg) noexcept;

/// Puts a leg at these angles of its drives; the bars of a linkage follow, if they reach.
void put_leg(const WorldIndex& index, int leg, const controller::PerJoint<double>& q_rad,
             mjData& data) noexcept;

}  // namespace ventosa::sim
