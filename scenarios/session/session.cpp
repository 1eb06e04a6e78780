#include "scenarios/session/session.h"

#include <stdexcept>

#include "scenarios/session/required_capabilities.h"

namespace ventosa::scenarios {

using controller::ControllerConfig;

namespace {

/// True if the state of a controller keeps its meaning when the options change from a to b.
bool share_their_state(const ControllerConfig& a, const ControllerConfig& b) {
  return a.period_s == b.period_s && a.gravity_W == b.gravity_W &&
         a.body.estimator == b.body.estimator && a.surfaces.source == b.surfaces.source &&
         a.gains.loop == b.gains.loop && a.lip.model == b.lip.model &&
         a.payload.estimation == b.payload.estimation;
}

/// Relays and gaze of a goal, without motion of body or legs.
controller::Goal standing(const controller::Goal& goal) {
  controller::Goal stands;
  stands.relay = goal.relay;
  stands.gaze = goal.gaze;
  return stands;
}

/// Copies the estimates to `plan`, which keeps the members that an OwnController writes.
void renew_estimates(const controller::Diagnostics& estimated, controller::Diagnostics& plan) {
  const auto phase = plan.phase;
  const auto p_BW = plan.p_BW;
  const controller::Isometry3d X_WB_reference = plan.X_WB_reference;
  plan = estimated;
  plan.phase = phase;
  plan.p_BW = p_BW;
  plan.X_WB_reference = X_WB_reference;
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

void Session::hand_over_to(OwnController& own) {
  own_plan_ = controller_->diagnostics();
  own_ = &own;
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

/// Persistent inputs stay in effect until a new input; requests apply once.
void Session::take_input() {
  inputs_.watch(plan());
  const Input next = inputs_.at(tick_);
  report_.input = judge(next, {input_.tick, tick_, robot_.capabilities().control_period_ns});
  if (counts(report_.input) && lacking(robot_.capabilities(), next.goal))
    report_.input = InputStatus::kLacking;
  input_.request = {};
  input_.cup.reset();
  input_.options.reset();
  input_.stimulus = sim::going_on(input_.stimulus);
  if (counts(report_.input)) input_ = next;
  input_.ends_run = next.ends_run;
  answer(input_.cup);
  guard(input_.request);
  report_.options = change_options(input_.options);
}

/// Passes on an operator's statement about a cup, if the robot has the cup.
void Session::answer(const std::optional<hal::CupAnswer>& cup) noexcept {
  report_.cup.reset();
  if (cup && cup->leg < model_.leg.size()) report_.cup = robot_.take(*cup);
}

/// A robot that does not answer holds; one with a faulty drive, or with a silent leg that keeps its
/// references, stands. Only an operator ends either.
hal::GuardInputs Session::guard_inputs() const noexcept {
  const hal::Health& health = robot_.health();
  hal::GuardInputs inputs{health.session, health.lease, health.robot, health.leg};
  if (report_.robot == hal::Status::kLost) inputs.robot.insert(hal::Trigger::kLost);
  for (std::size_t i = 0; i < model_.leg.size(); ++i)
    if (controller_->diagnostics().report[i].faulty_joint >= 0)
      inputs.leg[i].insert(hal::Trigger::kJointFault);
  inputs.standing = hal::standing(health, controller_->diagnostics().stands);
  return inputs;
}

void Session::guard(const OperatorRequest& request) noexcept {
  hal::GuardInputs inputs = guard_inputs();
  inputs.request = request;
  // a simulated robot may fall
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
  const controller::Command requested = own_ != nullptr ? ask_own() : ask_shipped();
  if (hal::obeys_controller(report_.guard.mode))
    if (const auto trigger = objection_to(requested)) stop_for(*trigger);
  return hal::permitted(report_.guard, requested);
}

controller::Command Session::ask_shipped() noexcept {
  const hal::GuardMode mode = report_.guard.mode;
  if (!hal::obeys_controller(mode)) return controller_->stand_by(seen_);
  const bool stands = mode == hal::GuardMode::kStand;
  return controller_->tick(seen_, stands ? standing(input_.goal) : input_.goal);
}

/// Command of the controller in place of the shipped one. It is used in the mode `active` only: it
/// is unknown if that controller can stand with a faulty drive. In every other mode the robot
/// holds.
controller::Command Session::ask_own() noexcept {
  const controller::Command holds = controller_->stand_by(seen_);
  renew_estimates(controller_->diagnostics(), own_plan_);
  if (report_.guard.mode != hal::GuardMode::kActive) return holds;
  if (own_plan_.reason == controller::Reason::kOperator)
    own_plan_.reason = controller::Reason::kNone;
  return own_->tick(seen_, input_.goal, own_plan_);
}

/// Reason not to send a command. The shipped controller observes the limits of its joints itself.
std::optional<hal::Trigger> Session::objection_to(const controller::Command& requested) noexcept {
  if (has_failed(requested)) return hal::Trigger::kControllerFailed;
  if (own_ == nullptr) return std::nullopt;
  const double period_s = 1e-9 * static_cast<double>(robot_.capabilities().control_period_ns);
  const auto breach = hal::first_breach(model_, command_, requested, period_s);
  if (!breach) return std::nullopt;
  breach_ = breach;
  return hal::Trigger::kLimit;
}

/// True if the command has non-finite values, detected by the controller itself or not.
bool Session::has_failed(const controller::Command& requested) const noexcept {
  return plan().reason == controller::Reason::kBadCommand || !hal::is_finite(requested);
}

void Session::stop_for(hal::Trigger trigger) noexcept {
  own_plan_.reason = controller::Reason::kBadCommand;
  hal::GuardInputs inputs = guard_inputs();
  inputs.robot.insert(trigger);
  enter(hal::step(report_.guard, inputs, seen_.now_ns).state);
}

void Session::record() noexcept {
  const sim::StimulusRecord stimulus =
      sim::record_of(input_.stimulus, robot_.capabilities().control_period_ns);
  const Tick tick{.tick = tick_,
                  .seen = seen_,
                  .input = input_,
                  .command = command_,
                  .plan = plan(),
                  .truth = plant_ != nullptr ? &plant_->truth() : nullptr,
                  .stimulus = plant_ != nullptr ? &stimulus : nullptr,
                  .session = report_};
  if (!recorder_.record(tick)) ++n_unrecorded_;
}

void Session::check_memory() const {
  if (plant_ == nullptr) throw std::logic_error("only a twin can be saved and restored");
  if (own_ != nullptr) throw std::logic_error("the state of your own controller cannot be saved");
}

void Session::save(SessionSnapshot& snapshot) const {
  check_memory();
  snapshot.tick = tick_;
  plant_->save(snapshot.plant);
  snapshot.controller = controller_->state();
  snapshot.options = controller_->config();
  snapshot.command = command_;
  snapshot.seen = seen_;
  snapshot.input = input_;
  snapshot.script = inputs_.script_state();
  snapshot.report = report_;
}

void Session::restore(const SessionSnapshot& snapshot) {
  check_memory();
  plant_->restore(snapshot.plant);
  build_controller(snapshot.options);
  controller_->restore(snapshot.controller);
  tick_ = snapshot.tick;
  command_ = snapshot.command;
  seen_ = snapshot.seen;
  input_ = snapshot.input;
  inputs_.restore(snapshot.script);
  report_ = snapshot.report;
}

}  // namespace ventosa::scenarios
