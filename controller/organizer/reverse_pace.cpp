#include "controller/organizer/reverse_pace.h"

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/organizer/body_reference.h"
#include "controller/organizer/reverse_row.h"

namespace ventosa::controller {
namespace {

/// The steady walk, every foot as far behind its nominal place when it lifts as ahead when it
/// lands. The body's frame at the start of a row is taken for W.
struct SteadyWalk {
  const RobotModel& robot;
  GaitConfig config;
  Gait gait;
  Twist twist;

  int n_rows() const { return static_cast<int>(gait.row.size()); }
  double advance_m() const { return way_of_cycle_m(gait) / n_rows(); }

  /// Way by which a foot is ahead of its nominal place when the row begins.  [m]
  double lead_m(int row, int leg) const {
    const double half_m = rows_held(gait) * advance_m() / 2;
    const int rows_since_lift = (row - lift_row(gait, row, leg) + n_rows()) % n_rows();
    return rows_since_lift == 0 ? -half_m : half_m - (rows_since_lift - 1) * advance_m();
  }

  Vector3d foot_B(int row, int leg) const {
    const Vector3d& p_B = robot.leg[static_cast<std::size_t>(leg)].p_BW_nominal;
    const Vector3d v_B = twist.v_W + twist.w_W.cross(p_B);
    return p_B + lead_m(row, leg) / path_speed(twist) * v_B;
  }

  bool leg_keeps_up(int row, int k) const {
    const auto i = static_cast<std::size_t>(k);
    const Leg& leg = robot.leg[i];
    const Vector3d p_B = foot_B(row, k);
    PerJoint<double> q_rad{};
    if (solve_standing(leg, leg.X_BL.inverse() * p_B,
                       leg.X_BL.linear().transpose() * Vector3d::UnitZ(), q_rad) != IkStatus::kOk)
      return false;
    ReverseRow at{.lifted = lifted_in(gait, row),
                  .advance_m = advance_m(),
                  .duration_s = gait.step_s,
                  .twist = twist};
    at.swing[i].p_W = p_B;
    at.swing[i].scale = rows_held(gait);
    at.swing[i].lift_m = config.lift_m;
    return keeps_up(leg, i, config, at, q_rad);
  }

  bool all_keep_up() const {
    for (int row = 0; row < n_rows(); ++row)
      for (int leg = 0; leg < robot.n_legs(); ++leg)
        if (!leg_keeps_up(row, leg)) return false;
    return true;
  }
};

/// The number nearest to `bad` with which the walk keeps up.
/// @param good    number with which it does
/// @param number  of the walk
double nearest(double good, double bad, double& number, const SteadyWalk& walk) {
  constexpr int kRounds = 24;
  for (int round = 0; round < kRounds; ++round) {
    number = (good + bad) / 2;
    (walk.all_keep_up() ? good : bad) = number;
  }
  return good;
}

double least_step_s(SteadyWalk walk) {
  constexpr double kLongest_s = 1e4;
  const double short_s = walk.gait.step_s;
  double& step_s = walk.gait.step_s;
  do step_s *= 2;
  while (step_s < kLongest_s && !walk.all_keep_up());
  return nearest(step_s, short_s, step_s, walk);
}

}  // namespace

std::optional<ReverseObjection> objection_to_reverse(const RobotModel& robot,
                                                     const GaitConfig& config, const Gait& gait,
                                                     const Twist& heading_B) noexcept {
  const SteadyWalk walk{robot, config, gait, heading_B};
  SteadyWalk slow = walk;  // at a pace that any drive can follow
  slow.config.beyond_joints = true;
  SteadyWalk in_place = slow;
  in_place.gait.sweep_m = 0;
  if (!in_place.all_keep_up())
    return ReverseObjection{ReverseLimit::kLift,
                            nearest(0, config.lift_m, in_place.config.lift_m, in_place)};
  if (!slow.all_keep_up())
    return ReverseObjection{ReverseLimit::kSweep,
                            nearest(0, gait.sweep_m, slow.gait.sweep_m, slow)};
  if (!walk.all_keep_up()) return ReverseObjection{ReverseLimit::kStep, least_step_s(walk)};
  return std::nullopt;
}

}  // namespace ventosa::controller
