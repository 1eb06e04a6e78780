#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "hal/broadcast/slave_line.h"
#include "hal/wire/wire_robot.h"

/// A robot whose legs have slaves on a broadcast wire. Anybody on their network can command or
/// impersonate them: use a separate network. The wire carries no cup, no foot sensor and no body's
/// device.
namespace ventosa::hal {

struct BroadcastConfig {
  controller::RobotModel model;
  /// Start state from the scenario; its sensor readings are not used, because slaves send their
  /// own.
  controller::Start start;
  std::int64_t period_ns = 0;
};

class BroadcastRobot final : public WireRobot {
 public:
  /// @param network  must outlive the robot
  /// @throws std::invalid_argument  the wire does not carry the robot's feet
  BroadcastRobot(const BroadcastConfig& config, BroadcastNetwork& network);

  /// Asks until all slaves have replied, and long enough to hear of any that must not be there.
  std::vector<std::string> take_over(const Say& say) override;

  std::vector<std::string> mismatches() const override;
  /// The slaves, and last whatever was received that is of no slave.
  std::size_t n_devices() const noexcept override { return n_legs() + 1; }
  std::string device_name(std::size_t device) const override;
  LinkStatistics link(std::size_t device) const noexcept override;
  std::vector<RejectCount> rejects(std::size_t device) const override;
  bool has_torque() const noexcept override;
  bool is_ours(std::size_t device) const noexcept override;
  const broadcast::SlaveLine& line(std::size_t leg) const { return line_[leg]; }
  const broadcast::References& sent() const noexcept { return sent_; }  ///< the last datagram

 private:
  /// A reply of a leg that the robot lacks.
  struct Unknown {
    int leg = 0;
    Source source = 0;
  };

  broadcast::Order order_of(std::size_t leg) const noexcept;
  void refer(const controller::LegCommand& command, std::size_t leg) noexcept;
  void begin_ticks() noexcept override;
  void tell(const controller::Command& command) noexcept override;
  void send() noexcept;
  void keep_alive() noexcept override { tell({}); }
  void pass_period(const controller::Command& command) noexcept override;
  void keep_step(const controller::Command& command) noexcept;
  void await_replies() noexcept;
  template <class Has>
  bool is_true_of_all(Has has) const noexcept {
    return std::all_of(line_.begin(), line_.end(), has);
  }
  bool are_in_lock_step() const noexcept;
  std::int64_t read_ns() const noexcept;
  bool engages() const noexcept;
  void hear() noexcept;
  void hear(const Call& call) noexcept;
  void observe(controller::Observation& seen) noexcept override;
  std::int64_t sampled_ns(std::size_t leg) const noexcept;
  Health judge() noexcept override;
  Triggers judge(std::size_t leg) const noexcept;
  CupZero cup_zero(std::size_t) const noexcept override { return CupZero::kTrusted; }
  std::uint32_t n_boots(std::size_t leg) const noexcept override { return line_[leg].n_boots(); }
  void complete(std::size_t leg, ModuleSituation& situation) const noexcept override;
  std::vector<Difference> differences(std::size_t leg) const override;
  controller::PerJoint<double> held_rad(std::size_t leg) const noexcept override;
  void give_back() noexcept override {}  // slaves hold their last references

  BroadcastNetwork& network_;
  std::vector<broadcast::SlaveLine> line_;
  broadcast::References sent_{};
  std::array<std::byte, broadcast::kMaxReferences> buffer_{};
  std::span<const std::byte> datagram_{};
  broadcast::SentTimes sent_times_{};
  broadcast::RejectCounts of_nobody_{};
  std::optional<Unknown> unknown_{};
  std::int64_t ahead_ns_ = 0;  ///< lock step: own time less the slaves', who wait for torque
};

}  // namespace ventosa::hal
