#pragma once

#include <string>

#include "controller/load_sharing/standing.h"
#include "controller/model/config.h"
#include "tests/controller/random_robot.h"
#include "tests/controller/romerin.h"

/// Seeded robots on a plane with feet to lift, and options of the controller.
namespace ventosa::test {

struct RandomStanding {
  controller::RobotModel robot;
  controller::ControllerConfig config;
  controller::Standing standing;
};

/// A shipped robot with another body, other masses, drives, hips and places of its feet.
inline controller::RobotModel altered_robot(Rng& rng) {
  static constexpr const char* kNames[] = {
      "romerin4",   "romerin5",       "romerin6",          "romerin7",       "romerin10",
      "romerin4x7", "romerin4_mixed", "romerin6_extended", "romerin6_sides", "hexapod3"};
  controller::RobotModel robot =
      test::robot(kNames[std::uniform_int_distribution<std::size_t>(0, 9)(rng)]);
  robot.body_mass_kg *= uniform(0.3, 5, rng);
  robot.p_BC += any_vector(0.04, rng);
  for (controller::Leg& leg : robot.leg) {
    const controller::Vector3d shift = any_vector(0.02, rng);
    leg.X_BL.translation() += shift;
    leg.p_BW_nominal += shift + any_vector(0.03, rng);
    for (controller::Joint& joint : leg.joint) joint.torque_limit_Nm *= uniform(0.7, 1.4, rng);
    for (controller::Link& link : leg.link) link.mass_kg *= uniform(0.7, 1.4, rng);
  }
  return robot;
}

inline controller::ControllerConfig any_options(Rng& rng) {
  controller::ControllerConfig config;
  config.sharing.objective =
      static_cast<controller::Objective>(std::uniform_int_distribution<int>(0, 2)(rng));
  config.sharing.safety_factor = uniform(1, 2, rng);
  config.sharing.torque_ratio = uniform(0.6, 1, rng);
  config.sharing.planned_share = uniform(0.8, 1, rng);
  config.sharing.wrist_moment_Nm = std::bernoulli_distribution()(rng) ? uniform(0, 1, rng) : 0;
  config.gait.lift_m = uniform(0.01, 0.08, rng);
  return config;
}

inline RandomStanding random_standing(std::uint64_t seed) {
  Rng rng{seed};
  RandomStanding any{.robot = altered_robot(rng), .config = any_options(rng), .standing = {}};
  controller::Standing& standing = any.standing;
  standing.incline_rad = uniform(0, 3.14159, rng);
  standing.heading_rad = uniform(-3.14159, 3.14159, rng);
  if (std::bernoulli_distribution()(rng)) standing.radius_m = uniform(0.15, 0.3, rng);
  if (std::bernoulli_distribution()(rng)) standing.height_m = uniform(0.02, 0.12, rng);
  standing.cup_force_N = any.robot.cup() ? uniform(40, 120, rng) : 0;
  standing.friction = uniform(0.3, 0.9, rng);
  const int n = any.robot.n_legs();
  const int n_lifted = std::uniform_int_distribution<int>(0, n - 3)(rng);
  for (int k = 0; k < n_lifted; ++k)
    standing.lifted[std::uniform_int_distribution<std::size_t>(
        0, static_cast<std::size_t>(n - 1))(rng)] = true;
  return any;
}

}  // namespace ventosa::test
