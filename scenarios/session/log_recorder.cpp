#include "scenarios/session/log_recorder.h"

#include <utility>

#include "controller/signals.h"
#include "scenarios/verdict/derived_signals.h"

namespace ventosa::scenarios {

using controller::SignalName;

namespace {

/// Signals that only a robot with a camera has.
template <class Visitor>
void visit_detections(Visitor& visit, const Tick& tick) {
  controller::signals(visit, tick.seen.detections);
  visit(SignalName{.group = "truth", .item = "pan_tilt", .field = "pan"}, "rad",
        tick.truth->pan_rad);
  visit(SignalName{.group = "truth", .item = "pan_tilt", .field = "tilt"}, "rad",
        tick.truth->tilt_rad);
  sim::signals(visit, tick.truth->detections);
  signals(visit, detection_error(tick.seen.detections, tick.truth->detections));
}

template <class Visitor>
void visit_session(Visitor& visit, const Tick& tick) {
  const auto one = [&](const char* field, const char* unit, double value) {
    visit(SignalName{.group = "session", .field = field}, unit, value);
  };
  const SessionReport& session = tick.session;
  one("robot", "enum", static_cast<double>(session.robot));
  one("mode", "enum", static_cast<double>(session.mode));
  one("input", "enum", static_cast<double>(session.input));
  one("request", "enum", static_cast<double>(session.request.action));
  one("confirmed", "bool", session.request.confirmed ? 1 : 0);
  one("refused", "bool", session.request_refused ? 1 : 0);
  one("options", "enum", static_cast<double>(session.options));
  controller::signals(visit, "stimulus", "force", tick.input.stimulus.f_B_W, "N");
}

/// All signals of one tick, in the order of the columns.
template <class Visitor>
void visit_tick(Visitor& visit, const Scenario& scenario, const Tick& tick,
                const Derived& derived) {
  const controller::RobotModel& robot = scenario.robot.nominal;
  controller::signals(visit, robot, tick.seen);
  controller::signals(visit, robot, tick.input.goal);
  controller::signals(visit, robot, tick.command);
  controller::signals(visit, robot, tick.plan);
  sim::signals(visit, robot, *tick.truth);
  signals(visit, robot, derived);
  if (scenario.twin.camera.on) visit_detections(visit, tick);
  visit_session(visit, tick);
}

Derived derived_of(const Scenario& scenario, const Tick& tick, const controller::Command& last) {
  const controller::RobotModel& robot = scenario.robot.nominal;
  Derived derived = derive(robot, scenario.twin.X_WB, tick.plan, *tick.truth);
  derived.torque_step_Nm = torque_step_Nm(robot, last, tick.command);
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    derived.foothold[i] = foothold_error(tick.plan.foothold[i], scenario.twin.patches);
  return derived;
}

}  // namespace

std::vector<record::Column> recorded_columns(const Scenario& scenario) {
  record::ColumnCollector collector;
  const sim::Truth truth;
  visit_tick(collector, scenario, {0, {}, {}, {}, {}, &truth, {}}, {});
  return std::move(collector.columns);
}

LogRecorder::LogRecorder(const Scenario& scenario)
    : scenario_(scenario), log_(recorded_columns(scenario)) {}

bool LogRecorder::record(const Tick& tick) noexcept {
  if (tick.tick <= last_tick_ || tick.truth == nullptr) return false;
  const Derived derived = derived_of(scenario_, tick, last_command_);
  record::RowWriter writer{log_.append()};
  visit_tick(writer, scenario_, tick, derived);
  hash_ = record::chain(hash_, writer.row);
  last_tick_ = tick.tick;
  last_command_ = tick.command;
  return true;
}

void LogRecorder::resume(std::int64_t tick, std::uint64_t hash,
                         const controller::Command& command) {
  log_.clear();
  last_tick_ = tick;
  hash_ = hash;
  last_command_ = command;
}

}  // namespace ventosa::scenarios
