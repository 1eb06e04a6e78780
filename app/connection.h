#pragma once

#include <memory>
#include <stdexcept>

#include "app/commands.h"
#include "hal/wire/wire_robot.h"

/// The controller's end of the UDP connection to modules.
namespace ventosa::app {

/// The modules are not available or do not match the robot; what() has a line for each mismatch.
class LinkError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Interrupted while waiting for the modules; they have been released.
class GivenUp : public LinkError {
 public:
  GivenUp() : LinkError("interrupted before the modules were ready: they are released unchanged") {}
};

/// Refuses torque over a protocol without authentication.  @throws models::InputError
void check_authentication(models::Wire wire, bool allow_unauthenticated);

/// A robot over UDP, and the sockets to its modules.
struct Connection {
  std::unique_ptr<hal::NetworkTime> network;
  std::unique_ptr<hal::WireRobot> robot;
};

/// User and computer of this program, for example "anna on pc3".
std::string owner_name();

/// Prepares a connection; sends nothing.
/// @param owner     name shown to others who request the modules; empty: USER on HOST
/// @param scenario  assumed start pose of the robot
/// @throws models::InputError, std::invalid_argument, hal::SocketError
Connection connect(const WireOptions& options, const std::string& owner,
                   const scenarios::Scenario& scenario);

/// Claims the modules.  @param say  receives the present owners  @throws LinkError, GivenUp
void take_over(hal::WireRobot& robot, const hal::WireRobot::Say& say);
void take_over(hal::WireRobot& robot);  ///< reports by warnings
/// Prepares the robot for arming and reports the checks.  @throws LinkError, GivenUp
void set_up(hal::WireRobot& robot);
/// Reports the checks of set_up() that need no changes of settings.  @throws GivenUp
void look_only(hal::WireRobot& robot);

}  // namespace ventosa::app
