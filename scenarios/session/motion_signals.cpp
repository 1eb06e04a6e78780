#include "scenarios/session/motion_signals.h"

#include <algorithm>
#include <cmath>

#include "controller/dynamics/stance.h"
#include "controller/kinematics/forward_kinematics.h"

namespace ventosa::scenarios {
namespace {

using controller::JointMode;
using controller::Vector3d;

controller::StanceLeg stance_leg(const controller::Leg& leg, const Tick& tick, std::size_t i,
                                 const Vector3d& g_B) {
  controller::StanceLeg state;
  state.pose = controller::leg_pose(leg, controller::measured_q(tick.seen.leg[i]));
  state.attached = tick.plan.report[i].attached;
  controller::weigh_leg(leg, g_B, state);
  return state;
}

/// Joint rates and accelerations of a leg as measured.
controller::JointMotion measured_motion(const controller::LegReading& reading,
                                        controller::PerJoint<FilteredRate<double>>& rate) {
  controller::JointMotion motion;
  for (std::size_t j = 0; j < rate.size(); ++j) {
    motion.dq_rad_s[j] = reading.joint[j].dq_rad_s;
    rate[j].take(reading.sampled_ns, motion.dq_rad_s[j]);
    motion.ddq_rad_s2[j] = rate[j].rate;
  }
  return motion;
}

/// A command holds for the middle of its period, half a period before the present readings.
double error_rad(const controller::JointSetpoint& set, const controller::JointReading& now,
                 double later_s) {
  const bool led = set.mode == JointMode::kImpedance || set.mode == JointMode::kPosition;
  return led ? set.q_rad + later_s * set.dq_rad_s - now.q_rad : 0;
}

/// Force on a leg at its wrist point, in B, and whether the leg is modelled as standing: by the
/// foot's force sensor, whether it stands or not, else by the estimate.
void measure_force(const controller::Leg& leg, const Tick& tick, std::size_t i,
                   controller::StanceLeg& stance, Vector3d& F_B) {
  F_B = tick.plan.contact_force[i].fused_B;
  const controller::ForceSensing* const sensor = leg.foot.sensor();
  if (!sensor) return;
  const controller::FootForceReading& force = tick.seen.leg[i].foot;
  const bool known = force.is_known() && controller::is_usable(*sensor, force.f_F_N);
  stance.attached = true;
  F_B = known ? Vector3d(stance.pose.X_BF.linear() * Vector3d::Map(force.f_F_N.data()))
              : Vector3d::Constant(controller::kUnknown);
}

double sensed_torque_Nm(const Tick& tick, std::size_t leg, std::size_t joint) {
  if (tick.truth != nullptr) return tick.truth->leg[leg].tau_Nm[joint];
  return tick.seen.leg[leg].joint[joint].tau_Nm;
}

/// A leg of one tick.
struct MeasuredLeg {
  const controller::Leg& leg;
  const Tick& tick;
  const std::size_t i;
  controller::StanceLeg stance;
  controller::JointMotion motion;
  int n_led = 0;  ///< joints that a command leads: all but those of a passive wrist
};

/// M times the part of the accelerations that their filter has not passed.
controller::PerJoint<double> unfiltered_torque_Nm(
    const MeasuredLeg& m, const controller::PerJoint<FilteredRate<double>>& rate) {
  controller::JointMotion rest;
  for (std::size_t j = 0; j < rate.size(); ++j)
    rest.ddq_rad_s2[j] = rate[j].difference - rate[j].rate;
  return controller::inertial_torque(m.leg, m.stance.pose, m.n_led, rest);
}

void measure_torques(const MeasuredLeg& m, const Vector3d& g_B,
                     controller::PerJoint<JointSignals>& signals) {
  controller::StanceLeg stance = m.stance;
  Vector3d F_B;
  measure_force(m.leg, m.tick, m.i, stance, F_B);
  const auto planned_Nm =
      controller::model_torque(m.leg, m.stance, g_B, m.tick.plan.f_W_B[m.i], m.motion);
  const auto model_Nm = controller::model_torque(m.leg, stance, g_B, F_B, m.motion);
  for (std::size_t j = 0; j < static_cast<std::size_t>(m.leg.n_joints); ++j) {
    signals[j].planned_torque_Nm = planned_Nm[j];
    signals[j].model_torque_Nm = model_Nm[j];
  }
}

void compare_torques(const MeasuredLeg& m, double period_s, MotionState& state,
                     controller::PerJoint<JointSignals>& signals) {
  const auto unfiltered_Nm = unfiltered_torque_Nm(m, state.rate[m.i]);
  for (std::size_t j = 0; j < static_cast<std::size_t>(m.n_led); ++j) {
    const double missing_Nm = unfiltered_Nm[j] - sensed_torque_Nm(m.tick, m.i, j);
    JointSignals& joint = signals[j];
    TorqueErrors& error = state.error[m.i][j];
    joint.planned_torque_error_Nm =
        error.planned.take(joint.planned_torque_Nm + missing_Nm, period_s);
    joint.model_torque_error_Nm = error.model.take(joint.model_torque_Nm + missing_Nm, period_s);
  }
}

void measure_leg(const MotionScene& scene, const Tick& tick, const controller::LegCommand& last,
                 std::size_t i, MotionState& state, MotionSignals& signals) {
  const controller::Leg& leg = scene.robot.leg[i];
  const controller::LegReading& reading = tick.seen.leg[i];
  const Vector3d g_B = tick.plan.X_WB_estimate.linear().transpose() * scene.config.gravity_W;
  MeasuredLeg m{.leg = leg,
                .tick = tick,
                .i = i,
                .stance = stance_leg(leg, tick, i, g_B),
                .motion = measured_motion(reading, state.rate[i])};
  m.n_led = m.stance.attached ? leg.n_arm : leg.n_joints;
  auto& joints = signals.joint[i];
  measure_torques(m, g_B, joints);
  compare_torques(m, scene.config.period_s, state, joints);
  signals.p_WF[i] = tick.plan.X_WB_estimate * m.stance.pose.X_BF.translation();
  const double age_s = 1e-9 * static_cast<double>(tick.seen.now_ns - reading.sampled_ns);
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
    joints[j].acceleration_rad_s2 = m.motion.ddq_rad_s2[j];
  for (std::size_t j = 0; j < static_cast<std::size_t>(m.n_led); ++j)
    joints[j].error_rad =
        error_rad(last.joint[j], reading.joint[j], scene.config.period_s / 2 - age_s);
}

}  // namespace

Attitude attitude(const controller::Matrix3d& R) {
  return {.roll = std::atan2(R(2, 1), R(2, 2)),
          .pitch = std::asin(std::clamp(-R(2, 0), -1.0, 1.0)),
          .yaw = std::atan2(R(1, 0), R(0, 0))};
}

// w_B = roll' x + pitch' Rx' y + yaw' Rx' Ry' z
Attitude attitude_rate(const Attitude& angle, const Vector3d& w_B) {
  constexpr double kSingular = 1e-6;
  const double s = std::sin(angle.roll), c = std::cos(angle.roll);
  const double turn = s * w_B.y() + c * w_B.z();
  const double yaw = turn / std::max(kSingular, std::cos(angle.pitch));
  return {.roll = w_B.x() + std::sin(angle.pitch) * yaw,
          .pitch = c * w_B.y() - s * w_B.z(),
          .yaw = yaw};
}

MotionSignals motion_signals(const MotionScene& scene, const Tick& tick,
                             const controller::Command& last, MotionState& state) {
  const controller::Isometry3d& X_WB = tick.plan.X_WB_estimate;
  if (!state.started) state.R_WB0 = X_WB.linear();
  state.started = true;
  MotionSignals signals;
  signals.p_WC = X_WB * tick.plan.p_BC;
  // a correction of the estimate is no motion
  state.centre_O.take(tick.seen.now_ns, tick.plan.X_WO.inverse() * signals.p_WC);
  signals.v_WC = tick.plan.X_WO.linear() * state.centre_O.rate;
  signals.angle = attitude(state.R_WB0.transpose() * X_WB.linear());
  signals.rate = attitude_rate(signals.angle, tick.seen.body.w_WB_B);
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i)
    measure_leg(scene, tick, last.leg[i], i, state, signals);
  return signals;
}

}  // namespace ventosa::scenarios
