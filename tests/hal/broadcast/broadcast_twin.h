#pragma once

#include "hal/broadcast/broadcast_robot.h"
#include "hal/emulator/broadcast_fleet.h"
#include "tests/hal/virtual_network.h"

/// A robot on a broadcast wire, with both ends and the network in memory.
namespace ventosa::hal::test {

/// A broadcast on a virtual network: each datagram goes to every device, with a fate of its own.
class VirtualBroadcast final : public BroadcastNetwork {
 public:
  /// Address of the slave of leg `leg`.
  static Source source_of(std::size_t leg) { return 100 + leg; }

  VirtualBroadcast(VirtualNetwork& network, std::size_t n) : network_(network), n_(n) {}

  std::int64_t now_ns() const noexcept override { return network_.now_ns(); }
  void wait_until(std::int64_t time_ns) noexcept override { network_.wait_until(time_ns); }
  void send(std::span<const std::byte> datagram) noexcept override {
    sent.assign(datagram.begin(), datagram.end());
    ++n_sent;
    for (std::size_t k = 0; k < n_; ++k) network_.port(k).send(datagram);
  }
  Call receive(std::span<std::byte> buffer) noexcept override {
    if (!thrown_.empty()) {
      const auto [bytes, source] = std::move(thrown_.front());
      thrown_.pop_front();
      std::copy(bytes.begin(), bytes.end(), buffer.begin());
      return {buffer.first(bytes.size()), source};
    }
    for (std::size_t k = 0; k < n_; ++k)
      if (const auto datagram = network_.port(k).receive(buffer); !datagram.empty())
        return {datagram, source_of(k)};
    return {};
  }
  std::string text_of(Source source) const override { return "slave " + std::to_string(source); }

  /// Injects a datagram of any sender to the master.
  void throw_back(const Bytes& bytes, Source from) { thrown_.emplace_back(bytes, from); }

  Bytes sent;  ///< the last datagram
  int n_sent = 0;

 private:
  VirtualNetwork& network_;
  std::size_t n_;
  std::deque<std::pair<Bytes, Source>> thrown_;
};

/// Fleet, network and master of the robot `plant`.
class BroadcastTwin {
 public:
  BroadcastTwin(Robot& plant, const BroadcastConfig& config, Pace pace,
                VirtualNetwork::Fates fates = {})
      : network(config.model.leg.size(), std::move(fates)),
        wire(network, config.model.leg.size()),
        fleet(config.model, pace, plant, network.device_ports()),
        robot(config, wire) {
    network.serve = [this, pace](std::int64_t now_ns) {
      fleet.serve(now_ns);
      if (pace == Pace::kLockStep && fleet.is_commanded()) last = fleet.advance(now_ns);
    };
    if (pace == Pace::kLockStep) return;
    network.period_ns = config.period_ns;
    network.each_period = [this](std::int64_t now_ns) {
      fleet.serve(now_ns);
      last = fleet.advance(now_ns);
    };
  }

  /// Asks the slaves, and prepares the robot for arming.  @return what is wrong
  std::vector<std::string> take() {
    const std::vector<std::string> wrong = robot.take_over([](const std::string&) {});
    return wrong.empty() ? robot.set_up() : wrong;
  }

  VirtualNetwork network;
  VirtualBroadcast wire;
  BroadcastFleet fleet;
  BroadcastRobot robot;
  Status last = Status::kOk;
};

}  // namespace ventosa::hal::test
