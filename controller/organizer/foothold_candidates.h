#pragma once

#include <array>

#include "controller/model/surfaces.h"
#include "controller/trajectory/swing_clearance.h"

/// Search for a place near a foot's preferred foothold, if the foothold cannot be used.
namespace ventosa::controller {

/// Distance between a lip and the edges of its patch, measured on the patch: 5 mm for the foot's
/// landing error and as much for errors of the surveyed or seen surface. It limits where a cup
/// seals, unlike kLeastClearance_m, the distance of what moves in the air.
inline constexpr double kEdgeClearance_m = 0.01;

/// Candidate places: the nearest one to a wrist point on each patch, and around the nearest of
/// these every 45 degrees on circles of radius kApart_m, 2 kApart_m, ..., each on its nearest
/// patch.
struct PlaceList {
  static constexpr int kCircles = 4, kAround = 8;
  static constexpr double kApart_m = 0.03, kRadius_m = kCircles * kApart_m;
  static constexpr int kMost = kMaxPatches + kCircles * kAround;

  int n = 0;
  std::array<Foothold, kMost> place{};
};

/// Places sorted by the cost |d| - d'a / 2, with d the displacement from p_WW and a = ahead_W.
/// Every lip keeps kEdgeClearance_m to the edges of its patch.
/// @param ahead_W  unit vector of the preferred direction, or zero
PlaceList places_near(const Leg& leg, const PatchList& patches, const Vector3d& p_WW,
                      const Vector3d& ahead_W) noexcept;

/// A step for which a place is searched.
struct StepQuery {
  Foothold from;  ///< a foothold, or the foot's pose in the air
  bool from_air = false;
  Isometry3d X_WB_start = Isometry3d::Identity();
  Isometry3d X_WB_end = Isometry3d::Identity();  ///< body pose when the swing ends
  PerJoint<double> q_rad{};                      ///< present joint angles of the leg
  double roll_rad = 0;                           ///< present angle of the wrist's last joint
  SwingTimes times{};                            ///< durations of a step by the clock
};

/// Common inputs of all place searches.
struct StepScene {
  const Leg& leg;
  const PatchList& patches;
  const ControllerConfig& config;
  /// Remaining budget of this tick; an unfinished search continues in the next tick.
  int& poses_left;
};

/// Budget of poses per tick, 1 to 2 us each. The last check may exceed it.
inline constexpr int kPosesPerTick = 120;

/// Budget of poses per search. Places beyond it are not considered.
inline constexpr int kPosesPerSearch = 900;

/// Largest number of poses in one check: the swing with the body at its start and end pose.
inline constexpr int kMostPosesOfACheck = 66;

/// Cost of predicting a stance, or of reaches(), counted in poses.
inline constexpr int kPosesOfStance = 25;

/// A foothold where the ground is expected. Uneven ground is most likely as high as where the foot
/// stood last, on the same patch; the foot seeks it from gait.approach_m above.
Foothold on_ground(const StepScene& scene, const Foothold& last, Foothold to) noexcept;

SwingPath path_of(const StepQuery& step, const Foothold& to) noexcept;

/// True if the whole swing is within the leg's reach, with the body at its start and end pose.
bool reaches(const StepScene& scene, const StepQuery& step, const Foothold& to) noexcept;

/// Extra heights of a swing above gait.lift_m, in the order of trial.
inline constexpr double kHigher_m[] = {0, 0.015, 0.03, 0.045};

/// Factors on the duration of a transfer, in the order of trial.
inline constexpr double kSwingPaces[] = {1, 1.5};

/// Result of way_of() for the step at the place's swing height, with the body at its start and end
/// pose.
SwingWay way_to(const StepScene& scene, const StepQuery& step, const Foothold& to) noexcept;

/// Result of landing_of() for the step, with the body at its start and end pose.
SwingWay landing_on(const StepScene& scene, const StepQuery& step, const Foothold& to) noexcept;

/// A search among places that continues from tick to tick with its initial inputs.
struct PlaceSearch {
  bool begun = false;
  StepQuery step;
  Vector3d p_WW = Vector3d::Zero();     ///< [m] preferred wrist point
  Vector3d ahead_W = Vector3d::Zero();  ///< unit vector, or zero
  PlaceList places{};                   ///< places in the order of trial
  bool nominal = true;                  ///< the list has the preferred places, not those nearby
  bool obstructed = false;              ///< one of the preferred places was obstructed
  // next check
  std::int32_t place = 0, check = 0, height = 0, pace = 0;
  std::int32_t looked_at = 0;  ///< poses checked so far
};

/// Replaces the preferred places of a search by places nearby.
void list_near(const StepScene& scene, PlaceSearch& at) noexcept;

/// Result of one check of a place.
enum class Fit : std::uint8_t {
  kNo,
  kSoFar,   ///< undecided: continue with the next check
  kHigher,  ///< repeat the check with a higher swing
  kSlower,  ///< repeat the check with a slower swing
  kYes,
};

enum class SearchStatus : std::uint8_t { kGoesOn, kFound, kNone };

/// Continues until a place fits, no place is left (or kPosesPerSearch is used up), or this tick's
/// poses are used up.
/// @param check  Fit(number of the check, place); decrements the pose budget
/// @param to     out: the place that fits, with kFound
template <class Check>
SearchStatus search_on(PlaceSearch& at, const int& poses_left, Foothold& to, Check check) {
  while (at.place < at.places.n && at.looked_at < kPosesPerSearch) {
    if (poses_left <= 0) return SearchStatus::kGoesOn;
    const int before = poses_left;
    Foothold& place = at.places.place[static_cast<std::size_t>(at.place)];
    place.higher_m = kHigher_m[at.height];
    place.slower = kSwingPaces[at.pace];
    const Fit fit = check(at.check, place);
    at.looked_at += before - poses_left;
    if (fit == Fit::kYes) {
      to = place;
      at.begun = false;
      return SearchStatus::kFound;
    }
    switch (fit) {
      case Fit::kHigher:
        ++at.height;
        break;
      case Fit::kSlower:
        ++at.pace;
        break;
      default:
        ++at.check;
    }
    if (fit == Fit::kNo) {
      ++at.place;
      at.check = at.height = at.pace = 0;
    }
  }
  at.begun = false;
  return SearchStatus::kNone;
}

/// Number of the checks that every step must pass: landing (skipped at a preferred place),
/// clearance of the swing, reach.
inline constexpr int kSwingChecks = 3;
Fit check_swing(const StepScene& scene, const PlaceSearch& at, int check,
                const Foothold& to) noexcept;

/// True if a foot can move from its present pose to the place. The landing is not checked.
/// @param to  out: the place with the required swing height
bool swings_to(const StepScene& scene, const StepQuery& step, const Foothold& place,
               Foothold& to) noexcept;

}  // namespace ventosa::controller
