#pragma once

#include "controller/diagnostics.h"
#include "controller/execution/execute.h"
#include "controller/model/command.h"
#include "controller/model/config.h"
#include "controller/model/goal.h"
#include "controller/model/observation.h"
#include "controller/model/start.h"
#include "controller/state.h"

/// The controller of one robot. A pure function of (State, Observation, Goal): no clock, I/O, heap,
/// lock or exception.
namespace ventosa::controller {

class Controller {
 public:
  /// @throws std::invalid_argument  no legs, too many legs, period <= 0, a limit that is not
  /// positive, or an invalid surveyed surface
  Controller(const RobotModel& robot, const ControllerConfig& config, const Start& start);

  /// One control period. Returns Command{} (hold: keep gripping) in case of any problem;
  /// diagnostics() has the reason.
  [[nodiscard]] Command tick(const Observation& seen, const Goal& goal) noexcept;

  /// One control period while an operator keeps the robot from moving: estimates, plans nothing and
  /// returns Command{}.
  [[nodiscard]] Command stand_by(const Observation& seen) noexcept;

  const Diagnostics& diagnostics() const noexcept { return state_.diagnostics; }
  const State& state() const noexcept { return state_; }
  void restore(const State& state) noexcept { state_ = state; }
  const RobotModel& robot() const noexcept { return robot_; }
  const ControllerConfig& config() const noexcept { return config_; }

 private:
  /// Results of the stages of one tick.
  struct StageResults {
    const BodyEstimate& body;
    const PerLeg<ModuleReport>& report;
    const Plan& plan;
    const LoadShare& load;
    const Execution& execution;
  };

  void initialize_surfaces(const Observation& seen) noexcept;
  BodyEstimate estimate(const Observation& seen, const PerLeg<ModuleReport>& report) noexcept;
  Command guard(const StageResults& results, const Decisions& last) noexcept;
  void report(const StageResults& results, Reason objection) noexcept;
  void report_footholds(const BodyEstimate& body) noexcept;

  const RobotModel robot_;
  const ControllerConfig config_;
  const PatchList surveyed_;  ///< in W
  State state_;
};

}  // namespace ventosa::controller
