#pragma once

#include <limits>
#include <optional>

#include "controller/dynamics/stance.h"
#include "controller/estimation/burden.h"
#include "controller/estimation/camera_watch.h"
#include "controller/estimation/contact_forces.h"
#include "controller/estimation/creep_watch.h"
#include "controller/estimation/fixes.h"
#include "controller/estimation/imu_watch.h"
#include "controller/estimation/invariant_filter.h"
#include "controller/estimation/payload.h"
#include "controller/model/module_report.h"
#include "controller/model/observation.h"
#include "controller/model/start.h"

/// State estimate of the body: pose, contacts and load. First stage of a tick. Its state is updated
/// in place, also when the tick's command is dropped.
namespace ventosa::controller {

/// Present or last contact of a foot.
struct Contact {
  bool attached = false;
  int patch = 0;
  Vector3d p_WW = Vector3d::Zero();      ///< [m] wrist point with the lip unloaded
  Matrix3d R_WF = Matrix3d::Identity();  ///< orientation of the cup at the time of attachment
  /// [m] displacement of the wrist point by the loaded lip.
  Vector3d deflection_W = Vector3d::Zero();
};

/// Distance between measured and kept contact point from which a foot counts as slipped; well above
/// noise.
inline constexpr double kSlipped_m = 0.005;

inline PerLeg<double> full_trust() {
  PerLeg<double> trust;
  trust.fill(1);
  return trust;
}

template <typename T>
using PerPatch = std::array<T, kMaxPatches>;

inline PerPatch<double> any_friction() {
  PerPatch<double> friction;
  friction.fill(std::numeric_limits<double>::infinity());
  return friction;
}

/// State of an attached foot with an alarm of the filter (slip_alarm.h): it is lost or slides. Only
/// its vacuum decides, and its pressure sensor is slow. Until then a fast-moving foot gets no load,
/// and the friction at which a foot slides is assumed for this foot alone. A foot that slides with
/// full vacuum shows the friction of its surface, so the value then holds for all feet on it.
struct AlarmedFoot {
  std::int32_t alarmed = 0;  ///< ticks since the alarm began
  std::int32_t ticks = 0;    ///< ticks since the alarm is kDetachment
  double slid_at = 0;        ///< planned friction use at the start of the alarm
  /// Assumed friction coefficient of the foot.
  double friction = std::numeric_limits<double>::infinity();
};

struct EstimationState {
  bool started = false;
  bool clamped = false;  ///< the body is fixed to a bench
  Isometry3d X_WB = Isometry3d::Identity();
  PerLeg<Contact> contact{};
  /// Trust in every leg: see StanceLeg. Ramps with the duration of a foot's unloading.
  PerLeg<double> trust = full_trust();
  PerLeg<AlarmedFoot> alarmed_foot{};
  PerLeg<Burden> burden{};
  PerLeg<double> grip_force_N{};               ///< suction forces of attached cups, smoothed
  PerPatch<double> friction = any_friction();  ///< upper bounds of friction, from slipping feet
  InvariantFilter filter;                      ///< used with Estimator::kFilter
  CreepWatch creep;
  Fixes fixes;  ///< its X_WO is the pose of the frame in which all else here is given
  ImuWatch imu;
  CameraWatch camera;
  /// [rad] last result of the elastic estimate, its next start.
  Vector3d elastic_turn_B = Vector3d::Zero();
  PayloadInformation payload_information;  ///< weighings of the payload
  MassMoment payload;  ///< payload for load sharing: follows the estimate once that is significant
  bool has_weighed = false;  ///< the payload was weighed, or cannot be
};

struct BodyEstimate {
  Reason reason = Reason::kNone;  ///< kEstimateDiverged: the pose is the last valid one
  Isometry3d X_WB = Isometry3d::Identity();
  std::optional<Vector3d> levelling_W;  ///< [rad] correction of this tick by the accelerometer
  Stance stance;
  PerLeg<Contact> contact{};
  PerLeg<ContactForceEstimate> contact_force{};
  PayloadEstimate payload;
  bool knows_load = false;  ///< the stance includes the payload as far as it can be weighed
  Vector3d p_BC = Vector3d::Zero();  ///< [m] centre of mass of robot and payload, in B
  PerLeg<double> nis{};       ///< normalised innovation squared of a foot, chi-square(3); 0: none
  PerLeg<FootAlarm> alarm{};  ///< alarm for a cup, which may be lost
  /// A point foot slides, by the filter: it is left out of odometry, and nothing else follows.
  PerLeg<bool> slides{};
  ImuHealth imu = ImuHealth::kGood;
  CameraHealth camera = CameraHealth::kGood;
  LegSet maybe_lost;  ///< feet with no load until their vacuum is read: see AlarmedFoot
  LegSet lost;        ///< `maybe_lost` feet, and feet whose vacuum is gone
  /// Covariance of pose_error(): rotation, then position; 0: unknown.
  Matrix6d covariance = Matrix6d::Zero();
};

/// Inputs of the estimate.
struct EstimationInput {
  const Observation& seen;
  UsableImu imu;
  const PerLeg<ModuleReport>& report;
  const PatchList& surfaces;         ///< surfaces known before this tick
  const PerLeg<Vector3d>& F_last_B;  ///< [N] result of the last tick's load sharing; loads the lips
  double at_rest_s = 0;  ///< time for which the organizer has commanded no motion, with PD on
  /// Rate of the heave that weighs the payload, -1..1: see heave.h; 0: no heave.
  double heave_rate = 0;
  bool overloaded = false;  ///< load sharing of the last tick violated a limit
  Isometry3d X_WB_reference = Isometry3d::Identity();  ///< reference of the last tick
  bool pd = true;  ///< position control pulled the attached feet to their points in the last tick
};

EstimationState initial_estimate(const Start& start) noexcept;

/// Estimates the body pose from feet and IMU, levelled by the accelerometer at rest. Then updates
/// the contact points of feet that have attached or detached.
void estimate_pose(const RobotModel& robot, const ControllerConfig& config,
                   const EstimationInput& input, EstimationState& state,
                   BodyEstimate& body) noexcept;

/// Estimates the stance for that pose, the forces on its feet and the payload.
void estimate_load(const RobotModel& robot, const ControllerConfig& config,
                   const EstimationInput& input, EstimationState& state,
                   BodyEstimate& body) noexcept;

}  // namespace ventosa::controller
