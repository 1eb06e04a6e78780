#include "app/wire.h"

#include <algorithm>
#include <stdexcept>

#include "app/data_folder.h"
#include "hal/udp/udp_network.h"
#include "models/input_error.h"
#include "models/robot.h"
#include "scenarios/session/load.h"

namespace ventosa::app {

namespace fs = std::filesystem;
using controller::RobotModel;

namespace {

/// Position references need drives that close a loop, whose sampling needs a step of its own.
const char* drives_text(const models::Robot& robot) {
  const bool by_position = robot.control.with({}).gains.law == controller::ControlLaw::kPosition;
  return by_position ? "drive: {model: electric}\nstep_s: 0.001\n" : "";
}

/// Text of a scenario in which the robot stands on the ground.
std::string standing(const fs::path& file, const models::Robot& robot) {
  return "schema: 1\n"
         "title: Standing on the ground\n"
         "robot: " +
         fs::absolute(file).string() + "\n" + drives_text(robot) +
         "surfaces:\n"
         "  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [6, 6], friction: "
         "0.6}\n"
         "placement: {surface: ground}\n"
         "duration_s: 3600\n"
         "asserts:\n"
         "  - {name: nothing stops it, signal: plan.reason, equals: none}\n";
}

fs::path key_of(const fs::path& folder, const RobotModel& model, std::size_t device) {
  return hal::native::key_file(folder.empty() ? hal::native::keys_folder() : folder, model.name,
                               device_name(model, device));
}

std::size_t n_addresses(const WireOptions& options, const models::Robot& robot) {
  const std::size_t n_legs = robot.nominal.leg.size();
  switch (wire_of(options, robot)) {
    case models::Wire::kNative:
      return n_legs + 1;
    case models::Wire::kLegacy:
      return options.shared_address ? 1 : n_legs;
    case models::Wire::kBroadcast:
      return 1;
  }
  return 0;
}

std::vector<std::string> given_addresses(const WireOptions& options, const models::Robot& robot) {
  if (!options.address.empty()) return options.address;
  const bool is_broadcast = wire_of(options, robot) == models::Wire::kBroadcast;
  return {is_broadcast ? "127.255.255.255:12060" : "127.0.0.1:12010"};
}

/// @throws models::InputError
void check_is_broadcast(const hal::Address& address) {
  if (!hal::is_broadcast(address))
    throw models::InputError("--address", hal::to_text(address),
                             "must be the broadcast address of a network of this computer",
                             "such as 127.255.255.255:12060 for slaves on this computer");
}

/// Addresses with consecutive ports; with port 0 each gets any free port.
std::vector<hal::Address> addresses_from(const std::string& first, std::size_t n) {
  constexpr std::size_t kLastPort = 65535;
  const hal::Address address = read_address("--address", first);
  if (address.port + n > kLastPort + 1)
    throw models::InputError("--address", first,
                             "must leave a port for each of " + std::to_string(n) + " devices", "");
  std::vector<hal::Address> all(n, address);
  if (address.port == 0) return all;
  for (std::size_t k = 0; k < n; ++k) all[k].port = static_cast<std::uint16_t>(address.port + k);
  return all;
}

}  // namespace

scenarios::Scenario scenario_for(const std::string& robot, const std::string& scenario) {
  const DataFolder data = data_folder();
  const fs::path robot_file = find_robot(robot);
  const models::Robot wanted = models::load(robot_file);
  scenarios::Scenario found = scenario.empty() ? scenarios::parse(standing(robot_file, wanted),
                                                                  "standing.yaml", data.robots)
                                               : load_scenario(scenario);
  if (found.robot.nominal.name != wanted.nominal.name)
    throw models::InputError("robot", found.robot.nominal.name,
                             "must be " + wanted.nominal.name + ", as requested",
                             "choose another scenario");
  return found;
}

void check_legacy(const models::Robot& robot) {
  const bool is_modules = robot.cup && robot.nominal.has_packs;
  if (!is_modules)
    throw models::InputError("--legacy", robot.nominal.name,
                             "must be a robot whose modules have a cup and a pack",
                             "the legacy protocol is that of ROMERIN's modules; leave out --legacy "
                             "for ventosa/2");
}

models::Wire wire_of(const WireOptions& options, const models::Robot& robot) {
  return options.wire.value_or(robot.wire);
}

void check_broadcast(const scenarios::Scenario& scenario) {
  constexpr const char* kKey = "wire: broadcast";
  if (scenario.robot.cup)
    throw models::InputError(kKey, scenario.robot.nominal.name, "must be a robot without cups",
                             "the broadcast wire carries joint references alone");
  const controller::ControlLaw law = scenario.controller.gains.law;
  if (law != controller::ControlLaw::kPosition)
    throw models::InputError(
        kKey, scenario.name,
        "must have the control law position, not " + std::string(controller::name(law)),
        "controller: {gains: {law: position}}");
}

std::string device_name(const RobotModel& model, std::size_t device) {
  return device < model.leg.size() ? model.leg[device].name : "body";
}

hal::Address read_address(const char* option, const std::string& text) {
  try {
    return hal::parse_address(text);
  } catch (const std::invalid_argument&) {
    const bool is_ipv6 = std::count(text.begin(), text.end(), ':') > 1;
    throw models::InputError(option, text, "must be an IPv4 address and a port",
                             is_ipv6 ? "such as 127.0.0.1:12000; modules have no IPv6"
                                     : "such as 127.0.0.1:12000; names are not looked up");
  }
}

std::vector<hal::Address> device_addresses(const WireOptions& options, const models::Robot& robot) {
  const std::size_t n = n_addresses(options, robot);
  const std::vector<std::string> given = given_addresses(options, robot);
  if (wire_of(options, robot) == models::Wire::kBroadcast)
    check_is_broadcast(read_address("--address", given.front()));
  if (given.size() == 1) return addresses_from(given.front(), n);
  if (given.size() != n)
    throw models::InputError("--address", std::to_string(given.size()) + " of them",
                             n == 1 ? "must be one: all modules share it"
                                    : "must be one, or one for each of the " + std::to_string(n) +
                                          " devices of " + robot.nominal.name,
                             "");
  std::vector<hal::Address> all;
  for (const std::string& each : given) all.push_back(read_address("--address", each));
  return all;
}

std::vector<hal::Address> peer_addresses(const WireOptions& options, const models::Robot& robot) {
  const RobotModel& model = robot.nominal;
  const std::vector<hal::Address> all = device_addresses(options, robot);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::string text = hal::to_text(all[k]);
    if (all[k].port == 0)
      throw models::InputError("--address", text, "must have the port that the device listens at",
                               "`ventosa modules` prints it");
    for (std::size_t i = 0; i < k; ++i)
      if (all[i] == all[k])
        throw models::InputError("--address", text,
                                 "must be of one device, not of " + device_name(model, i) +
                                     " and of " + device_name(model, k),
                                 "");
  }
  return all;
}

RobotKeys read_keys(const fs::path& folder, const RobotModel& model) {
  RobotKeys keys;
  for (std::size_t k = 0; k < model.leg.size(); ++k)
    keys.module.push_back(hal::native::read_key(key_of(folder, model, k)));
  keys.body = hal::native::read_key(key_of(folder, model, model.leg.size()));
  return keys;
}

void make_keys(const fs::path& folder, const RobotModel& model) {
  for (std::size_t k = 0; k <= model.leg.size(); ++k)
    static_cast<void>(hal::native::make_key(key_of(folder, model, k)));
}

}  // namespace ventosa::app
