#pragma once

#include <memory>
#include <stdexcept>

#include "app/commands.h"
#include "hal/wire/wire_robot.h"

/// A controller's end of the wire.
namespace ventosa::app {

/// The modules cannot be had, or are not those that they should be: a line for each thing.
class LinkError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Somebody wanted the end while the modules were waited for: they are given back.
class GivenUp : public LinkError {
 public:
  GivenUp() : LinkError("ended before the modules were ready: they are given back, as they were") {}
};

/// Of modules that are to get torque.  @throws models::InputError
void check_authentication(const WireOptions& options, bool allow_unauthenticated);

/// A robot over its wire, and the sockets to it.
struct Connection {
  std::unique_ptr<hal::Network> network;
  std::unique_ptr<hal::WireRobot> robot;
};

/// "anna on pc3"
std::string owner_name();

/// Nothing has been sent yet.
/// @param owner     told to others who ask for the modules; empty: USER on HOST
/// @param scenario  how the robot is believed to stand
/// @throws models::InputError, std::invalid_argument, hal::SocketError
Connection connect(const WireOptions& options, const std::string& owner,
                   const scenarios::Scenario& scenario);

/// Makes the modules ours.  @param say  gets who has them still  @throws LinkError, GivenUp
void take_over(hal::WireRobot& robot, const hal::WireRobot::Say& say);
void take_over(hal::WireRobot& robot);  ///< said as warnings
/// Until the robot may be armed; says what has been checked.  @throws LinkError, GivenUp
void set_up(hal::WireRobot& robot);
/// Says what set_up() would find, as far as that is known without a setting.  @throws GivenUp
void look_only(hal::WireRobot& robot);

}  // namespace ventosa::app
