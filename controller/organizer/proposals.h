#pragma once

#include <limits>

#include "controller/organizer/foothold_search.h"
#include "controller/organizer/motion.h"

/// Rows of a gait's table as proposals: which feet lift, where they go, how far the body advances.
/// A walk makes them from the robot's present stage, the planner of strides from a stage ahead.
namespace ventosa::controller {

/// Number of reductions of the body's advance in a row if the feet do not permit it: to a half, a
/// quarter and zero.
inline constexpr int kMostCuts = 3;

/// Share of the body's full advance that is left after reductions.
double share_of_cuts(int cuts) noexcept;

/// Handling of places out of reach: the last reduction leaves no way but another place.
inline OutOfReach out_of_reach(int cuts) noexcept {
  return cuts < kMostCuts ? OutOfReach::kKeep : OutOfReach::kLeave;
}

/// Share of the body's full advance in a row.
/// @param first_share  in the first cycle
double share_of_advance(double first_share, int rows_of_walk, int n_rows, int cuts) noexcept;

/// Way by which the body passes the end of a row by the clock if the next one does not begin: the
/// braking distance at the row's pace. 0 for other gaits.
double overrun_m(const GaitConfig& config, const Gait& gait, double advance_m) noexcept;

/// Advances of the body, for the place of a lifted foot.
struct Advances {
  double way_m = 0;   ///< until the end of the row
  double full_m = 0;  ///< in a row of the steady walk
  double air_m = 0;   ///< in each further row in which the foot is in the air
  double left_m = std::numeric_limits<double>::infinity();  ///< until the walk arrives
};

/// Distance ahead of its nominal place, relative to the body at the start of the row, at which a
/// lifted foot is set down. The body then passes it by equal distances before and behind.
double lead_of(const Gait& gait, int row, int leg, const Advances& body) noexcept;

/// Set-points of the arms, and the joints of the passive wrists as they are.
PerLeg<PerJoint<double>> joints_now(const Scene& scene) noexcept;

struct Stride {
  double length_m = 0;
  double spread_m = 0;  ///< outward shift of the feet from their nominal places
};

/// A row of a table that is proposed.
struct Row {
  const Gait& gait;
  const Twist& twist;  ///< the walk; not zero
  const Stage& stage;
  Stride stride{};
  LegSet lifted{};
  OutOfReach far = OutOfReach::kKeep;
  double left_m = std::numeric_limits<double>::infinity();  ///< way of the body until it arrives
  bool may_be_cut = true;  ///< a rollout may shorten the way of the body

  int n_rows() const { return static_cast<int>(gait.row.size()); }
  Isometry3d X_WB_after(double way_m) const;
};

/// Searches the footholds of the lifted feet.
/// @param search  begun with X_WB and way_m
/// @return true if all are known; otherwise the search continues in the next tick
bool find_footholds(const Scene& scene, const Row& row, RowSearch& search,
                    int& poses_left) noexcept;

/// The row's motion, with the found steps of the lifted feet and the body going on by `way_m`.
Motion motion_of(const Scene& scene, const Row& row, const PerLeg<FoundStep>& found,
                 double way_m) noexcept;

}  // namespace ventosa::controller
