#pragma once

#include "tests/scenarios/failures/watched_run.h"

namespace ventosa::scenarios {

/// How far two runs have been apart in what is read of the part that breaks in one of them, and in
/// how the body moves, at the worst.
struct Difference {
  double joint_rad = 0;  ///< readings of the leg's joints
  double vacuum_Pa = 0;  ///< reading of its cup
  double turn_rad = 0;   ///< that the gyroscope has told
  double age_s = 0;      ///< of readings
  double errors = 0;     ///< the leg's drives whose status differs
  double planes = 0;     ///< that the camera sees
  double body_m = 0;     ///< true place of the body
  controller::Vector3d turn_B = controller::Vector3d::Zero();  ///< [rad] so far, as turn_rad

  /// One control period.
  /// @param leg  -1: of the body
  void add(const WatchedRun& a, const WatchedRun& b, int leg);
  /// Whether any of it is beyond its noise.
  bool is_noticeable() const;
};

/// "joints 0.002 rad (noise 0.005), ..."
std::string to_text(const Difference& difference);

}  // namespace ventosa::scenarios
