#pragma once

#include <cmath>

#include "tests/sim/stands.h"

/// A standing robot with electric drives and oscillating arms.
namespace ventosa::sim {

inline DriveOptions electric() {
  DriveOptions drive;
  drive.model = MotorModel::kElectric;
  drive.friction = FrictionModel::kLoad;
  return drive;
}

/// Command with joint angles that oscillate about the start pose, cups at 100 N.
inline controller::Command swaying(const models::Robot& robot, const TwinConfig& config,
                                   double time_s) {
  controller::Command command = grip(robot, 100);
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const double phase = 2 * M_PI * 0.7 * time_s + static_cast<double>(j);
      command.leg[i].joint[j] = {controller::JointMode::kImpedance,
                                 config.leg[i].q_rad[j] + 0.05 * std::sin(phase),
                                 0,
                                 0,
                                 60,
                                 4};
    }
  return command;
}

}  // namespace ventosa::sim
