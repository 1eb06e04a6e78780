#include "controller/organizer/reverse_gait.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/organizer/foothold_search.h"
#include "controller/organizer/judgement.h"
#include "controller/organizer/row_plan.h"
#include "controller/trajectory/pose_follower.h"
#include "controller/trajectory/reverse_swing.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {

Isometry3d body_at(const ReverseRow& row, double share) noexcept {
  return gone_on(row.X_WB, row.twist, share * row.advance_m);
}

bool keeps_up(const Leg& leg, std::size_t i, const GaitConfig& config, const ReverseRow& row,
              const PerJoint<double>& q_rad) noexcept {
  constexpr int kRowSamples = 8;
  const double way_s = config.swing_speed_ratio * row.duration_s / kRowSamples;
  const Vector3d p_standing_W = row.X_WB * leg_pose(leg, q_rad).p_BW;
  PerJoint<double> q = q_rad;
  for (int k = 1; k <= kRowSamples; ++k) {
    const double share = static_cast<double>(k) / kRowSamples;
    const PerJoint<double> last = q;
    const Isometry3d X_WB = body_at(row, share);
    const Vector3d p_W = row.lifted[i] ? reverse_target(row.swing[i], X_WB, share) : p_standing_W;
    if (follow_arm(leg, (X_WB * leg.X_BL).inverse() * p_W, q) != IkStatus::kOk) return false;
    if (!config.beyond_joints && !is_slow_enough(leg, last, q, way_s)) return false;
  }
  return true;
}

namespace {

/// A walk that is asked for, by one gait.
struct Walk {
  const Scene& scene;
  const Gait& gait;
  const Twist& twist;

