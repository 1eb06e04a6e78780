#pragma once

#include <vector>

#include "controller/model/robot_model.h"

namespace ventosa::sim {

/// Least mass [kg] that a robot shows at its feet, its body and joints free and all feet on the
/// ground: the inverse of the largest eigenvalue of the mobility J M^-1 J' of all feet together.
///
/// J stacks the velocities of the feet, three rows a foot; M is the mass matrix of body and joints,
/// the drives' armature included. Springs k and dampers d between ground and feet, integrated with
/// a step h, are stable while 4 M - J' (h^2 k + 2 h d) J is positive definite, that is while h^2 k
/// + 2 h d < 4 m in every direction. If all directions have the same k and d, this m is exact; with
/// fewer feet on the ground it is larger.
/// @param q_rad  joint angles of every leg
double standing_mass_kg(const controller::RobotModel& robot,
                        const std::vector<controller::PerJoint<double>>& q_rad);

}  // namespace ventosa::sim
