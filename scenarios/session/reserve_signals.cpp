#include "scenarios/session/reserve_signals.h"

#include "controller/kinematics/joint_limits.h"

namespace ventosa::scenarios {

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
    signals.leg[i].knee = knee_room(leg, q_rad);
  }
  return signals;
}

}  // namespace ventosa::scenarios
