#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "controller/model/goal.h"
#include "scenarios/script/body_path.h"
#include "scenarios/script/climb.h"
#include "scenarios/script/event.h"
#include "scenarios/script/waypoints.h"
#include "sim/plant.h"

/// Goals, pushes and faults of a scenario as pure functions of time. Entries that wait for an event
/// have no time until begin() sets it.
/// All vectors have the axes of B0, the body's frame at the start of the run (x forward, y left, z
/// away from the surface), so that the same script works on the ground, a wall and a ceiling. Poses
/// are relative to H, the planned end pose of the last walk; before the first walk H = B0. A climb
/// ends where its plan leads: B0 of the goals after it is the body's frame where it ended.
namespace ventosa::scenarios {

inline constexpr double kTimeTolerance_s = 1e-9;  ///< the time of a tick is a rounded product

struct Hold {};

/// The body moves to a pose and stays; the controller limits its motion.
struct Pose {
  Isometry3d X_B0B = Isometry3d::Identity();
};

/// The body moves with this velocity; the feet stay attached.
struct Move {
  Vector3d v_B0 = Vector3d::Zero();  ///< [m/s]
  Vector3d w_B0 = Vector3d::Zero();  ///< [rad/s]
};

/// The robot walks with this velocity until the next goal, or straight for a distance, then holds.
struct Walk {
  Vector3d v_B0 = Vector3d::Zero();  ///< [m/s]
  Vector3d w_B0 = Vector3d::Zero();  ///< [rad/s]
  double distance_m = 0;             ///< 0: no end
  int gait = 0;                      ///< index in the robot's gaits
};

/// One leg detaches, attaches, or moves while it is detached; the body stays.
struct LegTask {
  controller::LegRequest request;
};

struct TimedGoal {
  double at_s = 0;
  int entry = 0;  ///< index in the script's list in the file
  std::variant<Hold, Pose, Move, Circle, Square, Via, Walk, Waypoints, LegTask, Climb> motion{};
  bool pd = true;
  std::vector<PdWindow> pd_off{};  ///< windows in which a path pauses without PD, in order
};

/// A force on the body's origin, or on the centre of mass of a link.
struct Push {
  double at_s = 0;
  double duration_s = 0;
  Vector3d f_B0 = Vector3d::Zero();  ///< [N]
  controller::PartId link{};         ///< leg -1: the body
  int entry = 0;                     ///< as TimedGoal's, like those below

  double end_s() const { return at_s + duration_s; }
};

/// A fault for a limited time.
struct Breakage {
  double at_s = 0;
  double duration_s = 0;  ///< infinite: until the end
  sim::Fault fault{};
  int entry = 0;
};

/// Sets the relays of the modules until the next Switching.
struct Switching {
  double at_s = 0;
  controller::PerLeg<controller::Relay> relay{};
  int entry = 0;
};

/// Sets the direction of the camera until the next Look.
struct Look {
  double at_s = 0;
  controller::Gaze gaze;
  int entry = 0;
};

/// Timed goals, pushes, switchings, looks and faults; before the first goal the robot holds.
class Script {
 public:
  Script() = default;
  /// Makes a script from lists in order of time. Poses and via points are relative to H.
  Script(std::vector<TimedGoal> goals, std::vector<Push> pushes,
         std::vector<Switching> switchings = {}, std::vector<Look> looks = {},
         std::vector<Breakage> breakages = {});

  /// Events that begin the entries without a time, in the order of the list. An entry that waits is
  /// later than every entry of its kind that is before it in the list.
  void set_events(std::vector<Event> events) { events_ = std::move(events); }
  const std::vector<Event>& events() const { return events_; }
  /// Sets the time of an entry; kNotYet_s: it has none.
  void begin(int entry, double at_s) noexcept;
  /// Latest time of an entry; 0 without any.
  double last_begin_s() const;
  /// True if a push or a fault has no time.
  bool has_waiting_stimuli() const;

  /// Relays and camera direction stay at their defaults before the first switching and look.
  /// Waypoints need the body's place: a hold here, goal_along() with it.
  controller::Goal goal_at(double time_s, const Isometry3d& X_WB0) const;
  /// Forces and faults in the control period from `start_ns` on. More than a stimulus can contain
  /// is dropped; the reader of a script refuses such a script.
  sim::Stimulus stimulus_from(std::int64_t start_ns, std::int64_t period_ns,
                              const Isometry3d& X_WB0) const;

  /// Number of goals that have begun at this time.
  std::size_t n_begun(double time_s) const;
  /// Planned pose of the body at the start of goal k, in B0.
  const Isometry3d& X_B0B_planned(std::size_t k) const { return X_B0B_[k]; }
  /// Planned pose of the body at its end.
  Isometry3d X_B0B_end(std::size_t k) const;
  /// Duration of goal k from its planned start, for a body within these limits; empty if it has no
  /// end of its own, or one that depends on the gait or a leg.
  std::optional<double> duration_s(std::size_t k, const controller::FollowLimits& limits,
                                   double period_s) const;
  /// Duration of a circle, square or via.
  std::optional<double> path_duration_s(std::size_t k) const;

  const std::vector<TimedGoal>& goals() const { return goals_; }
  const std::vector<Push>& pushes() const { return pushes_; }

 private:
  void switch_relays(double time_s, controller::Goal& goal) const;
  void look(double time_s, controller::Goal& goal) const;

  std::vector<TimedGoal> goals_;
  std::vector<Isometry3d> X_B0B_;  ///< per goal: planned pose at its start
  std::vector<Push> pushes_;
  std::vector<Switching> switchings_;
  std::vector<Look> looks_;
  std::vector<Breakage> breakages_;
  std::vector<Event> events_;
};

}  // namespace ventosa::scenarios
