#include "scenarios/session/robot_run.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "models/text.h"
#include "scenarios/format/motion_times.h"
#include "scenarios/format/surface_list.h"
#include "scenarios/script/script_inputs.h"
#include "scenarios/session/required_capabilities.h"

namespace ventosa::scenarios {
namespace {

/// Planner with the model and the surfaces that the controller has at the start.
std::unique_ptr<RoutePlanner> route_planner(const Scenario& scenario, const hal::Robot* robot) {
  return std::make_unique<RoutePlanner>(
      scenario.controller_model, scenario.controller, patches_of(scenario.surfaces),
      [robot] { return robot == nullptr || !robot->capabilities().keeps_time; });
}

}  // namespace

std::unique_ptr<Inputs> inputs_of(const Scenario& scenario, const hal::Robot* robot) {
  if (scenario.inputs) return std::make_unique<RecordedInputs>(*scenario.inputs);
  return std::make_unique<ScriptInputs>(scenario.script, scenario.twin.X_WB,
                                        scenario.twin.control_period_s,
                                        route_planner(scenario, robot));
}

std::unique_ptr<Inputs> unending_inputs_of(const Scenario& scenario, const hal::Robot* robot) {
  if (scenario.inputs) {
    std::vector<RecordedInput> all = scenario.inputs->all();
    for (RecordedInput& each : all) each.input.ends_run = false;
    return std::make_unique<RecordedInputs>(std::move(all));
  }
  Script script = scenario.script;
  std::vector<Event> events = script.events();
  std::erase_if(events, [](const Event& event) { return event.ends_run(); });
  script.set_events(std::move(events));
  return std::make_unique<ScriptInputs>(std::move(script), scenario.twin.X_WB,
                                        scenario.twin.control_period_s,
                                        route_planner(scenario, robot));
}

std::unique_ptr<Inputs> foreseen_inputs_of(const Scenario& scenario) {
  if (scenario.inputs) return inputs_of(scenario);
  return std::make_unique<ScriptInputs>(foreseen_script(scenario), scenario.twin.X_WB,
                                        scenario.twin.control_period_s,
                                        route_planner(scenario, nullptr));
}

std::int64_t n_foreseen_ticks_of(const Scenario& scenario) {
  const double last_s = scenario.inputs ? 0 : foreseen_script(scenario).last_begin_s();
  const double n_ticks = std::ceil(last_s / scenario.twin.control_period_s) + 1;
  return std::max(n_ticks_of(scenario), static_cast<std::int64_t>(n_ticks));
}

bool has_stimuli(const Scenario& scenario) {
  const std::unique_ptr<Inputs> inputs = foreseen_inputs_of(scenario);
  const std::int64_t n_ticks = n_foreseen_ticks_of(scenario);
  for (std::int64_t tick = 0; tick <= n_ticks; ++tick)
    if (!inputs->at(tick).stimulus.empty()) return true;
  return false;
}

namespace {

/// Checks the goals of the whole scenario before the robot moves.
/// @throws std::invalid_argument  with the first goal that needs a capability that the robot lacks
const Scenario& fitting(const Scenario& scenario, const hal::Capabilities& robot) {
  const std::unique_ptr<Inputs> inputs = foreseen_inputs_of(scenario);
  const std::int64_t n_ticks = n_foreseen_ticks_of(scenario);
  for (std::int64_t tick = 0; tick <= n_ticks; ++tick)
    if (const char* const what = lacking(robot, inputs->at(tick).goal)) {
      const double time_s = static_cast<double>(tick) * scenario.twin.control_period_s;
      throw std::invalid_argument("at " + models::decimal(time_s, 6) +
                                  " s of the scenario: " + what + ", which this robot lacks");
    }
  return scenario;
}

}  // namespace

RobotRun::RobotRun(const Scenario& scenario, hal::Robot& robot, sim::Plant* plant,
                   std::optional<TwinSetup> twin, std::vector<record::RowSink*> sinks,
                   InputLog* log, Inputs* inputs)
    : scenario_(fitting(scenario, robot.capabilities())),
      robot_(robot),
      n_ticks_(n_ticks_of(scenario)),
      own_(inputs != nullptr ? nullptr : inputs_of(scenario)),
      inputs_(inputs != nullptr ? *inputs : *own_, log),
      recorder_(scenario, std::move(twin), std::move(sinks)),
      session_({scenario.controller_model, scenario.controller}, robot, inputs_, recorder_, plant) {
}

}  // namespace ventosa::scenarios
