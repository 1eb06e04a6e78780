#pragma once

#include <string>
#include <vector>

#include "hal/guard/freshness.h"
#include "hal/legacy/legacy_line.h"
#include "hal/link/link_statistics.h"
#include "hal/link/module_watch.h"
#include "hal/link/ticks.h"
#include "hal/robot.h"

/// A robot whose modules have their public firmware. Anybody on their network can command them and
/// be taken for them: use it on a network of its own. The body has no device: no IMU, no pan-tilt.
namespace ventosa::hal {

/// Where a module is reached.
struct LegacyAddress {
  std::size_t port = 0;                      ///< of the network
  std::optional<std::uint8_t> virtual_id{};  ///< behind an address that it shares
};

struct LegacyConfig {
  models::Robot robot;
  controller::Start start;  ///< what a scenario says of it; its readings are of no account
  std::int64_t period_ns = 40'000'000;
  std::vector<LegacyAddress> module;  ///< one per leg; empty: each has a port of its own, in order
};

/// The modules of an emulator that has one address for all.
std::vector<LegacyAddress> shared_address(std::size_t n_legs);

class LegacyRobot final : public Robot {
 public:
  /// @param network  must outlive the robot
  /// @throws std::invalid_argument  the wire does not carry such a leg
  LegacyRobot(const LegacyConfig& config, Network& network);

  // before the start; may take as long as it is given

  /// Claims all modules. One that has another master is left alone for 5.6 s and asked again.
  /// @return whether all tell us of themselves
  bool claim(std::int64_t until_ns);
  /// Makes all settings that need no torque, and waits until every cup's zero has settled or
  /// cannot.
  /// @return whether nothing is left to do, and all is as it should be
  bool set_up(std::int64_t until_ns);
  /// What keeps it from working, a line each: modules that do not answer, names and limits other
  /// than the robot's file says, with what is expected and what was found; motors that may not have
  /// torque. Empty: all is well.
  std::vector<std::string> refusals() const;
  /// Sends nothing any more, for good: the modules hold as they were told, and are anybody's 5 s
  /// later.
  void release() noexcept { released_ = true; }

  /// Lets a period pass before the start: the modules hold.
  void idle(controller::Observation& seen) noexcept;

  const Capabilities& capabilities() const noexcept override { return can_; }
  Status start(controller::Start& start) noexcept override;
  Status exchange(const controller::Command& command,
                  controller::Observation& seen) noexcept override;
  const Health& health() const noexcept override { return health_; }
  void enter(GuardMode mode) noexcept override { mode_ = mode; }

  LinkStatistics link(std::size_t leg) const noexcept;
  const legacy::LegacyLine& line(std::size_t leg) const { return line_[leg]; }
  legacy::CupZero cup_zero(std::size_t leg) const noexcept {
    return line_[leg].cup_zero(network_.now_ns());
  }
  std::int64_t lateness_ns() const noexcept {
    return ticks_.lateness_ns();
  }  ///< of the last exchange

 private:
  std::size_t n_legs() const noexcept { return line_.size(); }
  template <class Done>
  bool talk_until(std::int64_t until_ns, Done done) noexcept;
  void tell(const controller::Command& command) noexcept;
  void hear(std::int64_t now_ns) noexcept;
  void hear(std::size_t port, std::span<const std::byte> datagram, std::int64_t now_ns) noexcept;
  void observe(controller::Observation& seen) const noexcept;
  void judge() noexcept;
  Triggers judge(std::size_t leg) noexcept;
  bool all_claimed() const noexcept;
  bool matches() const;

  const LegacyConfig config_;
  Network& network_;
  std::size_t n_ports_ = 0;
  std::vector<legacy::LegacyLine> line_;
  std::vector<std::uint64_t> rejected_;  ///< frames and datagrams, of each port
  std::vector<ModuleWatch> watch_;
  Capabilities can_;
  GuardMode mode_ = GuardMode::kReady;
  Ticks ticks_;
  bool started_ = false, released_ = false;
  Health health_;
};

}  // namespace ventosa::hal
