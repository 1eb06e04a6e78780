#include "scenarios/session/session.h"

#include <stdexcept>

#include "hal/guard/limit_check.h"
#include "scenarios/session/fit.h"

namespace ventosa::scenarios {

using controller::ControllerConfig;

namespace {

/// Whether a controller's memory means the same under other options.
bool share_their_state(const ControllerConfig& a, const ControllerConfig& b) {
  return a.period_s == b.period_s && a.gravity_W == b.gravity_W &&
         a.body.estimator == b.body.estimator && a.surfaces.source == b.surfaces.source &&
         a.gains.loop == b.gains.loop && a.lip.model == b.lip.model &&
         a.payload.estimation == b.payload.estimation;
}

/// The same without any motion of body or legs.
controller::Goal standing(const controller::Goal& goal) {
  controller::Goal stands;
  stands.relay = goal.relay;
  stands.gaze = goal.gaze;
  return stands;
}

}  // namespace

Session::Session(const ControllerSetup& setup, hal::Robot& robot, Inputs& inputs,
                 Recorder& recorder, sim::Plant* plant)
    : model_(setup.model), robot_(robot), inputs_(inputs), recorder_(recorder), plant_(plant) {
  check_fit(robot.capabilities(), model_, setup.options);
  report_.robot = robot_.start(start_);
  if (report_.robot != hal::Status::kOk) throw std::runtime_error("the robot does not start");
  seen_ = start_.seen;
  ControllerConfig options = setup.options;
  options.gravity_W = start_.gravity_W;
  build_controller(options);
  guard({});
  if (!robot_.capabilities().needs_arming) guard({OperatorAction::kArm});
  take_input();
  command_ = decide();
  record();
}

bool Session::advance() {
  if (is_over(report_.robot)) return false;
  if (plant_ != nullptr) plant_->apply(input_.stimulus);
  report_.robot = robot_.exchange(command_, seen_);  // time passes
  ++tick_;
  take_input();
  command_ = decide();
  record();
  return !is_over(report_.robot);
}

/// Levels go on until a new input comes; requests happen once.
void Session::take_input() {
  inputs_.led_to(controller_->diagnostics().X_WB_reference);
  const Input next = inputs_.at(tick_);
  report_.input = judge(next, {input_.tick, tick_, robot_.capabilities().control_period_ns});
  if (counts(report_.input) && lacking(robot_.capabilities(), next.goal))
    report_.input = InputStatus::kLacking;
  input_.request = {};
  input_.cup.reset();
  input_.options.reset();
  input_.stimulus = sim::going_on(input_.stimulus);
  if (counts(report_.input)) input_ = next;
  answer(input_.cup);
  guard(input_.request);
  report_.options = change_options(input_.options);
}

/// Of no cup that the robot has not got.
void Session::answer(const std::optional<hal::CupAnswer>& cup) noexcept {
  report_.cup.reset();
  if (cup && cup->leg < model_.leg.size()) report_.cup = robot_.take(*cup);
}

/// A robot that does not answer holds, one with a drive that fails stands; nothing but an operator
/// lets it go on.
hal::GuardInputs Session::guard_inputs() const noexcept {
  const hal::Health& health = robot_.health();
  hal::GuardInputs inputs{health.session, health.lease, health.robot, health.leg};
  if (report_.robot == hal::Status::kLost) inputs.robot.insert(hal::Trigger::kLost);
  for (std::size_t i = 0; i < model_.leg.size(); ++i)
    if (controller_->diagnostics().report[i].faulty_joint >= 0)
      inputs.leg[i].insert(hal::Trigger::kJointFault);
  return inputs;
}

void Session::guard(const OperatorRequest& request) noexcept {
  hal::GuardInputs inputs = guard_inputs();
  inputs.request = request;
  // what stands on no real ground may fall
  if (plant_ != nullptr) inputs.request.supported |= request.confirmed;
  const hal::GuardStep next = hal::step(report_.guard, inputs, seen_.now_ns);
  report_.request = request;
  report_.refusal = next.refusal;
  enter(next.state);
}

void Session::enter(const hal::GuardState& state) noexcept {
  report_.guard = state;
  robot_.enter(state.mode);
}

OptionsStatus Session::change_options(const std::optional<ControllerConfig>& options) {
  if (!options) return OptionsStatus::kUnchanged;
  const bool fits = are_sound(*options) && share_their_state(*options, controller_->config());
  if (!fits) return OptionsStatus::kRefused;
  const controller::State state = controller_->state();
  const ControllerConfig before = controller_->config();
  try {
    build_controller(*options);
  } catch (const std::invalid_argument&) {
    build_controller(before);
    controller_->restore(state);
    return OptionsStatus::kRefused;
  }
  controller_->restore(state);
  return OptionsStatus::kChanged;
}

void Session::build_controller(const ControllerConfig& options) {
  controller_.emplace(model_, options, start_);
}

controller::Command Session::decide() noexcept {
  const hal::GuardMode mode = report_.guard.mode;
  const controller::Command asked = !hal::obeys_controller(mode) ? controller_->stand_by(seen_)
                                    : mode == hal::GuardMode::kStand
                                        ? controller_->tick(seen_, standing(input_.goal))
                                        : controller_->tick(seen_, input_.goal);
  if (hal::obeys_controller(mode) && has_failed(asked)) stop_for_controller();
  return hal::permitted(report_.guard, asked);
}

/// Whether it has made numbers that are none, and sees it itself or not.
bool Session::has_failed(const controller::Command& asked) const noexcept {
  return controller_->diagnostics().reason == controller::Reason::kBadCommand ||
         !hal::is_finite(asked);
}

void Session::stop_for_controller() noexcept {
  hal::GuardInputs inputs = guard_inputs();
  inputs.robot.insert(hal::Trigger::kControllerFailed);
  enter(hal::step(report_.guard, inputs, seen_.now_ns).state);
}

void Session::record() noexcept {
  const sim::StimulusRecord stimulus =
      sim::record_of(input_.stimulus, robot_.capabilities().control_period_ns);
  const Tick tick{.tick = tick_,
                  .seen = seen_,
                  .input = input_,
                  .command = command_,
                  .plan = controller_->diagnostics(),
                  .truth = plant_ != nullptr ? &plant_->truth() : nullptr,
                  .stimulus = plant_ != nullptr ? &stimulus : nullptr,
                  .session = report_};
  if (!recorder_.record(tick)) ++n_unrecorded_;
}

void Session::save(SessionSnapshot& snapshot) const {
  if (plant_ == nullptr) throw std::logic_error("only a twin can be saved");
  snapshot.tick = tick_;
  plant_->save(snapshot.plant);
  snapshot.controller = controller_->state();
  snapshot.options = controller_->config();
  snapshot.command = command_;
  snapshot.seen = seen_;
  snapshot.input = input_;
  snapshot.place = inputs_.walked_place();
  snapshot.report = report_;
}

void Session::restore(const SessionSnapshot& snapshot) {
  if (plant_ == nullptr) throw std::logic_error("only a twin can be restored");
  plant_->restore(snapshot.plant);
  build_controller(snapshot.options);
  controller_->restore(snapshot.controller);
  tick_ = snapshot.tick;
  command_ = snapshot.command;
  seen_ = snapshot.seen;
  input_ = snapshot.input;
  inputs_.restore(snapshot.place);
  report_ = snapshot.report;
}

}  // namespace ventosa::scenarios
