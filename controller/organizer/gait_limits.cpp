#include "controller/organizer/gait_limits.h"

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/organizer/body_reference.h"
#include "controller/organizer/reverse_gait.h"
#include "controller/organizer/walk_speed.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {
namespace {

/// The number nearest to `bad` that is permitted, by bisection.
/// @param good  number that is
template <class Permits>
double nearest(double good, double bad, int rounds, Permits permits) {
  for (int round = 0; round < rounds; ++round) {
    const double middle = (good + bad) / 2;
    (permits(middle) ? good : bad) = middle;
  }
  return good;
}

/// Swing of a leg lifted in a row, as far behind its nominal place as it lands ahead of it.
SwingPath nominal_swing(const Gait& gait, int row, int leg, const Vector3d& p_BW,
                        const ControllerConfig& config) {
  const int n_rows = static_cast<int>(gait.row.size()), airborne = rows_in_air(gait, row, leg);
  const double advance_m = way_of_cycle_m(gait) / n_rows;
  const double half_m = (n_rows - airborne) * advance_m / 2;
  const Vector3d ahead = Vector3d::UnitX(), down = -Vector3d::UnitZ();
  return {.p_from_W = p_BW - half_m * ahead,
          .z_from_W = down,
          .goal = {.p_WW = p_BW + (airborne * advance_m + half_m) * ahead, .z_WF = down},
          .times = swing_times(gait, row, leg, config)};
}

bool keeps_time(const Leg& leg, const ControllerConfig& config, const Gait& gait,
                const SwingPath& path) {
  const Isometry3d from = Isometry3d::Identity();
  Isometry3d to = from;
  to.translation().x() = way_of_cycle_m(gait) / static_cast<double>(gait.row.size());
  const Vector3d p_LW = leg.X_BL.inverse() * path.p_from_W;
  PerJoint<double> q_rad{};
  return solve_standing(leg, p_LW, leg.X_BL.linear().transpose() * Vector3d::UnitZ(), q_rad) ==
             IkStatus::kOk &&
         reaches_swing(leg, from, to, config, path, q_rad);
}

bool all_keep_time(const RobotModel& robot, const ControllerConfig& config, const Gait& gait) {
  for (int row = 0; row < static_cast<int>(gait.row.size()); ++row)
    for (int k = 0; k < robot.n_legs(); ++k) {
      const auto i = static_cast<std::size_t>(k);
      const Leg& leg = robot.leg[i];
      if (lifted_in(gait, row)[i] &&
          !keeps_time(leg, config, gait, nominal_swing(gait, row, k, leg.p_BW_nominal, config)))
        return false;
    }
  return true;
}

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

/// @param number  a number of the walk
double nearest(double good, double bad, double& number, const SteadyWalk& walk) {
  constexpr int kRounds = 24;
  return nearest(good, bad, kRounds, [&](double value) {
    number = value;
    return walk.all_keep_up();
  });
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

double least_step_of_joints_s(const RobotModel& robot, const ControllerConfig& config, Gait gait,
                              double from_s) {
  const auto keep_time = [&](double step_s) {
    gait.step_s = step_s;
    return all_keep_time(robot, config, gait);
  };
  constexpr double kSlowestShare = 20;
  constexpr int kRounds = 16;
  const double slow_s = kSlowestShare * from_s;
  if (keep_time(from_s) || !keep_time(slow_s)) return from_s;
  return nearest(slow_s, from_s, kRounds, keep_time);
}

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
