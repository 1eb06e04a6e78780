#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "scenarios/script/inputs.h"

namespace ventosa::scenarios {

/// Inputs whose time stops while the robot holds, so that the scenario continues when the robot
/// does. Repeated calls for one tick return the same input.
class WaitingInputs final : public Inputs {
 public:
  using GoesOn = std::function<bool()>;

  /// @param goes_on  true if the robot was active in the tick before; must not throw
  WaitingInputs(std::unique_ptr<Inputs> script, GoesOn goes_on)
      : script_(std::move(script)), goes_on_(std::move(goes_on)) {}

  Input at(std::int64_t tick) noexcept override {
    if (tick == asked_tick_) return last_;
    asked_tick_ = tick;
    if (tick > 0 && !goes_on_()) return last_;
    if (tick > 0) ++n_past_;
    const Input next = script_->at(n_past_);
    if (next.tick == script_tick_) return last_;
    script_tick_ = next.tick;
    last_ = next;
    last_.tick += tick - n_past_;
    return last_;
  }

  void watch(const controller::Diagnostics& plan) noexcept override { script_->watch(plan); }
  ScriptState script_state() const noexcept override { return script_->script_state(); }
  void restore(const ScriptState& place) noexcept override { script_->restore(place); }

  std::int64_t n_past(std::int64_t) const noexcept override { return n_past_; }

 private:
  const std::unique_ptr<Inputs> script_;
  const GoesOn goes_on_;
  std::int64_t asked_tick_ = -1, n_past_ = 0, script_tick_ = -1;
  Input last_;
};

}  // namespace ventosa::scenarios
