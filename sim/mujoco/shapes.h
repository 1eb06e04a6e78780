#pragma once

#include "controller/model/observation.h"
#include "sim/mujoco/engine.h"

/// The geoms of the world: what the robot touches with and what a picture shows. Private to sim.
namespace ventosa::sim {

inline constexpr double kCupHeight_m = 0.045;
inline constexpr double kLinkRadius_m = 0.02;

/// Geom groups, for pictures.
enum GeomGroup : int { kSurfaceGroup = 0, kRobotGroup = 1 };

void put(const controller::Vector3d& v, double (&to)[3]);
void put(const controller::Isometry3d& X, double (&pos)[3], double (&quat)[4]);

/// Sky, light and the look of all patches in the world so far.
void add_scenery(mjSpec& spec);

/// A box whose upper face is the patch.
mjsGeom& add_patch(mjsBody& world, const controller::Patch& patch);

/// The body's box, and a light plate that shows where its front (+x) is. @{
void add_torso(mjsBody& body, const controller::Vector3d& half_extent_m);
void add_nose(mjsBody& body, const controller::Vector3d& half_extent_m);
/// @}

/// A link's bar from its joint, and the hub of the joint. @{
void add_bar(mjsBody& link, const controller::Vector3d& to);
void add_hub(mjsBody& link, const controller::Vector3d& axis);
/// @}

/// The cup in its frame F: the lip, which collides, its lower face `recess_m` behind the lip plane.
/// And a bowl for the eye. @{
mjsGeom& add_lip(mjsBody& cup, double lip_radius_m, double recess_m);
void add_bowl(mjsBody& cup, double lip_radius_m);
/// @}

}  // namespace ventosa::sim
