#pragma once

#include <memory>
#include <vector>

#include "hal/emulator/legacy_module.h"
#include "hal/robot.h"

/// A robot whose modules speak the legacy protocol: modules with the public firmware's behaviour,
/// driving one hal::Robot. The body has no device in this protocol.
namespace ventosa::hal {

/// Addresses of the modules.
enum class LegacyAddresses : std::uint8_t {
  kOneEach,
  kShared,  ///< one address for all modules, which are numbered 1, 2, ... in SIMULATION frames
};

struct LegacyFleetConfig {
  models::Robot robot;
  LegacyQuirks quirks = LegacyQuirks::faithful();
  LegacyAddresses addresses = LegacyAddresses::kOneEach;
  std::optional<std::uint16_t> answer_port = legacy::kMasterPort;  ///< no value: the sender's port
};

/// Virtual id of the module of leg `i`, if all modules share an address.
constexpr std::uint8_t virtual_id(std::size_t i) { return static_cast<std::uint8_t>(i + 1); }

class LegacyFleet {
 public:
  /// The modules have been running for long and keep the robot's present stance.
  /// @param robot  must outlive the fleet, like the ports: one per leg, or one in total
  /// @throws std::runtime_error     the robot does not start
  /// @throws std::invalid_argument  a leg does not fit the protocol
  LegacyFleet(const LegacyFleetConfig& config, Robot& robot, std::vector<ServerPort*> ports);

  /// Reads all received datagrams into the modules' queues.
  void serve(std::int64_t now_ns) noexcept;
  /// Runs the modules' loops and lets one period of the robot pass. A module whose reading reports
  /// a boot boots.
  Status advance(std::int64_t now_ns) noexcept;

  LegacyModule& module(std::size_t leg) { return module_[leg]; }
  void boot(std::size_t leg, std::int64_t now_ns) noexcept;
  const controller::Observation& seen() const { return seen_; }
  const controller::Command& obeyed() const { return command_; }  ///< executed in the last period

 private:
  std::size_t port_of(std::size_t leg) const { return ports_.size() == 1 ? 0 : leg; }

  Robot& robot_;
  const std::vector<ServerPort*> ports_;
  std::vector<LegacyParser> parser_;  ///< one per port
  std::vector<LegacyModule> module_;
  std::vector<std::optional<std::int32_t>> boots_;
  controller::Observation seen_;
  controller::Command command_;
};

}  // namespace ventosa::hal
