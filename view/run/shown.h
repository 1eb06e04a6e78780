#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string_view>

#include "controller/diagnostics.h"
#include "controller/model/config.h"
#include "controller/model/observation.h"
#include "models/robot.h"
#include "sim/render/scene.h"

/// State of a robot as shown: for a twin the true state, otherwise readings and estimates. Unknown
/// numbers are NaN.
namespace ventosa::view {

struct ShownLeg {
  controller::PerJoint<double> q_rad{};
  controller::PerJoint<double> tau_Nm{};
  controller::PerJoint<double> stall_ratio{};  ///< |torque| / the motor's stall torque
  controller::Isometry3d X_WF = controller::Isometry3d::Identity();  ///< pose of the lip
  bool held = false;                                                 ///< the foot carries load
  std::string_view foot;                       ///< state of the foot in a word
  std::optional<controller::Patch> surface{};  ///< surface under the foot; no value: in the air
  double vacuum_Pa = controller::kUnknown;
  double vacuum_force_N = controller::kUnknown;
  double turbine = controller::kUnknown;  ///< speed of the turbine, 0..1
  std::array<double, 3> distance_m{};     ///< lip plane to surface
  double safety_factor = 0;               ///< for a loaded foot with a known force; else 0
  double slip_m = controller::kUnknown;
};

struct Shown {
  controller::Isometry3d X_WB = controller::Isometry3d::Identity();
  double pan_rad = 0, tilt_rad = 0;  ///< angles of the camera
  controller::PerLeg<ShownLeg> leg{};
};

/// A robot, and the surfaces on which it is assumed to be.
struct Surroundings {
  const models::Robot& robot;
  const controller::PatchList& surfaces;
};

Shown shown(const Surroundings& at, const sim::Truth& truth);

/// State shown for a robot without ground truth; the safety factor is that of the estimated force.
Shown shown(const Surroundings& at, const controller::ControllerConfig& options,
            const controller::Observation& seen, const controller::Diagnostics& plan);

sim::RobotPose pose_of(const Shown& shown);

}  // namespace ventosa::view
