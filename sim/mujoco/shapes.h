#pragma once

#include "controller/model/observation.h"
#include "sim/mujoco/engine.h"

/// Geoms of the MuJoCo model, for collision and for pictures. Private to sim.
namespace ventosa::sim {

inline constexpr double kCupHeight_m = 0.045;
inline constexpr double kLinkRadius_m = 0.02;

/// Geom groups of MuJoCo's visualisation.
enum GeomGroup : int { kSurfaceGroup = 0, kRobotGroup = 1 };

/// Writes a vector, or a pose as position and quaternion w x y z. @{
void put(const controller::Vector3d& v, double* to);
void put(const controller::Isometry3d& X, double* pos, double* quat);
/// @}

/// Sky, lights, and the material of the patches added before.
void add_scenery(mjSpec& spec);

/// A box whose upper face is the patch.
mjsGeom& add_patch(mjsBody& world, const controller::Patch& patch);

/// The body's box, and a bright plate that marks its front (+x). @{
void add_torso(mjsBody& body, const controller::Vector3d& half_extent_m);
void add_nose(mjsBody& body, const controller::Vector3d& half_extent_m);
/// @}

/// A link's bar from its joint to `to`, and the hub of the joint. @{
void add_bar(mjsBody& link, const controller::Vector3d& to);
void add_hub(mjsBody& link, const controller::Vector3d& axis);
/// @}

/// The cup in its frame F: the lip, which collides, with its lower face `recess_m` behind the lip
/// plane; and a bowl, for pictures only. @{
mjsGeom& add_lip(mjsBody& cup, double lip_radius_m, double recess_m);
void add_bowl(mjsBody& cup, double lip_radius_m);
/// @}

}  // namespace ventosa::sim
