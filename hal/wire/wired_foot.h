#pragma once

#include <variant>

#include "hal/wire/cup_watch.h"
#include "hal/wire/known_cup.h"

/// The foot of a module as its master knows it. Each kind of foot has the same functions, so that a
/// new kind does not compile before it has all its answers.
namespace ventosa::hal {

/// A cup: what is known of its attachment, and its loss.
class WiredCup {
 public:
  explicit WiredCup(const controller::Cup& cup) noexcept : known_(cup), held_(cup) {}

  /// Resets after a boot of the module.
  void forget() noexcept { known_.forget(); }
  /// Stops expecting it to be attached, when the robot is armed.
  void arm() noexcept { held_.forget(); }
  void note(const controller::LegReading& reading, CupZero zero, std::int64_t now_ns) noexcept {
    known_.note(reading.cup, zero, now_ns);
    if (known_.holding() == controller::Holding::kByVacuum)
      held_.note(reading);
    else
      held_.forget();
  }
  CupReply take(const CupAnswer& answer, const controller::CupReading& reading,
                bool others_are_unknown) noexcept {
    constexpr double kSealGap_m = 0.003;  // gap from which a lip does not seal
    const bool is_free = answer.word == CupWord::kFree;
    if (is_free && !answer.confirmed && others_are_unknown) return CupReply::kSayAgain;
    if (!is_free && !answer.confirmed && mean_distance_m(reading) > kSealGap_m)
      return CupReply::kIsOff;
    return known_.take(answer.word) ? CupReply::kTaken : CupReply::kKnown;
  }

  CupKnowledge knowledge() const noexcept { return known_.knowledge(); }
  controller::Holding holding() const noexcept { return known_.holding(); }
  bool has_come_off() const noexcept { return held_.has_come_off(); }
  FootStart start(const controller::LegReading& reading, CupZero zero) const noexcept {
    return CupStart{reading.cup.vacuum_Pa, zero, knowledge()};
  }

  /// Command to the leg, in place of the requested one.
  controller::LegCommand tell(GuardMode mode, const controller::LegCommand& requested) noexcept {
    const controller::LegCommand commanded = known_.tell(mode, requested);
    held_.tell(commanded.cup);
    return commanded;
  }

 private:
  KnownCup known_;
  HeldCup held_;
};

/// A point foot: nothing of it can be attached or lost.
class WiredPoint {
 public:
  explicit WiredPoint(const controller::PointFoot& point) noexcept : sensor_(point.sensor) {}

  void forget() noexcept {}
  void arm() noexcept {}
  void note(const controller::LegReading&, CupZero, std::int64_t) noexcept {}
  CupReply take(const CupAnswer&, const controller::CupReading&, bool) noexcept {
    return CupReply::kNoCup;
  }

  CupKnowledge knowledge() const noexcept { return CupKnowledge::kFree; }
  controller::Holding holding() const noexcept { return controller::Holding::kByVacuum; }
  bool has_come_off() const noexcept { return false; }
  FootStart start(const controller::LegReading& reading, CupZero) const noexcept {
    return PointStart{sensor_, reading.foot};
  }
  controller::LegCommand tell(GuardMode mode, const controller::LegCommand& requested) noexcept {
    return commanded_in(mode, requested);
  }

 private:
  std::optional<controller::ForceSensing> sensor_;
};

using WiredFoot = std::variant<WiredCup, WiredPoint>;

inline WiredFoot wired(const controller::Foot& foot) noexcept {
  struct Kinds {
    WiredFoot operator()(const controller::Cup& cup) const { return WiredCup(cup); }
    WiredFoot operator()(const controller::PointFoot& point) const { return WiredPoint(point); }
  };
  return std::visit(Kinds{}, foot.hold);
}

}  // namespace ventosa::hal
