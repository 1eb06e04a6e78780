#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "scenarios/session/robot_run.h"

namespace ventosa::hal::test {

/// Inputs of a scenario, and one operator request or statement.
class Said final : public scenarios::Inputs {
 public:
  explicit Said(const scenarios::Scenario& scenario) : script_(scenarios::inputs_of(scenario)) {}

  scenarios::Input at(std::int64_t tick) noexcept override {
    scenarios::Input input = script_->at(tick);
    input.tick = tick;
    input.request = std::exchange(request, {});
    input.cup = std::exchange(cup, std::nullopt);
    return input;
  }

  OperatorRequest request{};
  std::optional<CupAnswer> cup{};

 private:
  const std::unique_ptr<scenarios::Inputs> script_;
};

}  // namespace ventosa::hal::test
