#include <spdlog/spdlog.h>

#include <algorithm>
#include <iostream>
#include <sstream>

#include "app/commands.h"
#include "app/data_folder.h"
#include "app/inputs.h"
#include "app/interrupt.h"
#include "app/text_table.h"
#include "app/wire.h"
#include "hal/emulator/legacy_fleet.h"
#include "hal/emulator/native_fleet.h"
#include "hal/udp/udp_network.h"
#include "models/input_error.h"
#include "scenarios/session/pushed_twin.h"

/// `ventosa modules`: emulates a robot's modules on UDP, with the twin's physics.
namespace ventosa::app {

namespace {

using hal::Status;

/// UDP ports of all devices.
class DevicePorts {
 public:
  explicit DevicePorts(const std::vector<hal::Address>& addresses) {
    for (const hal::Address& address : addresses) {
      ports_.push_back(std::make_unique<hal::UdpServerPort>(address));
      all_.push_back(ports_.back().get());
      sockets_.push_back(&ports_.back()->socket());
    }
  }
  const std::vector<hal::ServerPort*>& all() const { return all_; }
  std::span<const hal::UdpSocket* const> sockets() const { return sockets_; }
  std::string address(std::size_t device) const { return hal::to_text(sockets_[device]->local()); }

 private:
  std::vector<std::unique_ptr<hal::UdpServerPort>> ports_;
  std::vector<hal::ServerPort*> all_;
  std::vector<const hal::UdpSocket*> sockets_;
};

/// Parses "all", "none", or names separated by commas.  @throws models::InputError
hal::LegacyQuirks read_quirks(const std::string& text) {
  if (text == "all") return hal::LegacyQuirks::faithful();
  hal::LegacyQuirks quirks;
  std::string name, known;
  for (const hal::LegacyQuirk& quirk : hal::kLegacyQuirks) known += std::string(", ") + quirk.name;
  for (std::istringstream names(text == "none" ? "" : text); std::getline(names, name, ',');) {
    const auto quirk = std::find_if(hal::kLegacyQuirks.begin(), hal::kLegacyQuirks.end(),
                                    [&](const auto& each) { return each.name == name; });
    if (quirk == hal::kLegacyQuirks.end())
      throw models::InputError("--quirks", name, "must be one of all, none" + known, "");
    quirks.*quirk->on = true;
  }
  return quirks;
}

void print_addresses(const controller::RobotModel& model, const DevicePorts& ports) {
  TextTable table({{"device"}, {"address"}});
  if (ports.all().size() == 1) table.add({"all modules", ports.address(0)});
  for (std::size_t k = 0; ports.all().size() > 1 && k < ports.all().size(); ++k)
    table.add({device_name(model, k), ports.address(k)});
  table.print(std::cout);
  std::cout << std::flush;
}

/// Rejected datagrams by reason, for example "tag 3, replayed 12".
std::string reasons(const hal::native::RejectCounts& counts) {
  std::string text;
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (counts[k] > 0)
      text += (text.empty() ? "" : ", ") +
              std::string(controller::name(static_cast<hal::native::Reject>(k))) + " " +
              std::to_string(counts[k]);
  return text;
}

/// Prints the final state of each device and its counts of rejected datagrams.
void print_devices(const controller::RobotModel& model, const hal::NativeFleet& fleet) {
  TextTable table({{"device"}, {"mode"}, {"master"}, {"refused", true}, {"why"}});
  const auto row = [&](std::size_t k, const char* mode, const hal::NativeDevice& device) {
    table.add({device_name(model, k), mode, std::string(device.session().holder()),
               std::to_string(device.session().n_rejected()), reasons(device.session().rejects())});
  };
  for (std::size_t k = 0; k < model.leg.size(); ++k)
    row(k, controller::name(fleet.module(k).mode()).data(), fleet.module(k));
  row(model.leg.size(), "", fleet.body());
  table.print(std::cout);
}

/// Prints the final state of each module.
void print_devices(const controller::RobotModel& model, hal::LegacyFleet& fleet) {
  TextTable table({{"device"}, {"turbine [%]", true}, {"torque on", true}, {"master"}});
  for (std::size_t k = 0; k < model.leg.size(); ++k) {
    const hal::LegacyModule& module = fleet.module(k);
    int n_on = 0;
    for (int m = 0; m < hal::legacy::kMotors; ++m) n_on += module.servo(m).torque;
    table.add({device_name(model, k), digits(module.turbine_percent()), std::to_string(n_on),
               module.master() ? hal::to_text(hal::address_of(*module.master())) : ""});
  }
  table.print(std::cout);
}

/// Serves the modules until an interrupt or until the physics fail.
template <class Fleet>
class Server {
 public:
  Server(Fleet& fleet, const DevicePorts& ports, std::int64_t period_ns)
      : fleet_(fleet), ports_(ports), period_ns_(period_ns), next_ns_(clock_.now_ns()) {}

