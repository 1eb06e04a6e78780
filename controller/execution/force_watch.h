#pragma once

#include <array>
#include <cstdint>

#include "controller/model/foot.h"
#include "controller/model/observation.h"

/// Judges the readings of a foot's force sensor.
namespace ventosa::controller {

struct ForceWatch {
  std::int64_t sampled_ns = kNeverReceived;  ///< time of the newest reading
  std::array<double, 3> f_F_N{};             ///< newest usable reading
  std::int64_t usable_ns = kNeverReceived;   ///< its time; before it, the time of the first tick
  std::int32_t unchanged = 0;                ///< successive readings that equal the one before
  std::int32_t left_out = 0;                 ///< readings that were not usable
  bool failed = false;                       ///< the sensor is stuck or silent
};

/// Successive equal readings that show a stuck sensor. A sensor with noise does not repeat itself.
inline constexpr std::int32_t kStuckForces = 20;

struct ForceTime {
  std::int64_t now_ns = 0;
  double silence_s = 0;  ///< longest time without a usable reading, beside the sensor's period
};

/// One tick. A reading that is not usable, from the future, or older than the one before is left
/// out and counted: the last usable one stays. The sensor has failed if there is no usable reading
/// for longer than it may be silent, or if its readings do not change; it recovers with the next
/// usable one that does.
void watch_force(const ForceSensing& sensor, const FootForceReading& reading, const ForceTime& time,
                 ForceWatch& watch) noexcept;

}  // namespace ventosa::controller
