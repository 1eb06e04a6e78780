#pragma once

#include <array>
#include <span>

#include "controller/kinematics/convex.h"
#include "controller/kinematics/forward_kinematics.h"

/// Distance between the parts of a robot.
///
/// The body is one or more boxes; a link is a rod from its joint to the next one or to the top of
/// the cup; a cup is a solid of its own (convex.h). Links without length are omitted. Parts that
/// meet in a joint are not paired: the body and a leg's first rod, successive rods, the cup and the
/// rods on both sides of the wrist, which the joint limits keep apart.
namespace ventosa::controller {

inline constexpr double kSelfRange_m = 0.05;  ///< distances are computed up to this value

/// Identifies a part: leg -1 is the body; links are numbered like their joints, the cup comes last.
struct PartId {
  int leg = -1;
  int link = -1;

  bool operator==(const PartId&) const = default;
};

void describe(auto& field, Is<PartId> auto& part) {
  field("leg", part.leg);
  field("link", part.link);
}

/// The nearest pair of parts; a comes before b in the order body, legs, links.
struct SelfDistance {
  double distance_m = kSelfRange_m;  ///< negative: depth of the overlap (convex.h)
  PartId a, b;                       ///< both the body: no pair is within kSelfRange_m

  bool collides() const { return !(distance_m >= 0); }  ///< true for NaN
};

struct Part {
  PartId id;
  int place = -1;  ///< position along its leg, from 0; -1 for the body
  Convex solid;
};

inline constexpr std::size_t kMaxParts = kMaxBoxes + kMaxLegs * (kMaxJoints + 1);

/// All parts of a robot, in B.
class PartList {
 public:
  PartList(const RobotModel& robot, const PerLeg<LegPose>& pose) noexcept;

  std::span<const Part> all() const { return {part_.data(), n_}; }

 private:
  void add_leg(const Leg& leg, const LegPose& pose, int i) noexcept;

  std::array<Part, kMaxParts> part_;
  std::size_t n_ = 0;
};

/// True if two parts are a pair that can collide.
bool are_apart(const Part& a, const Part& b) noexcept;

SelfDistance self_distance(const RobotModel& robot, const PerLeg<LegPose>& pose) noexcept;

/// Least distance of one leg from the rest of the robot and between its own parts.
SelfDistance self_distance(const RobotModel& robot, const PerLeg<LegPose>& pose, int leg) noexcept;

}  // namespace ventosa::controller
