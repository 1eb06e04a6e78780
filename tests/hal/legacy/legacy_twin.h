#pragma once

#include "hal/emulator/legacy_fleet.h"
#include "hal/legacy/decode.h"
#include "hal/legacy/legacy_robot.h"
#include "tests/hal/virtual_network.h"

/// A robot with the legacy protocol, with both ends and the network in memory.
namespace ventosa::hal::test {

struct LegacyEnds {
  LegacyFleetConfig fleet;
  LegacyConfig master;
};

inline LegacyEnds legacy_ends(const models::Robot& robot, const controller::Start& start) {
  LegacyEnds ends;
  ends.fleet.robot = ends.master.robot = robot;
  ends.fleet.answer_port.reset();
  ends.master.start = start;
  return ends;
}

/// Fleet, network and master of the robot `plant`.
class LegacyWire {
 public:
  LegacyWire(Robot& plant, const LegacyEnds& ends, VirtualNetwork::Fates fates = {})
      : network(n_ports(ends), std::move(fates)),
        fleet(ends.fleet, plant, network.device_ports()),
        robot(ends.master, network) {
    network.serve = [this](std::int64_t now_ns) { fleet.serve(now_ns); };
    network.period_ns = plant.capabilities().control_period_ns;
    network.each_period = [this](std::int64_t now_ns) { last = fleet.advance(now_ns); };
  }

  /// Claims all modules and waits until they are ready.
  bool take(std::int64_t within_ns = 30'000'000'000) {
    const std::int64_t until_ns = network.now_ns() + within_ns;
    return robot.claim(until_ns) && robot.settle(until_ns);
  }

  VirtualNetwork network;
  LegacyFleet fleet;
  LegacyRobot robot;
  Status last = Status::kOk;

 private:
  static std::size_t n_ports(const LegacyEnds& ends) {
    return ends.fleet.addresses == LegacyAddresses::kShared ? 1
                                                            : ends.fleet.robot.nominal.leg.size();
  }
};

/// Bytes of one message.
inline Bytes bytes_of(const legacy::Message& message,
                      std::optional<std::uint8_t> virtual_id = std::nullopt) {
  std::array<std::byte, legacy::kMaxFrame> buffer;
  const legacy::Encoded encoded = legacy::encode({message, virtual_id}, buffer);
  return Bytes(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(encoded.n_bytes));
}

}  // namespace ventosa::hal::test
