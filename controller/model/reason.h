#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

/// Why the controller, or one of its modules, does less than the goal asks.
enum class Reason : std::uint8_t {
  kNone,
  kLiftRefused,        ///< no feasible load sharing without the foot; see `refused_leg` and `lift`
  kSharingInfeasible,  ///< the present stance is overloaded; margin < 0
  kUnreachable,        ///< inverse kinematics has no answer
  kNoFoothold,         ///< the next foothold lies on no patch
  kCupLost,            ///< a cup that should hold has no vacuum; it carries nothing
  kReleaseStuck,       ///< a cup that should let go keeps its vacuum
  kSealFailed,         ///< a placed cup did not seal, retries used up
  kBadInput,           ///< an observation or goal is not finite
  kTooFewFeet,         ///< the attached feet cannot carry a wrench
  kModuleSilent,      ///< a leg's readings are old: it is unloaded as far as may be, the rest holds
  kLegHeld,           ///< a move is asked of a leg that is attached, in its step, or does not exist
  kEstimateDiverged,  ///< the filter's covariance is lost: it starts anew from the last pose
  kLegFree,           ///< a walk is asked of a robot with a detached leg
  kBadCommand,        ///< a set-point is not finite
  kOperator,          ///< an operator keeps the robot from moving
  kWayBlocked,        ///< a move of a leg would touch a surface, another leg or the body
  kDrifting,          ///< the body is not where it should be; if PD was off, it is back
  kSlipping,          ///< a foot slides or is loose, or the plan needs more friction than there is
  kPdOff,             ///< a walk is asked of a robot without position control
  kNoGait,            ///< a walk by a gait that the robot has not
  kOverheated,        ///< a joint is near the heat at which its drive goes off: no foot leaves
  kJointFault,    ///< a drive is off, reports an error or does not follow: its leg is unloaded as
                  ///< far as may be
  kImuSilent,     ///< no reading of an IMU that the estimator uses: no foot leaves
  kImuWrong,      ///< the IMU is at the end of its range, or contradicts the feet: no foot leaves
  kCameraSilent,  ///< no picture of the camera: no foot leaves if it alone looks for surfaces
  kCupWeak,       ///< an attached cup lacks vacuum for a time, or seals only after other tries
  kCameraBlind,   ///< no plane in the camera's pictures for a time
  kPackDead,      ///< a module's pack gives nothing: it lives on the shared bus
  kRelayStuck,    ///< current or voltage behind a relay that was commanded open
};
constexpr auto enumerators(Reason) {
  return words("none", "lift_refused", "overloaded", "unreachable", "no_foothold", "cup_lost",
               "release_stuck", "seal_failed", "bad_input", "too_few_feet", "module_silent",
               "leg_held", "estimate_diverged", "leg_free", "bad_command", "operator",
               "way_blocked", "drifting", "slipping", "pd_off", "no_gait", "overheated",
               "joint_fault", "imu_silent", "imu_wrong", "camera_silent", "cup_weak",
               "camera_blind", "pack_dead", "relay_stuck");
}

}  // namespace ventosa::controller
