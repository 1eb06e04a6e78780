#pragma once

#include "scenarios/session/scenario_run.h"

namespace ventosa::scenarios {

/// The twin of a scenario as a hal::Robot. The script's pushes and faults act on it by themselves;
/// the script's goals are not used.
class PushedTwin final : public hal::Robot {
 public:
  /// Builds the twin.  @throws models::InputError
  PushedTwin(const Scenario& scenario, std::uint64_t seed)
      : plant_(scenario, seed), inputs_(inputs_of(scenario)) {}

  const hal::Capabilities& capabilities() const noexcept override {
    return plant_.twin().capabilities();
  }
  hal::Status start(controller::Start& start) noexcept override {
    return plant_.twin().start(start);
  }
  hal::Status exchange(const controller::Command& command,
                       controller::Observation& seen) noexcept override {
    plant_.twin().apply(inputs_->at(tick_++).stimulus);
    return plant_.twin().exchange(command, seen);
  }

  const sim::Twin& twin() const { return plant_.twin(); }

 private:
  ScenarioTwin plant_;
  const std::unique_ptr<Inputs> inputs_;
  std::int64_t tick_ = 0;
};

}  // namespace ventosa::scenarios
