#include "scenarios/session/travel_signals.h"

#include <algorithm>
#include <cmath>

namespace ventosa::scenarios {
namespace {

void start_at(const controller::Isometry3d& X_WB, TravelState& state) {
  state.started = true;
  state.R_WB_start = X_WB.linear();
  state.p_WB = X_WB.translation();
}

/// Rz(yaw) Ry(pitch) Rx(roll) from the start to now
double yaw_rad(const controller::Matrix3d& R_WB, const TravelState& state) {
  const controller::Vector3d x = state.R_WB_start.transpose() * R_WB.col(0);
  return std::atan2(x.y(), x.x());
}

void add_way(const controller::Vector3d& p_WB, TravelState& state) {
  const double piece_m = (p_WB - state.p_WB).norm();
  if (piece_m < kPiece_m) return;
  state.way_m += piece_m;
  state.p_WB = p_WB;
}

/// Sums over all joints.
struct Effort {
  double power_W = 0;   ///< work a second of the drives on the joints that they drive
  double energy_J = 0;  ///< from the rail since the start
};

Effort effort_of(const controller::RobotModel& robot, const sim::Truth& truth) {
  Effort sum;
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    for (std::size_t j = 0; j < static_cast<std::size_t>(robot.leg[i].n_joints); ++j) {
      const sim::LegTruth& leg = truth.leg[i];
      const double power_W = leg.tau_Nm[j] * leg.dq_rad_s[j];
      sum.power_W += power_W < 0 ? 0 : power_W;
      sum.energy_J += leg.energy_J[j];
    }
  return sum;
}

double total_slip_m(const controller::RobotModel& robot, const sim::Truth& truth) {
  double sum_m = 0;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) sum_m += truth.leg[i].point.slip_m;
  return sum_m;
}

}  // namespace

TravelSignals travel_signals(const TravelScene& scene, const sim::Truth& truth,
                             TravelState& state) noexcept {
  const bool begins = !state.started;
  if (begins) start_at(truth.X_WB, state);
  add_way(truth.X_WB.translation(), state);
  const Effort effort = effort_of(scene.robot, truth);
  if (!begins) state.work_J += scene.period_s * effort.power_W;
  TravelSignals signals{
      .way_m = state.way_m, .yaw_rad = yaw_rad(truth.X_WB.linear(), state), .work_J = state.work_J};
  if (state.way_m == 0) return signals;
  signals.mechanical_J_m = state.work_J / state.way_m;
  if (!scene.ideal_drives) signals.electrical_J_m = effort.energy_J / state.way_m;
  signals.slip_m_m = total_slip_m(scene.robot, truth) / state.way_m;
  return signals;
}

}  // namespace ventosa::scenarios
