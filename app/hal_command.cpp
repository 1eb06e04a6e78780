#include <spdlog/spdlog.h>

#include "app/connection.h"
#include "app/console.h"
#include "app/hal_results.h"
#include "app/interrupt.h"
#include "app/mode_teller.h"
#include "app/operator_inputs.h"
#include "app/real_time.h"
#include "app/wire.h"
#include "hal/udp/socket.h"
#include "models/input_error.h"
#include "scenarios/script/waiting_inputs.h"
#include "scenarios/session/goes_on.h"

/// `ventosa hal`: the controller drives modules over UDP.
namespace ventosa::app {

namespace fs = std::filesystem;
using hal::GuardMode;
using hal::OperatorAction;
using hal::WireRobot;
using scenarios::RobotRun;
using scenarios::Scenario;

namespace {

/// A robot that is listened to and told nothing: says which command would have been the first to
/// break a limit.
class Listener final : public hal::Robot {
 public:
  Listener(WireRobot& robot, const controller::RobotModel& model) : robot_(robot), model_(model) {}
  const hal::Capabilities& capabilities() const noexcept override { return robot_.capabilities(); }
  hal::Status start(controller::Start& start) noexcept override { return robot_.start(start); }
  hal::Status exchange(const controller::Command& command,
                       controller::Observation& seen) noexcept override {
    const double period_s = 1e-9 * static_cast<double>(capabilities().control_period_ns);
    const auto breach = hal::first_breach(model_, last_, command, period_s);
    if (breach && !told_)
      spdlog::warn("the command of {:.2f} s would break a limit: {}",
                   static_cast<double>(n_) * period_s, breach_text(model_, *breach));
    told_ = told_ || breach.has_value();
    last_ = command;
    ++n_;
    return robot_.listen(seen);
  }
  hal::CupReply take(const hal::CupAnswer& answer) noexcept override { return robot_.take(answer); }

 private:
  WireRobot& robot_;
  const controller::RobotModel& model_;
  controller::Command last_;
  std::int64_t n_ = 0;
  bool told_ = false;
};

/// What an operator and the system ask for, tick by tick.
class Asked {
 public:
  Asked(bool arms, const controller::RobotModel& model) : model_(model), arms_(arms) {}

  OperatorWord next() {
    if (std::exchange(arms_, false)) return {{OperatorAction::kArm}};
    if (interrupted()) return {{OperatorAction::kHold}};
    const auto line = console_.next_line();
    if (!line) return {};
    const auto word = Console::word_of(*line);
    if (!word) spdlog::warn("'{}': must be one of {}", *line, Console::words());
    const bool is_repeated = std::exchange(last_line_, *line) == *line;
    if (!word) return {};
    quits_ = quits_ || word->quits;
    return {word->request, answer_of(*word, is_repeated)};
  }
  bool quits() const { return quits_; }
  bool nobody_is_there() const { return console_.is_closed(); }

 private:
  /// Said twice running it is confirmed.
  std::optional<hal::CupAnswer> answer_of(const Console::Word& word, bool is_repeated) const {
    if (!word.cup) return std::nullopt;
    std::string names;
    for (std::size_t i = 0; i < model_.leg.size(); ++i) {
      if (word.leg == model_.leg[i].name) return hal::CupAnswer{i, *word.cup, is_repeated};
      names += (i > 0 ? ", " : "") + model_.leg[i].name;
    }
    spdlog::warn("'{}': must be one of {}", word.leg, names);
    return std::nullopt;
  }

  const controller::RobotModel& model_;
  Console console_;
  std::string last_line_;
  bool arms_, quits_ = false;
};

constexpr const char* kQuit = "quit";
constexpr const char* kNobody = "it holds, and nobody is there to let it go on";

/// Before the scenario does; null: it goes on.
const char* why_it_ends(const RobotRun& run, const Asked& asked) {
  if (interrupted()) return "interrupted";
  if (asked.quits()) return kQuit;
  const bool decides = run.session().report().guard.mode == GuardMode::kActive;
  return !decides && asked.nobody_is_there() ? kNobody : nullptr;
}

HalSummary run_to_end(RobotRun& run, const WireRobot& robot, const Asked& asked) {
  HalSummary summary;
  ModeTeller modes(run, robot);
  modes.look();
  const char* why = nullptr;
  while ((why = why_it_ends(run, asked)) == nullptr && run.advance()) {
    modes.look();
    summary.n_late += run.session().report().robot == hal::Status::kLate;
    summary.worst_lateness_ns = std::max(summary.worst_lateness_ns, robot.lateness_ns());
  }
  summary.ended = why != nullptr ? why : "end of the scenario";
  summary.was_active = modes.was_active();
  summary.held = modes.has_held();
  summary.time_s = run.time_s();
  return summary;
}

ExitCode exit_code(const HalSummary& summary, const HalResults& results) {
  if (interrupted()) return ExitCode::kInterrupted;
  if (summary.held || summary.ended == kNobody) return ExitCode::kLink;
  if (summary.ended == kQuit) return summary.was_active ? ExitCode::kInterrupted : ExitCode::kPass;
  return results.has_failed() ? ExitCode::kAssertionFailed : ExitCode::kPass;
}

ExitCode drive(const HalOptions& options, Scenario scenario) {
  if (options.dry_run) scenario.asserts.clear();  // a robot that stands still is not judged
  const Connection connection = connect(options.wire, options.owner, scenario);
  WireRobot& robot = *connection.robot;
  const RobotRun* started = nullptr;
  scenarios::GoesOn goes_on(robot);
  scenarios::WaitingInputs script(inputs_of(scenario), [&] { return goes_on(started->session()); });
  Asked asked(options.arm || options.dry_run, scenario.robot.nominal);
  OperatorInputs inputs(script, [&asked] { return asked.next(); });
  HalResults results(
      scenario, script,
      options.out.empty() ? fs::path("out") / ("hal-" + scenario.name) : options.out);

  take_over(robot);
  if (!robot.capabilities().keeps_time && options.dry_run)
    throw LinkError("the modules keep lock step: nothing happens in it without a command");
  (options.dry_run ? look_only : set_up)(robot);
  for (const std::string& refused : keep_to_time()) spdlog::warn(refused);

  Listener listener(robot, scenario.robot.nominal);
  hal::Robot& driven = options.dry_run ? static_cast<hal::Robot&>(listener) : robot;
  RobotRun run(scenario, driven, results.sinks(), nullptr, &inputs);
  started = &run;
  if (!options.arm && !options.dry_run)
    spdlog::info("ready, and holding: type {}", Console::words());
  const HalSummary summary = run_to_end(run, robot, asked);
  options.dry_run ? robot.release() : robot.leave();
  results.finish(summary, robot, options.json);
  return exit_code(summary, results);
}

}  // namespace

ExitCode hal(const HalOptions& options) {
  try {
    if (!options.dry_run) check_authentication(options.wire, options.allow_unauthenticated);
    return drive(options, scenario_for(options.wire.robot, options.wire.scenario));
  } catch (const models::InputError& error) {
    report_error(error.what());
    return ExitCode::kBadInput;
  } catch (const LinkError& error) {
    report_error(error.what());
  } catch (const hal::SocketError& error) {
    report_error(error.what());
  } catch (const std::invalid_argument& error) {  // the robot lacks what the scenario needs
    report_error(error.what());
  }
  return ExitCode::kLink;
}

}  // namespace ventosa::app
