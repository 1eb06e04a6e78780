#include "controller/estimation/contact_points.h"

#include <algorithm>

#include "controller/dynamics/lip.h"
#include "controller/model/surfaces.h"

namespace ventosa::controller {
namespace {

/// Age of a reading, bounded against wrong clocks.
double bounded_age_s(const Observation& seen, std::int64_t sampled_ns) {
  constexpr double kMost_s = 0.2;
  const auto now_ns = static_cast<double>(seen.now_ns);
  return std::clamp(1e-9 * (now_ns - static_cast<double>(sampled_ns)), 0.0, kMost_s);
}

/// True if enough attached feet report to determine the body pose without the silent ones.
bool enough_others_tell(const RobotModel& robot, const PerLeg<ModuleReport>& report) {
  constexpr int kEnough = 3;
  const auto tells = [](const ModuleReport& each) { return each.attached && !each.silent; };
  return std::count_if(report.begin(), report.begin() + robot.n_legs(), tells) >= kEnough;
}

/// Plane constraint of a wrist point; only for surveyed surfaces, as one seen by the camera is
/// placed by the estimate itself.
WristPlane wrist_plane(const Leg& leg, SurfaceSource source, const Patch& patch) {
  if (source != SurfaceSource::kSurveyed) return {};
  const Vector3d n_W = patch.X_WS.linear().col(2);
  return {n_W, n_W.dot(patch.X_WS.translation()) + leg.foot.standoff_m};
}

Vector3d deflection_W(const Leg& leg, const ControllerConfig& config, const Matrix3d& R_WB,
                      const LegPose& pose, const Patch& patch, const Vector3d& F_B) {
  if (config.lip.model == LipModel::kRigid) return Vector3d::Zero();
  const HangingWeight weight = hanging_weight(leg, pose, R_WB.transpose() * config.gravity_W);
  return lip_deflection(
      config.lip, leg.foot, patch.X_WS.linear().col(2),
      {.shear = R_WB * (F_B - weight.total_B), .tilt = R_WB * (F_B - weight.peel_B)});
}

}  // namespace

void initialize_contacts(const RobotModel& robot, const Observation& seen,
                         const PatchList& surfaces, EstimationState& state) noexcept {
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    Contact& contact = state.contact[i];
    const LegPose pose = leg_pose(robot.leg[i], measured_q(seen.leg[i]));
    contact.p_WW = state.X_WB * pose.p_BW;
    contact.R_WF = state.X_WB.linear() * pose.X_BF.linear();
    const Foothold here = nearest_foothold(robot.leg[i], surfaces, contact.p_WW);
    contact.patch = std::max(0, here.patch);
  }
}

OdometryInput contact_odometry(const RobotModel& robot, const ControllerConfig& config,
                               const EstimationInput& in, const Stance& stance,
                               EstimationState& state) noexcept {
  const Observation& seen = in.seen;
  OdometryInput input{.has_imu = in.imu.reading.is_known(),
                      .imu_age_s = bounded_age_s(seen, in.imu.reading.sampled_ns),
                      .specific_force_B = in.imu.reading.specific_force_B,
                      .w_WB_B = turn_rate_B(in.imu.reading),
                      .gravity_W = config.gravity_W,
                      .period_s = config.period_s};
  const Matrix3d R_WB = state.X_WB.linear();
  const bool skip_silent = enough_others_tell(robot, in.report);
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    Contact& contact = state.contact[i];
    if (!contact.attached || !in.report[i].touches || (skip_silent && in.report[i].silent))
      continue;
    const auto k = static_cast<std::size_t>(input.n_feet++);
    const LegPose& pose = stance.leg[i].pose;
    const Patch& patch = in.surfaces.patch[static_cast<std::size_t>(contact.patch)];
    const ArmJacobian J = arm_jacobian(robot.leg[i], pose);
    contact.deflection_W = deflection_W(robot.leg[i], config, R_WB, pose, patch, in.F_last_B[i]);
    input.leg[k] = static_cast<int>(i);
    input.p_BW[k] = pose.p_BW - R_WB.transpose() * contact.deflection_W;
    input.p_WW[k] = contact.p_WW;
    input.R_BF[k] = pose.X_BF.linear();
    input.R_WF[k] = contact.R_WF;
    input.spread_m2[k] = J * J.transpose();
    input.unburdened[k] = state.burden[i].ticks_gone > 0;
    input.bears[k] = bears_load(state.burden[i]);
    input.age_s[k] = bounded_age_s(seen, seen.leg[i].sampled_ns);
    input.plane[k] = wrist_plane(robot.leg[i], config.surfaces.source, patch);
  }
  return input;
}

