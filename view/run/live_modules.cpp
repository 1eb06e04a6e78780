#include "view/run/live_modules.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "models/text.h"
#include "scenarios/script/waiting_inputs.h"

namespace ventosa::view {

using hal::GuardMode;

namespace {

std::string milliseconds(const std::optional<std::int64_t>& time_ns) {
  if (!time_ns) return "unknown";
  return models::decimal(1e-6 * static_cast<double>(*time_ns), 3) + " ms";
}

}  // namespace

const hal::Capabilities& LiveModules::Followed::capabilities() const noexcept {
  return modules_.robot->capabilities();
}

hal::Status LiveModules::Followed::start(controller::Start& start) noexcept {
  return modules_.robot->start(start);
}

hal::Status LiveModules::Followed::exchange(const controller::Command& command,
                                            controller::Observation& seen) noexcept {
  const hal::Status status = modules_.robot->exchange(command, seen);
  if (modules_.twin) modules_.twin->follow(command, seen);
  return status;
}

LiveModules::LiveModules(const scenarios::Scenario& scenario, std::uint64_t seed, Modules modules,
                         std::vector<record::RowSink*> sinks)
    : LiveRun(scenario, seed,
              std::make_unique<scenarios::WaitingInputs>(
                  unending_inputs_of(scenario, modules.robot.get()), [this] { return goes_on(); })),
      modules_(std::move(modules)),
      goes_on_(*modules_.robot),
      robot_(modules_),
      run_(scenario, robot_, std::move(sinks), nullptr, &inputs_) {
  catch_up();
}

/// Lets two periods pass: periods missed while controller and twin were built must not count as
/// overrun.
void LiveModules::catch_up() {
  controller::Observation seen;
  for (int k = 0; k < 2; ++k) modules_.robot->idle(seen);
}

/// True if the scenario continues. Its last tick never ends the run, because modules need an
/// operator while they are ours.
bool LiveModules::goes_on() {
  return goes_on_(run_.session()) && run_.n_past() < run_.n_ticks() - 1;
}

bool LiveModules::advance() {
  const bool more = run_.advance();
  if (!more) return false;
  look_at_loop();
  look_at_request();
  look_at_answer();
  return true;
}

void LiveModules::look_at_answer() {
  const scenarios::Session& session = run_.session();
  if (session.report().cup) answered_ = {*session.input().cup, *session.report().cup};
}

void LiveModules::look_at_loop() {
  loop_.last_ns = modules_.robot->lateness_ns();
  lateness_.add(std::max<std::int64_t>(0, loop_.last_ns));
  loop_.worst_ns = std::max(loop_.worst_ns, loop_.last_ns);
  loop_.n_late += run_.session().report().robot == hal::Status::kLate;
}

void LiveModules::look_at_request() {
  const scenarios::SessionReport& report = run_.session().report();
  if (report.request.action == hal::OperatorAction::kNone) return;
  refused_.reset();
  if (report.refusal == hal::Refusal::kNone) return;
  refused_ = {report.request.action, report.refusal, run_.time_s()};
}

void LiveModules::seek(std::int64_t tick) {
  if (tick != this->tick()) throw std::runtime_error("a real robot cannot go back in time");
}

std::string LiveModules::failure() const {
  const hal::Status status = run_.session().report().robot;
  return hal::is_over(status) ? "the modules are released" : "";
}

void LiveModules::give_back() {
  const GuardMode mode = run_.session().report().guard.mode;
  if (mode != GuardMode::kReady && mode != GuardMode::kOffline)
    throw std::runtime_error("disarm the robot before another scenario is opened");
  modules_.robot->leave();
  modules_.network->leave();
}

std::optional<WireStatus> LiveModules::wire() const {
  const hal::WireRobot& robot = *modules_.robot;
  WireStatus status{.device = {},
                    .answered = answered_,
                    .breach = robot.breach(),
                    .loop = loop_,
                    .refused = refused_};
  status.loop.p50_ns = lateness_.quantile_ns(0.5);
  status.loop.p99_ns = lateness_.quantile_ns(0.99);
  const auto& legs = scenario_.robot.nominal.leg;
  for (std::size_t i = 0; i < legs.size(); ++i) status.cup.push_back(robot.knows_cup(i));
  for (std::size_t k = 0; k < robot.n_devices(); ++k)
    status.device.push_back({k < legs.size() ? legs[k].name : "body", robot.is_ours(k),
                             std::string(robot.holder(k)), robot.link(k)});
  if (modules_.twin) status.twin = modules_.twin->newest();
  return status;
}

std::string loop_text(const LoopStatus& loop, std::int64_t n_ticks) {
  return "the modules are released and hold; lateness of periods: median " +
         milliseconds(loop.p50_ns) + ", 99 % " + milliseconds(loop.p99_ns) + ", maximum " +
         milliseconds(loop.worst_ns) + "; " + std::to_string(loop.n_late) + " of " +
         std::to_string(n_ticks) + " periods missed";
}

}  // namespace ventosa::view
