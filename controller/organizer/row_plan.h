#pragma once

#include "controller/organizer/organize.h"

/// Plan of one row of a walk: which feet lift, their footholds, how far feet in the air may go, and
/// the body's motion meanwhile.
namespace ventosa::controller {

struct RowPlan {
  LegSet lift;
  PerLeg<ModuleTask> task{};  ///< tasks of all legs that step
  double budget_m = 0;        ///< way that the row adds to that of the body
  double pace_m_s = 0;        ///< speed of the body in a row by the clock; 0: by events
  Isometry3d X_WB_end = Isometry3d::Identity();
};

/// Number of reductions of the body's advance in a row if feet do not reach: to a half, a quarter
/// and zero.
inline constexpr int kMostCuts = 3;

/// Share of the body's full advance in a row. It is halved in the first cycle, so that the last
/// foot to step lags no more than in later cycles.
double share_of_advance(int rows_of_walk, int n_rows, int cuts) noexcept;

/// Distance ahead of its nominal place, relative to the body at the start of the row, at which a
/// lifted foot is set down. The body then passes it by equal distances before and behind.
double lead_of(const Gait& gait, int row, int leg, double way_m, double advance_m) noexcept;

/// Searches the footholds of the table's next row.
/// @return true if all are known; otherwise the search continues in the next tick
bool find_footholds(const RobotModel& robot, const ControllerConfig& config,
                    const OrganizerInput& input, const Gait& gait, const Twist& twist,
                    OrganizerState& state) noexcept;

/// Plans the next row of a table, after find_footholds().
RowPlan plan_row(const RobotModel& robot, const ControllerConfig& config,
                 const OrganizerInput& input, const Gait& gait, const Twist& twist,
                 const OrganizerState& state) noexcept;

/// Plans one step of a free gait; without a leg only the body moves.
RowPlan plan_step(const RobotModel& robot, const ControllerConfig& config,
                  const OrganizerInput& input, int leg, const Foothold& foothold,
                  const Twist& twist, const OrganizerState& state) noexcept;

/// Begins the row, or gives the reason not to. If legs do not reach or the attached feet would not
/// carry the robot, the body's advance is reduced and the row must be planned again in the next
/// tick, until the advance is zero.
/// @param n_rows  per cycle of the gait
/// @return true if the row has begun
bool begin(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& input,
           const RowPlan& plan, int n_rows, Reason& reason, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
