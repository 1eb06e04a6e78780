#pragma once

#include "tests/scenarios/failures/watched_run.h"

namespace ventosa::scenarios {

/// Largest differences between two runs, one with a fault: in the readings of the faulty part and
/// in the motion of the body.
struct Difference {
  double joint_rad = 0;  ///< readings of the leg's joints
  double vacuum_Pa = 0;  ///< reading of its cup
  double turn_rad = 0;   ///< integrated gyroscope readings
  double age_s = 0;      ///< age of readings
  double errors = 0;     ///< number of the leg's drives with a different status
  double planes = 0;     ///< number of detected planes
  double body_m = 0;     ///< true position of the body
  controller::Vector3d turn_B = controller::Vector3d::Zero();  ///< [rad] integral for turn_rad

  /// Adds one control period.
  /// @param leg  -1: body
  void add(const WatchedRun& a, const WatchedRun& b, int leg);
  /// True if any difference exceeds its noise.
  bool is_noticeable() const;
};

/// For example "joints 0.002 rad (noise 0.005), ...".
std::string to_text(const Difference& difference);

}  // namespace ventosa::scenarios
