#pragma once

#include <functional>

#include "models/pantograph.h"

/// Dynamics of one driven pantograph leg with its hip fixed, from the exact positions of its seven
/// parts, in the coordinates q = (turn of the carriage [rad], way out of the radial slider [m], way
/// up of the vertical slider [m]):
///
///   M(q) q'' + h(q, q') = g(q, q', t)        Bombled and Verlinden 2010, eq. 2
///
/// Made without MuJoCo and without a serial joint table: the reference for both.
namespace ventosa::papers {

using controller::Matrix3d;
using controller::Vector3d;

struct PantographLeg {
  models::Pantograph bars;
  Vector3d armature = Vector3d::Zero();  ///< the drives' inertia along q  [kg m2, kg, kg]
  Vector3d gravity_L{0, 0, -9.81};       ///< [m/s2] in the hip's frame
};

/// Dynamics of a robot's leg, with the armature of its drives at the ways of their sliders.
PantographLeg pantograph_leg(const models::Pantograph& bars, const controller::Leg& table,
                             const Vector3d& gravity_L);

struct LegState {
  Vector3d q = Vector3d::Zero();
  Vector3d dq = Vector3d::Zero();
  Vector3d ddq = Vector3d::Zero();
};

/// Terms of eq. 2; the weights' part of g is -dV_dq.
struct LegEquation {
  Matrix3d M = Matrix3d::Zero();
  Vector3d h = Vector3d::Zero();
  Vector3d dV_dq = Vector3d::Zero();  ///< slope of the potential energy  [N m, N, N]
  double V_J = 0;                     ///< potential energy
};

/// @param at  its accelerations are not used
/// @throws std::bad_optional_access  the bars do not reach
LegEquation leg_equation(const PantographLeg& leg, const LegState& at);

/// Kinetic and potential energy  [J]
double energy_J(const PantographLeg& leg, const LegState& at);

/// Forces of the drives along q  [N m, N, N]
using DriveForces = std::function<Vector3d(const LegState& at, double time_s)>;

struct DrivenLeg {
  PantographLeg leg;
  DriveForces forces;
};

/// Accelerations that solve eq. 2.
Vector3d accelerations(const DrivenLeg& driven, const LegState& at, double time_s);

/// One step of Newmark's scheme with gamma 1/2 and beta 1/4, the paper's integrator: eq. 2 holds at
/// the end of the step, found by Newton's method.
/// @param now     with its accelerations
/// @param time_s  at the end of the step
LegState newmark_step(const DrivenLeg& driven, const LegState& now, double time_s, double step_s);

}  // namespace ventosa::papers
