#pragma once

#include <optional>
#include <span>

#include "controller/organizer/posture.h"

/// Constraints on a posture, in one table. Each gives the room that a posture leaves: the unused
/// share of its limit, 0 at the limit and negative beyond.
///
/// The wrist of an attached foot is passive: a ball joint between its stops, except where the cup
/// points along the forearm. Near that singularity joints 4 and 6 turn ever faster as the body
/// turns, and their friction acts on the cup with a factor 1 / |sin q5|. At a stop the body would
/// peel the cup off.
namespace ventosa::controller {

/// Least distance between parts of the robot in a planned posture: their geometry is known.
inline constexpr double kClearOfItself_m = 0.003;

/// Part of the robot to which a constraint applies.
enum class Scope : std::uint8_t {
  kBody,    ///< the body
  kFoot,    ///< an attached foot and its leg
  kLeg,     ///< a leg whose foot is attached or which keeps its joints
  kRobot,   ///< all parts of the robot
  kStance,  ///< the attached feet together
  kStep,    ///< a leg that swings to a place
};
constexpr auto enumerators(Scope) {
  return words("body", "attached foot", "leg", "robot", "attached feet", "swinging leg");
}

/// Joint angles of a leg before and after it is lifted off its surface.
struct LiftOff {
  bool is_possible = false;  ///< inverse kinematics has a solution all the way
  PerJoint<double> down_rad{}, up_rad{};
};

/// A posture with its legs.
class Posed {
 public:
  const Scene& scene;
  const Posture& posture;
  const PosedLegs legs;

  Posed(const Scene& s, const Posture& p) noexcept : scene(s), posture(p), legs(pose_legs(s, p)) {}
  /// Computed when it is asked for first.
  const LiftOff& lift_off(int leg) const noexcept;

 private:
  mutable PerLeg<std::optional<LiftOff>> lift_off_{};
};

/// When a constraint is asked.
enum class Asked : std::uint8_t {
  kStanding,  ///< for a body that moves over its feet
  kWalking,   ///< also for a walk, whose feet must be able to leave
  kLifting,   ///< also for a stance with feet in the air
};
constexpr auto enumerators(Asked) { return words("any motion", "walk", "feet in the air"); }

enum class Bound : std::uint8_t { kAtLeast, kAtMost };
constexpr auto enumerators(Bound) { return words("at least", "at most"); }

struct Constraint {
  Limiting limiting;
  const char* measure;  ///< the quantity that has the limit
  Scope scope;
  Asked asked;
  Reason reason;  ///< reported by a refusal
  Bound bound;
  const char* unit;  ///< unit of measure and limit
  /// Who sets the limit: an option of the section `controller`, or "fixed".
  const char* set_by;
  double (*limit)(const ControllerConfig& config) noexcept;
  /// Null for kStep. @param leg  in: the leg that is asked, -1: the robot; out: the leg at fault
  double (*room)(const Posed& posed, int& leg) noexcept;
  std::optional<Equipment> only{};  ///< part without which a robot has no such measure
};

/// Distance of a foot from its nominal place, along the body's plane.
double lag_m(const Leg& leg, const Isometry3d& X_WB, const Vector3d& p_WW) noexcept;

/// First leg that does not reach its place; -1: all do.
int first_that_misses(const Posed& posed) noexcept;

/// Room of a leg between it and the surfaces, except that under its lip.
double room_at_surfaces(const Posed& posed, int& leg) noexcept;

/// Room between the parts of the robot.
/// @param leg  out: the leg at fault
double room_of_itself(const Posed& posed, int& leg) noexcept;

/// Negative if inverse kinematics has no solution for lifting the foot off its surface: the less,
/// the farther it is from its nominal place.
double room_to_lift(const Posed& posed, int& leg) noexcept;

/// True if all legs reach their places and no parts touch.
/// @param leg  out: otherwise the leg at fault
bool is_possible(const Posed& posed, int& leg) noexcept;

/// Load margin within planned_limits(); kNothingHolds if the posture is impossible.
Bottleneck weigh(const Posed& posed) noexcept;

/// Those on postures, in the order in which they are asked: the cheap ones first.
std::span<const Constraint> constraints() noexcept;

/// These, and those of steps (places.h, swing_reach.h).
std::span<const Constraint> all_constraints() noexcept;

/// @param leg  -1: no single leg
Objection violation(Limiting limiting, int leg, double room = -1) noexcept;

/// Distance of an attached foot's wrist from its stops for a body pose: the least limit_room() of
/// its joints. 0 beyond a stop or if the leg does not reach.
/// @param X_WF  pose of the lip, which stays   @param q_rad  present joint angles
double wrist_room(const Leg& leg, const Isometry3d& X_WF, const PerJoint<double>& q_rad,
                  const Isometry3d& X_WB) noexcept;

}  // namespace ventosa::controller
