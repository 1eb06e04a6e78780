#pragma once

#include <array>
#include <cstdint>

#include "controller/model/config.h"
#include "controller/model/description.h"
#include "controller/model/observation.h"
#include "controller/model/reason.h"

/// Decides whether the IMU's reading may be relied on. A reading counts while it is known, lies
/// within the sensor's range, is one that a body on three attached feet can have (it turns at up to
/// 2 rad/s, and never feels a force for long that is more than 5 m/s2 off gravity), and the feet do
/// not contradict it.
namespace ventosa::controller {

enum class ImuHealth : std::uint8_t {
  kGood,
  kSilent,  ///< no reading for longer than kImuStale_s
  kWrong,   ///< for so long impossible, or against what all feet tell
};
constexpr auto enumerators(ImuHealth) { return words("good", "silent", "wrong"); }
constexpr Reason reason_of(ImuHealth health) {
  constexpr std::array kReasons{Reason::kNone, Reason::kImuSilent, Reason::kImuWrong};
  return kReasons[static_cast<std::size_t>(health)];
}

/// From this age on a reading is stale, whatever rate the IMU claims.
inline constexpr double kImuStale_s = 0.3;
/// So long, and for five readings, the feet must contradict it; and so long it is then left out.
inline constexpr double kImuDoubt_s = 0.1;
inline constexpr double kImuLeftOut_s = 2;

struct ImuWatch {
  double unusable_s = 0;             ///< since the last reading that was known and within the range
  double weightless_s = 0;           ///< for so long a held body has not felt gravity
  double contradicted_s = 0;         ///< by the feet, without a break
  double contradicted_from_rad = 0;  ///< the turn as that began
  double left_out_s = 0;             ///< still to pass until it is tried again
  bool impossible = false;           ///< the present reading: at none that such a body can have
};

/// Evidence of the attached feet against the IMU, from the last tick.
struct FeetWitness {
  int n_attached = 0;
  double turned_rad = 0;  ///< by which they contradicted the IMU together (slip_alarm.h)
};

struct UsableImu {
  ImuHealth health = ImuHealth::kGood;
  BodyReading reading = no_imu();  ///< unknown while it must not be used
  bool tried_again = false;        ///< in this tick, after it was left out
};

/// One tick.
[[nodiscard]] UsableImu watch_imu(const ControllerConfig& config, const Observation& seen,
                                  const FeetWitness& feet, ImuWatch& watch) noexcept;

}  // namespace ventosa::controller