  void step_by_step() {
    while (goes_on()) {
      wait(clock_.now_ns() + kLook_ns);
      while (goes_on() && fleet_.is_commanded()) {
        status_ = fleet_.advance(clock_.now_ns());
        fleet_.serve(clock_.now_ns());
      }
    }
  }
  void in_real_time() {
    while (goes_on()) {
      next_ns_ += period_ns_;
      while (goes_on() && clock_.now_ns() < next_ns_)
        wait(std::min(next_ns_, clock_.now_ns() + kLook_ns));
      fleet_.serve(clock_.now_ns());
      status_ = fleet_.advance(clock_.now_ns());
      catch_up();
    }
    if (n_skipped_ > 0)
      spdlog::warn("the physics were too slow for real time: {} periods are missing", n_skipped_);
  }
  Status status() const { return status_; }

 private:
  static constexpr std::int64_t kLook_ns = 50'000'000;  ///< interval of checks for an interrupt

  bool goes_on() const { return !interrupted() && !is_over(status_); }
  void wait(std::int64_t until_ns) {
    static_cast<void>(hal::wait_until(until_ns, ports_.sockets()));
    fleet_.serve(clock_.now_ns());
  }
  /// Skips the lost periods if the physics are slower than real time.
  void catch_up() {
    const std::int64_t late_ns = clock_.now_ns() - next_ns_;
    if (late_ns < 10 * period_ns_) return;
    n_skipped_ += late_ns / period_ns_;
    next_ns_ = clock_.now_ns();
  }

  hal::SteadyClock clock_;
  Fleet& fleet_;
  const DevicePorts& ports_;
  const std::int64_t period_ns_;
  std::int64_t next_ns_;
  std::int64_t n_skipped_ = 0;
  Status status_ = Status::kOk;
};

Status serve_native(const ModulesOptions& options, const controller::RobotModel& model,
                    hal::Robot& plant, const DevicePorts& ports) {
  const RobotKeys keys = read_keys(options.wire.keys, model);
  const hal::Pace pace = options.lock_step ? hal::Pace::kLockStep : hal::Pace::kRealTime;
  hal::NativeFleet fleet({.model = model,
                          .module_key = keys.module,
                          .body_key = keys.body,
                          .secret = hal::native::random_nonce(),
                          .pace = pace},
                         plant, ports.all());
  print_addresses(model, ports);
  Server server(fleet, ports, plant.capabilities().control_period_ns);
  options.lock_step ? server.step_by_step() : server.in_real_time();
  print_devices(model, fleet);
  return server.status();
}

Status serve_legacy(const ModulesOptions& options, const models::Robot& robot, hal::Robot& plant,
                    const DevicePorts& ports) {
  hal::LegacyFleetConfig config{.robot = robot, .quirks = read_quirks(options.quirks)};
  if (options.wire.shared_address) config.addresses = hal::LegacyAddresses::kShared;
  if (options.wire.master_port != 0)
    config.answer_port = options.wire.master_port;
  else
    config.answer_port.reset();
  hal::LegacyFleet fleet(config, plant, ports.all());
  print_addresses(robot.nominal, ports);
  Server server(fleet, ports, plant.capabilities().control_period_ns);
  server.in_real_time();
  print_devices(robot.nominal, fleet);
  return server.status();
}

ExitCode serve(const ModulesOptions& options, const scenarios::Scenario& scenario) {
  const controller::RobotModel& model = scenario.robot.nominal;
  if (options.wire.legacy) check_legacy(scenario.robot);
  const auto addresses = device_addresses(options.wire, model);
  if (options.make_keys && !options.wire.legacy) make_keys(options.wire.keys, model);
  scenarios::PushedTwin plant(scenario, options.seed.value_or(scenario.seeds.front()));
  if (scenarios::has_stimuli(scenario))
    spdlog::info("pushes and faults of the scenario happen by this program's clock, from now on");
  const DevicePorts ports(addresses);
  const Status status = options.wire.legacy ? serve_legacy(options, scenario.robot, plant, ports)
                                            : serve_native(options, model, plant, ports);
  if (status != Status::kUnstable) return ExitCode::kPass;
  report_error(plant.twin().failure());
  return ExitCode::kUnstable;
}

}  // namespace

ExitCode modules(const ModulesOptions& options) {
  try {
    return serve(options, scenario_for(options.wire.robot, options.wire.scenario));
  } catch (const models::InputError& error) {
    report_error(error.what());
    return ExitCode::kBadInput;
  } catch (const std::invalid_argument& error) {
    report_error(error.what());
    return ExitCode::kBadInput;
  } catch (const hal::SocketError& error) {
    report_error(error.what());
    return ExitCode::kLink;
  }
}

}  // namespace ventosa::app
