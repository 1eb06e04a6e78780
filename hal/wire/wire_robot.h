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
#include "hal/wire/cup_watch.h"
#include "hal/wire/gentle_start.h"
#include "hal/wire/known_cup.h"
#include "hal/wire/start_up_text.h"

namespace ventosa::hal {

/// A robot whose modules answer over a wire, in real time or in lock step: what is the same for all
/// wires. The modules hold until the safe-state machine is active, and when this is gone.
class WireRobot : public Robot {
 public:
  using Say = std::function<void(const std::string&)>;

  /// Waiting for modules ends early once this says so: somebody wants the program to end.
  void give_up_when(std::function<bool()> wanted) { gives_up_ = std::move(wanted); }
  bool gives_up() const { return gives_up_ && gives_up_(); }

  // before the start; each may take seconds

  /// Asks the devices what they are, compares that with the robot's file, and makes them ours. None
  /// is changed, or moves.
  /// @param say  gets what may yet pass by itself: who has them still
  /// @return what keeps them from being ours, a line each with what is expected and what was
  ///         found; empty: they are
  virtual std::vector<std::string> take_over(const Say& say) = 0;

  /// Makes all settings that need no torque, and waits, for 15 s at most, for what must settle
  /// before there may be any: a cup's zero takes 12 s.
  /// @return refusals(), without what an operator alone can say
  std::vector<std::string> set_up();
  /// The same until that time.  @return whether nothing forbids torque
  bool settle(std::int64_t until_ns);

  // the start-up's table (start_up.h); while it forbids torque a robot that is not armed says so in
  // its health, and so arming is refused

  /// Devices that do not answer, and what those that do are other than they should be.
  virtual std::vector<std::string> mismatches() const = 0;
  /// Every row of every module, as of the last period.
  std::vector<ModuleCheck> checks() const;
  /// What forbids torque, a line each with module, expected and found; empty: the robot may be
  /// armed. Gravity is one of it: an IMU that has it elsewhere than the scenario.
  std::vector<std::string> refusals() const;

  /// Whether the cup of a leg holds. While that is unknown the robot is not armed, and one that is
  /// holds: an operator answers.
  CupKnowledge knows_cup(std::size_t leg) const noexcept { return known_cup_[leg].knowledge(); }
  CupReply take(const CupAnswer& answer) noexcept override;
  /// From its lip to the surface, as it tells [m]; NaN: unknown.
  double cup_distance_m(std::size_t leg) const noexcept;
  /// Whether the cup of a leg held and, without being told to let go, no longer does.
  bool has_come_off(std::size_t leg) const noexcept { return cup_[leg].has_come_off(); }

  /// Lets a period pass before the start: the modules hold.
  void idle(controller::Observation& seen) noexcept { pass({}, seen); }
  /// Lets a period pass, and says no more to the modules than keeps them ours.
  Status listen(controller::Observation& seen) noexcept;
  /// Gives the modules back, for good, with the settings that they had as far as these are known:
  /// they hold, and the robot has ended. May let some periods pass.
  void release() noexcept;
  /// The same, after they have been told that nothing is armed any more. Lets some periods pass.
  void leave() noexcept;

  const Capabilities& capabilities() const noexcept final { return can_; }
  Status start(controller::Start& start) noexcept final;
  /// A command that breaks a limit is not sent: the modules are told to hold.
  Status exchange(const controller::Command& command, controller::Observation& seen) noexcept final;
  const Health& health() const noexcept final { return health_; }
  void enter(GuardMode mode) noexcept override;

  /// Legs' modules first, in order; then the body's device, if the wire knows one.
  virtual std::size_t n_devices() const noexcept = 0;
  virtual LinkStatistics link(std::size_t device) const noexcept = 0;
  /// Whether all joints that were told to have it do: some wires bring it one after the other.
  virtual bool has_torque() const noexcept { return true; }
  /// Whether joints are still led from where they were to what the controller asks of them.
  bool is_starting() const noexcept;
  /// Settings of modules that will not be again as they were found, a line each.
  virtual std::vector<std::string> not_restored() const { return {}; }
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

  /// What was missed between set_up() and the first exchange is no fault of the loop.
  virtual void begin_ticks() noexcept = 0;
  /// @param command  what each leg may be told in the present mode
  virtual void tell(const controller::Command& command) noexcept = 0;
  virtual void keep_alive() noexcept {}
  virtual void pass_period(const controller::Command& command) noexcept = 0;
  virtual void observe(controller::Observation& seen) noexcept = 0;
  /// Of session, lease, and what a module's readings and line tell.
  virtual Health judge() noexcept = 0;
  virtual void give_back() noexcept {}
  /// Where the joints of a leg are told to be: in its own words, unless a wire says so.
  virtual controller::PerJoint<double> held_rad(std::size_t leg) const noexcept {
    return controller::measured_q(now_[leg]);
  }
  virtual CupZero cup_zero(std::size_t leg) const noexcept = 0;
  /// Of its module, as far as they have been seen.
  virtual std::uint32_t n_boots(std::size_t leg) const noexcept = 0;
  /// What its readings alone do not tell of a module.
  virtual void complete(std::size_t leg, ModuleSituation& situation) const noexcept = 0;
  virtual std::vector<Difference> differences(std::size_t leg) const = 0;

  GuardMode mode() const noexcept { return mode_; }
  const controller::RobotModel model_;
  const std::int64_t period_ns_;
  Capabilities can_;
  Ticks ticks_;
  bool relies_on_imu_ = false;  ///< the controller's estimator

 private:
  void pass(const controller::Command& command, controller::Observation& seen) noexcept;
  void look(controller::Observation& seen) noexcept;
  void note(controller::Observation& seen) noexcept;
  void note_cup(std::size_t leg, controller::Observation& seen) noexcept;
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
  std::vector<KnownCup> known_cup_;
  std::vector<std::uint32_t> n_boots_;  ///< that each known cup is of
  std::vector<HeldCup> cup_;
  std::vector<GentleStart> gentle_;
  std::vector<controller::LegReading> now_, before_;  ///< the last two readings that differ in time
  controller::BodyReading body_ = controller::no_imu();
  Health health_;
  controller::Command last_command_;
  std::optional<LimitBreach> breach_{};
  bool started_ = false, released_ = false, was_armed_ = false;
};

}  // namespace ventosa::hal
