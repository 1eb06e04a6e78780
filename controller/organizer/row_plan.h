#pragma once

#include "controller/organizer/organize.h"

/// One row of a walk: which feet leave their surface for where, how far those in the air may go,
/// how far the body goes meanwhile.
namespace ventosa::controller {

struct RowPlan {
  LegSet lift;
  PerLeg<ModuleTask> task{};  ///< of all legs that step
  double budget_m = 0;        ///< of the body
  Isometry3d X_WB_end = Isometry3d::Identity();
};

/// The body's way in a row is cut to a half, a quarter and nothing where feet do not reach as far.
inline constexpr int kMostCuts = 3;

/// Of the body's advance in a row: half strides in the first cycle, so that the last foot to step
/// lags no more than in any later one.
double share_of_advance(int rows_of_walk, int n_rows, int cuts) noexcept;

/// How far ahead of its nominal place, under the body where the row begins, a foot that is lifted
/// in it is set down: while it stands the body goes by it, half the way before and half of it
/// behind.
double lead_of(const Gait& gait, int row, int leg, double way_m, double advance_m) noexcept;

/// Looks for the footholds of the table's next row.
/// @return whether all are known; else it goes on in the next tick
bool find_footholds(const RobotModel& robot, const ControllerConfig& config,
                    const OrganizerInput& input, const Gait& gait, const Twist& twist,
                    OrganizerState& state) noexcept;

/// The next row of a table, once its footholds are known.
RowPlan plan_row(const RobotModel& robot, const OrganizerInput& input, const Gait& gait,
                 const Twist& twist, const OrganizerState& state) noexcept;

/// One step of a free gait; without a leg the body alone goes on.
RowPlan plan_step(const RobotModel& robot, const ControllerConfig& config,
                  const OrganizerInput& input, int leg, const Foothold& foothold,
                  const Twist& twist, const OrganizerState& state) noexcept;

/// Begins the row, or says why not. Where legs do not reach, or those that stand would not hold the
/// robot, the body's way is cut in this tick and the row is to be planned again in the next one,
/// until nothing is left to cut.
/// @param n_rows  of a cycle of the gait
/// @return whether it has begun
bool begin(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& input,
           const RowPlan& plan, int n_rows, Reason& reason, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
