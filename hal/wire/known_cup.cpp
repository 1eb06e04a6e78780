#include "hal/wire/known_cup.h"

namespace ventosa::hal {

using controller::CupCommand;
using controller::CupMode;
using controller::Holding;
using controller::LegCommand;

namespace {

constexpr CupCommand kFull{.mode = CupMode::kGrip, .turbine = 1};

bool is_armed(GuardMode mode) { return mode != GuardMode::kOffline && mode != GuardMode::kReady; }

}  // namespace

void KnownCup::forget() noexcept {
  is_relied_on_ = is_reported_attached_ = has_let_go_ = false;
  word_.reset();
  released_ns_.reset();
}

void KnownCup::note(const controller::CupReading& reading, CupZero zero,
                    std::int64_t now_ns) noexcept {
  note_release(now_ns);
  is_reported_attached_ = zero != CupZero::kSettling && reading.vacuum_Pa * area_m2_ >= attached_N_;
  const bool is_proved = zero == CupZero::kTrusted;
  if (is_proved) word_.reset();
  is_relied_on_ = is_relied_on_ || is_proved || (is_reported_attached_ && word_ != CupWord::kHolds);
}

/// Notes a release: a cup is empty after its turbine has been off for two seconds.
void KnownCup::note_release(std::int64_t now_ns) noexcept {
  constexpr std::int64_t kEmpties_ns = 2'000'000'000;
  if (!is_released_) return released_ns_.reset();
  if (!released_ns_) released_ns_ = now_ns;
  has_let_go_ = has_let_go_ || now_ns - *released_ns_ >= kEmpties_ns;
}

bool KnownCup::take(CupWord word) noexcept {
  if (is_relied_on_) return false;
  word_ = word;
  has_let_go_ = false;
  released_ns_.reset();
  return true;
}

CupKnowledge KnownCup::knowledge() const noexcept {
  if (is_reported_attached_ || counts_by_word()) return CupKnowledge::kAttached;
  return is_relied_on_ || word_ ? CupKnowledge::kFree : CupKnowledge::kUnknown;
}

Holding KnownCup::holding() const noexcept {
  if (counts_by_word()) return Holding::kAttached;
  return knowledge() == CupKnowledge::kUnknown ? Holding::kMayHold : Holding::kByVacuum;
}

/// True if the cup keeps full suction because an operator stated it attached: control by its
/// unverified vacuum reading would lower it.
bool KnownCup::keeps_full(const CupCommand& requested) const noexcept {
  if (word_ != CupWord::kHolds || requested.mode == CupMode::kRelease) return false;
  return !has_let_go_ || requested.mode == CupMode::kAttach;
}

LegCommand commanded_in(GuardMode mode, const LegCommand& requested) noexcept {
  return obeys_controller(mode) || mode == GuardMode::kCut ? requested : LegCommand{};
}

LegCommand KnownCup::tell(GuardMode mode, const LegCommand& requested) noexcept {
  LegCommand commanded = commanded_in(mode, requested);
  const bool is_unknown = knowledge() == CupKnowledge::kUnknown && mode != GuardMode::kCut;
  if (is_unknown) commanded = {};
  const bool is_full = is_armed(mode) && (is_unknown || keeps_full(commanded.cup));
  if (is_full) commanded.cup = kFull;
  is_released_ = commanded.cup.mode == CupMode::kRelease;
  return commanded;
}

}  // namespace ventosa::hal
