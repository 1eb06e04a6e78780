#pragma once

#include "controller/diagnostics.h"
#include "controller/model/description.h"
#include "sim/truth.h"

/// Signals derived from truth and plan: errors against the truth, and worst values of the robot.
namespace ventosa::scenarios {

/// |estimated - true| force on a leg at its wrist point, relative to the robot's weight; zero for a
/// leg that is not attached.
struct ReactionError {
  double elastic = 0;
  double motors = 0;
  double fused = 0;
};

void describe(auto& field, controller::Is<ReactionError> auto& error) {
  field("elastic", error.elastic);
  field("motors", error.motors);
  field("fused", error.fused);
}

/// Error of the surface under a planned foothold against the nearest true surface.
struct FootholdError {
  double offset_m = 0;   ///< distance from the true plane
  double outside_m = 0;  ///< distance beyond the true surface's rim
  double angle_rad = 0;
};

void describe(auto& field, controller::Is<FootholdError> auto& error) {
  field("offset", error.offset_m, "m");
  field("outside", error.outside_m, "m");
  field("angle", error.angle_rad, "rad");
}

/// Largest errors of the detected planes: distance at the centre of the detected part, and angle.
struct DetectionError {
  double offset_m = 0;
  double angle_rad = 0;
};

void describe(auto& field, controller::Is<DetectionError> auto& error) {
  field("offset", error.offset_m, "m");
  field("angle", error.angle_rad, "rad");
}

struct Derived {
  double body_position_m = 0;  ///< truth against the plan's reference
  double body_angle_rad = 0;
  double estimate_position_m = 0;  ///< truth against the estimate
  double estimate_angle_rad = 0;
  double estimate_yaw_rad = 0;  ///< signed yaw of that error, about the normal at the start
  double estimate_nees = 0;     ///< normalised error squared, chi-square(6); 0 without covariance
  double estimate_nis = 0;  ///< normalised innovation squared, mean over the measured feet, each
                            ///< chi-square(3); 0 without feet
  controller::Vector3d travel_B0 = controller::Vector3d::Zero();  ///< [m] true displacement
  double stall_ratio = 0;     ///< largest share of the stall torque, of all joints
  double safety_factor = 0;   ///< smallest of cups in a contact phase; 0: lost; kNoCup: no cup
  double slip_m = 0;          ///< largest slip of the cups in a contact phase
  double swing_m = 0;         ///< largest distance of a swinging wrist point from its plan, in B
  double torque_step_Nm = 0;  ///< largest step of a commanded torque (feed-forward) since last tick
  int n_attached = 0;
  int n_loaded = 0;         ///< point feet on the ground
  double total_slip_m = 0;  ///< way that all point feet together have slid under load
  double stability_m = 0;   ///< static margin of point feet: stability.h
  controller::PerLeg<ReactionError> reaction;
  controller::PerLeg<FootholdError> foothold;
  DetectionError detections;
};

/// Topics `error`, `worst` and `count`, with point feet also `slip` and `stability`.
void describe(auto& field, controller::Is<Derived> auto& d) {
  field.group("error", [&](auto& error) {
    error.group("body", [&](auto& body) {
      body("position", d.body_position_m, "m");
      body("angle", d.body_angle_rad, "rad");
    });
    error.group("estimate", [&](auto& estimate) {
      estimate("position", d.estimate_position_m, "m");
      estimate("angle", d.estimate_angle_rad, "rad");
      estimate("yaw", d.estimate_yaw_rad, "rad");
      estimate("nees", d.estimate_nees);
      estimate("nis", d.estimate_nis);
    });
    error.group("swing", [&](auto& swing) { swing("position", d.swing_m, "m"); });
    error("travel", d.travel_B0, "m");
    error.per_leg("leg", [&](auto& leg, int i) {
      leg("reaction", d.reaction[static_cast<std::size_t>(i)]);
      leg("foothold", d.foothold[static_cast<std::size_t>(i)]);
    });
    if (field.has(controller::Equipment::kCamera)) error("planes", d.detections);
  });
  field.group("worst", [&](auto& worst) {
    worst("stall_ratio", d.stall_ratio);
    if (field.has(controller::Equipment::kCup)) {
      worst("safety_factor", d.safety_factor);
      worst("slip", d.slip_m, "m");
    }
    worst("torque_step", d.torque_step_Nm, "N m");
  });
  field.group("count", [&](auto& count) {
    if (field.has(controller::Equipment::kCup)) count("attached", d.n_attached);
    if (field.has(controller::Equipment::kPointFoot)) count("loaded", d.n_loaded);
  });
  if (!field.has(controller::Equipment::kPointFoot)) return;
  field.group("slip", [&](auto& slip) { slip("total", d.total_slip_m, "m"); });
  field.group("stability", [&](auto& stability) { stability("margin", d.stability_m, "m"); });
}

DetectionError detection_error(const controller::PlaneDetections& seen,
                               const sim::DetectionTruth& truth);

inline constexpr double kNoCup = 100;  ///< cap of a safety factor

Derived derive(const controller::RobotModel& robot, const controller::Isometry3d& X_WB0,
               const controller::Diagnostics& plan, const sim::Truth& truth);

/// Error of a planned surface against the true ones, at a foothold.
FootholdError foothold_error(const controller::PlannedFoothold& planned,
                             const controller::PatchList& patches);

/// Largest step of a joint's tau_ff between two commands that both drive the joint. With the loop
/// in the controller, tau_ff is the whole torque.
double torque_step_Nm(const controller::RobotModel& robot, const controller::Command& last,
                      const controller::Command& now);

}  // namespace ventosa::scenarios
