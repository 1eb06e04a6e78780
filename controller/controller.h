#pragma once

#include "controller/config.h"
#include "controller/dynamics/stance.h"
#include "controller/execution/legs.h"
#include "controller/model/command.h"
#include "controller/model/goal.h"
#include "controller/model/observation.h"
#include "controller/model/start.h"
#include "controller/organizer/body_reference.h"
#include "controller/organizer/gait.h"
#include "controller/state.h"

/// The organizer of one robot: estimates the body from its feet, walks, shares the load, and tells
/// every module what to do. A pure function of (State, Observation, Goal): no clock, I/O, heap,
/// lock or exception.
namespace ventosa::controller {

class Controller {
 public:
  /// @throws std::invalid_argument  no legs, too many legs, period <= 0, or a limit that is not
  /// positive
  Controller(const RobotModel& robot, const ControllerConfig& config, const Start& start);

  /// One control period. Command{} (hold: keep gripping) unless all is well; why in diagnostics().
  [[nodiscard]] Command tick(const Observation& seen, const Goal& goal) noexcept;

  /// The same for a robot that an operator keeps from moving: goes on estimating, plans nothing,
  /// and returns Command{}.
  [[nodiscard]] Command stand_by(const Observation& seen) noexcept;

  const Diagnostics& diagnostics() const noexcept { return state_.diagnostics; }
  const State& state() const noexcept { return state_; }
  void restore(const State& state) noexcept { state_ = state; }
  const RobotModel& robot() const noexcept { return robot_; }
  const ControllerConfig& config() const noexcept { return config_; }

 private:
  void take_root(const Observation& seen) noexcept;
  bool estimate(const Observation& seen) noexcept;
  OdometryInput sense(const Observation& seen) noexcept;
  WristPlane wrist_plane(std::size_t leg, const Observation& seen) const noexcept;
  Vector3d give_of(std::size_t leg, const PatchList& patches) const noexcept;
  bool locate_body(const OdometryInput& input) noexcept;
  bool filter_body(const OdometryInput& input) noexcept;
  void take_contact_points() noexcept;
  void level(const Observation& seen) noexcept;
  void look(const Observation& seen) noexcept;
  const PatchList& patches(const Observation& seen) const noexcept;
  FootReading reading(const Observation& seen, std::size_t leg) const noexcept;
  void organize(const Observation& seen, const Goal& goal) noexcept;
  void move_on(const Observation& seen, Foot& foot) noexcept;
  bool is_free(int leg) const noexcept;
  int silent_leg(const Observation& seen) const noexcept;
  bool has_settled() noexcept;
  void fade_gains() noexcept;
  void forget_walk() noexcept;
  void note_footholds(const PatchList& patches) noexcept;
  void try_lift(const PatchList& patches, const Twist& twist) noexcept;
  void refuse(int leg, Reason reason) noexcept;
  bool is_within_reach(int stepping, const Foot& step, const Twist& twist,
                       double budget_m) const noexcept;
  bool lift_is_feasible(int leg) noexcept;
  void check_unload(int leg) noexcept;
  void read_stance(const Observation& seen) noexcept;
  void feel(const Observation& seen) noexcept;
  bool stands_still() const noexcept;
  PayloadStatus weigh_payload(const Observation& seen) noexcept;
  void follow_payload(const Observation& seen) noexcept;
  Reason share() noexcept;
  PerJoint<double> torque(std::size_t leg, const JointTarget& target) const noexcept;
  LegEffort effort(std::size_t leg, const JointTarget& target) const noexcept;
  Isometry3d body_over(std::size_t leg) const noexcept;
  IkStatus aim_leg(std::size_t leg, const Goal& goal, JointTarget& target) noexcept;
  bool move_legs(const Observation& seen, const Goal& goal, Command& command) noexcept;
  Command guard(const Plan& before, const Command& command) noexcept;
  Command stay(const Plan& before, Reason reason) noexcept;
  Command hold(Reason reason) noexcept;
  void report() noexcept;

  const RobotModel robot_;
  const ControllerConfig config_;
  State state_;

  // scratch of one tick: nothing in it outlives tick()
  Stance stance_;
  StanceProblem problem_;  ///< of the stance
  StanceProblem lift_;     ///< of the stance without one foot
};

}  // namespace ventosa::controller
