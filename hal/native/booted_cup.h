#pragma once

#include "hal/native/messages.h"
#include "hal/wire/cup_watch.h"

namespace ventosa::hal::native {

/// A module's cup since the module's last boot.
class BootedCup {
 public:
  /// @param reported_ns  time of the reading   @param now_ns  time of its arrival
  void note(const Identity& identity, const controller::CupReading& cup, std::int64_t reported_ns,
            std::int64_t now_ns) noexcept {
    if (!rest_.has_begun() || identity.booted_ns != booted_ns_ || identity.boots != boots_) {
      booted_ns_ = identity.booted_ns;
      boots_ = identity.boots;
      rest_.begin(now_ns - (reported_ns - booted_ns_));
    }
    rest_.note(cup, 100 * cup.turbine, now_ns);
  }

  CupZero zero(const controller::CupReading& cup, std::int64_t now_ns) const noexcept {
    return rest_.zero(cup, now_ns);
  }
  std::uint32_t n_boots() const noexcept { return rest_.n_boots(); }

 private:
  std::int64_t booted_ns_ = 0;  ///< boot time on the module's clock
  std::int32_t boots_ = 0;
  CupRest rest_;
};

}  // namespace ventosa::hal::native
