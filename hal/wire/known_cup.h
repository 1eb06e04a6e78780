#pragma once

#include <optional>

#include "controller/model/observation.h"
#include "hal/cup_answer.h"
#include "hal/guard/guard.h"
#include "hal/wire/start_up.h"

namespace ventosa::hal {

/// Whether a cup holds, as far as a master knows since the module's last boot, and what may be done
/// with it.
///
/// Its vacuum is relied on once its zero has been proved, or once it has told an attached cup: a
/// zero that was taken while the cup held makes it tell too little, never too much. Until then an
/// operator's word counts. One that holds by that word keeps its turbine at full, until it has
/// been released and its zero is proved.
class KnownCup {
 public:
  explicit KnownCup(const controller::Cup& cup) noexcept
      : area_m2_(cup.area_m2), attached_N_(cup.attached_ratio * cup.goal_force_N) {}

  /// Its module has booted.
  void forget() noexcept;
  /// @param zero  of what it tells now
  void note(const controller::CupReading& told, CupZero zero, std::int64_t now_ns) noexcept;
  /// @return whether it changes anything: of a cup that is relied on it does not
  bool take(CupWord word) noexcept;

  CupKnowledge knowledge() const noexcept;
  controller::Holding holding() const noexcept;

  /// What its leg is commanded in place of what is asked of it. While unarmed, a module gets
  /// nothing new. While nothing is known of its cup, its joints hold and its turbine runs at full.
  /// In mode cut it is cut, whatever is known.
  controller::LegCommand tell(GuardMode mode, const controller::LegCommand& asked) noexcept;

 private:
  bool counts_by_word() const noexcept { return word_ == CupWord::kHolds && !has_let_go_; }
  bool keeps_full(const controller::CupCommand& asked) const noexcept;
  void note_release(std::int64_t now_ns) noexcept;

  double area_m2_, attached_N_;
  bool is_relied_on_ = false, is_told_attached_ = false;
  std::optional<CupWord> word_{};
  bool is_released_ = false;  ///< by the last command
  bool has_let_go_ = false;   ///< since the word
  std::optional<std::int64_t> released_ns_{};
};

}  // namespace ventosa::hal
