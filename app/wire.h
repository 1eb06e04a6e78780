#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/commands.h"
#include "hal/native/key_file.h"
#include "hal/udp/address.h"
#include "scenarios/format/scenario.h"

/// Configuration for both ends of a UDP connection.
namespace ventosa::app {

/// Loads the scenario, which must have this robot; without one, the robot stands on the ground.
/// @throws models::InputError
scenarios::Scenario scenario_for(const std::string& robot, const std::string& scenario);

/// The legacy protocol is that of modules with a cup and a pack.  @throws models::InputError
void check_legacy(const models::Robot& robot);

/// Protocol of the modules: the one of the options, or else that of the robot's file.
models::Wire wire_of(const WireOptions& options, const models::Robot& robot);

/// Refuses a scenario that the broadcast wire cannot carry out.  @throws models::InputError
void check_broadcast(const scenarios::Scenario& scenario);

/// Name of the leg of a module; after the modules, of the body's device.
std::string device_name(const controller::RobotModel& model, std::size_t device);

/// Parses the address of an option.  @throws models::InputError
/// @param option  name of the option in errors
hal::Address read_address(const char* option, const std::string& text);

/// Addresses of the modules in the order of legs, then of the body's device if the protocol has
/// one; only one if all modules share it, as on a broadcast wire.
/// @throws models::InputError  too few or too many addresses, or no port is left for the last
/// device
std::vector<hal::Address> device_addresses(const WireOptions& options, const models::Robot& robot);

/// Addresses to send to: each with a port, and all different.  @throws models::InputError
std::vector<hal::Address> peer_addresses(const WireOptions& options, const models::Robot& robot);

struct RobotKeys {
  std::vector<hal::native::Key> module;  ///< one per leg
  hal::native::Key body{};
};

/// Reads the keys of a robot.  @throws models::InputError
/// @param folder  folder of the key files; empty: the user's default, hal::native::keys_folder()
RobotKeys read_keys(const std::filesystem::path& folder, const controller::RobotModel& model);

/// Creates missing key files in the folder of read_keys().  @throws models::InputError
void make_keys(const std::filesystem::path& folder, const controller::RobotModel& model);

}  // namespace ventosa::app
