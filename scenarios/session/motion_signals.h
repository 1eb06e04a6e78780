#pragma once

#include "controller/model/command.h"
#include "controller/model/description.h"
#include "scenarios/session/recorder.h"

/// Signals of the motion, topic `motion`: derived from readings, plan and last command, so that
/// every robot has them.
namespace ventosa::scenarios {

/// Time constant of the filter behind differences of readings. A difference over T lags by T / 2,
/// and the first-order filter by its time constant: at a control period of 2 ms, 11 ms in all.
inline constexpr double kSmooth_s = 0.01;

struct JointSignals {
  double acceleration_rad_s2 = 0;  ///< filtered difference of the measured rate
  /// Torque of controller::model_torque() for the measured motion, with the planned force on the
  /// leg, and with the measured one: that of the foot's force sensor, or, without one, the estimate
  /// from the motors. Zero in a passive wrist. @{
  double planned_torque_Nm = 0;
  double model_torque_Nm = 0;
  /// @}
  /// These minus the sensed torque, which is the true one of a twin's drive, else its reading. All
  /// parts are low-passed like the acceleration, so that none comes later than another; unknown
  /// while a part is. @{
  double planned_torque_error_Nm = 0;
  double model_torque_error_Nm = 0;
  /// @}
  /// Commanded minus measured angle at the time of the reading; zero in a joint that no command
  /// leads.
  double error_rad = 0;
};

void describe(auto& field, controller::Is<JointSignals> auto& joint) {
  field("acceleration", joint.acceleration_rad_s2, "rad/s2");
  field("planned_torque", joint.planned_torque_Nm, "N m");
  field("model_torque", joint.model_torque_Nm, "N m");
  field("planned_torque_error", joint.planned_torque_error_Nm, "N m");
  field("model_torque_error", joint.model_torque_error_Nm, "N m");
  field("error", joint.error_rad, "rad");
}

/// Rotation Rz(yaw) Ry(pitch) Rx(roll) as angles, or their rates.
struct Attitude {
  double roll = 0;
  double pitch = 0;
  double yaw = 0;
};

struct MotionSignals {
  controller::Vector3d p_WC =
      controller::Vector3d::Zero();  ///< [m] centre of mass, by the estimate
  controller::Vector3d v_WC = controller::Vector3d::Zero();  ///< [m/s] its filtered difference in O
  /// [rad] estimated attitude, from that of the start. Roll and yaw are undefined at a pitch of
  /// 90 degrees.
  Attitude angle;
  Attitude rate;  ///< [rad/s] by the gyroscope; unknown without one
  /// [m] centre of the foot's contact area, by the estimate, in W
  controller::PerLeg<controller::Vector3d> p_WF = controller::zero_vectors();
  controller::PerLeg<controller::PerJoint<JointSignals>> joint{};
};

void describe(auto& field, controller::Is<MotionSignals> auto& signals) {
  field.group("motion", [&](auto& motion) {
    motion("centre_of_mass", signals.p_WC, "m");
    motion("centre_velocity", signals.v_WC, "m/s");
    motion("roll", signals.angle.roll, "rad");
    motion("pitch", signals.angle.pitch, "rad");
    motion("yaw", signals.angle.yaw, "rad");
    motion("roll_rate", signals.rate.roll, "rad/s");
    motion("pitch_rate", signals.rate.pitch, "rad/s");
    motion("yaw_rate", signals.rate.yaw, "rad/s");
    motion.per_leg("leg", [&](auto& leg, int i) {
      leg("foot_position", signals.p_WF[static_cast<std::size_t>(i)], "m");
      leg.per_joint("joint", signals.joint[static_cast<std::size_t>(i)]);
    });
  });
}

/// Filtered difference of successive values, from the second one on.
template <class Value>
struct FilteredRate {
  std::int64_t at_ns = controller::kNeverReceived;
  Value last{};
  Value rate{};
  Value difference{};  ///< per second, not filtered

  /// A value with the time of the last one is no new value.
  void take(std::int64_t now_ns, const Value& now) {
    if (now_ns == at_ns) return;
    const double dt_s = 1e-9 * static_cast<double>(now_ns - at_ns);
    const double share = dt_s / (kSmooth_s + dt_s);
    if (at_ns != controller::kNeverReceived) {
      difference = (now - last) / dt_s;
      rate += share * (difference - rate);
    }
    at_ns = now_ns;
    last = now;
  }
};

/// Value behind a filter of the time constant kSmooth_s that starts at its first input.
struct Smoothed {
  double value = controller::kUnknown;

  /// The filtered value; unknown for an unknown input, which changes nothing.
  double take(double input, double dt_s) {
    if (!controller::is_known(input)) return input;
    if (!controller::is_known(value)) value = input;
    value += dt_s / (kSmooth_s + dt_s) * (input - value);
    return value;
  }
};

/// Filters of a joint's torque errors.
struct TorqueErrors {
  Smoothed planned, model;
};

/// Memory of the motion's signals between ticks.
struct MotionState {
  bool started = false;
  controller::Matrix3d R_WB0 = controller::Matrix3d::Identity();  ///< estimate of the first tick
  FilteredRate<controller::Vector3d> centre_O{.last = controller::Vector3d::Zero(),
                                              .rate = controller::Vector3d::Zero(),
                                              .difference = controller::Vector3d::Zero()};
  controller::PerLeg<controller::PerJoint<FilteredRate<double>>> rate{};
  controller::PerLeg<controller::PerJoint<TorqueErrors>> error{};
};

struct MotionScene {
  const controller::RobotModel& robot;
  const controller::ControllerConfig& config;
};

/// @param last  command of the tick before
MotionSignals motion_signals(const MotionScene& scene, const Tick& tick,
                             const controller::Command& last, MotionState& state);

/// Angles of R = Rz(yaw) Ry(pitch) Rx(roll)  [rad]
Attitude attitude(const controller::Matrix3d& R);

/// Rates of the angles for the angular velocity w_B in the turned axes  [rad/s]
Attitude attitude_rate(const Attitude& angle, const controller::Vector3d& w_B);

}  // namespace ventosa::scenarios
