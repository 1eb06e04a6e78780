#pragma once

#include "controller/organizer/proposals.h"
#include "controller/organizer/steps.h"

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

/// Refuses rows that no longer move the body, with the last reason to reduce its advance;
/// kNoFoothold if that was the reach of a foot, which then finds no place ahead.
Answer refused_standstill(const GaitProgress& at) noexcept;

/// Reduces the body's advance in the next row, or refuses that if it is zero already.
Answer cut(const Objection& why, const Bottleneck& lift, GaitProgress& at) noexcept;

/// Plans one step of a free gait; without a leg only the body moves.
RowPlan plan_step(const Scene& scene, int leg, const FoundStep& step, const Twist& twist,
                  const OrganizerState& state) noexcept;

/// Goes on to the next row of a table.
void count_row(const ControllerConfig& config, int n_rows, GaitProgress& at) noexcept;

/// Cost of begin(): the row's motion, the lift and both ends.
inline int poses_of_row(const Scene& scene) noexcept {
  return kPosesOfMotion * scene.robot.n_legs() + 3 * kPosesOfLoad;
}

/// Begins the row. If its feet do not permit the body's advance, or would not carry the robot, the
/// advance is reduced and the row must be planned again in the next tick, until it is zero.
/// @param n_rows  per cycle of the gait
Answer begin(const Scene& scene, const RowPlan& plan, int n_rows, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
