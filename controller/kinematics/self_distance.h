#pragma once

#include <array>
#include <span>

#include "controller/kinematics/convex.h"
#include "controller/kinematics/forward_kinematics.h"

/// How far a robot is from going through itself.
///
/// Its parts: the body is one or more boxes; a link a rod from its joint to the next one, or to the
/// top of the cup; a cup is a cup (convex.h). Links of no length are none. Parts that meet in a
/// joint are no pair: the body and a leg's first rod, rods that follow each other, the cup and the
/// rods on both sides of the wrist, whose limits keep them apart.
namespace ventosa::controller {

inline constexpr double kSelfRange_m = 0.05;  ///< as far as distances are told

/// Which part: the body is leg -1; links are numbered as joints, the cup comes behind the last.
struct PartId {
  int leg = -1;
  int link = -1;

  bool operator==(const PartId&) const = default;
};

void describe(auto& field, Is<PartId> auto& part) {
  field("leg", part.leg);
  field("link", part.link);
}

/// Of the two parts that are nearest to each other; a before b in the order body, legs, links.
struct SelfDistance {
  double distance_m = kSelfRange_m;  ///< negative: how deep they overlap (convex.h)
  PartId a, b;                       ///< both the body: none are within kSelfRange_m

  bool collides() const { return !(distance_m >= 0); }  ///< a NaN does
};

struct Part {
  PartId id;
  int place = -1;  ///< along its leg, from 0; the body's is -1
  Convex solid;
};

inline constexpr std::size_t kMaxParts = kMaxBoxes + kMaxLegs * (kMaxJoints + 1);

/// All parts of a robot, in B.
class PartList {
 public:
  PartList(const RobotModel& robot, const PerLeg<LegPose>& pose) noexcept;

  std::span<const Part> all() const { return {part_.data(), n_}; }

 private:
  void add_leg(const Leg& leg, const Cup& cup, const LegPose& pose, int i) noexcept;

  std::array<Part, kMaxParts> part_;
  std::size_t n_ = 0;
};

/// Whether two parts are a pair that can collide.
bool are_apart(const Part& a, const Part& b) noexcept;

SelfDistance self_distance(const RobotModel& robot, const PerLeg<LegPose>& pose) noexcept;

/// The same of one leg from everything else of the robot, and of its own parts.
SelfDistance self_distance(const RobotModel& robot, const PerLeg<LegPose>& pose, int leg) noexcept;

}  // namespace ventosa::controller
