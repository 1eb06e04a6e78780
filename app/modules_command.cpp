#include <spdlog/spdlog.h>

#include <algorithm>
#include <iostream>
#include <numeric>
#include <sstream>

#include "app/commands.h"
#include "app/data_folder.h"
#include "app/inputs.h"
#include "app/module_server.h"
#include "app/text_table.h"
#include "app/wire.h"
#include "hal/emulator/broadcast_fleet.h"
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
      auto port = std::make_unique<hal::UdpServerPort>(address);
      const hal::UdpSocket& socket = port->socket();
      add(socket, socket, std::move(port));
    }
  }
  /// Ports of slaves that listen at one broadcast address, each with a port of its own to reply.
  DevicePorts(const hal::Address& broadcast, std::size_t n) {
    for (std::size_t k = 0; k < n; ++k) {
      auto port = std::make_unique<hal::UdpSlavePort>(broadcast, hal::Address{});
      const hal::UdpSocket &listens = port->listens(), &replies = port->socket();
      add(listens, replies, std::move(port));
    }
  }
  const std::vector<hal::ServerPort*>& all() const { return all_; }
  std::span<const hal::UdpSocket* const> sockets() const { return sockets_; }
  /// Address that the device replies from.
  std::string address(std::size_t device) const { return hal::to_text(replies_[device]->local()); }

 private:
  void add(const hal::UdpSocket& listens, const hal::UdpSocket& replies,
           std::unique_ptr<hal::ServerPort> port) {
    sockets_.push_back(&listens);
    replies_.push_back(&replies);
    all_.push_back(port.get());
    ports_.push_back(std::move(port));
  }

  std::vector<std::unique_ptr<hal::ServerPort>> ports_;
  std::vector<hal::ServerPort*> all_;
  std::vector<const hal::UdpSocket*> sockets_, replies_;
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
template <class Reject, class Counts>
std::string reasons(const Counts& counts) {
  std::string text;
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (counts[k] > 0)
      text += (text.empty() ? "" : ", ") + std::string(controller::name(static_cast<Reject>(k))) +
              " " + std::to_string(counts[k]);
  return text;
}

/// Prints the final state of each device and its counts of rejected datagrams.
void print_devices(const controller::RobotModel& model, const hal::NativeFleet& fleet) {
  TextTable table({{"device"}, {"mode"}, {"master"}, {"refused", true}, {"why"}});
  const auto row = [&](std::size_t k, const char* mode, const hal::NativeDevice& device) {
    table.add({device_name(model, k), mode, std::string(device.session().holder()),
               std::to_string(device.session().n_rejected()),
               reasons<hal::native::Reject>(device.session().rejects())});
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

/// Prints the final state of each slave and its counts of rejected datagrams.
void print_devices(const controller::RobotModel& model, const hal::BroadcastFleet& fleet) {
  TextTable table({{"device"}, {"torque"}, {"master"}, {"refused", true}, {"why"}});
  for (std::size_t k = 0; k < model.leg.size(); ++k) {
    const hal::broadcast::Slave& slave = fleet.slave(k);
    const auto& rejects = slave.rejects();
    table.add({device_name(model, k), slave.has_torque() ? "on" : "off",
               slave.master() ? hal::to_text(hal::address_of(*slave.master())) : "",
               std::to_string(std::accumulate(rejects.begin(), rejects.end(), std::uint64_t{0})),
               reasons<hal::broadcast::Reject>(rejects)});
  }
  table.print(std::cout);
}

hal::Pace pace_of(const ModulesOptions& options) {
  return options.lock_step ? hal::Pace::kLockStep : hal::Pace::kRealTime;
}

Status serve_native(const ModulesOptions& options, const controller::RobotModel& model,
                    hal::Robot& plant, const DevicePorts& ports) {
  const RobotKeys keys = read_keys(options.wire.keys, model);
  hal::NativeFleet fleet({.model = model,
                          .module_key = keys.module,
                          .body_key = keys.body,
                          .secret = hal::native::random_nonce(),
                          .pace = pace_of(options)},
                         plant, ports.all());
  print_addresses(model, ports);
  ModuleServer server(fleet, ports.sockets(), plant.capabilities().control_period_ns);
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
  ModuleServer server(fleet, ports.sockets(), plant.capabilities().control_period_ns);
  server.in_real_time();
  print_devices(robot.nominal, fleet);
  return server.status();
}

Status serve_broadcast(const ModulesOptions& options, const controller::RobotModel& model,
                       hal::Robot& plant, const DevicePorts& ports) {
  hal::BroadcastFleet fleet(model, pace_of(options), plant, ports.all());
  print_addresses(model, ports);
  ModuleServer server(fleet, ports.sockets(), plant.capabilities().control_period_ns);
  options.lock_step ? server.step_by_step() : server.in_real_time();
  print_devices(model, fleet);
  return server.status();
}

DevicePorts ports_of(const ModulesOptions& options, const models::Robot& robot) {
  const std::vector<hal::Address> addresses = device_addresses(options.wire, robot);
  if (wire_of(options.wire, robot) == models::Wire::kBroadcast)
    return {addresses.front(), robot.nominal.leg.size()};
  return DevicePorts(addresses);
}

/// @throws models::InputError
void check(const ModulesOptions& options, const scenarios::Scenario& scenario) {
  const models::Wire wire = wire_of(options.wire, scenario.robot);
  if (wire == models::Wire::kBroadcast) check_broadcast(scenario);
  if (wire != models::Wire::kLegacy) return;
  check_legacy(scenario.robot);
  if (options.lock_step)
    throw models::InputError("--lock-step", "", "must be left out with --wire legacy",
                             "modules with the public firmware do not wait");
}

Status serve(const ModulesOptions& options, const models::Robot& robot, hal::Robot& plant,
             const DevicePorts& ports) {
  switch (wire_of(options.wire, robot)) {
    case models::Wire::kNative:
      return serve_native(options, robot.nominal, plant, ports);
    case models::Wire::kLegacy:
      return serve_legacy(options, robot, plant, ports);
    case models::Wire::kBroadcast:
      return serve_broadcast(options, robot.nominal, plant, ports);
  }
  return Status::kEnded;
}

ExitCode serve(const ModulesOptions& options, const scenarios::Scenario& scenario) {
  const controller::RobotModel& model = scenario.robot.nominal;
  check(options, scenario);
  const bool has_keys = wire_of(options.wire, scenario.robot) == models::Wire::kNative;
  if (options.make_keys && has_keys) make_keys(options.wire.keys, model);
  scenarios::PushedTwin plant(scenario, options.seed.value_or(scenario.seeds.front()));
  if (scenarios::has_stimuli(scenario))
    spdlog::info("pushes and faults of the scenario happen by this program's clock, from now on");
  if (scenario.script.has_waiting_stimuli())
    spdlog::warn(
        "pushes and faults that wait for an event do not happen: only the controller's program "
        "knows of events");
  const DevicePorts ports = ports_of(options, scenario.robot);
  const Status status = serve(options, scenario.robot, plant, ports);
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
