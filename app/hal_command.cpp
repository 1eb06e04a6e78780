#include <spdlog/spdlog.h>

#include <algorithm>
#include <deque>

#include "app/connection.h"
#include "app/console.h"
#include "app/hal_results.h"
#include "app/interrupt.h"
#include "app/mode_teller.h"
#include "app/operator_inputs.h"
#include "app/real_time.h"
#include "app/stranger_teller.h"
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

/// A robot for a dry run: only receives; reports the first command that would violate a limit.
class Listener final : public hal::Robot {
 public:
  Listener(WireRobot& robot, const controller::RobotModel& model) : robot_(robot), model_(model) {}
  const hal::Capabilities& capabilities() const noexcept override { return robot_.capabilities(); }
  hal::Status start(controller::Start& start) noexcept override { return robot_.start(start); }
  hal::Status exchange(const controller::Command& command,
                       controller::Observation& seen) noexcept override {
    const double period_s = 1e-9 * static_cast<double>(capabilities().control_period_ns);
    const auto breach = hal::first_breach(model_, last_, command, period_s);
    if (breach && !reported_)
      spdlog::warn("the command of {:.2f} s would break a limit: {}",
                   static_cast<double>(n_) * period_s, breach_text(model_, *breach));
    reported_ = reported_ || breach.has_value();
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
  bool reported_ = false;
};

/// Requests of the operator and the system, tick by tick.
class OperatorInput {
 public:
  /// @param story  records every typed line
  OperatorInput(bool arms, const controller::RobotModel& model, SessionRecord& story)
      : model_(model), story_(story), arms_(arms) {}

  OperatorWord next() {
    if (std::exchange(arms_, false)) return {{OperatorAction::kArm}};
    if (interrupted()) return {{OperatorAction::kHold}};
    read();
    if (typed_.empty()) return {};
    const Typed typed = std::move(typed_.front());
    typed_.pop_front();
    return word_of(typed);
  }
  bool quits() const { return quits_; }
  bool nobody_is_there() const { return typed_.empty() && console_.is_closed(); }

  /// True if the program is to end while it waits for modules. Other words remain in the queue.
  bool wants_the_end() {
    read();
    const auto is_quit = [](const Typed& typed) { return typed.word.quits; };
    quits_ = quits_ || std::any_of(typed_.begin(), typed_.end(), is_quit);
    return interrupted() || quits_;
  }

  /// Reads typed words; a word cannot answer a question that is asked after it was typed.
  void read() {
    console_.read();
    while (const auto line = console_.next_line()) {
      story_.say("the operator: " + *line);
      if (const auto word = Console::word_of(*line))
        take({*line, *word, n_questions_});
      else
        spdlog::warn("'{}': must be one of {}", *line, Console::words());
    }
  }
  /// Sets the number of questions so far about each cup.
  void note_questions(const controller::PerLeg<int>& n_questions) { n_questions_ = n_questions; }

 private:
  struct Typed {
    std::string text;
    Console::Word word;
    controller::PerLeg<int> n_questions;  ///< numbers at the time of typing
  };

  /// Takes a hold before all words that were typed earlier, and removes those.
  void take(Typed typed) {
    if (typed.word.request.action == OperatorAction::kHold)
      std::erase_if(typed_, [](const Typed& before) { return !before.word.quits; });
    typed_.push_back(std::move(typed));
  }

  OperatorWord word_of(const Typed& typed) {
    const bool is_repeated = std::exchange(last_text_, typed.text) == typed.text;
    quits_ = quits_ || typed.word.quits;
    return {typed.word.request, answer_of(typed, is_repeated)};
  }

  /// Statement about a cup in a typed line, if there is one. An immediate repetition confirms it.
  std::optional<hal::CupAnswer> answer_of(const Typed& typed, bool is_repeated) {
    if (!typed.word.cup) return std::nullopt;
    const auto leg = leg_of(typed.word.leg);
    if (!leg) return std::nullopt;
    if (typed.n_questions[*leg] == n_questions_[*leg])
      return hal::CupAnswer{*leg, *typed.word.cup, is_repeated};
    spdlog::warn("'{}': refused: typed before the question about that cup", typed.text);
    last_text_.clear();
    return std::nullopt;
  }