CreepInput creep_input(const RobotModel& robot, const ControllerConfig& config,
                       const EstimationInput& in, const Stance& stance,
                       const EstimationState& state) noexcept {
  constexpr double kFresh_s = 0.05;
  CreepInput input;
  input.X_WB = state.X_WB;
  input.period_s = config.period_s;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Contact& contact = state.contact[i];
    const ModuleReport& report = in.report[i];
    const Patch& patch = in.surfaces.patch[static_cast<std::size_t>(contact.patch)];
    input.n_B[i] = state.X_WB.linear().transpose() * patch.X_WS.linear().col(2);
    input.p_BF[i] =
        stance.leg[i].pose.X_BF.translation() - lip_shift(config.lip, input.n_B[i], in.F_last_B[i]);
    input.standing[i] = robot.leg[i].cup() && contact.attached && report.touches &&
                        state.filter.watch[i].alarm == FootAlarm::kNone;
    input.fresh[i] = !report.silent && report.age_s <= kFresh_s;
  }
  return input;
}

/// Copies the filter's contact points. A foot that slips or has slipped keeps its point, because
/// its joints keep pulling towards it until its next step.
void learn_contacts(const InvariantFilter& filter, const std::optional<Isometry3d>& X_WO,
                    PerLeg<Contact>& contact) noexcept {
  for (std::size_t k = 0; k < static_cast<std::size_t>(filter.n_feet); ++k) {
    const auto leg = static_cast<std::size_t>(filter.leg[k]);
    Vector3d& p_WW = contact[leg].p_WW;
    const Vector3d learnt = X_WO ? Vector3d(X_WO->inverse() * filter.p_WW[k]) : filter.p_WW[k];
    const bool slips = filter.watch[leg].alarm != FootAlarm::kNone;
    if (!slips && (learnt - p_WW).norm() < kSlipped_m) p_WW = learnt;
  }
}

Vector3d measured_point(const Isometry3d& X_WB, const LegPose& pose,
                        const Contact& contact) noexcept {
  return X_WB * pose.p_BW - contact.deflection_W;
}

void update_contacts(const RobotModel& robot, const EstimationInput& in, const Stance& stance,
                     EstimationState& state) noexcept {
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    Contact& contact = state.contact[i];
    const LegPose& pose = stance.leg[i].pose;
    const Vector3d measured_W = measured_point(state.X_WB, pose, contact);
    if (contact.attached && !in.pd && (measured_W - contact.p_WW).norm() > kSlipped_m)
      contact.p_WW = measured_W;
    if (contact.attached == in.report[i].attached) continue;
    contact.attached = in.report[i].attached;
    contact.deflection_W.setZero();
    if (!contact.attached) continue;
    if (in.report[i].patch >= 0) contact.patch = in.report[i].patch;
    contact.p_WW = state.X_WB * pose.p_BW;
    contact.R_WF = state.X_WB.linear() * pose.X_BF.linear();
  }
}

void turn_contacts(const Vector3d& p_WB, const Matrix3d& turn, PerLeg<Contact>& contact) noexcept {
  for (Contact& point : contact) {
    point.p_WW = p_WB + turn * (point.p_WW - p_WB);
    point.R_WF = turn * point.R_WF;
  }
}

}  // namespace ventosa::controller
