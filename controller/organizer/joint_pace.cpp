#include "controller/organizer/joint_pace.h"

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/model/twist.h"
#include "controller/organizer/walk_speed.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {
namespace {

constexpr double kSlowestShare = 20;  // of from_s
constexpr int kPaceRounds = 16;       // of the bisection

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

}  // namespace

double least_step_of_joints_s(const RobotModel& robot, const ControllerConfig& config, Gait gait,
                              double from_s) {
  const auto keep_time = [&](double step_s) {
    gait.step_s = step_s;
    return all_keep_time(robot, config, gait);
  };
  double slow_s = kSlowestShare * from_s, fast_s = from_s;
  if (keep_time(fast_s) || !keep_time(slow_s)) return from_s;
  for (int round = 0; round < kPaceRounds; ++round) {
    const double middle_s = (slow_s + fast_s) / 2;
    (keep_time(middle_s) ? slow_s : fast_s) = middle_s;
  }
  return slow_s;
}

}  // namespace ventosa::controller
