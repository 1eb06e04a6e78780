#pragma once

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "hal/emulator/native_fleet.h"
#include "hal/udp/udp_network.h"

/// A robot's modules on local sockets, in real time, on a thread of their own.
namespace ventosa::bench {

class LoopbackFleet {
 public:
  /// @param robot  must outlive the fleet; its control period is used
  /// @throws hal::SocketError
  LoopbackFleet(const hal::FleetConfig& config, hal::Robot& robot)
      : ports_(free_ports(config.model.leg.size() + 1)),
        fleet_(config, robot, seen_as_ports()),
        period_ns_(robot.capabilities().control_period_ns),
        thread_([this] { run(); }) {}
  ~LoopbackFleet() { stop(); }

  /// Stops the modules.
  void stop() {
    ends_ = true;
    if (thread_.joinable()) thread_.join();
  }

  std::vector<hal::Address> addresses() const {
    std::vector<hal::Address> all;
    for (const auto& port : ports_) all.push_back(port->socket().local());
    return all;
  }

 private:
  using Ports = std::vector<std::unique_ptr<hal::UdpServerPort>>;

  static Ports free_ports(std::size_t n) {
    constexpr hal::Address kAnyOfLoopback{0x7f000001, 0};
    Ports ports;
    for (std::size_t k = 0; k < n; ++k)
      ports.push_back(std::make_unique<hal::UdpServerPort>(kAnyOfLoopback));
    return ports;
  }
  std::vector<hal::ServerPort*> seen_as_ports() const {
    std::vector<hal::ServerPort*> all;
    for (const auto& port : ports_) all.push_back(port.get());
    return all;
  }
  void run() {
    std::vector<const hal::UdpSocket*> sockets;
    for (const auto& port : ports_) sockets.push_back(&port->socket());
    const hal::SteadyClock clock;
    for (std::int64_t next_ns = clock.now_ns(); !ends_;) {
      hal::wait_until(next_ns, sockets);
      fleet_.serve(clock.now_ns());
      if (clock.now_ns() < next_ns) continue;
      fleet_.serve(clock.now_ns());
      static_cast<void>(fleet_.advance(clock.now_ns()));
      next_ns += period_ns_;
    }
  }

  Ports ports_;
  hal::NativeFleet fleet_;
  std::int64_t period_ns_;
  std::atomic<bool> ends_ = false;
  std::thread thread_;
};

}  // namespace ventosa::bench
