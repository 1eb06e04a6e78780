#pragma once

#include "controller/organizer/scene.h"

/// A posture: pose of the body and place of every foot. It is the one thing that is judged: see
/// constraints.h.
namespace ventosa::controller {

struct Posture {
  Isometry3d X_WB = Isometry3d::Identity();
  /// Place of each foot, on which it stands or above which it hangs; patch -1: the leg keeps its
  /// present joints.
  PerLeg<Foothold> foot{};
  LegSet attached{};  ///< the other feet hang gait.lift_m above their places
};

/// The surface of a foothold or contact.
const Patch& patch_of(const Scene& scene, int patch) noexcept;

/// True if the joint readings of an attached foot contradict its contact point.
bool has_slipped(const BodyEstimate& body, std::size_t leg) noexcept;

/// Foothold on which a foot stands, or stood before it was lifted.
Foothold foothold_now(const Scene& scene, std::size_t leg) noexcept;

/// Joints of a leg: its set-points, but those of an attached foot's wrist, which its cup turns, as
/// measured.
PerJoint<double> joints_now(const Scene& scene, std::size_t leg) noexcept;

/// Foothold of every foot, after its present step.
PerLeg<Foothold> feet_after(const Scene& scene, LegSet stepping,
                            const PerLeg<ModuleTask>& task) noexcept;

/// The robot's feet after their present steps, all attached, under the body at X_WB.
Posture standing_at(const Isometry3d& X_WB, const Scene& scene,
                    const OrganizerState& state) noexcept;

/// The legs of a robot in a posture, by inverse kinematics from their present joints.
struct PosedLegs {
  PerLeg<LegPose> pose{};
  LegSet reached;  ///< the others have their arm in place, or not even that
};
PosedLegs pose_legs(const Scene& scene, const Posture& posture) noexcept;

/// Stance of the robot at rest in a posture.
Stance stance_of(const Scene& scene, const Posture& posture, const PosedLegs& legs) noexcept;

}  // namespace ventosa::controller
