#pragma once

#include "controller/model/observation.h"
#include "sim/ground/ground.h"
#include "sim/mujoco/engine.h"

/// Geoms of the MuJoCo model, for collision and for pictures. Private to sim.
namespace ventosa::sim {

/// Geoms of the model, on the same bodies: only those that collide, or also those for pictures. The
/// latter would cost a third of a step.
enum class Detail { kPhysics, kPicture };

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

/// Turns the named box of a patch into a height field: the nodes of its relief, with flat triangles
/// between them.
void set_relief(mjSpec& spec, const controller::Patch& patch, const Relief& relief, mjsGeom& geom);

/// A box of the body, and a bright plate that marks its front (+x). @{
void add_torso(mjsBody& body, const controller::Box& box);
void add_nose(mjsBody& body, const controller::Box& box);
/// @}

/// Adds a link's bar from its joint to `to`, and the hub of the joint with the same width. @{
void add_bar(mjsBody& link, const controller::Vector3d& to, double radius_m);
void add_hub(mjsBody& link, double radius_m);
/// @}

/// The cup in its frame F: the lip with its collision shape, from `recess_m` behind the lip plane
/// to the rim; and a bowl for pictures only. @{
mjsGeom& add_lip(mjsBody& body, const controller::Cup& cup, double recess_m);
void add_bowl(mjsBody& body, const controller::Cup& cup);
/// @}

}  // namespace ventosa::sim
