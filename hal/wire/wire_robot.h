#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "controller/model/robot_model.h"
#include "hal/guard/limit_check.h"
#include "hal/link/link_statistics.h"
#include "hal/link/ticks.h"
#include "hal/robot.h"
#include "hal/wire/gentle_start.h"
#include "hal/wire/start_up_text.h"
#include "hal/wire/wired_foot.h"

namespace ventosa::hal {

/// Number of datagrams that were ignored for a reason.
struct RejectCount {
  std::string_view reason;
  std::uint64_t n = 0;
};

/// A robot whose modules answer over UDP, in real time or in lock step: the part common to all
/// protocols. The modules hold until the safe-state machine is active, and after the end of this
/// object.
class WireRobot : public Robot {
 public:
  using Say = std::function<void(const std::string&)>;

  /// Sets a condition that ends waiting for modules, such as a request to end the program.
  void give_up_when(std::function<bool()> wanted) { gives_up_ = std::move(wanted); }
  bool gives_up() const { return gives_up_ && gives_up_(); }

  // ---- before the start; each may take seconds

  /// Asks the devices for their identity, compares it with the robot file and claims them. Changes
  /// and moves nothing.
  /// @param say  receives conditions that may pass by themselves, such as another master
  /// @return reasons why the devices cannot be claimed, a line each with the expected and the found
  /// value; empty: all are claimed
  virtual std::vector<std::string> take_over(const Say& say) = 0;

  /// Makes all settings that need no torque and waits up to 15 s for conditions that must settle
  /// first: a cup's zero takes 12 s.
  /// @return refusals(), without those that only an operator can answer
  std::vector<std::string> set_up();
  /// Makes settings and waits until the given time.  @return true if nothing forbids torque
  bool settle(std::int64_t until_ns);

  // ---- checks of the start-up (start_up.h); while they forbid torque, the health of a robot that
  // is not armed reports it, and arming is refused

  /// Devices that do not answer, and differences of the others from the robot file.
  virtual std::vector<std::string> mismatches() const = 0;
  /// All checks of all modules, as of the last period.
  std::vector<ModuleCheck> checks() const;
  /// Reasons that forbid torque, a line each with module, expected and found; empty: the robot may
  /// be armed. They include an IMU that measures gravity in another direction than in the scenario.
  std::vector<std::string> refusals() const;

  /// State of a leg's cup. While the state is unknown, an operator must answer: the robot cannot be
  /// armed, and an armed robot holds.
  CupKnowledge knows_cup(std::size_t leg) const noexcept {
    return std::visit([](const auto& foot) { return foot.knowledge(); }, foot_[leg]);
  }
  CupReply take(const CupAnswer& answer) noexcept override;
  /// Distance from the lip to the surface [m], by its sensors; NaN: unknown.
  double cup_distance_m(std::size_t leg) const noexcept;
  /// True if the cup of a leg was attached and is lost without a commanded release.
  bool has_come_off(std::size_t leg) const noexcept {
    return std::visit([](const auto& foot) { return foot.has_come_off(); }, foot_[leg]);
  }

  /// Lets a period pass before the start, with the modules holding.
  void idle(controller::Observation& seen) noexcept { pass({}, seen); }
  /// Lets a period pass, sending the modules only what keeps the lease.
  Status listen(controller::Observation& seen) noexcept;
  /// Ends the lease for good and restores the modules' settings as far as known: they hold, and the
  /// robot has ended. May let some periods pass.
  void release() noexcept;
  /// Like release(), after telling the modules that they are disarmed. Lets some periods pass.
  void leave() noexcept;

  const Capabilities& capabilities() const noexcept final { return can_; }
  Status start(controller::Start& start) noexcept final;
  /// Exchanges; a command beyond a limit is not sent, and the modules are commanded to hold.
  Status exchange(const controller::Command& command, controller::Observation& seen) noexcept final;
  const Health& health() const noexcept final { return health_; }
  void enter(GuardMode mode) noexcept override;

