#pragma once

#include <array>

#include "controller/model/surfaces.h"
#include "controller/trajectory/swing_clearance.h"

/// Where a foot can be set down near by, where it cannot be where it should.
namespace ventosa::controller {

/// Between a lip and the edges of its patch: a foot lands up to 5 mm off its foothold, and what is
/// surveyed or seen is off by as much.
inline constexpr double kEdgeClearance_m = 0.01;

/// On each patch the place nearest to a wrist point; and around the nearest of these, every 45
/// degrees on circles 3 cm apart, each on the patch nearest to it.
struct PlaceList {
  static constexpr int kCircles = 4, kAround = 8;
  static constexpr int kMost = kMaxPatches + kCircles * kAround;

  int n = 0;
  std::array<Foothold, kMost> place{};
};

/// In the order of their distances to p_WW: of what leads ahead half is counted, of what leads back
/// half more. Every lip has kEdgeClearance_m to the edges of its patch.
/// @param ahead_W  unit vector, or zero: no way is better than another
PlaceList places_near(const Leg& leg, const Cup& cup, const PatchList& patches,
                      const Vector3d& p_WW, const Vector3d& ahead_W) noexcept;

/// A step that a place is looked for.
struct StepQuery {
  Foothold from;
  Isometry3d X_WB_start = Isometry3d::Identity();
  Isometry3d X_WB_end = Isometry3d::Identity();  ///< of the body, while the foot is in the air
  PerJoint<double> q_rad{};                      ///< of the leg now
  double roll_rad = 0;                           ///< of its wrist
};

/// What every step is looked for with.
struct StepScene {
  const Leg& leg;
  const Cup& cup;
  const PatchList& patches;
  const ControllerConfig& config;
  int& poses_left;  ///< that the search may still look at
};

/// That a tick may look at, for all its legs: a few microseconds each.
inline constexpr int kPosesPerTick = 1000;

/// The time of foreseeing a stance in that of looking at a pose.
inline constexpr int kPosesOfStance = 25;

SwingPath path_of(const StepQuery& step, const Foothold& to) noexcept;

/// Whether all of a swing is within reach under the body at both ends.
bool reaches(const StepScene& scene, const StepQuery& step, const Foothold& to) noexcept;

/// way_of() the step under the body at both ends, as high as it has to be.
/// @param to  its `higher_m` is set to what was found
SwingWay find_way(const StepScene& scene, const StepQuery& step, Foothold& to) noexcept;

/// The next of the places that the leg reaches by a free way, of those that lead `least_m` ahead;
/// none: no patch. Only where the leg stands clear the swing is followed.
/// @param next  in: the place to begin with; out: behind the one that was found
Foothold find_place(const StepScene& scene, const StepQuery& step, const PlaceList& places,
                    const Vector3d& ahead_W, double least_m, int& next) noexcept;

}  // namespace ventosa::controller
