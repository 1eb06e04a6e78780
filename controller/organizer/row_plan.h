#pragma once

#include "controller/organizer/proposals.h"

/// The next row of a walk: which feet lift, their footholds, how far feet in the air may go, and
/// the body's motion meanwhile.
namespace ventosa::controller {

struct RowPlan {
  Motion motion{};
  PerLeg<ModuleTask> task{};  ///< tasks of all legs that step
  double budget_m = 0;        ///< way that the row adds to that of the body
  double row_s = 0;           ///< duration of a row by the clock; 0: by events
  double pace_m_s = 0;        ///< speed of the body in a row by the clock; 0: by events
};

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
