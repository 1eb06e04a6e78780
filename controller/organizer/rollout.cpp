#include "controller/organizer/rollout.h"

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/organizer/body_way.h"
#include "controller/organizer/footholds.h"
#include "controller/organizer/row_plan.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {
namespace {

struct Scene {
  const RobotModel& robot;
  const ControllerConfig& config;
  const OrganizerInput& in;
  int& poses_left;
};

/// The row with its body's way: what plan_row() will plan.
struct RolledRow {
  LegSet lifted, air;
  PerLeg<Foothold> to{};
  Isometry3d X_WB_after = Isometry3d::Identity();
};

StepQuery step_of(const Scene& scene, const Rollout& at, const RolledRow& row, std::size_t i) {
  return {.from = at.at[i],
          .X_WB_start = at.X_WB,
          .X_WB_end = row.X_WB_after,
          .q_rad = scene.in.report[i].q_set_rad};
}

RolledRow plan(const Scene& scene, const Gait& gait, const Twist& twist, const Stride& stride,
               const Rollout& at, double way_m) {
  const int n_rows = static_cast<int>(gait.row.size());
  const double advance_m = stride.length_m / n_rows;
  RolledRow row{.lifted = lifted_in(gait, at.row), .air = at.air, .to = at.to};
  row.air |= row.lifted;
  row.X_WB_after = moved(at.X_WB, twist, way_m / path_speed(twist));
  PerLeg<Foothold> feet = at.at;
  for (std::size_t i = 0; i < feet.size(); ++i)
    if (at.air[i]) feet[i] = at.to[i];
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    if (!row.lifted[i]) continue;
    const int leg = static_cast<int>(i);
    const double lead_m = lead_of(gait, at.row, leg, way_m, advance_m);
    const Vector3d p_WW = nominal_place(scene.robot, leg, at.X_WB, twist, lead_m, stride.spread_m);
    row.to[i] = choose_foothold({scene.robot, scene.config, scene.in, gait, at.row, feet}, leg,
                                step_of(scene, at, row, i), p_WW, heading_at(twist, p_WW, at.X_WB),
                                OutOfReach::kKeep, scene.poses_left);
  }
  return row;
}

bool reaches_step(const Scene& scene, const Rollout& at, const RolledRow& row, std::size_t i) {
  const StepScene step{scene.robot.leg[i], scene.robot.cup, scene.in.surfaces, scene.config,
                       scene.poses_left};
  return row.to[i].patch >= 0 && reaches(step, step_of(scene, at, row, i), row.to[i]);
}

bool can_be_lifted(const Scene& scene, const Isometry3d& X_WB, const Foothold& foothold,
                   std::size_t i) {
  const Leg& leg = scene.robot.leg[i];
  const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
  PerJoint<double> q_rad = scene.in.report[i].q_set_rad;
  const double height_m = scene.config.gait.lift_m + scene.config.lip.free_height_m;
  const Vector3d p_WW = foothold.p_WW - height_m * foothold.z_WF;
  return follow_leg(leg, X_LW * p_WW, X_LW.linear() * foothold.z_WF, q_rad) == IkStatus::kOk;
}

bool reaches_stance(const Scene& scene, const Rollout& at, const RolledRow& row, std::size_t i) {
  const Leg& leg = scene.robot.leg[i];
  const Foothold& foothold = at.at[i];
  const PerJoint<double>& q_rad = scene.in.report[i].q_set_rad;
  if (at.X_WB.isApprox(row.X_WB_after)) return true;
  return reaches_contact(leg, row.X_WB_after, foothold.p_WW, q_rad) &&
         wrist_bend(leg, foothold.p_WW, foothold.z_WF, q_rad, row.X_WB_after) >=
             least_bend(scene.config) &&
         can_be_lifted(scene, row.X_WB_after, foothold, i);
}

bool all_reach(const Scene& scene, const Rollout& at, const RolledRow& row) {
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i)
    if (!(row.air[i] ? reaches_step(scene, at, row, i) : reaches_stance(scene, at, row, i)))
      return false;
  return true;
}

void go_on(const Gait& gait, const RolledRow& row, Rollout& at) {
  const GaitRow& table = gait.row[static_cast<std::size_t>(at.row)];
  at.to = row.to;
  at.air = row.air;
  at.X_WB = row.X_WB_after;
  for (std::size_t i = 0; i < at.at.size(); ++i) {
    if (!at.air[i] || !lands(table.move[i])) continue;
    at.at[i] = at.to[i];
    at.air.reset(i);
  }
  at.row = (at.row + 1) % static_cast<int>(gait.row.size());
  ++at.rows_done;
}

}  // namespace

Rollout begin_rollout(const RobotModel& robot, const OrganizerInput& in,
                      const OrganizerState& state) noexcept {
  Rollout rollout;
  rollout.X_WB = state.reference.X_WB;
  rollout.at = feet_after(robot, in, state.stepping, state.task);
  if (state.gait.gait != in.goal.gait) return rollout;
  rollout.row = state.gait.row;
  rollout.rows_done = state.gait.rows_of_walk;
  return rollout;
}

bool roll_row(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
              const Gait& gait, const Twist& twist, const Stride& stride, bool may_cut, Rollout& at,
              SharingWarmStart& warm) noexcept {
  int poses_left = kPosesPerTick;
  const Scene scene{robot, config, in, poses_left};
  const int n_rows = static_cast<int>(gait.row.size());
  const int most_cuts = may_cut ? kMostCuts : 0;
  for (int cuts = 0; cuts <= most_cuts; ++cuts) {
    const double share = share_of_advance(at.rows_done, n_rows, cuts);
    const RolledRow row = plan(scene, gait, twist, stride, at, share * stride.length_m / n_rows);
    if (!all_reach(scene, at, row)) continue;
    const ForeseenFeet feet{.at = at.at, .held = ~row.air};
    if (!holds(robot, config, in, at.X_WB, feet, kPlannedTorque, warm) ||
        !holds(robot, config, in, row.X_WB_after, feet, kPlannedTorque, warm))
      return false;
    go_on(gait, row, at);
    return true;
  }
  return false;
}

}  // namespace ventosa::controller
