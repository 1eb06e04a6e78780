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

/// What a window shows of a robot: of a twin how it truly is, of any other what it has told and
/// what is estimated from that. A number that is not known is NaN.
namespace ventosa::view {

struct ShownLeg {
  controller::PerJoint<double> q_rad{};
  controller::PerJoint<double> tau_Nm{};
  controller::PerJoint<double> stall_ratio{};  ///< |torque| / the motor's stall torque
  controller::Isometry3d X_WF = controller::Isometry3d::Identity();  ///< of the lip
  bool held = false;                                                 ///< its cup carries load
  std::string_view cup;                                              ///< its state, in a word
  std::optional<controller::Patch> surface{};  ///< that the cup is on; none: in the air
  double vacuum_Pa = controller::kUnknown;
  double vacuum_force_N = controller::kUnknown;
  double turbine = controller::kUnknown;  ///< speed, 0..1
  std::array<double, 3> distance_m{};     ///< lip plane to surface
  double safety_factor = 0;               ///< of a held cup, if its force is felt; of another 0
  double slip_m = controller::kUnknown;
};

struct Shown {
  controller::Isometry3d X_WB = controller::Isometry3d::Identity();
  double pan_rad = 0, tilt_rad = 0;  ///< of the camera
  controller::PerLeg<ShownLeg> leg{};
};

/// A robot, and the surfaces that it is believed to stand on.
struct Surroundings {
  const models::Robot& robot;
  const controller::PatchList& surfaces;
};

Shown shown(const Surroundings& at, const sim::Truth& truth);

/// The safety factor is that of the estimated force.
Shown shown(const Surroundings& at, const controller::ControllerConfig& options,
            const controller::Observation& seen, const controller::Diagnostics& plan);

sim::RobotPose pose_of(const Shown& shown);

}  // namespace ventosa::view
