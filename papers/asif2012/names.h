#pragma once

#include "papers/experiment.h"

/// Names that the experiments of Asif 2012 share: what changes with the robot, its scenarios and
/// their signals is changed here.
namespace ventosa::papers::asif2012 {

using scenarios::Bound;
using Form = Signal::Form;

inline constexpr double kMilli = 1e3;    // m in mm, rad in mrad
inline constexpr double kPercent = 100;  // ratio in %
inline constexpr double kDegrees = 57.29577951308232;
inline constexpr double kStall_Nm = 2.5;  // of the hexapod's drives
inline constexpr double kFriction = 0.7;  // of the ground

// robot and gaits
inline constexpr const char* kRobot = "hexapod3";
inline constexpr const char* kSlow = "wave";
inline constexpr const char* kFast = "tripod";

// scenarios
inline constexpr const char* kFlat = "hexapod3_walk_ground";
inline constexpr const char* kGps = "gps_ground";
inline constexpr const char* kTest1 = "hexapod3_walk_ground";
inline constexpr const char* kTest2 = "computed_torque_walk_ground";
inline constexpr const char* kFreeLeg = "computed_torque_free_leg";
inline constexpr const char* kRoughSlow = "hexapod3_rough_wave";
inline constexpr const char* kRoughFast = "hexapod3_rough_ripple";

// signals of all joints
inline constexpr const char* kSensedTorque = "seen.leg*.joint*.tau";
inline constexpr const char* kModelTorque = "motion.leg*.joint*.model_torque";
inline constexpr const char* kPlannedTorque = "motion.leg*.joint*.planned_torque";
inline constexpr const char* kAngleError = "motion.leg*.joint*.error";
inline const Signal kFrictionRatio{"truth.leg*.foot", Form::kFrictionRatio};
inline const Signal kWorldRatio{"truth.leg*.foot", Form::kWorldRatio};
inline const Signal kModelError{kSensedTorque, Form::kDifference, kModelTorque};
inline const Signal kPlannedError{kSensedTorque, Form::kDifference, kPlannedTorque};

// after the robot has been put on rough ground and its feet have found it [s]
inline constexpr double kSettled_s = 0.5;

}  // namespace ventosa::papers::asif2012
