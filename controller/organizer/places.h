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
/// degrees on circles kApart_m from each other, each on the patch nearest to it.
struct PlaceList {
  static constexpr int kCircles = 4, kAround = 8;
  static constexpr double kApart_m = 0.03, kRadius_m = kCircles * kApart_m;
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
  Foothold from;  ///< a place, or where the foot is in the air
  bool from_air = false;
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
  int& poses_left;  ///< of this tick's; a search goes on in the next one where none is
};

/// That a tick looks at, but for the end of the check that it is at: a microsecond or two each.
inline constexpr int kPosesPerTick = 120;

/// That a search looks at; what is not looked at by then is not taken.
inline constexpr int kPosesPerSearch = 900;

/// The most that one check looks at: the way under the body at both ends.
inline constexpr int kMostPosesOfACheck = 66;

/// The time of foreseeing a stance, or of reaches(), in that of looking at a pose.
inline constexpr int kPosesOfStance = 25;

SwingPath path_of(const StepQuery& step, const Foothold& to) noexcept;

/// Whether all of a swing is within reach under the body at both ends.
bool reaches(const StepScene& scene, const StepQuery& step, const Foothold& to) noexcept;

/// How much higher than gait.lift_m a foot is lifted, tried in this order.
inline constexpr double kHigher_m[] = {0, 0.015, 0.03, 0.045};

/// So many times as long a transfer takes, tried in this order.
inline constexpr double kSwingPaces[] = {1, 1.5};

/// way_of() the step, as high as the place says, under the body at both ends.
SwingWay way_to(const StepScene& scene, const StepQuery& step, const Foothold& to) noexcept;

/// landing_of() the step under the body at both ends.
SwingWay landing_on(const StepScene& scene, const StepQuery& step, const Foothold& to) noexcept;

/// A search among places that goes on from tick to tick, with what it was begun with.
struct PlaceSearch {
  bool begun = false;
  StepQuery step;
  Vector3d p_WW = Vector3d::Zero();     ///< [m] where the step would be best
  Vector3d ahead_W = Vector3d::Zero();  ///< unit vector, or zero
  PlaceList places{};                   ///< in the order in which they are tried
  bool nominal = true;                  ///< they are where it would be best, not near by
  bool obstructed = false;              ///< one of them was
  // what comes next
  std::int32_t place = 0, check = 0, height = 0, pace = 0;
  std::int32_t looked_at = 0;  ///< poses
};

/// Goes on with the places near by, in place of the nominal ones.
void list_near(const StepScene& scene, PlaceSearch& at) noexcept;

/// What a check says of a place.
enum class Fit : std::uint8_t {
  kNo,
  kSoFar,   ///< the next check is next
  kHigher,  ///< the same is to be made once more, for a higher swing
  kSlower,  ///< or for a slower one
  kYes,
};

enum class SearchStatus : std::uint8_t { kGoesOn, kFound, kNone };

/// Goes on until a place fits, none is left (or kPosesPerSearch have been looked at), or no pose is
/// left to be looked at in this tick.
/// @param check  Fit(number of the check, place); counts the poses that it looks at
/// @param to     out: with kFound
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

/// The checks that every step has to pass: the landing (not looked at on its own at a nominal
/// place), the way, the reach.
inline constexpr int kSwingChecks = 3;
Fit check_swing(const StepScene& scene, const PlaceSearch& at, int check,
                const Foothold& to) noexcept;

/// Whether a foot that is where its step leads it to this place passes all of them, but the
/// landing.
/// @param to  out: the place, as high as the swing has to be
bool swings_to(const StepScene& scene, const StepQuery& step, const Foothold& place,
               Foothold& to) noexcept;

}  // namespace ventosa::controller
