#include "scenarios/session/run.h"

#include <cmath>
#include <utility>

#include "scenarios/verdict/derived_signals.h"

namespace ventosa::scenarios {
namespace {

/// Everything that one tick says, in the order of the columns.
struct Tick {
  const controller::Observation& seen;
  const controller::Goal& goal;
  const controller::Command& command;
  const controller::Diagnostics& plan;
  const sim::Truth& truth;
  const Derived& derived;
};

/// And what a robot with a camera says besides.
template <class Visitor>
void visit_sight(Visitor& visit, const Tick& tick) {
  controller::signals(visit, tick.seen.sighting);
  visit(controller::SignalName{.group = "truth", .item = "pan_tilt", .field = "pan"}, "rad",
        tick.truth.pan_rad);
  visit(controller::SignalName{.group = "truth", .item = "pan_tilt", .field = "tilt"}, "rad",
        tick.truth.tilt_rad);
  sim::signals(visit, tick.truth.sighting);
  signals(visit, sight_error(tick.seen.sighting, tick.truth.sighting));
}

template <class Visitor>
void visit_tick(Visitor& visit, const Scenario& scenario, const Tick& tick) {
  const controller::RobotModel& robot = scenario.robot.nominal;
  controller::signals(visit, robot, tick.seen);
  controller::signals(visit, robot, tick.goal);
  controller::signals(visit, robot, tick.command);
  controller::signals(visit, robot, tick.plan);
  sim::signals(visit, robot, tick.truth);
  signals(visit, robot, tick.derived);
  if (scenario.twin.camera.on) visit_sight(visit, tick);
}

sim::TwinConfig with_seed(sim::TwinConfig config, std::uint64_t seed) {
  config.seed = seed;
  return config;
}

controller::Start start_of(const Scenario& scenario) {
  controller::Start start;
  start.X_WB = scenario.twin.X_WB;
  for (std::size_t i = 0; i < scenario.twin.leg.size(); ++i)
    start.attached[i] = scenario.twin.leg[i].attached;
  start.clamped = scenario.twin.clamped;
  start.gravity_W = scenario.twin.gravity_W;
  start.patches = scenario.twin.patches;
  return start;
}

}  // namespace

std::vector<record::Column> recorded_columns(const Scenario& scenario) {
  record::ColumnCollector collector;
  visit_tick(collector, scenario, {{}, {}, {}, {}, {}, {}});
  return std::move(collector.columns);
}

Run::Run(const Scenario& scenario, std::uint64_t seed)
    : scenario_(scenario),
      seed_(seed),
      n_ticks_(std::llround(scenario.duration_s / scenario.twin.control_period_s)),
      twin_(scenario.robot, with_seed(scenario.twin, seed)),
      controller_(scenario.believed, scenario.controller, start_of(scenario)),
      log_(recorded_columns(scenario)) {
  log_.reserve(static_cast<std::size_t>(n_ticks_) + 1);
  twin_.observe(seen_);
  decide();
}

bool Run::advance() noexcept {
  if (unstable_ || tick_ >= n_ticks_) return false;
  twin_.apply({.f_B_W = scenario_.script.push_at(time_s(), scenario_.twin.X_WB),
               .relay = scenario_.script.relays_at(time_s()),
               .look = scenario_.script.gaze_at(time_s())});
  unstable_ = twin_.exchange(command_, seen_) != hal::ExchangeStatus::kOk;
  ++tick_;
  decide();
  return !unstable_;
}

void Run::decide() noexcept {
  const controller::Goal goal = scenario_.script.goal_at(time_s(), scenario_.twin.X_WB);
  const controller::Command last = std::exchange(command_, controller_.tick(seen_, goal));
  record_tick(goal, last);
}

void Run::record_tick(const controller::Goal& goal, const controller::Command& last) noexcept {
  const controller::RobotModel& robot = scenario_.robot.nominal;
  const controller::Diagnostics& plan = controller_.diagnostics();
  Derived derived = derive(robot, scenario_.twin.X_WB, plan, twin_.truth());
  derived.torque_step_Nm = torque_step_Nm(robot, last, command_);
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    derived.foothold[i] = foothold_error(plan.foothold[i], scenario_.twin.patches);
  record::RowWriter writer{log_.append()};
  visit_tick(writer, scenario_, {seen_, goal, command_, plan, twin_.truth(), derived});
  hash_ = record::chain(hash_, writer.row);
}

void Run::save(RunSnapshot& snapshot) const {
  snapshot.tick = tick_;
  twin_.save(snapshot.twin);
  snapshot.controller = controller_.state();
  snapshot.command = command_;
  snapshot.seen = seen_;
  snapshot.hash = hash_;
}

void Run::restore(const RunSnapshot& snapshot) {
  twin_.restore(snapshot.twin);
  controller_.restore(snapshot.controller);
  tick_ = snapshot.tick;
  command_ = snapshot.command;
  seen_ = snapshot.seen;
  hash_ = snapshot.hash;
  log_.clear();
}

}  // namespace ventosa::scenarios
