#pragma once

#include <algorithm>
#include <cmath>
#include <random>

#include "controller/model/robot_model.h"

/// Seeded robots of arbitrary geometry: any number of legs and joints, oblique axes and asymmetric
/// masses, so that no result agrees by symmetry.
namespace ventosa::test {

using Rng = std::mt19937_64;

inline double uniform(double low, double high, Rng& rng) {
  return std::uniform_real_distribution<double>(low, high)(rng);
}

inline controller::Vector3d any_vector(double scale, Rng& rng) {
  return {uniform(-scale, scale, rng), uniform(-scale, scale, rng), uniform(-scale, scale, rng)};
}

inline controller::Vector3d any_direction(Rng& rng) {
  std::normal_distribution<double> n;
  return controller::Vector3d(n(rng), n(rng), n(rng)).normalized();
}

inline controller::Matrix3d any_rotation(Rng& rng) {
  return Eigen::AngleAxisd(uniform(0, 3, rng), any_direction(rng)).toRotationMatrix();
}

/// Inertia of a box, which satisfies the triangle inequality.
inline controller::Matrix3d any_inertia(double mass_kg, double size_m, Rng& rng) {
  const controller::Vector3d s =
      (any_vector(size_m, rng).cwiseAbs().array() + 0.1 * size_m).square();
  const controller::Vector3d d(s.y() + s.z(), s.z() + s.x(), s.x() + s.y());
  const controller::Matrix3d R = any_rotation(rng);
  return mass_kg / 12 * R * d.asDiagonal() * R.transpose();
}

inline controller::Leg any_leg(int n_joints, Rng& rng) {
  controller::Leg leg;
  leg.name = "leg";
  leg.X_BL.linear() = any_rotation(rng);
  leg.X_BL.translation() = any_vector(0.3, rng);
  leg.n_joints = n_joints;
  leg.n_arm = n_joints > 3 ? n_joints - 3 : n_joints;
  for (std::size_t j = 0; j < static_cast<std::size_t>(n_joints); ++j) {
    leg.joint[j] = {.p_PJ = any_vector(0.2, rng),
                    .axis = any_direction(rng),
                    .q_min_rad = -3,
                    .q_max_rad = 3,
                    .speed_limit_rad_s = 5,
                    .stall_torque_Nm = 10,
                    .torque_limit_Nm = 8,
                    .armature_kgm2 = uniform(0, 0.05, rng),
                    .friction = {}};
    const double mass_kg = uniform(0.1, 2, rng);
    leg.link[j] = {mass_kg, any_vector(0.1, rng), any_inertia(mass_kg, 0.2, rng)};
  }
  // the wrist's axes intersect
  for (std::size_t j = static_cast<std::size_t>(leg.n_arm) + 1;
       j < static_cast<std::size_t>(n_joints); ++j)
    leg.joint[j].p_PJ.setZero();
  leg.X_JF.linear() = any_rotation(rng);
  leg.X_JF.translation() = any_vector(0.1, rng);
  leg.foot.standoff_m = leg.X_JF.translation().norm();
  leg.foot.hold = controller::Cup{
      .lip_radius_m = 0.09, .area_m2 = 0.01, .max_force_N = 100, .goal_force_N = 60};
  return leg;
}

/// Makes about half of the joints sliders, either way.
inline void let_slide(controller::Leg& leg, Rng& rng) {
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
    if (std::bernoulli_distribution()(rng))
      leg.joint[j].slide_m_rad = std::copysign(uniform(0.02, 0.1, rng), uniform(-1, 1, rng));
}

/// A leg with hinges and sliders.
inline controller::Leg any_sliding_leg(int n_joints, Rng& rng) {
  controller::Leg leg = any_leg(n_joints, rng);
  let_slide(leg, rng);
  return leg;
}

inline controller::RobotModel any_robot(int n_legs, Rng& rng) {
  controller::RobotModel robot;
  robot.name = "any";
  robot.body_mass_kg = uniform(0.5, 10, rng);
  robot.p_BC = any_vector(0.1, rng);
  robot.I_C = any_inertia(robot.body_mass_kg, 0.3, rng);
  robot.body_box = {{.half_extent_m = {0.2, 0.2, 0.05}}};
  for (int i = 0; i < n_legs; ++i) {
    robot.leg.push_back(any_leg(std::uniform_int_distribution<int>(1, 7)(rng), rng));
  }
  return robot;
}

inline controller::PerJoint<double> any_joints(double scale, Rng& rng) {
  controller::PerJoint<double> x{};
  for (double& value : x) value = uniform(-scale, scale, rng);
  return x;
}

}  // namespace ventosa::test
