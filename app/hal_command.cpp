#include <spdlog/spdlog.h>
#include <unistd.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/console.h"
#include "app/inputs.h"
#include "app/interrupt.h"
#include "app/operator_inputs.h"
#include "app/real_time.h"
#include "app/text_table.h"
#include "app/wire.h"
#include "hal/native/native_robot.h"
#include "hal/udp/udp_network.h"
#include "models/input_error.h"
#include "record/background_sink.h"
#include "record/output_folder.h"
#include "record/signal_log.h"
#include "record/state_hash.h"
#include "scenarios/session/command_hash.h"
#include "scenarios/session/robot_run.h"
#include "scenarios/session/twin_setup.h"

/// `ventosa hal`: the controller drives modules over UDP.
namespace ventosa::app {

namespace fs = std::filesystem;
using hal::GuardMode;
using hal::NativeRobot;
using hal::OperatorAction;
using scenarios::RobotRun;
using scenarios::Scenario;

namespace {

/// The modules cannot be had, or are not those that they should be.
class LinkError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::string lines_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

constexpr std::int64_t kSecond_ns = 1'000'000'000;
constexpr std::int64_t kAnswerWithin_ns = 3 * kSecond_ns;
/// Time enough for a lease of a master that is no more to end.
constexpr std::int64_t kOursWithin_ns = 8 * kSecond_ns;

/// @throws LinkError
void take_modules(NativeRobot& robot, hal::Network& network) {
  robot.ask(network.now_ns() + kAnswerWithin_ns);
  if (const auto wrong = robot.mismatches(); !wrong.empty()) throw LinkError(lines_of(wrong));
  if (const auto held = robot.holders(); !held.empty()) spdlog::warn(lines_of(held));
  if (robot.claim(network.now_ns() + kOursWithin_ns)) return;
  const auto held = robot.holders();
  throw LinkError(held.empty() ? "some module does not tell its readings" : lines_of(held));
}

std::string owner_name() {
  char host[64] = "";
  gethostname(host, sizeof host - 1);
  const char* const user = std::getenv("USER");
  return std::string(user && *user ? user : "somebody") + " on " + host;
}

/// What the scenario says of the robot's start. Its readings come from the modules.
controller::Start start_of(const Scenario& scenario) {
  controller::Start start;
  sim::Twin twin(scenario.robot, scenarios::twin_setup(scenario, 1).config);
  if (twin.start(start) != hal::Status::kOk) throw LinkError("the scenario's twin does not start");
  return start;
}

hal::NativeConfig config_of(const Scenario& scenario, const HalOptions& options) {
  const RobotKeys keys = read_keys(options.keys, scenario.robot.nominal);
  return {.model = scenario.robot.nominal,
          .start = start_of(scenario),
          .period_ns = std::llround(1e9 * scenario.twin.control_period_s),
          .module_key = keys.module,
          .body_key = keys.body,
          .owner = hal::native::Label(options.owner.empty() ? owner_name() : options.owner),
          .nonce = hal::native::random_nonce(),
          .first_sequence = 0};
}

// what is said of the run

std::string cause_text(const controller::RobotModel& model, const hal::Cause& cause) {
  const std::string who =
      cause.leg ? model.leg[static_cast<std::size_t>(*cause.leg)].name : std::string("robot");
  return who + " " + std::string(controller::name(cause.trigger)) +
         (cause.present ? "" : " (gone)") + ": " + hal::remedy(cause.trigger);
}

std::string breach_text(const controller::RobotModel& model, const hal::LimitBreach& breach) {
  return model.leg[static_cast<std::size_t>(breach.leg)].name + " joint " +
         std::to_string(breach.joint + 1) + ": " + std::string(controller::name(breach.kind)) +
         " " + digits(breach.value, 4) + ", limit " + digits(breach.limit, 4);
}

/// Says when the mode changes, and why.
class ModeTeller {
 public:
  explicit ModeTeller(const controller::RobotModel& model) : model_(model) {}

