#include "controller/organizer/proposals.h"

#include <algorithm>

#include "controller/kinematics/wrist.h"
#include "controller/organizer/walk_speed.h"

namespace ventosa::controller {
namespace {

/// Number of later rows that must hold from a place nearby. Beyond two rows other feet have stepped
/// and the stance is unknown.
int rows_to_check(const Gait& gait) {
  constexpr int kRows = 2;
  return std::clamp(static_cast<int>(gait.row.size()) - 1, 0, kRows);
}

/// True if the robot holds in the next rows with the foot on a place nearby.
bool later_rows_hold(const FootSearch& search, const Row& row, const Foothold& to) {
  SharingWarmStart warm;
  Posture posture = search.posture_at(to, 1);
  posture.foot[search.i()] = to;
  for (int later = 1; later <= rows_to_check(row.gait); ++later) {
    posture.attached = ~airborne_in(row.gait, (row.stage.row + later) % row.n_rows());
    if (!posture.attached[search.i()]) continue;
    search.poses_left -= kPosesOfStance;
    if (!holds(search.scene, posture, warm)) return false;
  }
  return true;
}

/// By the clock, the foot's further rows in the air have the share of the present cycle.
Advances advances_of(const Row& row, double way_m) {
  const double full_m = row.stride.length_m / row.n_rows();
  const double share =
      share_of_advance(row.stage.first_share, row.stage.rows_done, row.n_rows(), 0);
  return {way_m, full_m, row.gait.is_clocked() ? share * full_m : full_m, row.left_m};
}

StepQuery step_of(const Scene& scene, const Row& row, std::size_t i, const RowSearch& search) {
  return {.from = row.stage.stands[i],
          .X_WB_start = search.X_WB,
          .X_WB_end = gone_on(search.X_WB, row.twist, search.way_m),
          .q_rad = row.stage.q_rad[i],
          .roll_rad = wrist_roll_rad(scene.robot.leg[i], row.stage.q_rad[i]),
          .times = swing_times(row.gait, row.stage.row, static_cast<int>(i), scene.config)};
}

void begin_search(const Row& row, const FootSearch& foot, const RowSearch& search) {
  const double lead_m = lead_of(row.gait, row.stage.row, foot.leg, advances_of(row, search.way_m));
  const Vector3d p_WW =
      nominal_place(foot.model(), gone_on(search.X_WB, row.twist, lead_m), row.stride.spread_m);
  foot.at = {.begun = true,
             .step = step_of(foot.scene, row, foot.i(), search),
             .p_WW = p_WW,
             .ahead_W = heading_at(row.twist, p_WW, search.X_WB)};
  list_nominal(foot);
}

}  // namespace

double share_of_cuts(int cuts) noexcept {
  constexpr double kLess[] = {1, 0.5, 0.25, 0};
  return kLess[std::clamp(cuts, 0, kMostCuts)];
}

double share_of_advance(double first_share, int rows_of_walk, int n_rows, int cuts) noexcept {
  return (rows_of_walk < n_rows ? first_share : 1) * share_of_cuts(cuts);
}

double overrun_m(const GaitConfig& config, const Gait& gait, double advance_m) noexcept {
  if (!gait.is_clocked()) return 0;
  const double pace_m_s = advance_m / gait.step_s;
  return pace_m_s * pace_m_s / (2 * config.acceleration_m_s2);
}

double lead_of(const Gait& gait, int row, int leg, const Advances& body) noexcept {
  const int airborne = rows_in_air(gait, row, leg);
  const int held = static_cast<int>(gait.row.size()) - airborne;
  const double in_air_m = body.way_m + (airborne - 1) * body.air_m;
  return std::min(in_air_m, body.left_m) + held * body.full_m / 2;
}

PerLeg<PerJoint<double>> joints_now(const Scene& scene) noexcept {
  PerLeg<PerJoint<double>> q_rad{};
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) q_rad[i] = joints_now(scene, i);
  return q_rad;
}

Isometry3d Row::X_WB_after(double way_m) const { return gone_on(stage.X_WB, twist, way_m); }

bool find_footholds(const Scene& scene, const Row& row, RowSearch& search,
                    int& poses_left) noexcept {
  for (; search.legs < scene.robot.n_legs(); ++search.legs) {
    const FootSearch foot{scene, search.legs, row.stage.to, search.search, poses_left};
    if (!row.lifted[foot.i()]) continue;
    if (!search.search.begun) begin_search(row, foot, search);
    const auto suits = [&](const Foothold& to) { return later_rows_hold(foot, row, to); };
    if (find_foothold(foot, row.far, search.to[foot.i()], suits) == SearchStatus::kGoesOn)
      return false;
  }
  return true;
}

Motion motion_of(const Scene& scene, const Row& row, const PerLeg<FoundStep>& found,
                 double way_m) noexcept {
  const Stage& stage = row.stage;
  Motion motion{.X_WB_from = stage.X_WB,
                .X_WB_to = row.X_WB_after(way_m),
                .before = stage.to,
                .after = stage.to,
                .lifted = row.lifted,
                .air = stage.air | row.lifted,
                .held = ~(stage.air | row.lifted),
                .q_rad = stage.q_rad};
  const RowSearch still{.X_WB = stage.X_WB};
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    if (row.lifted[i]) motion.after[i] = found[i].to;
    if (!motion.air[i]) continue;
    StepQuery step = step_of(scene, row, i, still);
    step.form = row.lifted[i] ? found[i].form : stage.form[i];
    step.form.higher_m += scene.reserve * scene.config.gait.lift_m;
    motion.swing[i] = path_of(step, motion.after[i]);
  }
  return motion;
}

}  // namespace ventosa::controller
