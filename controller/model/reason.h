#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

/// Reasons why the controller, or one of its modules, does less than the goal asks.
enum class Reason : std::uint8_t {
  kNone,
  kLiftRefused,        ///< no feasible load sharing without the foot; see `refused_leg` and `lift`
  kSharingInfeasible,  ///< the present stance is overloaded; margin < 0
  kUnreachable,        ///< inverse kinematics has no solution
  kNoFoothold,         ///< the next foothold lies on no patch
  kCupLost,            ///< a cup that should be attached has no vacuum; it carries nothing
  kReleaseStuck,       ///< a cup that should release keeps its vacuum
  kSealFailed,         ///< a placed cup did not seal after all retries
  kBadInput,           ///< an observation or goal is not finite
  kTooFewFeet,         ///< the attached feet cannot carry a wrench
  /// A leg's readings are too old: it is unloaded as far as possible, the other feet stay attached.
  kModuleSilent,
  kLegHeld,  ///< the requested move is for a leg that is attached, stepping or does not exist
  kEstimateDiverged,  ///< the filter's covariance is invalid: it restarts from the last pose
  kLegFree,           ///< a walk is requested while a leg is detached
  kBadCommand,        ///< a set-point is not finite
  kOperator,          ///< an operator keeps the robot from moving
  kWayBlocked,        ///< a leg's move would hit a surface, another leg or the body
  kDrifting,          ///< the body is off its reference; if PD was off, it is switched on again
  kSlipping,          ///< a foot slid or is lost, or the plan needs more friction than there is
  kPdOff,             ///< a walk is requested without position control
  kNoGait,            ///< the robot lacks the requested gait
  kOverheated,        ///< a joint is near its drive's shutdown temperature: no foot lifts
  /// A drive is off, reports an error or does not follow: its leg is unloaded as far as possible.
  kJointFault,
  kImuSilent,     ///< no reading of an IMU that the estimator uses: no foot lifts
  kImuWrong,      ///< the IMU is at the end of its range or contradicts the feet: no foot lifts
  kCameraSilent,  ///< no picture from a camera that is the only source of surfaces: no foot lifts
  kCupWeak,       ///< an attached cup lacked vacuum for a time, or a cup sealed only after retries
  kCameraBlind,   ///< no plane in the camera's pictures for a time
  kPackDead,      ///< a module's pack gives no power: the module runs on the shared bus
  kRelayStuck,    ///< current or voltage behind a relay that was commanded to open
  kNoGround,      ///< a point foot found no ground within `seek_m`
  /// The force sensor of a foot is stuck, or gives no usable reading: no foot lifts.
  kFootSensorFault,
  kNoPlan,    ///< no route to the requested place was found
  kOffRoute,  ///< the robot does not stand where the requested route begins
};
constexpr auto enumerators(Reason) {
  return words("none", "lift_refused", "overloaded", "unreachable", "no_foothold", "cup_lost",
               "release_stuck", "seal_failed", "bad_input", "too_few_feet", "module_silent",
               "leg_held", "estimate_diverged", "leg_free", "bad_command", "operator",
               "way_blocked", "drifting", "slipping", "pd_off", "no_gait", "overheated",
               "joint_fault", "imu_silent", "imu_wrong", "camera_silent", "cup_weak",
               "camera_blind", "pack_dead", "relay_stuck", "no_ground", "foot_sensor_fault",
               "no_plan", "off_route");
}

}  // namespace ventosa::controller
