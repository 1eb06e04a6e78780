#pragma once

#include "controller/model/observation.h"
#include "controller/model/robot_model.h"

/// Finds a drive that makes no torque although it should, from what the drive reports.
namespace ventosa::controller {

struct DriveWatch {
  PerJoint<double> asked_s{};   ///< for so long torque has been commanded
  PerJoint<bool> had_torque{};  ///< reported on since then
};

/// Until a drive that has got its command reports its torque on.
inline constexpr double kTorqueReported_s = 0.3;

/// One tick. A drive has a fault if it reports an error, or its torque off although torque is
/// commanded and had come. What is not reported is no fault. The wrist of an attached foot is
/// commanded passive.
/// @param attached  in the last command
/// @return the first such joint, or -1
[[nodiscard]] int faulty_joint(const Leg& leg, const LegReading& reading, bool attached,
                               double period_s, DriveWatch& watch) noexcept;

}  // namespace ventosa::controller
