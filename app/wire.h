#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/commands.h"
#include "hal/native/key_file.h"
#include "hal/udp/address.h"
#include "scenarios/format/scenario.h"

/// What both ends of a wire are set up with.
namespace ventosa::app {

/// The scenario, which must be one of this robot; without one, the robot standing on the ground.
/// @throws models::InputError
scenarios::Scenario scenario_for(const std::string& robot, const std::string& scenario);

/// The name of a leg's module, or after them of the body's device.
std::string device_name(const controller::RobotModel& model, std::size_t device);

/// @param option  that the text was given to   @throws models::InputError
hal::Address read_address(const char* option, const std::string& text);

/// Of the modules, in the order of the legs, and of the body's device where the wire has one; a
/// single one of modules that share it.
/// @throws models::InputError  too few or too many, or no port left for the last
std::vector<hal::Address> device_addresses(const WireOptions& options,
                                           const controller::RobotModel& model);

/// The same, to be spoken to: each has a port, and is another device.  @throws models::InputError
std::vector<hal::Address> peer_addresses(const WireOptions& options,
                                         const controller::RobotModel& model);

struct RobotKeys {
  std::vector<hal::native::Key> module;  ///< one per leg
  hal::native::Key body{};
};

/// @param folder  empty: hal::native::keys_folder()   @throws models::InputError
RobotKeys read_keys(const std::filesystem::path& folder, const controller::RobotModel& model);

/// Those that are missing.  @throws models::InputError
void make_keys(const std::filesystem::path& folder, const controller::RobotModel& model);

}  // namespace ventosa::app
