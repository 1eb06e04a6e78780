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
inline constexpr const char* kFast = "ripple";

// scenarios
inline constexpr const char* kFlat = "hexapod3_wave_flat";
inline constexpr const char* kGps = "hexapod3_gps";
inline constexpr const char* kTest1 = "hexapod3_test1";
inline constexpr const char* kTest2 = "hexapod3_test2";
inline constexpr const char* kRoughSlow = "hexapod3_rough_wave";
inline constexpr const char* kRoughFast = "hexapod3_rough_ripple_fast";
inline constexpr const char* kRoughSameStep = "hexapod3_rough_ripple";
inline constexpr const char* kRoughSameSpeed = "hexapod3_rough_ripple_slow";
inline constexpr const char* kRoughTripod = "hexapod3_rough_tripod";

// signals of all joints
inline constexpr const char* kSensedTorque = "seen.leg*.joint*.tau";
inline constexpr const char* kAngleError = "motion.leg*.joint*.error";
inline const Signal kFrictionRatio{"truth.leg*.foot", Form::kFrictionRatio};
inline const Signal kWorldRatio{"truth.leg*.foot", Form::kWorldRatio};
inline const Signal kModelError{"motion.leg*.joint*.model_torque_error"};
inline const Signal kPlannedError{"motion.leg*.joint*.planned_torque_error"};

// after the robot has been put on rough ground and its feet have found it [s]
inline constexpr double kSettled_s = 0.5;

}  // namespace ventosa::papers::asif2012
