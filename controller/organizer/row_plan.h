#pragma once

#include "controller/organizer/scene.h"

/// Plan of one row of a walk: which feet lift, their footholds, how far feet in the air may go, and
/// the body's motion meanwhile.
namespace ventosa::controller {

struct RowPlan {
  LegSet lift;
  PerLeg<ModuleTask> task{};  ///< tasks of all legs that step
  double budget_m = 0;        ///< way that the row adds to that of the body
  double row_s = 0;           ///< duration of a row by the clock; 0: by events
  double pace_m_s = 0;        ///< speed of the body in a row by the clock; 0: by events
  Isometry3d X_WB_end = Isometry3d::Identity();
};

/// Number of reductions of the body's advance in a row if feet do not reach: to a half, a quarter
/// and zero.
inline constexpr int kMostCuts = 3;

/// Share of the body's full advance that is left after reductions.
double share_of_cuts(int cuts) noexcept;

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
};

/// By the clock, the foot's rows in the air have the share of the present cycle.
Advances advances_of(const Gait& gait, double way_m, double full_m, double share) noexcept;

/// Distance ahead of its nominal place, relative to the body at the start of the row, at which a
/// lifted foot is set down. The body then passes it by equal distances before and behind.
double lead_of(const Gait& gait, int row, int leg, const Advances& body) noexcept;

/// Searches the footholds of the table's next row.
/// @return true if all are known; otherwise the search continues in the next tick
bool find_footholds(const Scene& scene, const Gait& gait, const Twist& twist,
                    OrganizerState& state) noexcept;

/// Plans the next row of a table, after find_footholds().
RowPlan plan_row(const Scene& scene, const Gait& gait, const Twist& twist,
                 const OrganizerState& state) noexcept;

/// Plans one step of a free gait; without a leg only the body moves.
RowPlan plan_step(const Scene& scene, int leg, const Foothold& foothold, const Twist& twist,
                  const OrganizerState& state) noexcept;

/// Goes on to the next row of a table.
void count_row(const ControllerConfig& config, int n_rows, GaitProgress& at) noexcept;

/// Begins the row, or gives the reason not to. If legs do not reach or the attached feet would not
/// carry the robot, the body's advance is reduced and the row must be planned again in the next
/// tick, until the advance is zero.
/// @param n_rows  per cycle of the gait
/// @return true if the row has begun
bool begin(const Scene& scene, const RowPlan& plan, int n_rows, Reason& reason,
           OrganizerState& state) noexcept;

}  // namespace ventosa::controller