  int n_rows() const { return static_cast<int>(gait.row.size()); }
  int n_held() const { return rows_held(gait); }
  /// Commanded place of a foot, in B.  [m]
  Vector3d p_BF(std::size_t leg) const {
    return leg_pose(scene.robot.leg[leg], scene.in.report[leg].q_set_rad).p_BW;
  }
};

/// Full advance of the body in a row: of the gait's sweep or the requested speed and, to a pose, so
/// that a whole number of advances leads there.
double full_advance_m(const Walk& walk, const OrganizerState& state) {
  const double most_m = std::min(way_of_cycle_m(walk.gait) / walk.n_rows(),
                                 requested_speed(walk.scene.in.goal) * walk.gait.step_s);
  const double way_m = way_left_m(walk.scene.in.goal, state.reference.X_WB);
  if (state.gait.rows_of_walk > 0) return std::min(most_m, state.stride.stride_m / walk.n_rows());
  constexpr double kRounding = 1e-6;
  return std::isfinite(way_m) ? way_m / std::ceil(way_m / most_m - kRounding) : most_m;
}

/// Way of the body, along the walk, by which a foot is ahead of its nominal place  [m]
double lead_m(const Walk& walk, std::size_t leg, const Isometry3d& X_WB) {
  const Vector3d p_nominal_B = walk.scene.robot.leg[leg].p_BW_nominal;
  const Vector3d v_W = walk.twist.v_W + walk.twist.w_W.cross(X_WB.linear() * p_nominal_B);
  const Vector3d ahead_W = X_WB.linear() * (walk.p_BF(leg) - p_nominal_B);
  const double square = v_W.squaredNorm();
  return square > 0 ? path_speed(walk.twist) * ahead_W.dot(v_W) / square : 0;
}

/// Mean lead of the lifted feet  [m]
double mean_lead_m(const Walk& walk, LegSet lifted, const Isometry3d& X_WB) {
  double sum_m = 0;
  for (std::size_t i = 0; i < walk.scene.robot.leg.size(); ++i)
    if (lifted[i]) sum_m += lead_m(walk, i, X_WB);
  return sum_m / static_cast<double>(lifted.count());
}

/// Advance of the body in a row, which brings the lifted feet as far ahead as they shall stand. A
/// row without any has the share of its cycle: half in the first one, in which feet lag by half.
double wanted_advance_m(const Walk& walk, LegSet lifted, double full_m,
                        const OrganizerState& state) {
  const GaitProgress& at = state.gait;
  if (lifted.none())
    return share_of_advance(at.first_share, at.rows_of_walk, walk.n_rows(), 0) * full_m;
  const double ahead_m = walk.n_held() * full_m / 2;
  return (ahead_m - mean_lead_m(walk, lifted, state.reference.X_WB)) / walk.n_held();
}

double advance_m(const Walk& walk, LegSet lifted, const OrganizerState& state) {
  const double full_m = full_advance_m(walk, state);
  const double wanted_m = wanted_advance_m(walk, lifted, full_m, state);
  const double most_m = std::min(full_m, way_left_m(walk.scene.in.goal, state.reference.X_WB));
  return std::clamp(share_of_cuts(state.gait.shorter) * wanted_m, 0.0, most_m);
}

ReverseSwing swing_of(const Walk& walk, std::size_t leg, const OrganizerState& state) {
  const Contact& contact = walk.scene.in.body.contact[leg];
  const Patch& patch = patch_of(walk.scene, contact.patch);
  const Isometry3d X_WB = commanded_body(state.reference);
  return {.X_WB0 = X_WB,
          .p_W = X_WB * walk.p_BF(leg),
          .up_W = patch.X_WS.linear().col(2),
          .scale = static_cast<double>(walk.n_held()),
          .lift_m = walk.scene.config.gait.lift_m,
          .duration_s = walk.gait.step_s};
}

ReverseRow plan_reverse(const Walk& walk, const OrganizerState& state) {
  ReverseRow row{.lifted = lifted_in(walk.gait, state.gait.row),
                 .duration_s = walk.gait.step_s,
                 .X_WB = commanded_body(state.reference),
                 .twist = walk.twist};
  row.advance_m = advance_m(walk, row.lifted, state);
  for (std::size_t i = 0; i < walk.scene.robot.leg.size(); ++i)
    if (row.lifted[i]) row.swing[i] = swing_of(walk, i, state);
  return row;
}

void give_tasks(const Walk& walk, const ReverseRow& row, OrganizerState& state) {
  for (std::size_t i = 0; i < walk.scene.robot.leg.size(); ++i) {
    if (!row.lifted[i]) continue;
    const Foothold to{.patch = walk.scene.in.body.contact[i].patch,
                      .p_WW = reverse_target(row.swing[i], body_at(row, 1), 1),
                      .z_WF = -row.swing[i].up_W};
    give_task(
        static_cast<int>(i),
        {.kind = TaskKind::kStep, .foothold = to, .z_from_W = to.z_WF, .reverse = row.swing[i]},
        state);
  }
  state.stepping |= row.lifted;
}

void begin_row(const Walk& walk, const ReverseRow& row, OrganizerState& state) {
  GaitProgress& at = state.gait;
  if (at.rows_of_walk == 0) state.stride.stride_m = walk.n_rows() * full_advance_m(walk, state);
  give_tasks(walk, row, state);
  state.reference.budget_m += row.advance_m;
  at.shorter = 0;
  at.ticks_of_row = 0;
  at.row_s = walk.gait.step_s;
  at.pace_m_s = state.reference.budget_m / walk.gait.step_s;
  count_row(walk.scene.config, walk.n_rows(), at);
}

/// First leg that does not keep up; -1: all do.
int leg_left_behind(const Walk& walk, const ReverseRow& row) {
  for (std::size_t i = 0; i < walk.scene.robot.leg.size(); ++i)
    if (!keeps_up(walk.scene.robot.leg[i], i, walk.scene.config.gait, row,
                  walk.scene.in.report[i].q_set_rad))
      return static_cast<int>(i);
  return -1;
}

/// The robot at the end of the row, the lifted feet above their new places.
Posture at_end(const Walk& walk, const ReverseRow& row) {
  Posture end{body_at(row, 1), feet_after(walk.scene, {}, {}), ~row.lifted};
  for (std::size_t i = 0; i < walk.scene.robot.leg.size(); ++i)
    if (row.lifted[i]) end.foot[i].p_WW = reverse_target(row.swing[i], end.X_WB, 1);
  return end;
}

}  // namespace

Answer follow_reverse(const Scene& scene, const Gait& gait, const Twist& twist,
                      OrganizerState& state) noexcept {
  const Walk walk{scene, gait, twist};
  const ReverseRow row = plan_reverse(walk, state);
  const int behind = leg_left_behind(walk, row);
  if (behind >= 0) return cut(violation(Limiting::kSwing, behind), {}, state.gait);
  const Objection refuses = violation(Limiting::kLoad, first_of(row.lifted), 0);
  Bottleneck least;
  if (row.lifted.any() && !may_lift(scene, row.lifted, state.warm_lift, least))
    return refused(refuses, least);
  SharingWarmStart warm;
  if (row.lifted.any() && !holds(scene, at_end(walk, row), warm)) {
    if (state.gait.shorter >= kMostCuts) least = weigh({scene, at_end(walk, row)});
    return cut(refuses, least, state.gait);
  }
  begin_row(walk, row, state);
  return {Answer::Kind::kBegan};
}

}  // namespace ventosa::controller
