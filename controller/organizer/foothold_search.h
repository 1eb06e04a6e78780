#pragma once

#include <array>
#include <iterator>

#include "controller/model/surfaces.h"
#include "controller/organizer/places.h"
#include "controller/organizer/posture.h"

/// Search for a leg's next foothold: the first of its candidates, by cost, to which it can swing,
/// and from which the walk can go on. A search continues from tick to tick until a place fits, none
/// is left, or kPosesPerSearch poses were looked at.
namespace ventosa::controller {

/// Charges checks of that cost to the tick's budget.
/// @return false: not in this tick; they do not fit, and something was checked already
inline bool may_begin(int poses, int& poses_left) noexcept {
  if (poses > poses_left && poses_left < kPosesPerTick) return false;
  poses_left -= poses;
  return true;
}

/// Budget of poses per search. Places beyond it are not considered.
inline constexpr int kPosesPerSearch = 900;

/// Largest number of poses in one check: the swing with the body at its start and end pose.
inline constexpr int kMostPosesOfACheck = 66;

/// Costs counted in poses: of predicting a stance, or of a swing's reach; of a stance whose loads
/// are known from one like it; of a motion's checks, per leg.
inline constexpr int kPosesOfStance = 25, kPosesOfLoad = 12, kPosesOfMotion = 12;

/// Handling of a preferred place that has room and is free, but out of reach.
enum class OutOfReach : std::uint8_t {
  kKeep,   ///< keep it: the body's advance can be reduced until the place is within reach
  kLeave,  ///< choose another place
};

/// Result of one check of a place.
enum class Fit : std::uint8_t {
  kNo,
  kSoFar,   ///< undecided: continue with the next check
  kHigher,  ///< repeat the check with a higher swing
  kSlower,  ///< repeat the check with a slower swing
  kYes,
};

enum class SearchStatus : std::uint8_t { kGoesOn, kFound, kNone };

/// Extra heights of a swing above gait.lift_m, and factors on the duration of its transfer, in the
/// order of trial.
inline constexpr double kHigher_m[] = {0, 0.015, 0.03, 0.045}, kSwingPaces[] = {1, 1.5};

/// One leg's search, and what it looks at.
struct FootSearch {
  const Scene& scene;
  int leg;
  const PerLeg<Foothold>& feet;  ///< all feet, after their present steps
  PlaceSearch& at;
  int& poses_left;  ///< this tick's budget

  const Leg& model() const { return scene.robot.leg[i()]; }
  std::size_t i() const { return static_cast<std::size_t>(leg); }
  /// The robot at a share of the swing, 0..1.
  Posture posture_at(const Foothold& to, double share) const;
};

/// Lists the place on the patch below the preferred wrist point, if that has room.
void list_nominal(const FootSearch& search) noexcept;

/// Lists the places nearby in place of the preferred ones.
void list_near(const FootSearch& search) noexcept;

/// Checks that every place must pass, by number. The cheapest and those that fail most often come
/// first: the robot clear of itself at the end; clearance of the landing (none at a preferred
/// place) and of the swing; reach; the robot clear of itself on the way.
inline constexpr int kChecks = 8;
Fit check_place(const FootSearch& search, int check, const Foothold& to) noexcept;

/// Checks a preferred place that is kept if only the reach is missing.
Fit check_to_keep(const FootSearch& search, int check, const Foothold& to) noexcept;

/// True if the whole swing is within the leg's reach, with the body at its start and end pose.
bool reaches(const FootSearch& search, const Foothold& to) noexcept;

/// Result of way_of() for the step at the place's swing height, with the body at both poses.
SwingWay way_to(const FootSearch& search, const Foothold& to) noexcept;

/// Sets the search to its next check.
void count(Fit fit, PlaceSearch& at) noexcept;

/// Continues until a place fits, none is left, or this tick's poses are used up.
/// @param check  Fit(number of the check, place)
/// @param found  out: the step to the place that fits, with kFound
template <class Check>
SearchStatus search_on(const FootSearch& search, FoundStep& found, Check check) {
  PlaceSearch& at = search.at;
  while (at.place < at.places.n && at.looked_at < kPosesPerSearch) {
    if (search.poses_left <= 0) return SearchStatus::kGoesOn;
    const int before = search.poses_left;
    const Foothold& place = at.places.place[static_cast<std::size_t>(at.place)];
    at.step.form = {kHigher_m[at.height], kSwingPaces[at.pace]};
    const Fit fit = check(at.check, place);
    at.looked_at += before - search.poses_left;
    if (fit == Fit::kYes) {
      found = {place, at.step.form};
      at.begun = false;
      return SearchStatus::kFound;
    }
    count(fit, at);
  }
  at.begun = false;
  return SearchStatus::kNone;
}

/// Searches among the preferred place and, if that does not fit, those nearby.
/// @param suits  bool(place): the walk can go on from there; asked of places nearby
/// @param found  out: the step, if there is one, unless the search goes on
template <class Suits>
SearchStatus find_foothold(const FootSearch& search, OutOfReach far, FoundStep& found,
                           Suits suits) {
  const auto check = [&](int number, const Foothold& place) {
    const bool nominal = search.at.nominal;
    if (nominal && far == OutOfReach::kKeep) return check_to_keep(search, number, place);
    const Fit fit = number < kChecks ? check_place(search, number, place)
                    : suits(place)   ? Fit::kYes
                                     : Fit::kNo;
    return nominal && number + 1 == kChecks && fit == Fit::kSoFar ? Fit::kYes : fit;
  };
  found = {};
  const SearchStatus status = search_on(search, found, check);
  if (status != SearchStatus::kNone || !search.at.nominal) return status;
  list_near(search);
  return search_on(search, found, check);
}

/// True if a foot can move from its present pose to the place. The landing is not checked.
/// @param step.form  out: the required swing height and pace
bool swings_to(const Scene& scene, int leg, const Foothold& to, int& poses_left,
               StepQuery& step) noexcept;

/// Nominal wrist point of a leg [m, in W], `spread_m` farther from the hip.
Vector3d nominal_place(const Leg& leg, const Isometry3d& X_WB, double spread_m = 0) noexcept;

/// Interpolates linearly between two footholds, share 0..1.
Foothold between(const Foothold& from, const Foothold& to, double share) noexcept;

/// Unit vector of a body point's velocity; zero for a stationary body.
Vector3d heading_at(const Twist& twist, const Vector3d& p_W, const Isometry3d& X_WB) noexcept;

}  // namespace ventosa::controller
