#pragma once

#include "controller/diagnostics.h"
#include "controller/signals.h"
#include "sim/truth.h"

/// What truth and plan say together: errors against the truth, and the worst over the robot.
namespace ventosa::scenarios {

struct Derived {
  double body_position_m = 0;  ///< truth against the plan's reference
  double body_angle_rad = 0;
  double estimate_position_m = 0;  ///< truth against the estimate
  double estimate_angle_rad = 0;
  controller::Vector3d travel_B0 = controller::Vector3d::Zero();  ///< [m] true way since the start
  double stall_ratio = 0;                                         ///< largest of all joints
  double safety_factor = 0;   ///< smallest of the attached cups; kNoCup if none is
  double slip_m = 0;          ///< largest creep of the attached cups
  double swing_m = 0;         ///< largest distance of a swinging wrist point from its plan, in B
  double torque_step_Nm = 0;  ///< largest step of a commanded torque (feed-forward) since last tick
  int n_attached = 0;
};

inline constexpr double kNoCup = 100;  ///< the cap of a safety factor

Derived derive(const controller::RobotModel& robot, const controller::Isometry3d& X_WB0,
               const controller::Diagnostics& plan, const sim::Truth& truth);

/// Largest step of a joint's tau_ff between two commands that both drive it: all of its torque, if
/// the controller closes the loop.
double torque_step_Nm(const controller::RobotModel& robot, const controller::Command& last,
                      const controller::Command& now);

template <class Visitor>
void signals(Visitor& visit, const Derived& d) {
  using controller::SignalName;
  const auto error = [&](const char* item, const char* field, const char* unit, double value) {
    visit(SignalName{.group = "error", .item = item, .field = field}, unit, value);
  };
  error("body", "position", "m", d.body_position_m);
  error("body", "angle", "rad", d.body_angle_rad);
  error("estimate", "position", "m", d.estimate_position_m);
  error("estimate", "angle", "rad", d.estimate_angle_rad);
  error("swing", "position", "m", d.swing_m);
  controller::signals(visit, "error", "travel", d.travel_B0, "m");
  visit(SignalName{.group = "worst", .field = "stall_ratio"}, "1", d.stall_ratio);
  visit(SignalName{.group = "worst", .field = "safety_factor"}, "1", d.safety_factor);
  visit(SignalName{.group = "worst", .field = "slip"}, "m", d.slip_m);
  visit(SignalName{.group = "worst", .field = "torque_step"}, "N m", d.torque_step_Nm);
  visit(SignalName{.group = "count", .field = "attached"}, "1", d.n_attached);
}

}  // namespace ventosa::scenarios
