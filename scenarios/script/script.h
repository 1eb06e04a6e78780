#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "controller/model/goal.h"
#include "scenarios/script/body_path.h"
#include "sim/plant.h"

/// What a scenario asks of the robot and does to it, as pure functions of time.
///
/// All vectors have the axes of B0, the body's frame at the start of the run (x forward, y left, z
/// away from the surface), so the same script serves on the ground, a wall and a ceiling. Poses
/// count from H, where the last walk has led the body: B0 before the first.
namespace ventosa::scenarios {

struct Hold {};

/// The body goes to a pose and stays; the controller limits its motion.
struct Pose {
  Isometry3d X_B0B = Isometry3d::Identity();
};

/// The body moves with this velocity, the feet stay.
struct Move {
  Vector3d v_B0 = Vector3d::Zero();  ///< [m/s]
  Vector3d w_B0 = Vector3d::Zero();  ///< [rad/s]
};

/// Crawl: with this velocity until the next goal, or straight to a destination, then hold.
struct Walk {
  Vector3d v_B0 = Vector3d::Zero();  ///< [m/s]
  Vector3d w_B0 = Vector3d::Zero();  ///< [rad/s]
  double distance_m = 0;             ///< 0: without end
  int gait = 0;                      ///< of the robot's
};

/// One leg detaches, attaches, or moves while it is detached; the body stays.
struct LegTask {
  controller::LegRequest request;
};

struct TimedGoal {
  double at_s = 0;
  int entry = 0;  ///< of the script's list in the file
  std::variant<Hold, Pose, Move, Circle, Square, Via, Walk, LegTask> motion{};
  bool pd = true;
  std::vector<PdWindow> pd_off{};  ///< of a path, in order; it stands still in them
};

/// A force on the body's origin, or on the centre of mass of a link.
struct Push {
  double at_s = 0;
  double duration_s = 0;
  Vector3d f_B0 = Vector3d::Zero();  ///< [N]
  controller::PartId link{};         ///< leg -1: the body

  double end_s() const { return at_s + duration_s; }
};

/// Something breaks, for a time.
struct Breakage {
  double at_s = 0;
  double duration_s = 0;  ///< infinite: to the end
  sim::Fault fault{};
};

/// The modules' relays from then on.
struct Switching {
  double at_s = 0;
  controller::PerLeg<controller::Relay> relay{};
};

/// Where the camera looks from then on.
struct Look {
  double at_s = 0;
  controller::Gaze gaze;
};

/// Holds until its first goal.
class Script {
 public:
  Script() = default;
  /// Each in order of time; poses and via points are given from H.
  Script(std::vector<TimedGoal> goals, std::vector<Push> pushes,
         std::vector<Switching> switchings = {}, std::vector<Look> looks = {},
         std::vector<Breakage> breakages = {});

  /// Before the first switching and the first look relays and camera stay as they are.
  controller::Goal goal_at(double time_s, const Isometry3d& X_WB0) const;
  /// What is done in the control period from `start_ns` on. What is more at a time than a stimulus
  /// has room for is left out: who reads a script refuses that.
  sim::Stimulus stimulus_from(std::int64_t start_ns, std::int64_t period_ns,
                              const Isometry3d& X_WB0) const;

  /// Goals that have begun at this time.
  std::size_t n_begun(double time_s) const;
  /// Where the goals before the k-th leave the body if each is done, in B0.
  const Isometry3d& X_B0B_planned(std::size_t k) const { return X_B0B_[k]; }
  /// How long the k-th goal takes from there, as a body that follows it within these limits; none
  /// if it has no end of its own, or one that gait or leg decide.
  std::optional<double> duration_s(std::size_t k, const controller::FollowLimits& limits,
                                   double period_s) const;

  const std::vector<TimedGoal>& goals() const { return goals_; }
  const std::vector<Push>& pushes() const { return pushes_; }

 private:
  void switch_relays(double time_s, controller::Goal& goal) const;
  void look(double time_s, controller::Goal& goal) const;

  std::vector<TimedGoal> goals_;
  std::vector<Isometry3d> X_B0B_;  ///< per goal: where the goals before it leave the body
  std::vector<Push> pushes_;
  std::vector<Switching> switchings_;
  std::vector<Look> looks_;
  std::vector<Breakage> breakages_;
};

}  // namespace ventosa::scenarios
