#pragma once

#include <optional>

#include "controller/model/observation.h"
#include "hal/cup_answer.h"
#include "hal/guard/guard.h"
#include "hal/wire/start_up.h"

namespace ventosa::hal {

/// Command to a leg in this mode: while disarmed, a module gets no new one.
controller::LegCommand commanded_in(GuardMode mode,
                                    const controller::LegCommand& requested) noexcept;

/// Attachment of a cup, as far as a master knows since the module's last boot, and its permitted
/// commands.
///
/// The vacuum reading is used once its zero is verified, or once it has shown an attached cup: a
/// zero that was sampled while attached reads too low, never too high. Until then an operator's
/// statement counts. A cup attached by such a statement keeps full suction until it has been
/// released and its zero is verified.
class KnownCup {
 public:
  explicit KnownCup(const controller::Cup& cup) noexcept
      : area_m2_(cup.area_m2), attached_N_(cup.attached_ratio * cup.goal_force_N) {}

  /// Resets after a boot of the module.
  void forget() noexcept;
  /// @param zero  evaluation of the present reading
  void note(const controller::CupReading& reading, CupZero zero, std::int64_t now_ns) noexcept;
  /// @return true if the statement is used; false for a cup whose vacuum reading is used
  bool take(CupWord word) noexcept;

  CupKnowledge knowledge() const noexcept;
  controller::Holding holding() const noexcept;

  /// Command to the leg, in place of the requested one: commanded_in(), but while the cup's state
  /// is unknown, its joints hold and its turbine runs at full power. Mode cut applies in any case.
  controller::LegCommand tell(GuardMode mode, const controller::LegCommand& requested) noexcept;

 private:
  bool counts_by_word() const noexcept { return word_ == CupWord::kHolds && !has_let_go_; }
  bool keeps_full(const controller::CupCommand& requested) const noexcept;
  void note_release(std::int64_t now_ns) noexcept;

  double area_m2_, attached_N_;
  bool is_relied_on_ = false, is_reported_attached_ = false;
  std::optional<CupWord> word_{};
  bool is_released_ = false;  ///< the last command releases the cup
  bool has_let_go_ = false;   ///< the cup has emptied since the operator's statement
  std::optional<std::int64_t> released_ns_{};
};

}  // namespace ventosa::hal
