#pragma once

#include "tests/scenarios/failures/watched_run.h"

namespace ventosa::scenarios {

/// How far two runs have been apart in what is read and in how the body moves, at the worst.
struct Difference {
  double joint_rad = 0;   ///< readings of joints
  double vacuum_Pa = 0;   ///< readings of cups
  double rate_rad_s = 0;  ///< of the gyroscope
  double age_s = 0;       ///< of readings
  double errors = 0;      ///< drives whose status differs
  double planes = 0;      ///< that the camera sees
  double body_m = 0;      ///< true place of the body

  void add(const WatchedRun& a, const WatchedRun& b);
  /// Whether any of it is beyond its noise.
  bool is_noticeable() const;
};

/// "joints 0.002 rad (noise 0.005), ..."
std::string to_text(const Difference& difference);

}  // namespace ventosa::scenarios
