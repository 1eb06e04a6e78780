#pragma once

#include <string>
#include <vector>

#include "hal/guard/freshness.h"
#include "hal/link/module_watch.h"
#include "hal/native/booted_cup.h"
#include "hal/native/identity_check.h"
#include "hal/native/master_line.h"
#include "hal/wire/wire_robot.h"

/// A robot whose modules speak the native protocol.
namespace ventosa::hal {

struct NativeConfig {
  controller::RobotModel model;
  /// Start state from the scenario; its sensor readings are not used, because modules send their
  /// own.
  controller::Start start;
  std::int64_t period_ns = 0;
  std::vector<native::Key> module_key;  ///< one per leg
  native::Key body_key{};
  native::Label owner;
  native::Nonce nonce{};  ///< random
  std::uint32_t first_sequence = 0;
  bool relies_on_imu = true;  ///< true if the controller's estimator needs the IMU
  /// Those of GPS (kFix) and compass (kHeading) that are used; readings of others are dropped.
  controller::Parts place{};
};

class NativeRobot final : public WireRobot {
 public:
  /// @param network  one port per leg, then the body's; must outlive the robot
  NativeRobot(const NativeConfig& config, Network& network);

  std::vector<std::string> take_over(const Say& say) override;

  // steps of take_over()

  /// Asks the devices for their identity, until all have answered or the time is up.
  bool ask(std::int64_t until_ns);
  /// Claims all devices.  @return true if all are ours and have sent readings
  bool claim(std::int64_t until_ns);
  /// Devices with other masters, and the owners' names: "front_left is claimed by anna on pc3".
  std::vector<std::string> holders() const;

  std::vector<std::string> mismatches() const override;
  void enter(GuardMode mode) noexcept override;
  std::size_t n_devices() const noexcept override { return n_legs() + 1; }
  LinkStatistics link(std::size_t device) const noexcept override;
  bool is_ours(std::size_t device) const noexcept override { return line(device).is_open(); }
  bool has_torque() const noexcept override;
  std::string_view holder(std::size_t device) const noexcept override {
    return line(device).session().holder();
  }

 private:
  const native::MasterLine& line(std::size_t device) const noexcept {
    if (device < n_legs()) return line_[device];
    return body_;
  }
  std::vector<std::string> not_reported() const;
  native::Permission permission(std::size_t leg) const noexcept;
  bool all_open() const noexcept;
  bool all_reported() const noexcept;
  bool all_reported(std::int64_t period_ns) const noexcept;
  void hear(std::int64_t now_ns) noexcept;
  void greet(std::int64_t now_ns) noexcept;
  void begin_ticks() noexcept override;
  void tell(const controller::Command& command) noexcept override;
  void keep_alive() noexcept override { greet(network_.now_ns()); }
  template <class Done>
  bool talk_until(std::int64_t until_ns, Done done) noexcept;
  void keep_step(const controller::Command& command) noexcept;
  bool keeps_up() const noexcept;
  void pass_period(const controller::Command& command) noexcept override;
  void observe(controller::Observation& seen) noexcept override;
  CupZero cup_zero(std::size_t leg) const noexcept override;
  std::uint32_t n_boots(std::size_t leg) const noexcept override {
    return booted_cup_[leg].n_boots();
  }
  native::Expected expected() const noexcept { return {model_, period_ns_, place_}; }
  template <class Visit>
  void compare(std::size_t device, const native::Identity& found, Visit visit) const;
  bool all_agree() const noexcept;
  Health judge() noexcept override;
  Triggers judge(std::size_t leg) noexcept;
  void complete(std::size_t leg, ModuleSituation& situation) const noexcept override;
  std::vector<Difference> differences(std::size_t leg) const override;
  void give_back() noexcept override;
  Capabilities capabilities_reported() const;

  Network& network_;
  const controller::Parts place_;
  std::vector<native::ModuleLine> line_;
  native::BodyLine body_;
  bool lock_step_ = false;
  native::Permission permission_;
  std::vector<std::int32_t> void_grant_;  ///< by module: last grant before its present session
  bool granted_ = false;                  ///< the controller is active
  std::int64_t granted_ns_ = 0;
  std::vector<bool> has_obeyed_;  ///< by module: it has obeyed a command under the present grant
  std::vector<ModuleWatch> watch_;
  std::vector<native::BootedCup> booted_cup_;
};

}  // namespace ventosa::hal
