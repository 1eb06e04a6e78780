#pragma once

#include <numbers>
#include <random>

#include "controller/kinematics/forward_kinematics.h"
#include "controller/kinematics/inverse_kinematics.h"
#include "models/robot.h"

/// Shipped robots and seeded poses of their legs.
namespace ventosa::test {

inline controller::RobotModel robot(const char* name) {
  return models::load(std::string(VENTOSA_SOURCE_DIR "/models/data/") + name + ".yaml").nominal;
}

/// Joint angles within the limits, the wrist bent enough to stay off its singularity.
inline controller::PerJoint<double> random_pose(const controller::Leg& leg, std::mt19937_64& rng) {
  controller::PerJoint<double> q{};
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
    q[j] =
        std::uniform_real_distribution<double>(leg.joint[j].q_min_rad, leg.joint[j].q_max_rad)(rng);
  double& q5 = q[static_cast<std::size_t>(leg.n_arm + 1)];
  if (std::abs(q5) < 0.3) q5 = std::copysign(0.3, q5);
  return q;
}

inline controller::Vector3d random_vector(double scale, std::mt19937_64& rng) {
  std::uniform_real_distribution<double> u(-scale, scale);
  return {u(rng), u(rng), u(rng)};
}

/// Angles of the default stance: wrist points nominal, cups towards -z of the body.
inline controller::PerJoint<double> nominal_pose(const controller::Leg& leg) {
  controller::PerJoint<double> q{};
  const auto X_LB = leg.X_BL.inverse();
  const auto status = controller::solve_leg(leg, X_LB * leg.p_BW_nominal, -X_LB.linear().col(2), q);
  if (status != controller::IkStatus::kOk) throw std::runtime_error("nominal stance unreachable");
  return q;
}

}  // namespace ventosa::test
