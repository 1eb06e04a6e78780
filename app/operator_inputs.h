#pragma once

#include <functional>

#include "scenarios/script/inputs.h"

namespace ventosa::app {

/// Request or statement of an operator at one tick.
struct OperatorWord {
  hal::OperatorRequest request{};
  std::optional<hal::CupAnswer> cup{};
};

/// Inputs of a scenario, combined with those of an operator.
class OperatorInputs final : public scenarios::Inputs {
 public:
  using Ask = std::function<OperatorWord()>;

  /// @param script  must outlive this   @param ask  called once per tick; must not throw
  OperatorInputs(scenarios::Inputs& script, Ask ask) : script_(script), ask_(std::move(ask)) {}

  scenarios::Input at(std::int64_t tick) noexcept override {
    scenarios::Input input = script_.at(tick);
    const OperatorWord word = ask_();
    if (word.request.action == hal::OperatorAction::kNone && !word.cup) return input;
    input.tick = tick;
    input.request = word.request;
    input.cup = word.cup;
    return input;
  }
  void watch(const controller::Diagnostics& plan) noexcept override { script_.watch(plan); }
  std::int64_t n_past(std::int64_t tick) const noexcept override { return script_.n_past(tick); }

 private:
  scenarios::Inputs& script_;
  const Ask ask_;
};

}  // namespace ventosa::app