  void look(const RobotRun& run, const NativeRobot& robot) {
    if (robot.breach())
      spdlog::warn("{:.2f} s: not sent: {}", run.time_s(), breach_text(model_, *robot.breach()));
    const hal::GuardState& guard = run.session().report().guard;
    if (run.session().report().refusal != hal::Refusal::kNone)
      spdlog::warn("{:.2f} s: {} is refused: {}", run.time_s(),
                   controller::name(run.session().report().request.action),
                   controller::name(run.session().report().refusal));
    if (guard.mode == mode_) return;
    mode_ = guard.mode;
    held_ = held_ || hal::severity(mode_) > 0;
    spdlog::info("{:.2f} s: {}", run.time_s(), controller::name(mode_));
    hal::for_each_cause(
        guard, [&](const hal::Cause& cause) { spdlog::warn("  {}", cause_text(model_, cause)); });
  }
  bool has_held() const { return held_; }

 private:
  const controller::RobotModel& model_;
  GuardMode mode_ = GuardMode::kOffline;
  bool held_ = false;
};

struct Pace {
  std::int64_t n_late = 0, worst_ns = 0;
};

struct Summary {
  const char* ended = "";
  double time_s = 0;
  bool held = false;
  Pace pace;
  std::string command_hash;
};

nlohmann::ordered_json to_json(const Summary& summary, const NativeRobot& robot,
                               const controller::RobotModel& model) {
  auto links = nlohmann::ordered_json::array();
  for (std::size_t k = 0; k <= model.leg.size(); ++k) {
    const hal::LinkStatistics link = robot.link(k);
    links.push_back({{"device", device_name(model, k)},
                     {"sent", link.sent},
                     {"heard", link.heard},
                     {"missing", link.missing},
                     {"rejected", link.rejected},
                     {"longest_gap_s", 1e-9 * static_cast<double>(link.longest_gap_ns)},
                     {"round_trip_p50_s", 1e-9 * static_cast<double>(link.round_trip_p50_ns)},
                     {"round_trip_p99_s", 1e-9 * static_cast<double>(link.round_trip_p99_ns)}});
  }
  return {{"schema", 1},
          {"ended", summary.ended},
          {"time_s", summary.time_s},
          {"held", summary.held},
          {"late_periods", summary.pace.n_late},
          {"worst_lateness_s", 1e-9 * static_cast<double>(summary.pace.worst_ns)},
          {"command_hash", summary.command_hash},
          {"links", links}};
}

void print_links(const NativeRobot& robot, const controller::RobotModel& model) {
  TextTable table({{"device"},
                   {"sent", true},
                   {"heard", true},
                   {"missing", true},
                   {"refused", true},
                   {"longest gap [ms]", true},
                   {"round trip p50 [ms]", true},
                   {"p99 [ms]", true}});
  const auto ms = [](std::int64_t ns) { return digits(1e-6 * static_cast<double>(ns)); };
  for (std::size_t k = 0; k <= model.leg.size(); ++k) {
    const hal::LinkStatistics link = robot.link(k);
    table.add({device_name(model, k), std::to_string(link.sent), std::to_string(link.heard),
               std::to_string(link.missing), std::to_string(link.rejected), ms(link.longest_gap_ns),
               ms(link.round_trip_p50_ns), ms(link.round_trip_p99_ns)});
  }
  table.print(std::cout);
}

/// A robot that is listened to and told nothing: says which command would have been the first to
/// break a limit.
class Listener final : public hal::Robot {
 public:
  Listener(NativeRobot& robot, const controller::RobotModel& model)
      : robot_(robot), model_(model) {}
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

 private:
  NativeRobot& robot_;
  const controller::RobotModel& model_;
  controller::Command last_;
  std::int64_t n_ = 0;
  bool told_ = false;
};

/// Keeps the line alive until the operator arms.  @return false: they quit
bool wait_for_arm(NativeRobot& robot, Console& console) {
  spdlog::info("ready, and holding: type {}", kConsoleWords);
  controller::Observation seen;
  while (!interrupted()) {
    robot.idle(seen);
    const auto line = console.next_line();
    if (!line) continue;
    const auto word = Console::word_of(*line);
    if (word && word->quits) return false;
    if (word && word->request.action == OperatorAction::kArm) return true;
    spdlog::warn("'{}': nothing but arm and quit is understood now", *line);
  }
  return false;
}

/// What an operator and the system ask for, tick by tick.
class Asked {
 public:
  explicit Asked(Console& console) : console_(console) {}
  hal::OperatorRequest next() {
    if (n_++ == 0) return {OperatorAction::kArm};
    if (interrupted()) return {OperatorAction::kHold};
    const auto line = console_.next_line();
    if (!line) return {};
    const auto word = Console::word_of(*line);
    if (!word) spdlog::warn("'{}': must be one of {}", *line, kConsoleWords);
    quits = quits || (word && word->quits);
    return word ? word->request : hal::OperatorRequest{};
  }
  bool quits = false;

