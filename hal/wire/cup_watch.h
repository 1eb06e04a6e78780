#pragma once

#include "controller/model/command.h"
#include "hal/wire/start_up.h"

/// State of a module's cup, as tracked by a master.
namespace ventosa::hal {

/// Verification of a cup's pressure zero, by 12 s with the turbine at rest and the cup free. A
/// verified zero is valid until the next boot.
class CupRest {
 public:
  /// Starts at a boot, or at the first message. The turbine counts as at rest since then.
  void begin(std::int64_t rests_from_ns) noexcept {
    rests_from_ns_ = up_from_ns_ = rests_from_ns;
    is_proved_ = false;
    ++n_boots_;
  }
  bool has_begun() const noexcept { return n_boots_ > 0; }
  /// Number of boots, including the first.
  std::uint32_t n_boots() const noexcept { return n_boots_; }

  /// @param percent  turbine power [%]; NaN: unknown
  void note(const controller::CupReading& cup, double percent, std::int64_t now_ns) noexcept {
    runs_ = percent >= kRest_percent;
    if (runs_) rests_from_ns_ = now_ns;
    is_proved_ = zero(cup, now_ns) == CupZero::kTrusted;
  }

  CupSituation situation(const controller::CupReading& cup, std::int64_t now_ns) const noexcept {
    return {cup.vacuum_Pa, cup.distance_m, now_ns - rests_from_ns_, runs_, now_ns - up_from_ns_};
  }
  CupZero zero(const controller::CupReading& cup, std::int64_t now_ns) const noexcept {
    return is_proved_ ? CupZero::kTrusted : cup_zero(situation(cup, now_ns));
  }

 private:
  std::int64_t rests_from_ns_ = controller::kNeverReceived,
               up_from_ns_ = controller::kNeverReceived;
  std::uint32_t n_boots_ = 0;
  bool is_proved_ = false;
  bool runs_ = false;  ///< the turbine is running
};

/// Detects the loss of an attached cup. A cup should be attached from its first reading as attached
/// until its release is commanded; it is lost when all readings are below the attached level for
/// 0.3 s. A lip that slips over a groove, or a single wrong reading, is tolerated; a leak beyond
/// the turbine's power is not.
class HeldCup {
 public:
  explicit HeldCup(const controller::Cup& cup) noexcept
      : cup_(cup), attached_N_(cup.attached_ratio * cup.goal_force_N) {}

  /// Stops expecting the cup to be attached.
  void forget() noexcept { holds_ = is_low_ = false; }

  void tell(const controller::CupCommand& command) noexcept {
    using controller::CupMode;
    const bool stops = command.mode == CupMode::kGrip && command.turbine == 0;
    if (command.mode == CupMode::kRelease || stops) forget();
    if (command.mode != CupMode::kAttach || !(command.goal_N > 0)) return;
    const double attached_N = cup_.attached_ratio * command.goal_N;
    if (attached_N > attached_N_) forget();  // the new level must be reached first
    attached_N_ = attached_N;
  }

  void note(const controller::LegReading& reading) noexcept {
    const bool was_low = is_low_;
    is_low_ = !is_attached(reading);
    holds_ = holds_ || !is_low_;
    if (!was_low) low_from_ns_ = reading.cup.sampled_ns;
    last_ns_ = reading.cup.sampled_ns;
  }

  bool has_come_off() const noexcept {
    constexpr std::int64_t kLow_ns = 300'000'000;
    return holds_ && is_low_ && last_ns_ - low_from_ns_ >= kLow_ns;
  }
  bool is_attached(const controller::LegReading& reading) const noexcept {
    return controller::grip_force_N(cup_, reading) >= attached_N_;
  }

 private:
  controller::Cup cup_;
  double attached_N_;
  bool holds_ = false;  ///< the cup is or should be attached
  bool is_low_ = false;
  std::int64_t low_from_ns_ = 0, last_ns_ = 0;  ///< times of readings
};

}  // namespace ventosa::hal
