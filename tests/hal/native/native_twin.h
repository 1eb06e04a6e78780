#pragma once

#include "hal/emulator/native_fleet.h"
#include "hal/native/native_robot.h"
#include "tests/hal/native/random_message.h"
#include "tests/hal/virtual_network.h"

/// A robot with the native protocol, with both ends and the network in memory.
namespace ventosa::hal::test {

inline native::Nonce nonce(std::uint8_t seed) {
  native::Nonce nonce;
  nonce.fill(std::byte{seed});
  return nonce;
}

/// Configuration of the two ends of a robot.
struct Ends {
  FleetConfig fleet;
  NativeConfig master;
};
inline Ends ends_of(const controller::RobotModel& model, const controller::Start& start,
                    std::int64_t period_ns, Pace pace) {
  Ends ends;
  ends.fleet.model = ends.master.model = model;
  for (std::size_t i = 0; i < model.leg.size(); ++i)
    ends.fleet.module_key.push_back(native::test::key(static_cast<std::uint8_t>(10 + i)));
  ends.master.module_key = ends.fleet.module_key;
  ends.fleet.body_key = ends.master.body_key = native::test::key(99);
  ends.fleet.secret = nonce(1);
  ends.fleet.pace = pace;
  ends.master.start = start;
  ends.master.period_ns = period_ns;
  ends.master.owner = native::Label("anna on pc3");
  ends.master.nonce = nonce(2);
  return ends;
}

/// Fleet, network and master of the robot `plant`.
class WiredRobot {
 public:
  WiredRobot(Robot& plant, const Ends& ends, VirtualNetwork::Fates fates = {})
      : network(ends.fleet.model.leg.size() + 1, std::move(fates)),
        fleet(ends.fleet, plant, network.device_ports()),
        robot(ends.master, network) {
    network.serve = [this](std::int64_t now_ns) {
      fleet.serve(now_ns);
      if (steps_ && fleet.is_commanded()) last = fleet.advance(now_ns);
    };
    steps_ = ends.fleet.pace == Pace::kLockStep;
    if (steps_) return;
    network.period_ns = ends.master.period_ns;
    network.each_period = [this](std::int64_t now_ns) {
      fleet.serve(now_ns);
      last = fleet.advance(now_ns);
    };
  }

  /// Claims all devices.
  bool take(std::int64_t within_ns = 10'000'000'000) {
    const std::int64_t until_ns = network.now_ns() + within_ns;
    return robot.ask(until_ns) && robot.mismatches().empty() && robot.claim(until_ns);
  }

  VirtualNetwork network;
  NativeFleet fleet;
  NativeRobot robot;
  Status last = Status::kOk;

 private:
  bool steps_ = false;
};

}  // namespace ventosa::hal::test
