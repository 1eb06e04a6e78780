#pragma once

#include "controller/model/observation.h"
#include "controller/model/robot_model.h"

/// Finds a drive that does not do what it is commanded, from what it reports.
namespace ventosa::controller {

struct JointWatch {
  double asked_s = 0;       ///< for so long torque has been commanded
  bool had_torque = false;  ///< reported on since then
  double q_rad = 0;         ///< the last reading that was not the same as the one before
  double lag_rad = 0;       ///< from that reading to the set-point of its time
  std::int32_t stuck = 0;   ///< readings on end that are the same, though the set-point has gone
};

struct DriveWatch {
  std::int64_t sampled_ns = kNeverTold;  ///< of the last reading
  PerJoint<JointWatch> joint{};
};

/// The last command to a leg's drives.
struct DriveCommand {
  bool attached = false;  ///< the wrist of an attached foot is commanded passive
  bool follows = true;  ///< the joints have all their gains, and are not led slowly from elsewhere
  const PerJoint<double>& q_set_rad;
};

/// Until a drive that has got its command reports its torque on.
inline constexpr double kTorqueReported_s = 0.3;
/// A set-point that has gone so far from a reading that stays the same to the last digit: the
/// encoder is frozen, or the joint is blocked.
inline constexpr double kStuck_rad = 0.05;
inline constexpr std::int32_t kStuckReadings = 8;

/// One tick. A drive has a fault if it reports an error; or its torque off although torque is
/// commanded and had come; or if its reading stays while its set-point, which it is to follow,
/// goes. What is not reported is no fault.
/// @return the first such joint, or -1
[[nodiscard]] int faulty_joint(const Leg& leg, const LegReading& reading,
                               const DriveCommand& command, double period_s,
                               DriveWatch& watch) noexcept;

}  // namespace ventosa::controller
