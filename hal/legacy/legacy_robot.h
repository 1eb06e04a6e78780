#pragma once

#include <string>
#include <vector>

#include "hal/guard/freshness.h"
#include "hal/legacy/legacy_line.h"
#include "hal/link/module_watch.h"
#include "hal/wire/wire_robot.h"

/// A robot whose modules have the public firmware. Anybody on their network can command or
/// impersonate them: use a separate network. The body has no device: no IMU, no pan-tilt.
namespace ventosa::hal {

/// Address of a module.
struct LegacyAddress {
  std::size_t port = 0;                      ///< index in the network
  std::optional<std::uint8_t> virtual_id{};  ///< id of a module on a shared address
};

struct LegacyConfig {
  models::Robot robot;
  /// Start state from the scenario; its sensor readings are not used, because modules send their
  /// own.
  controller::Start start;
  std::int64_t period_ns = 40'000'000;
  std::vector<LegacyAddress> module;  ///< one per leg; empty: one port each, in order
};

/// Addresses of an emulator with one address for all modules.
std::vector<LegacyAddress> shared_address(std::size_t n_legs);

class LegacyRobot final : public WireRobot {
 public:
  /// @param network  must outlive the robot
  /// @throws std::invalid_argument  a leg does not fit the protocol
  LegacyRobot(const LegacyConfig& config, Network& network);

  std::vector<std::string> take_over(const Say& say) override;

  // step of take_over()

  /// Claims all modules. A module with another master is left alone for 5.6 s and asked again.
  /// @return true if all send their telemetry and identity to us
  bool claim(std::int64_t until_ns);

  std::vector<std::string> mismatches() const override;
  std::size_t n_devices() const noexcept override { return n_legs(); }
  LinkStatistics link(std::size_t leg) const noexcept override;
  bool has_torque() const noexcept override;
  std::vector<std::string> not_restored() const override;
  bool is_ours(std::size_t leg) const noexcept override {
    return line_[leg].is_claimed(network_.now_ns());
  }
  const legacy::LegacyLine& line(std::size_t leg) const { return line_[leg]; }
  CupZero cup_zero(std::size_t leg) const noexcept override {
    return line_[leg].cup_zero(network_.now_ns());
  }

 private:
  void wait(std::int64_t until_ns) noexcept;
  void ask() noexcept;
  void begin_ticks() noexcept override;
  void tell(const controller::Command& command) noexcept override;
  void keep_alive() noexcept override { ask(); }
  void give_back() noexcept override;
  controller::PerJoint<double> held_rad(std::size_t leg) const noexcept override {
    return line_[leg].held_rad();
  }
  void pass_period(const controller::Command& command) noexcept override;
  void hear(std::int64_t now_ns) noexcept;
  void hear(std::size_t port, std::span<const std::byte> datagram, std::int64_t now_ns) noexcept;
  void observe(controller::Observation& seen) noexcept override;
  Health judge() noexcept override;
  Triggers judge(std::size_t leg) noexcept;
  std::uint32_t n_boots(std::size_t leg) const noexcept override { return line_[leg].n_boots(); }
  void complete(std::size_t leg, ModuleSituation& situation) const noexcept override;
  std::vector<Difference> differences(std::size_t leg) const override;
  bool all_claimed() const noexcept;

  const LegacyConfig config_;
  Network& network_;
  std::size_t n_ports_ = 0;
  std::vector<legacy::LegacyLine> line_;
  std::vector<std::uint64_t> rejected_;  ///< frames and datagrams, per port
  std::vector<ModuleWatch> watch_;
};

}  // namespace ventosa::hal
