#pragma once

#include <memory>

#include "scenarios/session/robot_run.h"

namespace ventosa::hal::test {

/// Inputs of a scenario, armed at the start, then with the operator's requests.
class Armed final : public scenarios::Inputs {
 public:
  explicit Armed(const scenarios::Scenario& scenario) : script_(scenarios::inputs_of(scenario)) {}

  scenarios::Input at(std::int64_t tick) noexcept override {
    scenarios::Input input = script_->at(tick);
    input.request = tick == 0 ? OperatorRequest{OperatorAction::kArm} : request;
    return input;
  }

  void watch(const controller::Diagnostics& plan) noexcept override { script_->watch(plan); }

  OperatorRequest request{};

 private:
  const std::unique_ptr<scenarios::Inputs> script_;
};

}  // namespace ventosa::hal::test