  std::optional<std::size_t> leg_of(const std::string& name) const {
    std::string names;
    for (std::size_t i = 0; i < model_.leg.size(); ++i) {
      if (name == model_.leg[i].name) return i;
      names += (i > 0 ? ", " : "") + model_.leg[i].name;
    }
    spdlog::warn("'{}': must be one of {}", name, names);
    return std::nullopt;
  }

  const controller::RobotModel& model_;
  SessionRecord& story_;
  Console console_;
  std::deque<Typed> typed_;  ///< not handled yet
  controller::PerLeg<int> n_questions_{};
  std::string last_text_;
  bool arms_, quits_ = false;
};

constexpr const char* kNoStimuli =
    "pushes and faults of the scenario need a twin; they are ignored and not recorded";
constexpr const char* kEnd = "end of the scenario";
constexpr const char* kQuit = "quit";
constexpr const char* kNobody =
    "the robot holds and standard input is closed: no operator can acknowledge";

/// True if only an operator can make the robot go on: it holds, or has come to stand.
bool waits_for_operator(const scenarios::Session& session) {
  const GuardMode mode = session.report().guard.mode;
  const bool comes_to_stand =
      mode == GuardMode::kStand && !session.controller().diagnostics().stands;
  return mode != GuardMode::kActive && !comes_to_stand;
}

/// Reason to end before the scenario ends; null to continue.
const char* why_it_ends(const RobotRun& run, const OperatorInput& operator_input) {
  if (interrupted()) return "interrupted";
  if (operator_input.quits()) return kQuit;
  const bool waits = waits_for_operator(run.session());
  return waits && operator_input.nobody_is_there() ? kNobody : nullptr;
}

/// Reports on a run, tick by tick.
class Tellers {
 public:
  Tellers(const RobotRun& run, const WireRobot& robot, HalResults& results)
      : run_(run),
        results_(results),
        modes_(run, robot),
        strangers_(robot, [&run](const std::string& text) {
          spdlog::warn("{:.2f} s: {}", run.time_s(), text);
        }) {}

  void look() {
    modes_.look();
    tell_reasons();
    strangers_.look(run_.time_s());
    results_.story().look(run_.scenario().robot.nominal, run_.session().report().guard);
    if (results_.is_incomplete() && !std::exchange(incomplete_, true))
      spdlog::error(
          "{:.2f} s: the record of this session is incomplete from here on: is the disk "
          "full, or too slow?",
          run_.time_s());
  }
  bool has_held() const { return modes_.has_held(); }
  const controller::PerLeg<int>& n_questions() const { return modes_.n_questions(); }

 private:
  /// Reports new reasons, except kOperator, which the mode shows.
  void tell_reasons() {
    const auto& all = results_.reasons().hindrances();
    for (; n_reasons_ < all.size(); ++n_reasons_)
      if (all[n_reasons_].reason != controller::Reason::kOperator)
        spdlog::warn("{:.2f} s: {}", all[n_reasons_].from_s, reason_text(all[n_reasons_]));
    if (results_.reasons().n_hindrances() > all.size() && !std::exchange(tells_no_more_, true))
      spdlog::warn("{:.2f} s: further reasons are only in signals.mcap", run_.time_s());
  }

