#include "app/connection.h"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <iostream>
#include <set>

#include "app/text_table.h"
#include "app/wire.h"
#include "controller/estimation/estimator_rules.h"
#include "hal/broadcast/broadcast_robot.h"
#include "hal/legacy/legacy_robot.h"
#include "hal/native/native_robot.h"
#include "hal/udp/udp_network.h"
#include "models/input_error.h"
#include "scenarios/session/required_capabilities.h"
#include "scenarios/session/twin_setup.h"

namespace ventosa::app {

using scenarios::Scenario;

void check_authentication(models::Wire wire, bool allow_unauthenticated) {
  if (wire != models::Wire::kNative && !allow_unauthenticated)
    throw models::InputError("--wire", std::string(controller::name(wire)),
                             "anybody on the modules' network can command them and be taken for "
                             "them: torque takes --allow-unauthenticated too",
                             "see docs/hardware.md, or look with `ventosa hal --dry-run`");
}

std::string owner_name() {
  char host[64] = "";
  gethostname(host, sizeof host - 1);
  const char* const user = std::getenv("USER");
  return std::string(user && *user ? user : "somebody") + " on " + host;
}

namespace {

/// Start state from the scenario; readings come from the modules.
controller::Start start_of(const Scenario& scenario) {
  controller::Start start;
  sim::Twin twin(scenario.robot, scenarios::twin_setup(scenario, 1).config);
  if (twin.start(start) != hal::Status::kOk)
    throw std::invalid_argument(
        "the start state cannot be computed: the twin of this scenario does not start");
  return start;
}

std::int64_t period_ns(const Scenario& scenario) {
  return std::llround(1e9 * scenario.twin.control_period_s);
}

Connection connect_native(const WireOptions& options, const std::string& owner,
                          const Scenario& scenario) {
  const controller::RobotModel& model = scenario.robot.nominal;
  if (owner.size() > hal::native::Label{}.text.size())
    throw models::InputError("--owner", owner, "must have no more than 32 bytes", "");
  const std::vector<hal::Address> peers = peer_addresses(options, scenario.robot);
  const RobotKeys keys = read_keys(options.keys, model);
  const hal::NativeConfig config{
      .model = model,
      .start = start_of(scenario),
      .period_ns = period_ns(scenario),
      .module_key = keys.module,
      .body_key = keys.body,
      .owner = hal::native::Label(owner.empty() ? owner_name() : owner),
      .nonce = hal::native::random_nonce(),
      .first_sequence = 0,
      .relies_on_imu = controller::needs_imu(scenario.controller.body.estimator),
      .place = scenarios::place_of(scenario.twin)};
  auto network = std::make_unique<hal::UdpNetwork>(peers);
  auto robot = std::make_unique<hal::NativeRobot>(config, *network);
  return {std::move(network), std::move(robot)};
}

/// Legacy modules reply to one port of their master. Other masters on this computer share that
/// port, each with its own modules; a foreign program does not.
std::unique_ptr<hal::UdpNetwork> legacy_network(const WireOptions& options,
                                                const std::vector<hal::Address>& peers) {
  const hal::Address reply{0, options.master_port};
  try {
    return std::make_unique<hal::UdpNetwork>(peers, reply);
  } catch (const hal::SocketError& error) {
    if (!(error.address() == reply)) throw;
    throw LinkError(std::string(error.what()) +
                    ": end that program, because modules reply to this port; for modules that "
                    "reply to the sender's port use --master-port 0");
  }
}

Connection connect_legacy(const WireOptions& options, const Scenario& scenario) {
  check_legacy(scenario.robot);
  const std::size_t n_legs = scenario.robot.nominal.leg.size();
  hal::LegacyConfig config{.robot = scenario.robot,
                           .start = start_of(scenario),
                           .period_ns = period_ns(scenario),
                           .module = {}};
  if (options.shared_address) config.module = hal::shared_address(n_legs);
  auto network = legacy_network(options, peer_addresses(options, scenario.robot));
  auto robot = std::make_unique<hal::LegacyRobot>(config, *network);
  return {std::move(network), std::move(robot)};
}

Connection connect_broadcast(const WireOptions& options, const Scenario& scenario) {
  check_broadcast(scenario);
  const hal::BroadcastConfig config{.model = scenario.robot.nominal,
                                    .start = start_of(scenario),
                                    .period_ns = period_ns(scenario)};
  auto network =
      std::make_unique<hal::UdpBroadcast>(peer_addresses(options, scenario.robot).front());
  auto robot = std::make_unique<hal::BroadcastRobot>(config, *network);
  return {std::move(network), std::move(robot)};
}

/// @throws LinkError  with the lines, if there are any
void expect_none(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  if (!text.empty()) throw LinkError(text);
}

/// @throws GivenUp
void end_if_given_up(hal::WireRobot& robot) {
  if (!robot.gives_up()) return;
  robot.release();
  throw GivenUp();
}

/// Reports a line per module, and a table of the checks that forbid torque.
void tell_checks(const hal::WireRobot& robot) {
  const std::vector<hal::ModuleCheck> checks = robot.checks();
  std::set<std::size_t> legs;
  TextTable table({{"module"}, {"check"}, {"verdict"}, {"expected"}, {"found"}});
  bool any = false;
  for (const hal::ModuleCheck& each : checks) {
    if (legs.insert(each.leg).second) spdlog::info("{}", hal::summary_of(each.leg, checks));
    if (!hal::forbids_torque(each.verdict)) continue;
    any = true;
    table.add({each.module, std::string(controller::name(each.check)),
               std::string(controller::name(each.verdict)), each.expected, each.found});
  }
  if (any) table.print(std::cerr);
}

}  // namespace

Connection connect(const WireOptions& options, const std::string& owner, const Scenario& scenario) {
  switch (wire_of(options, scenario.robot)) {
    case models::Wire::kNative:
      return connect_native(options, owner, scenario);
    case models::Wire::kLegacy:
      return connect_legacy(options, scenario);
    case models::Wire::kBroadcast:
      return connect_broadcast(options, scenario);
  }
  return {};
}

void take_over(hal::WireRobot& robot) {
  take_over(robot, [](const std::string& text) { spdlog::warn(text); });
}

void take_over(hal::WireRobot& robot, const hal::WireRobot::Say& say) {
  const std::vector<std::string> wrong = robot.take_over(say);
  end_if_given_up(robot);
  expect_none(wrong);
}

void set_up(hal::WireRobot& robot) {
  const std::vector<std::string> refusals = robot.set_up();
  end_if_given_up(robot);
  tell_checks(robot);
  for (const std::string& line : robot.not_restored()) spdlog::warn("{}", line);
  if (!refusals.empty()) robot.release();
  expect_none(refusals);
}

void look_only(hal::WireRobot& robot) {
  constexpr int kPeriods = 25;  // enough for some readings from each module
  controller::Observation seen;
  for (int k = 0; k < kPeriods && !robot.gives_up(); ++k) static_cast<void>(robot.listen(seen));
  end_if_given_up(robot);
  tell_checks(robot);
  for (const std::string& line : robot.refusals()) spdlog::warn("{}", line);
}

}  // namespace ventosa::app
