#include "scenarios/session/robot_run.h"

#include <utility>

#include "scenarios/format/read_scenario.h"
#include "scenarios/script/script_inputs.h"

namespace ventosa::scenarios {

std::unique_ptr<Inputs> inputs_of(const Scenario& scenario) {
  if (scenario.inputs) return std::make_unique<RecordedInputs>(*scenario.inputs);
  return std::make_unique<ScriptInputs>(scenario.script, scenario.twin.X_WB,
                                        scenario.twin.control_period_s);
}

RobotRun::RobotRun(const Scenario& scenario, hal::Robot& robot, sim::Plant* plant,
                   std::optional<TwinSetup> twin, std::vector<record::RowSink*> sinks,
                   InputLog* log, Inputs* asked)
    : scenario_(scenario),
      robot_(robot),
      n_ticks_(n_ticks_of(scenario)),
      own_(asked != nullptr ? nullptr : inputs_of(scenario)),
      inputs_(asked != nullptr ? *asked : *own_, log),
      recorder_(scenario, std::move(twin), std::move(sinks)),
      session_({scenario.controller_model, scenario.controller}, robot, inputs_, recorder_, plant) {
}

}  // namespace ventosa::scenarios
