#pragma once

#include "controller/model/observation.h"

/// Knowledge of the robot and its surroundings before the first tick.
namespace ventosa::controller {

struct Start {
  Isometry3d X_WB = Isometry3d::Identity();
  PerLeg<bool> attached{};
  bool clamped = false;  ///< the body is fixed to a bench at X_WB: no foot needs to be attached
  Vector3d gravity_W{0, 0, -9.81};
  PatchList patches{};  ///< surfaces surveyed beforehand
  Observation seen{};   ///< the first observation
  /// [rad] joint angles at which the robot was placed; no value: unknown
  std::optional<PerLeg<PerJoint<double>>> q_rad{};
};

}  // namespace ventosa::controller