 private:
  Console& console_;
  std::int64_t n_ = 0;
};

const char* run_to_end(RobotRun& run, const NativeRobot& robot, const Asked& asked,
                       ModeTeller& modes, Pace& pace) {
  modes.look(run, robot);
  while (run.advance()) {
    modes.look(run, robot);
    pace.n_late += run.session().report().robot == hal::Status::kLate;
    pace.worst_ns = std::max(pace.worst_ns, robot.lateness_ns());
    if (interrupted()) return "interrupted";
    if (asked.quits) return "quit";
  }
  return "end of the scenario";
}

/// The modules are left holding.
void leave(NativeRobot& robot) {
  constexpr int kTold = 10;  // times, against loss
  robot.enter(GuardMode::kReady);
  controller::Observation seen;
  for (int k = 0; k < kTold; ++k) robot.idle(seen);
  robot.release();
}

ExitCode drive(const HalOptions& options, const Scenario& scenario) {
  const controller::RobotModel& model = scenario.robot.nominal;
  hal::UdpNetwork network(device_addresses(options.address, model.leg.size() + 1));
  NativeRobot robot(config_of(scenario, options), network);
  take_modules(robot, network);
  if (!robot.capabilities().keeps_time && (options.dry_run || !options.arm))
    throw LinkError("the modules keep lock step: nothing happens in it without --arm");
  for (const std::string& refused : keep_to_time()) spdlog::warn(refused);

  Console console;
  if (!options.arm && !options.dry_run && !wait_for_arm(robot, console)) {
    leave(robot);
    return interrupted() ? ExitCode::kInterrupted : ExitCode::kPass;
  }
  const fs::path out =
      options.out.empty() ? fs::path("out") / ("hal-" + scenario.name) : options.out;
  record::OutputFolder folder(out);
  const auto schema = recorded_schema(scenario, scenarios::Subject::kRobot);
  const auto columns = recorded_columns(scenario, scenarios::Subject::kRobot);
  record::SignalLogWriter log(folder.file("signals.mcap"), schema,
                              std::llround(1e9 * scenario.twin.control_period_s),
                              {{"scenario", scenario.name}, {"robot", model.name}});
  record::BackgroundSink sink(log, columns.size());
  scenarios::CommandHash hash(columns);

  Asked asked(console);
  const auto script = scenarios::inputs_of(scenario);
  OperatorInputs inputs(*script, [&] { return asked.next(); });
  Listener listener(robot, model);
  hal::Robot& driven = options.dry_run ? static_cast<hal::Robot&>(listener) : robot;
  ModeTeller modes(model);
  Summary summary;
  {
    RobotRun run(scenario, driven, {&sink, &hash}, nullptr, &inputs);
    summary.ended = run_to_end(run, robot, asked, modes, summary.pace);
    summary.time_s = run.time_s();
  }
  if (!options.dry_run) leave(robot);
  sink.finish();
  log.close();
  summary.held = modes.has_held();
  summary.command_hash = record::hexadecimal(hash.value());
  record::write_text(folder.file("hal.json"), to_json(summary, robot, model).dump(2) + "\n");
  folder.commit();
  if (options.json)
    std::cout << to_json(summary, robot, model).dump(2) << '\n';
  else
    print_links(robot, model);
  if (sink.n_dropped() > 0) {
    report_error("the log is incomplete: " + std::to_string(sink.n_dropped()) +
                 " ticks are missing");
    return ExitCode::kOutput;
  }
  if (interrupted()) return ExitCode::kInterrupted;
  return summary.held ? ExitCode::kLink : ExitCode::kPass;
}

}  // namespace

ExitCode hal(const HalOptions& options) {
  try {
    return drive(options, scenario_for(options.robot, options.scenario));
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