  const RobotRun& run_;
  HalResults& results_;
  std::size_t n_reasons_ = 0;  ///< number reported so far
  bool tells_no_more_ = false;
  ModeTeller modes_;
  StrangerTeller strangers_;
  bool incomplete_ = false;
};

HalSummary run_to_end(RobotRun& run, const WireRobot& robot, OperatorInput& operator_input,
                      HalResults& results) {
  HalSummary summary;
  Tellers tellers(run, robot, results);
  const auto tell = [&] {
    operator_input.read();
    tellers.look();
    operator_input.note_questions(tellers.n_questions());
  };
  results.begin();
  tell();
  const char* why = nullptr;
  while ((why = why_it_ends(run, operator_input)) == nullptr && run.advance()) {
    tell();
    summary.n_late += run.session().report().robot == hal::Status::kLate;
    summary.worst_lateness_ns = std::max(summary.worst_lateness_ns, robot.lateness_ns());
  }
  if (why == kNobody) spdlog::warn("{:.2f} s: ended: {}", run.time_s(), kNobody);
  summary.ended = why != nullptr ? why : kEnd;
  summary.held = tellers.has_held();
  summary.time_s = run.time_s();
  return summary;
}

ExitCode exit_code(const HalSummary& summary, const HalResults& results) {
  if (interrupted() || summary.ended == kQuit) return ExitCode::kInterrupted;
  if (summary.held || summary.ended == kNobody) return ExitCode::kLink;
  if (results.has_failed()) return ExitCode::kAssertionFailed;
  return results.unknown().empty() ? ExitCode::kPass : ExitCode::kSkipped;
}

/// Exit code of the session. After `quit` it is 130, even if the record is incomplete.
ExitCode finish(HalSummary& summary, const WireRobot& robot, bool json, HalResults& results) {
  if (summary.ended == kEnd) results.complete();
  const ExitCode code = exit_code(summary, results);
  summary.exit_code = static_cast<int>(code);
  try {
    results.finish(summary, robot, json);
    return code;
  } catch (const record::OutputError& error) {
    report_error(std::string(error.what()) + "; what could be written stays in " +
                 results.place().string());
  }
  return code == ExitCode::kInterrupted ? code : ExitCode::kOutput;
}

ExitCode drive(const HalOptions& options, const Scenario& scenario) {
  const Connection connection = connect(options.wire, options.owner, scenario);
  WireRobot& robot = *connection.robot;
  if (scenarios::has_stimuli(scenario)) spdlog::warn(kNoStimuli);
  const RobotRun* started = nullptr;
  scenarios::GoesOn goes_on(robot);
  scenarios::WaitingInputs script(inputs_of(scenario, &robot),
                                  [&] { return goes_on(started->session()); });
  HalResults results(scenario, script,
                     options.out.empty() ? fs::path("out") / ("hal-" + scenario.name) : options.out,
                     session_label(options, scenario));
  if (options.dry_run) results.judge_nothing();
  OperatorInput operator_input(options.arm || options.dry_run, scenario.robot.nominal,
                               results.story());
  OperatorInputs inputs(script, [&operator_input] { return operator_input.next(); });

  robot.give_up_when([&operator_input] { return operator_input.wants_the_end(); });
  take_over(robot);
  if (!robot.capabilities().keeps_time && options.dry_run)
    throw LinkError(
        "the modules run in lock step: without commands their time does not advance, so --dry-run "
        "is not possible");
  (options.dry_run ? look_only : set_up)(robot);
  robot.give_up_when(interrupted);  // during the run, words are handled in order
  for (const std::string& refused : keep_to_time()) spdlog::warn(refused);

  Listener listener(robot, scenario.robot.nominal);
  hal::Robot& driven = options.dry_run ? static_cast<hal::Robot&>(listener) : robot;
  RobotRun run(scenario, driven, results.sinks(), nullptr, &inputs);
  started = &run;
  if (!options.arm && !options.dry_run)
    spdlog::info("ready, and holding: type {}", Console::words());
  HalSummary summary = run_to_end(run, robot, operator_input, results);
  options.dry_run ? robot.release() : robot.leave();
  return finish(summary, robot, options.json, results);
}

}  // namespace

ExitCode hal(const HalOptions& options) {
  try {
    const Scenario scenario = scenario_for(options.wire.robot, options.wire.scenario);
    if (!options.dry_run)
      check_authentication(wire_of(options.wire, scenario.robot), options.allow_unauthenticated);
    return drive(options, scenario);
  } catch (const models::InputError& error) {
    report_error(error.what());
    return ExitCode::kBadInput;
  } catch (const GivenUp& end) {
    spdlog::warn(end.what());
    return ExitCode::kInterrupted;
  } catch (const LinkError& error) {
    report_error(error.what());
  } catch (const hal::SocketError& error) {
    report_error(error.what());
  } catch (const std::invalid_argument& error) {  // a missing capability
    report_error(error.what());
  }
  return ExitCode::kLink;
}

}  // namespace ventosa::app
