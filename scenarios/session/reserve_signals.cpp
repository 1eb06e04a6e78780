#include "scenarios/session/reserve_signals.h"

#include <algorithm>
#include <cmath>

#include "controller/kinematics/joint_limits.h"

namespace ventosa::scenarios {
namespace {

/// Reserve of a true knee. Bars that have snapped into their other assembly still close their
/// loops, but no longer stand as the sliders say: 0 from 2 degrees off.
double true_knee_reserve(const controller::Leg& leg, const sim::LegTruth& truth) {
  constexpr double kSnapped_rad = 0.035;
  const double by_sliders_rad = knee_rad(*leg.knee, slider_rad(leg, truth.q_rad));
  const double off_rad = std::abs(truth.knee.angle_rad - by_sliders_rad);
  return std::min({knee_room(leg, truth.q_rad), knee_room(*leg.knee, truth.knee.angle_rad),
                   std::max(-1.0, 1 - off_rad / kSnapped_rad)});
}

}  // namespace

controller::LegSet legs_with_knee(const controller::RobotModel& robot) noexcept {
  controller::LegSet knees;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) knees[i] = robot.leg[i].knee.has_value();
  return knees;
}

ReserveSignals reserve_signals(const controller::RobotModel& robot, const Tick& tick) noexcept {
  ReserveSignals signals{.knees = legs_with_knee(robot)};
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const controller::Leg& leg = robot.leg[i];
    const controller::PerJoint<double> q_rad =
        tick.truth ? tick.truth->leg[i].q_rad : measured_q(tick.seen.leg[i]);
    for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
      signals.leg[i].joint[j] = joint_room(leg.joint[j], q_rad[j]);
    if (leg.knee)
      signals.leg[i].knee =
          tick.truth ? true_knee_reserve(leg, tick.truth->leg[i]) : knee_room(leg, q_rad);
  }
  return signals;
}

}  // namespace ventosa::scenarios
