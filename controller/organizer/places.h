#pragma once

#include <array>

#include "controller/model/surfaces.h"
#include "controller/trajectory/swing_clearance.h"

/// Candidates for a foothold, and the state of a search among them.
namespace ventosa::controller {

/// Distance between a lip and the edges of its patch, measured on the patch: 5 mm for the foot's
/// landing error and as much for errors of the surveyed or seen surface. It limits where a cup
/// seals, unlike kLeastClearance_m, the distance of what moves in the air.
inline constexpr double kEdgeClearance_m = 0.01;

/// Budget of poses per tick, 1 to 2 us each, for all searches together. The last check may exceed
/// it.
inline constexpr int kPosesPerTick = 120;

/// Candidate places: the nearest one to a wrist point on each patch, and around the nearest of
/// these every 45 degrees on circles of radius kApart_m, 2 kApart_m, ..., each on its nearest
/// patch.
struct PlaceList {
  static constexpr int kCircles = 4, kAround = 8;
  static constexpr double kApart_m = 0.03, kRadius_m = kCircles * kApart_m;
  static constexpr int kMost = kMaxPatches + kCircles * kAround;

  int n = 0;
  std::array<Foothold, kMost> place{};

  void add(const Foothold& to) noexcept { place[static_cast<std::size_t>(n++)] = to; }
};

/// Places sorted by the cost |d| - d'a / 2, with d the displacement from p_WW and a = ahead_W.
/// Every lip keeps kEdgeClearance_m to the edges of its patch.
/// @param ahead_W  unit vector of the preferred direction, or zero
PlaceList places_near(const Leg& leg, const PatchList& patches, const Vector3d& p_WW,
                      const Vector3d& ahead_W) noexcept;

/// A foothold where the ground is expected. Uneven ground is most likely as high as where the foot
/// stood last, on the same patch; the foot seeks it from gait.approach_m above.
Foothold on_ground(const Leg& leg, const PatchList& patches, const GaitConfig& config,
                   const Foothold& last, Foothold to) noexcept;

/// A step that a search has found.
struct FoundStep {
  Foothold to{};  ///< patch -1: no step
  SwingForm form{};
};

/// A step for which a place is searched.
struct StepQuery {
  Foothold from;  ///< a foothold, or the foot's pose in the air
  bool from_air = false;
  Isometry3d X_WB_start = Isometry3d::Identity();
  Isometry3d X_WB_end = Isometry3d::Identity();  ///< body pose when the swing ends
  PerJoint<double> q_rad{};                      ///< present joint angles of the leg
  double roll_rad = 0;                           ///< present angle of the wrist's last joint
  SwingForm form{};
  SwingTimes times{};  ///< durations of a step by the clock
};
SwingPath path_of(const StepQuery& step, const Foothold& to) noexcept;

/// A search among places that continues from tick to tick with its initial inputs.
struct PlaceSearch {
  bool begun = false;
  StepQuery step{};
  Vector3d p_WW = Vector3d::Zero();     ///< [m] preferred wrist point
  Vector3d ahead_W = Vector3d::Zero();  ///< unit vector, or zero
  PlaceList places{};                   ///< places in the order of trial
  bool nominal = true;                  ///< the list has the preferred places, not those nearby
  bool obstructed = false;              ///< one of the preferred places was obstructed
  // next check
  std::int32_t place = 0, check = 0, height = 0, pace = 0;
  std::int32_t looked_at = 0;  ///< poses checked so far
};

}  // namespace ventosa::controller
