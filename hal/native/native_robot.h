#pragma once

#include <string>
#include <vector>

#include "controller/model/robot_model.h"
#include "hal/guard/freshness.h"
#include "hal/guard/limit_check.h"
#include "hal/link/module_watch.h"
#include "hal/link/ticks.h"
#include "hal/native/master_line.h"
#include "hal/robot.h"

/// A robot over the native wire.
namespace ventosa::hal {

struct NativeConfig {
  controller::RobotModel model;
  controller::Start start;  ///< what a scenario says of it; its readings are of no account
  std::int64_t period_ns = 0;
  std::vector<native::Key> module_key;  ///< one per leg
  native::Key body_key{};
  native::Label owner;
  native::Nonce nonce{};  ///< random
  std::uint32_t first_sequence = 0;
};

class NativeRobot final : public Robot {
 public:
  /// @param network  one port per leg, then the body's; must outlive the robot
  NativeRobot(const NativeConfig& config, Network& network);

  // before the start; may take as long as it is given

  /// Asks the devices who they are, until all have answered or that time has come.
  bool ask(std::int64_t until_ns);
  /// Devices that have not answered, and what those that have are other than they should be: a line
  /// each, with what is expected and what was found. Empty: all is well.
  std::vector<std::string> mismatches() const;
  /// Claims them all.  @return whether all are ours, and have told of themselves
  bool claim(std::int64_t until_ns);
  /// Those that are another's, and whose: "front_left is held by anna on pc3".
  std::vector<std::string> holders() const;
  /// Gives them back, for good: they hold, and the robot has ended.
  void release() noexcept;

  /// Lets a period pass before the start: the modules hold.
  void idle(controller::Observation& seen) noexcept;
  /// Lets a period pass without a word to the modules.
  Status listen(controller::Observation& seen) noexcept;

  const Capabilities& capabilities() const noexcept override { return can_; }
  Status start(controller::Start& start) noexcept override;
  Status exchange(const controller::Command& command,
                  controller::Observation& seen) noexcept override;
  const Health& health() const noexcept override { return health_; }
  void enter(GuardMode mode) noexcept override;

  LinkStatistics link(std::size_t device) const noexcept;  ///< of a leg, or after them the body's
  /// Of the last command: it was not sent, the modules were told to hold.
  const std::optional<LimitBreach>& breach() const noexcept { return breach_; }
  std::int64_t lateness_ns() const noexcept {
    return ticks_.lateness_ns();
  }  ///< of the last exchange

 private:
  std::size_t n_legs() const noexcept { return config_.model.leg.size(); }
  bool all_open() const noexcept;
  bool all_told() const noexcept;
  bool all_reported(std::int64_t period_ns) const noexcept;
  void hear(std::int64_t now_ns) noexcept;
  void greet(std::int64_t now_ns) noexcept;
  void tell(const controller::Command& command) noexcept;
  template <class Done>
  bool talk_until(std::int64_t until_ns, Done done) noexcept;
  void keep_step(const controller::Command& command) noexcept;
  bool keeps_up() const noexcept;
  void pass_period(const controller::Command& command) noexcept;
  void observe(controller::Observation& seen) noexcept;
  void judge() noexcept;
  Capabilities capabilities_told() const;

  const NativeConfig config_;
  Network& network_;
  std::vector<native::ModuleLine> line_;
  native::BodyLine body_;
  Capabilities can_;
  bool lock_step_ = false;
  native::Permission permission_;
  bool granted_ = false;  ///< the controller decides
  std::int64_t granted_ns_ = 0;
  Ticks ticks_;
  bool started_ = false, released_ = false;
  Health health_;
  controller::Command last_command_;
  std::optional<LimitBreach> breach_{};
  std::vector<ModuleWatch> watch_;
};

}  // namespace ventosa::hal
