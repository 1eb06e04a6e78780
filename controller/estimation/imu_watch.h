#pragma once

#include <array>
#include <cstdint>

#include "controller/model/config.h"
#include "controller/model/description.h"
#include "controller/model/observation.h"
#include "controller/model/reason.h"

/// Health check of the IMU. A reading is used if it is known, within the sensor's range, possible
/// for a body on three attached feet (below 2 rad/s, and not for long more than 5 m/s2 off
/// gravity), and not contradicted by the feet.
namespace ventosa::controller {

enum class ImuHealth : std::uint8_t {
  kGood,
  kSilent,  ///< no reading for longer than kImuStale_s
  kWrong,   ///< impossible, or contradicted by all feet, for that time
};
constexpr auto enumerators(ImuHealth) { return words("good", "silent", "wrong"); }
constexpr Reason reason_of(ImuHealth health) {
  constexpr std::array kReasons{Reason::kNone, Reason::kImuSilent, Reason::kImuWrong};
  return kReasons[static_cast<std::size_t>(health)];
}

/// Age from which a reading is stale, at any IMU rate.
inline constexpr double kImuStale_s = 0.3;
/// Time, and at least five readings, for which the feet must contradict the IMU before it is
/// excluded; and time of its exclusion.
inline constexpr double kImuDoubt_s = 0.1;
inline constexpr double kImuLeftOut_s = 2;

struct ImuWatch {
  double unusable_s = 0;             ///< time since the last known and possible reading
  double weightless_s = 0;           ///< time for which an attached body has measured no gravity
  double contradicted_s = 0;         ///< time of uninterrupted contradiction by the feet
  double contradicted_from_rad = 0;  ///< rotation at its start
  double left_out_s = 0;             ///< remaining time of the exclusion
  bool impossible = false;           ///< the present reading is impossible for such a body
};

/// Evidence of the attached feet about the IMU, from the last tick.
struct FeetWitness {
  int n_attached = 0;
  double turned_rad = 0;  ///< rotation by which all feet contradict the IMU (slip_alarm.h)
};

struct UsableImu {
  ImuHealth health = ImuHealth::kGood;
  BodyReading reading = no_imu();  ///< unknown while it must not be used
  bool tried_again = false;        ///< the exclusion ends in this tick
};

/// One tick.
[[nodiscard]] UsableImu watch_imu(const ControllerConfig& config, const Observation& seen,
                                  const FeetWitness& feet, ImuWatch& watch) noexcept;

}  // namespace ventosa::controller
