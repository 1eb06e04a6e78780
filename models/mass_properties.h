#pragma once

#include "controller/model/robot_model.h"
#include "models/strict_yaml.h"

namespace ventosa::models {

/// Mass, centre of mass and inertia of a rigid body, from the keys
///   mass_kg from 1e-6, com_m [x, y, z], inertia_kgm2 [xx, yy, zz] about the centre of mass,
///   products_of_inertia_kgm2 [xy, xz, yz] (optional, zero; entries of the matrix, sign included).
/// All in the body's own frame.
/// @throws InputError if no real body has this inertia: not positive definite, or a principal
///         moment larger than the sum of the other two
controller::Link read_mass_properties(const Node& node);

/// Mass properties with optional inertia: by default that of the homogeneous box; zero half extents
/// give a point mass.
controller::Link read_mass_properties(const Node& node, const controller::Vector3d& half_extent_m);

/// Refuses a link that no part of this size can be: a centre of mass farther off its frame's
/// origin, or a radius of gyration, sqrt(I / m), above it; and moments of inertia that are zero to
/// the physics engine.
/// @throws InputError
void check_extent(const Node& node, const controller::Link& link, double largest_m);

/// Mass properties of a robot's body alone.
controller::Link body_of(const controller::RobotModel& robot) noexcept;

/// Mass properties of two bodies fixed to each other; all in one frame.
controller::Link joined(const controller::Link& a, const controller::Link& b) noexcept;

}  // namespace ventosa::models
