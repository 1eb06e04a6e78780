#pragma once

#include "controller/model/observation.h"
#include "controller/model/robot_model.h"

/// Detects drives that do not execute their commands, from their readings.
namespace ventosa::controller {

struct JointWatch {
  double requested_s = 0;   ///< time for which torque has been commanded
  bool had_torque = false;  ///< torque was reported on in that time
  double q_rad = 0;         ///< last reading that differed from its predecessor
  double lag_rad = 0;       ///< distance of that reading from the set-point at its time
  std::int32_t stuck = 0;   ///< successive unchanged readings while the set-point moved away
};

struct DriveWatch {
  std::int64_t sampled_ns = kNeverReceived;  ///< time of the last reading
  PerJoint<JointWatch> joint{};
};

/// Requirements of the last command on a leg's drives.
struct DriveCommand {
  bool attached = false;  ///< the foot is attached, so the wrist is commanded passive
  bool follows = true;    ///< the joints have full gains and are not in the slow startup motion
  const PerJoint<double>& q_set_rad;
};

/// Longest time until a drive reports its torque on after the command.
inline constexpr double kTorqueReported_s = 0.3;
/// Distance of the set-point from an unchanged reading that indicates a frozen encoder or a blocked
/// joint.
inline constexpr double kStuck_rad = 0.05;
inline constexpr std::int32_t kStuckReadings = 8;

/// One tick. A drive has a fault if it reports an error, if its torque is off although commanded
/// and once on, or if its reading does not change while its set-point moves. Missing readings are
/// no fault.
/// @return the first faulty joint, index from 0; -1: none
[[nodiscard]] int faulty_joint(const Leg& leg, const LegReading& reading,
                               const DriveCommand& command, double period_s,
                               DriveWatch& watch) noexcept;

}  // namespace ventosa::controller
