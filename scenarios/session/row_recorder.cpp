#include "scenarios/session/row_recorder.h"

#include <utility>

#include "record/run_log.h"
#include "scenarios/session/derived_signals.h"
#include "scenarios/session/reserve_signals.h"
#include "scenarios/session/stability.h"

namespace ventosa::scenarios {

namespace {

/// Signals that follow from others of this tick and of earlier ones.
struct Followers {
  MotionSignals motion;
  FeetSignals feet;
  ReserveSignals reserve;
  std::optional<TravelSignals> travel{};  ///< no value without the truth
};

void describe(auto& field, controller::Is<Followers> auto& followers) {
  describe(field, followers.motion);
  describe(field, followers.feet);
  describe(field, followers.reserve);
  if (followers.travel) describe(field, *followers.travel);
}

/// Everything that a row records.
struct Entry {
  const Tick& tick;
  const Derived* derived = nullptr;  ///< null without the truth
  const Followers& followers;
};

void describe(auto& field, controller::Is<Entry> auto& entry) {
  describe(field, entry.tick);
  if (entry.derived) describe(field, *entry.derived);
  describe(field, entry.followers);
}

/// With the structure that a robot's record has, and without values.
Followers followers_of(const controller::RobotModel& robot, bool is_twin) {
  Followers followers;
  followers.feet.has_truth = is_twin;
  followers.reserve.knees = legs_with_knee(robot);
  if (is_twin) followers.travel.emplace();
  return followers;
}

controller::Shape shape_of(const Scenario& scenario) {
  using controller::Equipment;
  controller::Shape shape(scenario.robot.nominal);
  if (scenario.robot.point && scenario.robot.point->sensor) shape.add(Equipment::kForceSensor);
  if (scenario.twin.camera.on) shape.add(Equipment::kCamera);
  if (scenario.twin.gps.on) shape.add(Equipment::kFix);
  if (scenario.twin.compass.on) shape.add(Equipment::kHeading);
  const bool electric = scenario.twin.drive.model == sim::MotorModel::kElectric;
  if (electric && models::has_position_loops(scenario.robot)) shape.add(Equipment::kPositionLoop);
  return shape;
}

TravelScene travel_scene(const TwinSetup& twin) {
  return {.robot = twin.robot.nominal,
          .period_s = twin.config.control_period_s,
          .ideal_drives = twin.config.drive.model == sim::MotorModel::kIdeal};
}

Derived derived_of(const TwinSetup& twin, const Tick& tick, const controller::Command& last) {
  const controller::RobotModel& robot = twin.robot.nominal;
  Derived derived = derive(robot, twin.config.X_WB, tick.plan, *tick.truth);
  derived.torque_step_Nm = torque_step_Nm(robot, last, tick.command);
  if (twin.robot.point)
    derived.stability_m = true_stability_m(robot, *tick.truth, twin.config.gravity_W);
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    derived.foothold[i] = foothold_error(tick.plan.foothold[i], twin.config.patches);
  derived.detections = detection_error(tick.seen.detections, tick.truth->detections);
  return derived;
}

}  // namespace

record::Field recorded_schema(const Scenario& scenario, Subject subject) {
  const controller::Observation seen;
  const Input input;
  const controller::Command command;
  const controller::Diagnostics plan;
  const sim::Truth truth;
  const sim::StimulusRecord stimulus;
  const SessionReport session;
  const Derived derived;
  const bool is_twin = subject == Subject::kTwin;
  const Tick tick{.seen = seen,
                  .input = input,
                  .command = command,
                  .plan = plan,
                  .truth = is_twin ? &truth : nullptr,
                  .stimulus = is_twin ? &stimulus : nullptr,
                  .session = session};
  const Followers followers = followers_of(scenario.robot.nominal, is_twin);
  return record::schema_of(shape_of(scenario),
                           Entry{tick, is_twin ? &derived : nullptr, followers});
}

std::vector<record::Column> recorded_columns(const Scenario& scenario, Subject subject) {
  return columns_of(recorded_schema(scenario, subject));
}

namespace {

std::size_t n_follower_columns(const Scenario& scenario, bool is_twin) {
  const Followers followers = followers_of(scenario.robot.nominal, is_twin);
  return columns_of(record::schema_of(shape_of(scenario), followers)).size();
}

/// The identity without force sensors.
controller::LowPass low_pass_of(const Scenario& scenario) {
  const auto& point = scenario.robot.point;
  if (!point || !point->sensor) return {};
  return controller::butterworth(point->sensor->cutoff_hz, scenario.controller.period_s);
}

}  // namespace

RowRecorder::RowRecorder(const Scenario& scenario, std::optional<TwinSetup> twin,
                         std::vector<record::RowSink*> sinks)
    : twin_(std::move(twin)),
      model_(scenario.controller_model),
      config_(scenario.controller),
      low_pass_(low_pass_of(scenario)),
      shape_(shape_of(scenario)),
      sinks_(std::move(sinks)),
      row_(recorded_columns(scenario, twin_ ? Subject::kTwin : Subject::kRobot).size()),
      n_hashed_(row_.size() - n_follower_columns(scenario, twin_.has_value())) {}

bool RowRecorder::record(const Tick& tick) noexcept {
  if (tick.tick <= last_tick_ || (tick.truth != nullptr) != twin_.has_value()) return false;
  Derived derived;
  if (twin_) derived = derived_of(*twin_, tick, last_command_);
  Followers followers{
      .motion = motion_signals({model_, config_}, tick, last_command_, state_.motion),
      .feet = feet_signals(model_, low_pass_, tick, state_.feet),
      .reserve = reserve_signals(model_, tick)};
  if (twin_) followers.travel = travel_signals(travel_scene(*twin_), *tick.truth, state_.travel);
  record::RowWriter writer{row_};
  controller::visit_numbers(writer, shape_, Entry{tick, twin_ ? &derived : nullptr, followers});
  state_.hash = record::chain(state_.hash, std::span<const double>(row_).first(n_hashed_));
  last_tick_ = tick.tick;
  last_command_ = tick.command;
  bool kept = true;
  for (record::RowSink* sink : sinks_) kept = sink->take(tick.tick, row_) && kept;
  return kept;
}

void RowRecorder::resume(std::int64_t tick, const RecorderState& state,
                         const controller::Command& command) {
  last_tick_ = tick;
  state_ = state;
  last_command_ = command;
}

}  // namespace ventosa::scenarios
