#include "view/run/shown.h"

#include <cmath>

#include "controller/load_sharing/margins.h"
#include "controller/model/surfaces.h"

namespace ventosa::view {

using controller::Isometry3d;
using controller::LegPose;
using controller::Patch;
using controller::Vector3d;

namespace {

std::optional<Patch> surface_at(const Surroundings& at, std::size_t leg, const Vector3d& p_WW) {
  const controller::RobotModel& robot = at.robot.nominal;
  const int patch = nearest_foothold(robot.leg[leg], at.surfaces, p_WW).patch;
  if (patch < 0) return std::nullopt;
  return at.surfaces.patch[static_cast<std::size_t>(patch)];
}

/// Sets the pose of a leg's lip and its surface.
void place(const Surroundings& at, const Isometry3d& X_WB, std::size_t leg, bool touches,
           const LegPose& pose, ShownLeg& shown) {
  shown.X_WF = X_WB * pose.X_BF;
  if (touches) shown.surface = surface_at(at, leg, X_WB * pose.p_BW);
}

double suction_N(const controller::RobotModel& robot, const controller::LegReading& reading) {
  const controller::Cup* cup = robot.cup();
  return cup ? grip_force_N(*cup, reading) : 0;
}

bool touches(controller::FootPhase phase, const controller::ModuleReport& report) {
  using controller::FootPhase;
  const bool comes_or_goes = phase == FootPhase::kRelease || phase == FootPhase::kSeal;
  return report.attached || (report.touches && comes_or_goes);
}

double estimated_safety_factor(const Surroundings& at, std::size_t leg,
                               const controller::SharingConfig& config, const Isometry3d& X_WB,
                               const Vector3d& g_W, const LegPose& pose, const ShownLeg& shown,
                               const Vector3d& f_B) {
  const controller::RobotModel& robot = at.robot.nominal;
  const controller::Matrix3d R_BW = X_WB.linear().transpose();
  controller::StanceLeg held;
  held.pose = pose;
  held.grip_force_N = shown.vacuum_force_N;
  held.R_BS = R_BW * shown.surface->X_WS.linear();
  held.friction = shown.surface->friction;
  return std::visit([&](const auto& hold) { return controller::safety_factor(hold, f_B); },
                    foot_hold(robot.leg[leg], config, held, R_BW * g_W));
}

ShownLeg true_cup(const sim::CupTruth& cup) {
  return {.held = cup.phase == sim::CupPhase::kAttached,
          .foot = controller::name(cup.phase),
          .vacuum_Pa = cup.vacuum_Pa,
          .vacuum_force_N = cup.vacuum_force_N,
          .turbine = cup.turbine,
          .distance_m = cup.distance_m,
          .safety_factor = cup.safety_factor,
          .slip_m = cup.slip_m};
}

std::string_view point_word(bool touches) { return touches ? "on the ground" : "in the air"; }

/// Safety factor of a point foot against sliding.
double true_safety_factor(const controller::Patch& surface, const Vector3d& f_W) {
  return controller::safety_factor(
      controller::PointHold{.R_BS = surface.X_WS.linear(), .friction = surface.friction}, f_W);
}

ShownLeg true_point(const sim::PointFootTruth& foot) {
  return {.held = foot.touches, .foot = point_word(foot.touches), .slip_m = foot.slip_m};
}

/// State of a foot in a word, by the module's report.
std::string_view foot_word(const controller::Leg& leg, bool touches) {
  if (!leg.cup()) return point_word(touches);
  return touches ? "grips" : "no vacuum";
}

}  // namespace

Shown shown(const Surroundings& at, const sim::Truth& truth) {
  Shown all{.X_WB = truth.X_WB, .pan_rad = truth.pan_rad, .tilt_rad = truth.tilt_rad};
  for (std::size_t i = 0; i < at.robot.nominal.leg.size(); ++i) {
    const controller::Leg& nominal = at.robot.nominal.leg[i];
    const sim::LegTruth& leg = truth.leg[i];
    ShownLeg& one = all.leg[i];
    one = nominal.cup() ? true_cup(leg.cup) : true_point(leg.point);
    one.q_rad = leg.q_rad;
    one.tau_Nm = leg.tau_Nm;
    one.stall_ratio = leg.stall_ratio;
    const bool touches = nominal.cup() ? leg.cup.phase != sim::CupPhase::kFree : leg.point.touches;
    place(at, all.X_WB, i, touches, leg_pose(nominal, leg.q_rad), one);
    if (!nominal.cup() && one.surface)
      one.safety_factor = true_safety_factor(*one.surface, leg.point.f_W);
  }
  return all;
}

Shown shown(const Surroundings& at, const controller::ControllerConfig& options,
            const controller::Observation& seen, const controller::Diagnostics& plan) {
  Shown all{.X_WB = plan.X_WB_estimate,
            .pan_rad = seen.detections.pan_rad,
            .tilt_rad = seen.detections.tilt_rad};
  for (std::size_t i = 0; i < at.robot.nominal.leg.size(); ++i) {
    const controller::LegReading& reported = seen.leg[i];
    ShownLeg& leg = all.leg[i];
    leg = {.q_rad = measured_q(reported),
           .held = plan.report[i].attached,
           .foot = foot_word(at.robot.nominal.leg[i], plan.report[i].touches),
           .vacuum_Pa = reported.cup.vacuum_Pa,
           .vacuum_force_N = suction_N(at.robot.nominal, reported),
           .turbine = reported.cup.turbine,
           .distance_m = reported.cup.distance_m};
    for (std::size_t j = 0; j < leg.tau_Nm.size(); ++j) {
      leg.tau_Nm[j] = reported.joint[j].tau_Nm;
      leg.stall_ratio[j] = std::abs(leg.tau_Nm[j]) / at.robot.drive[i][j].stall_torque_Nm;
    }
    const LegPose pose = leg_pose(at.robot.nominal.leg[i], leg.q_rad);
    place(at, all.X_WB, i, touches(plan.phase[i], plan.report[i]), pose, leg);
    const bool is_felt = !plan.contact_force[i].fused_B.isZero(0);
    if (leg.held) leg.safety_factor = controller::kUnknown;
    if (leg.held && leg.surface && is_felt)
      leg.safety_factor =
          estimated_safety_factor(at, i, options.sharing, all.X_WB, options.gravity_W, pose, leg,
                                  plan.contact_force[i].fused_B);
  }
  return all;
}

sim::RobotPose pose_of(const Shown& shown) {
  sim::RobotPose pose{.X_WB = shown.X_WB};
  for (std::size_t i = 0; i < shown.leg.size(); ++i) pose.q_rad[i] = shown.leg[i].q_rad;
  return pose;
}

}  // namespace ventosa::view
