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

namespace ventosa::hal {

/// A robot whose modules answer over a wire, in real time or in lock step: what is the same for all
/// wires. The modules hold until the safe-state machine is active, and when this is gone.
class WireRobot : public Robot {
 public:
  using Say = std::function<void(const std::string&)>;

  // before the start; each may take seconds

  /// Asks the devices what they are, compares that with the robot's file, and makes them ours. None
  /// is changed, or moves.
  /// @param say  gets what may yet pass by itself: who has them still
  /// @return what keeps them from being ours, a line each with what is expected and what was
  ///         found; empty: they are
  virtual std::vector<std::string> take_over(const Say& say) = 0;

  /// Makes all settings that need no torque, and waits for what must settle before there may be
  /// any.
  /// @return what forbids it, a line each; empty: the robot may be armed
  virtual std::vector<std::string> set_up() = 0;

  /// Lets a period pass before the start: the modules hold.
  void idle(controller::Observation& seen) noexcept { pass({}, seen); }
  /// Lets a period pass, and says no more to the modules than keeps them ours.
  Status listen(controller::Observation& seen) noexcept;
  /// Gives the modules back, for good: they hold, and the robot has ended.
  void release() noexcept;
  /// The same, after they have been told that nothing is armed any more. Lets some periods pass.
  void leave() noexcept;

  const Capabilities& capabilities() const noexcept final { return can_; }
  Status start(controller::Start& start) noexcept final;
  /// A command that breaks a limit is not sent: the modules are told to hold.
  Status exchange(const controller::Command& command, controller::Observation& seen) noexcept final;
  const Health& health() const noexcept final { return health_; }

  /// Legs' modules first, in order; then the body's device, if the wire knows one.
  virtual std::size_t n_devices() const noexcept = 0;
  virtual LinkStatistics link(std::size_t device) const noexcept = 0;
  virtual bool is_ours(std::size_t device) const noexcept = 0;
  /// Who has a device that is not ours, as it last told; empty: nobody, or it does not tell.
  virtual std::string_view holder(std::size_t) const noexcept { return {}; }
  /// Of the last command.
  const std::optional<LimitBreach>& breach() const noexcept { return breach_; }
  /// Of the last exchange.
  std::int64_t lateness_ns() const noexcept { return ticks_.lateness_ns(); }

 protected:
  /// @param start  what a scenario says of it; its readings are of no account
  WireRobot(controller::RobotModel model, controller::Start start, std::int64_t period_ns);

  std::size_t n_legs() const noexcept { return model_.leg.size(); }

  virtual void tell(const controller::Command& command) noexcept = 0;
  virtual void keep_alive() noexcept {}
  virtual void pass_period(const controller::Command& command) noexcept = 0;
  virtual void observe(controller::Observation& seen) noexcept = 0;
  /// Of session, lease, and what a module's readings and line tell.
  virtual Health judge() noexcept = 0;
  virtual void give_back() noexcept {}

  const controller::RobotModel model_;
  const std::int64_t period_ns_;
  Capabilities can_;
  Ticks ticks_;

 private:
  void pass(const controller::Command& command, controller::Observation& seen) noexcept;
  void look(controller::Observation& seen) noexcept;
  Status status() const noexcept;

  const controller::Start start_;
  Health health_;
  controller::Command last_command_;
  std::optional<LimitBreach> breach_{};
  bool started_ = false, released_ = false;
};

}  // namespace ventosa::hal
