#pragma once

#include "controller/estimation/body_estimate.h"
#include "controller/load_sharing/limit.h"
#include "controller/model/description.h"
#include "controller/model/module_report.h"
#include "controller/model/plan.h"
#include "controller/model/route.h"

/// Internal results of the controller's tick, for recording, display and assertions. No control
/// stage reads them.
namespace ventosa::controller {

/// Foothold on a surface to which a foot is attached or is planned to step.
struct PlannedFoothold {
  Vector3d p_W = Vector3d::Zero();        ///< [m] below the wrist point
  Vector3d normal_W = Vector3d::UnitZ();  ///< unit normal of the surface
};

struct Diagnostics {
  Reason reason = Reason::kNone;
  bool restricted = false;  ///< the reason restricts the robot; false: none, or only a warning
  Isometry3d X_WB_estimate = Isometry3d::Identity();
  Isometry3d X_WB_reference = Isometry3d::Identity();  ///< planned body pose
  /// Fictive body under which feet swing by the reverse body; the planned one while none does.
  Isometry3d X_WB_reverse = Isometry3d::Identity();
  PerLeg<FootPhase> phase{};  ///< phase at the end of the tick
  PerLeg<ModuleTask> task{};
  PerLeg<ModuleReport> report{};
  PerLeg<Vector3d> p_BW = zero_vectors();  ///< [m] planned wrist point, from B's origin, in B
  /// [N] planned force on the leg at its wrist point, in B.
  PerLeg<Vector3d> f_W_B = zero_vectors();
  PerLeg<ContactForceEstimate> contact_force;
  PerLeg<PlannedFoothold> foothold;
  Bottleneck load;       ///< load margin of the present stance
  int refused_leg = -1;  ///< leg that the reason refers to; -1: no single leg
  ImuHealth imu = ImuHealth::kGood;
  CameraHealth camera = CameraHealth::kGood;
  Bottleneck lift;      ///< limit that a refused lift would violate
  double pd_share = 1;  ///< share of the PD gains of attached legs, 0..1
  int sharing_iterations = 0;
  PayloadEstimate payload;
  Vector3d p_BC = Vector3d::Zero();  ///< [m] centre of mass of robot and payload, in B
  /// Normalised innovation squared of a foot, chi-square(3); 0: no measurement.
  PerLeg<double> nis{};
  PerLeg<FootAlarm> alarm{};  ///< alarm for a cup
  PerLeg<bool> slides{};      ///< a point foot slides, by the filter
  /// Covariance of pose_error(): rotation, then position; 0: unknown.
  Matrix6d covariance = Matrix6d::Zero();
  ReadingWatch fix, heading;                 ///< GPS fixes and compass headings so far
  Deviation deviation;                       ///< deviation of the compass
  Isometry3d X_WO = Isometry3d::Identity();  ///< frame of odometry (estimation/fixes.h)
  double stride_m = 0;                       ///< longest possible stride of the walk
  double walk_speed_m_s = 0;     ///< mean body speed that this gait reaches, from its last cycle
  double speed_reached_m_s = 0;  ///< mean body speed in the last cycle
  double turn_rate_rad_s = 0;    ///< mean rate that this gait reaches turning on the spot
  WalkPhase walk = WalkPhase::kNone;
  int surprises = 0;  ///< rows of the walk that were planned and then refused or shortened
  Limiting last_surprise = Limiting::kNone;  ///< constraint that stopped the last of them
  Limiting limiting = Limiting::kNone;       ///< constraint that the reason refers to
  double room = 0;     ///< unused share of its limit; negative: exceeded by it
  int steps_done = 0;  ///< feet placed and attached since the start
  RequestStatus request = RequestStatus::kNone;
  RouteProgress route;         ///< progress of the route that is carried out
  int requests_overtaken = 0;  ///< requests to single legs that were replaced before they began
  bool stands = true;          ///< no foot steps, and the planned body does not move
};

/// Describes the plan. describe_modules() describes the messages between organizer and modules.
void describe(auto& field, Is<Diagnostics> auto& plan) {
  field("reason", plan.reason);
  field("estimate", plan.X_WB_estimate);
  field("reference", plan.X_WB_reference);
  if (field.has(Equipment::kReverseGait)) field("reverse", plan.X_WB_reverse);
  field("load", plan.load);
  field("refused_leg", plan.refused_leg);
  if (field.has(Equipment::kImu)) field("imu", plan.imu);
  field("camera", plan.camera);
  if (field.has(Equipment::kFix)) field("fix", plan.fix);
  if (field.has(Equipment::kHeading)) {
    field("heading", plan.heading);
    field("deviation", plan.deviation);
  }
  field("lift", plan.lift);
  field("pd_share", plan.pd_share);
  field("sharing_iterations", plan.sharing_iterations);
  field("payload", plan.payload);
  field("centre_of_mass", plan.p_BC, "m");
  field("steps_done", plan.steps_done);
  field("stride", plan.stride_m, "m");
  field("speed", plan.walk_speed_m_s, "m/s");
  field("speed_reached", plan.speed_reached_m_s, "m/s");
  field("turn_rate", plan.turn_rate_rad_s, "rad/s");
  field.group("request", [&](auto& request) { request("status", plan.request); });
  field("requests_overtaken", plan.requests_overtaken);
  field("walk", plan.walk);
  field("surprises", plan.surprises);
  field("last_surprise", plan.last_surprise);
  field("limiting", plan.limiting);
  field("room", plan.room);
  field("route", plan.route);
  field.per_leg("leg", [&](auto& leg, int i) {
    const auto k = static_cast<std::size_t>(i);
    leg("phase", plan.phase[k]);
    if (field.has(Equipment::kCup)) leg("alarm", plan.alarm[k]);
    if (field.has(Equipment::kPointFoot)) leg("slides", plan.slides[k]);
    leg("nis", plan.nis[k]);
    leg("wrist", plan.p_BW[k], "m");
    leg("force", plan.f_W_B[k], "N");
  });
}

/// Describes contact force, task and report of each leg.
void describe_modules(auto& field, Is<Diagnostics> auto& plan) {
  field.group("contact_force", [&](auto& topic) { topic.per_leg("leg", plan.contact_force); });
  field.group("task", [&](auto& topic) { topic.per_leg("leg", plan.task); });
  field.group("report", [&](auto& topic) { topic.per_leg("leg", plan.report); });
}

}  // namespace ventosa::controller
