#pragma once

#include "controller/diagnostics.h"
#include "controller/signals.h"
#include "sim/truth.h"

/// What truth and plan say together: errors against the truth, and the worst over the robot.
namespace ventosa::scenarios {

/// |estimated - true| force on a leg at its wrist point, in shares of the robot's weight; zero on a
/// leg that is not held.
struct ReactionError {
  double elastic = 0;
  double motors = 0;
  double fused = 0;
};

/// Of the surface under a foothold of the plan, against the nearest true one.
struct FootholdError {
  double offset_m = 0;   ///< off its plane
  double outside_m = 0;  ///< and beyond its rim
  double angle_rad = 0;
};

struct Derived {
  double body_position_m = 0;  ///< truth against the plan's reference
  double body_angle_rad = 0;
  double estimate_position_m = 0;  ///< truth against the estimate
  double estimate_angle_rad = 0;
  double estimate_yaw_rad = 0;  ///< of that, about the normal of the surface at the start, signed
  double estimate_nees = 0;     ///< its normalised square, chi-square(6); 0 without a covariance
  double estimate_nis = 0;      ///< mean over the measured feet, each chi-square(3); 0 without any
  controller::Vector3d travel_B0 = controller::Vector3d::Zero();  ///< [m] true way since the start
  double stall_ratio = 0;                                         ///< largest of all joints
  double safety_factor = 0;   ///< smallest of the attached cups; kNoCup if none is
  double slip_m = 0;          ///< largest creep of the attached cups
  double swing_m = 0;         ///< largest distance of a swinging wrist point from its plan, in B
  double torque_step_Nm = 0;  ///< largest step of a commanded torque (feed-forward) since last tick
  int n_attached = 0;
  controller::PerLeg<ReactionError> reaction;
  controller::PerLeg<FootholdError> foothold;
};

/// Of the planes in sight, the worst: at the middle of what is seen, and between the normals.
struct DetectionError {
  double offset_m = 0;
  double angle_rad = 0;
};
DetectionError detection_error(const controller::PlaneDetections& seen,
                               const sim::DetectionTruth& truth);

inline constexpr double kNoCup = 100;  ///< the cap of a safety factor

Derived derive(const controller::RobotModel& robot, const controller::Isometry3d& X_WB0,
               const controller::Diagnostics& plan, const sim::Truth& truth);

/// Where the plan's surface is against the true ones, at a foothold.
FootholdError foothold_error(const controller::PlannedFoothold& planned,
                             const controller::PatchList& patches);

/// Largest step of a joint's tau_ff between two commands that both drive it: all of its torque, if
/// the controller closes the loop.
double torque_step_Nm(const controller::RobotModel& robot, const controller::Command& last,
                      const controller::Command& now);

template <class Visitor>
void signals(Visitor& visit, const DetectionError& error) {
  using controller::SignalName;
  visit(SignalName{.group = "error", .item = "planes", .field = "offset"}, "m", error.offset_m);
  visit(SignalName{.group = "error", .item = "planes", .field = "angle"}, "rad", error.angle_rad);
}

template <class Visitor>
void signals(Visitor& visit, const controller::RobotModel& robot, const Derived& d) {
  using controller::SignalName;
  const auto error = [&](const char* item, const char* field, const char* unit, double value) {
    visit(SignalName{.group = "error", .item = item, .field = field}, unit, value);
  };
  error("body", "position", "m", d.body_position_m);
  error("body", "angle", "rad", d.body_angle_rad);
  error("estimate", "position", "m", d.estimate_position_m);
  error("estimate", "angle", "rad", d.estimate_angle_rad);
  error("estimate", "yaw", "rad", d.estimate_yaw_rad);
  error("estimate", "nees", "1", d.estimate_nees);
  error("estimate", "nis", "1", d.estimate_nis);
  error("swing", "position", "m", d.swing_m);
  controller::signals(visit, "error", "travel", d.travel_B0, "m");
  for (int i = 0; i < robot.n_legs(); ++i) {
    visit(SignalName{"error", i, "reaction", -1, "elastic"}, "1", d.reaction[i].elastic);
    visit(SignalName{"error", i, "reaction", -1, "motors"}, "1", d.reaction[i].motors);
    visit(SignalName{"error", i, "reaction", -1, "fused"}, "1", d.reaction[i].fused);
    visit(SignalName{"error", i, "foothold", -1, "offset"}, "m", d.foothold[i].offset_m);
    visit(SignalName{"error", i, "foothold", -1, "outside"}, "m", d.foothold[i].outside_m);
    visit(SignalName{"error", i, "foothold", -1, "angle"}, "rad", d.foothold[i].angle_rad);
  }
  visit(SignalName{.group = "worst", .field = "stall_ratio"}, "1", d.stall_ratio);
  visit(SignalName{.group = "worst", .field = "safety_factor"}, "1", d.safety_factor);
  visit(SignalName{.group = "worst", .field = "slip"}, "m", d.slip_m);
  visit(SignalName{.group = "worst", .field = "torque_step"}, "N m", d.torque_step_Nm);
  visit(SignalName{.group = "count", .field = "attached"}, "1", d.n_attached);
}

}  // namespace ventosa::scenarios
