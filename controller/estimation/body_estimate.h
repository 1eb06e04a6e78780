#pragma once

#include <limits>
#include <optional>

#include "controller/dynamics/stance.h"
#include "controller/estimation/burden.h"
#include "controller/estimation/camera_watch.h"
#include "controller/estimation/contact_forces.h"
#include "controller/estimation/imu_watch.h"
#include "controller/estimation/invariant_filter.h"
#include "controller/estimation/payload.h"
#include "controller/model/module_report.h"
#include "controller/model/observation.h"
#include "controller/model/start.h"

/// What the robot knows of its body: where it is, what it stands on, what it carries. The first
/// stage of a tick. It steps its state in place, whatever becomes of the tick.
namespace ventosa::controller {

/// Where a foot is attached, or was last.
struct Contact {
  bool attached = false;
  int patch = 0;
  Vector3d p_WW = Vector3d::Zero();          ///< [m] contact point: the wrist point, lip unloaded
  Matrix3d R_WF = Matrix3d::Identity();      ///< of the cup when it attached
  Vector3d deflection_W = Vector3d::Zero();  ///< [m] of the wrist point, by the loaded lip
};

/// Of a standing foot, far more than the noise of its contact point.
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

/// A foot with an alarm (slip_alarm.h) has let go, or slides. Its cup tells which, and a barometer
/// takes its time: until then nothing is asked of one that races, and what one slides at is
/// supposed of it alone. A foot whose cup still grips as it should has slid: so would any other on
/// its surface.
struct LooseFoot {
  std::int32_t alarmed = 0;                                   ///< ticks
  std::int32_t ticks = 0;                                     ///< since it has raced
  double slid_at = 0;                                         ///< friction planned when it began to
  double friction = std::numeric_limits<double>::infinity();  ///< supposed
};

struct EstimationState {
  bool started = false;
  bool clamped = false;  ///< the body is fixed to a bench
  Isometry3d X_WB = Isometry3d::Identity();
  PerLeg<Contact> contact{};
  PerLeg<double> trust =
      full_trust();  ///< see StanceLeg: goes and comes in the time of an unloading
  PerLeg<LooseFoot> loose{};
  PerLeg<Burden> burden{};
  PerLeg<double> grip_force_N{};               ///< readings of attached cups, smoothed
  PerPatch<double> friction = any_friction();  ///< that feet have slipped at: no more is asked for
  InvariantFilter filter;                      ///< with the estimator of that name
  ImuWatch imu;
  CameraWatch camera;
  Vector3d elastic_turn_B = Vector3d::Zero();  ///< [rad] where the elastic estimate ended
  PayloadInformation payload_information;      ///< what the feet have weighed
  MassMoment payload;        ///< that load sharing counts on: follows the belief, once it is sure
  bool has_weighed = false;  ///< or has found that its feet cannot
};

struct BodyEstimate {
  Reason reason = Reason::kNone;  ///< kEstimateDiverged: the pose is the last one
  Isometry3d X_WB = Isometry3d::Identity();
  std::optional<Vector3d> levelling_W;  ///< [rad] by which the accelerometer has turned it
  Stance stance;
  PerLeg<Contact> contact{};
  PerLeg<ContactForceEstimate> contact_force{};
  PayloadEstimate payload;
  bool knows_load = false;           ///< the stance carries all that the feet can tell of
  Vector3d p_BC = Vector3d::Zero();  ///< [m] centre of mass of robot and payload, in B
  PerLeg<double> nis{};       ///< normalised innovation squared of a foot, chi-square(3); 0: none
  PerLeg<FootAlarm> alarm{};  ///< of the filter alone
  ImuHealth imu = ImuHealth::kGood;
  CameraHealth camera = CameraHealth::kGood;
  LegSet loose;                            ///< nothing is asked of: see LooseFoot
  LegSet lost;                             ///< loose, or known by its cup to have lost its hold
  Matrix6d covariance = Matrix6d::Zero();  ///< of rotation, then position: pose_error(); 0: unknown
};

/// What the estimate is made from, besides its state.
struct EstimationInput {
  const Observation& seen;
  UsableImu imu;
  const PerLeg<ModuleReport>& report;
  const PatchList& surfaces;         ///< known before this tick
  const PerLeg<Vector3d>& F_last_B;  ///< [N] that the last tick shared out: what loads the lips
  double at_rest_s = 0;              ///< the organizer has asked for no motion for so long, PD on
  double heave_rate = 0;             ///< of the heave that weighs, -1..1: see heave.h; 0: none
  bool overloaded = false;           ///< no forces of the last tick kept every limit
};

EstimationState initial_estimate(const Start& start) noexcept;

/// Body pose by the feet and the IMU, levelled by the accelerometer at rest; then the contact
/// points of the feet that have attached or detached since.
void estimate_pose(const RobotModel& robot, const ControllerConfig& config,
                   const EstimationInput& input, EstimationState& state,
                   BodyEstimate& body) noexcept;

/// The stance under that pose, the forces on its feet and the payload that they weigh.
void estimate_load(const RobotModel& robot, const ControllerConfig& config,
                   const EstimationInput& input, EstimationState& state,
                   BodyEstimate& body) noexcept;

}  // namespace ventosa::controller
