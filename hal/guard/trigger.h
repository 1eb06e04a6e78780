#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "controller/model/description.h"

/// Conditions that stop a robot: of the robot as a whole, or of one leg.
namespace ventosa::hal {

enum class Trigger : std::uint8_t {
  kOperatorStop,  ///< an operator requested hold or cut, or pressed a stop button
  kStale,         ///< readings are older than their link's policy allows (freshness.h)
  kLost,          ///< a module's session is lost; of the robot: not every module has a session
  kRebooted,      ///< a module has restarted: its session, zeros and settings are unverified
  kJointsFrozen,  ///< joint readings repeat and the module's loop time has doubled: a dead servo
  kJointFault,    ///< a drive reports an error
  kUnsafeCup,     ///< an attached cup has less suction than attached ones need, or an implausible
                  ///< reading
  kOverrun,       ///< the control loop missed more than 3 periods in a row
  kLimit,         ///< a command or a reading is outside a limit
  kLeaseLost,     ///< this commander no longer holds the lease
  kControllerFailed,  ///< the controller did not run, or has no valid command
  kNoPower,           ///< the supply of drives or turbine is off or too low
  kImuSilent,         ///< no reading of the body's IMU, which the controller needs
};
constexpr auto enumerators(Trigger) {
  return controller::words("operator_stop", "stale", "lost", "rebooted", "joints_frozen",
                           "joint_fault", "unsafe_cup", "overrun", "limit", "lease_lost",
                           "controller_failed", "no_power", "imu_silent");
}
inline constexpr std::size_t kTriggers = controller::kEnumerators<Trigger>.size();

/// Remedy for a trigger, as a sentence for the operator.
const char* remedy(Trigger trigger) noexcept;

/// A set of triggers; iterates in the order of the enumeration.
class Triggers {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint32_t bits) noexcept : bits_(bits) {}
    constexpr Trigger operator*() const noexcept {
      return static_cast<Trigger>(std::countr_zero(bits_));
    }
    constexpr Iterator& operator++() noexcept {
      bits_ &= bits_ - 1;
      return *this;
    }
    constexpr bool operator==(const Iterator&) const noexcept = default;

   private:
    std::uint32_t bits_;
  };

  constexpr Triggers() noexcept = default;
  constexpr Triggers(std::initializer_list<Trigger> triggers) noexcept {
    for (const Trigger trigger : triggers) insert(trigger);
  }

  constexpr void insert(Trigger trigger) noexcept { bits_ |= bit(trigger); }
  constexpr bool contains(Trigger trigger) const noexcept { return (bits_ & bit(trigger)) != 0; }
  constexpr bool empty() const noexcept { return bits_ == 0; }
  constexpr std::uint32_t bits() const noexcept { return bits_; }  ///< 1 << Trigger
  constexpr Iterator begin() const noexcept { return Iterator(bits_); }
  constexpr Iterator end() const noexcept { return Iterator(0); }

  friend constexpr Triggers operator|(Triggers a, Triggers b) noexcept {
    a.bits_ |= b.bits_;
    return a;
  }
  friend constexpr Triggers operator&(Triggers a, Triggers b) noexcept {
    a.bits_ &= b.bits_;
    return a;
  }
  constexpr bool operator==(const Triggers&) const noexcept = default;

 private:
  static constexpr std::uint32_t bit(Trigger trigger) noexcept {
    return 1u << static_cast<unsigned>(trigger);
  }
  std::uint32_t bits_ = 0;
};

}  // namespace ventosa::hal