  /// Number of devices: one module for each leg, in order, then the body's device if the protocol
  /// has one.
  virtual std::size_t n_devices() const noexcept = 0;
  virtual LinkStatistics link(std::size_t device) const noexcept = 0;
  /// Datagrams of a device that were ignored, by reason; empty: none, or not counted by reason.
  virtual std::vector<RejectCount> rejects(std::size_t) const { return {}; }
  /// Name of a device in tables and messages.
  virtual std::string device_name(std::size_t device) const {
    return device < n_legs() ? model_.leg[device].name : "body";
  }
  /// True if all joints that need torque have it; some protocols switch it on joint by joint.
  virtual bool has_torque() const noexcept { return true; }
  /// True while a gentle start moves joints to their commanded set-points.
  bool is_starting() const noexcept;
  /// Settings of modules that will not be restored, a line each.
  virtual std::vector<std::string> not_restored() const { return {}; }
  virtual bool is_ours(std::size_t device) const noexcept = 0;
  /// Master of a device that is not ours, as last reported; empty: no master, or unknown.
  virtual std::string_view holder(std::size_t) const noexcept { return {}; }
  /// Limit violation of the last command.
  const std::optional<LimitBreach>& breach() const noexcept { return breach_; }
  /// Lateness of the last exchange.
  std::int64_t lateness_ns() const noexcept { return ticks_.lateness_ns(); }

 protected:
  /// @param start  start state from the scenario; its sensor readings are not used
  WireRobot(controller::RobotModel model, controller::Start start, std::int64_t period_ns);

  std::size_t n_legs() const noexcept { return model_.leg.size(); }

  /// Restarts the ticks: periods missed between set_up() and the first exchange are no overrun.
  virtual void begin_ticks() noexcept = 0;
  /// @param command  permitted command of each leg in the present mode
  virtual void tell(const controller::Command& command) noexcept = 0;
  virtual void keep_alive() noexcept {}
  virtual void pass_period(const controller::Command& command) noexcept = 0;
  virtual void observe(controller::Observation& seen) noexcept = 0;
  /// Health by session, lease, readings and connections of the modules.
  virtual Health judge() noexcept = 0;
  virtual void give_back() noexcept {}
  /// Commanded angles of a leg's joints; the measured ones, unless the protocol overrides this.
  virtual controller::PerJoint<double> held_rad(std::size_t leg) const noexcept {
    return controller::measured_q(now_[leg]);
  }
  virtual CupZero cup_zero(std::size_t leg) const noexcept = 0;
  /// Number of boots of the leg's module that were noticed.
  virtual std::uint32_t n_boots(std::size_t leg) const noexcept = 0;
  /// Fills in the state of a module that its readings do not contain.
  virtual void complete(std::size_t leg, ModuleSituation& situation) const noexcept = 0;
  virtual std::vector<Difference> differences(std::size_t leg) const = 0;

  GuardMode mode() const noexcept { return mode_; }
  const controller::RobotModel model_;
  const std::int64_t period_ns_;
  Capabilities can_;
  Ticks ticks_;
  bool relies_on_imu_ = false;  ///< the controller's estimator needs the IMU

 private:
  void pass(const controller::Command& command, controller::Observation& seen) noexcept;
  void look(controller::Observation& seen) noexcept;
  void note(controller::Observation& seen) noexcept;
  void note_foot(std::size_t leg, controller::Observation& seen) noexcept;
  std::vector<std::string> refusals(bool with_questions) const;
  bool is_any_cup_unknown_but(std::size_t leg) const noexcept;
  bool is_armed() const noexcept;
  bool is_imu_silent() const noexcept;
  double lean_rad() const noexcept;
  bool stands_otherwise() const noexcept;
  bool holds_otherwise(std::size_t leg) const noexcept;
  ModuleSituation situation(std::size_t leg) const noexcept;
  double moved_rad(std::size_t leg, std::size_t joint) const noexcept;
  bool waits() const noexcept;
  Status status() const noexcept;

  const controller::Start start_;
  std::function<bool()> gives_up_{};
  GuardMode mode_ = GuardMode::kOffline;
  std::vector<WiredFoot> foot_;
  std::vector<std::uint32_t> n_boots_;  ///< boot count to which each foot refers
  std::vector<GentleStart> gentle_;
  std::vector<controller::LegReading> now_, before_;  ///< newest and last but one, times differ
  controller::BodyReading body_ = controller::no_imu();
  Health health_;
  controller::Command last_command_;
  std::optional<LimitBreach> breach_{};
  bool started_ = false, released_ = false, was_armed_ = false;
};

}  // namespace ventosa::hal
