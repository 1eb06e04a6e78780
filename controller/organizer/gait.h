#pragma once

#include "controller/config.h"
#include "controller/model/observation.h"
#include "controller/organizer/body_reference.h"
#include "controller/state.h"

/// Wave gait: one foot at a time, in the robot's gait order, through the phases
///
///   stance -> unload -> release -> lift -> transfer -> lower -> touch -> seal -> load -> stance
///
/// Load ramps away before the cup lets go and comes back only after its seal. Release and seal wait
/// for the measured vacuum; the body pauses meanwhile.
namespace ventosa::controller {

/// Where a foot may be set down.
struct Foothold {
  int patch = -1;                    ///< -1: none
  Vector3d p_WW = Vector3d::Zero();  ///< [m] wrist point over it
};

/// The foothold on the patch nearest to the wrist point p_WW that has room for the whole lip.
Foothold nearest_foothold(const Leg& leg, const Cup& cup, const PatchList& patches,
                          const Vector3d& p_WW) noexcept;

/// Where `leg` steps next: its nominal place under the body at landing, led by half of what the
/// body will travel until the foot's next lift.
Foothold next_foothold(const RobotModel& robot, int leg, const PatchList& patches,
                       const Isometry3d& X_WB_reference, const Twist& twist,
                       const GaitConfig& config, double budget_m) noexcept;

/// A foot on a held cup: wrist passive, forces shared to it.
bool is_held(FootPhase phase) noexcept;

/// How much of its limits a held foot may use, 0..1: ramps with unload and load.
double availability(const Foot& foot, const ControllerConfig& config) noexcept;

/// The body waits while a cup lets go or seals.
bool pauses_body(FootPhase phase) noexcept;

void enter(Foot& foot, FootPhase phase) noexcept;

/// A foot in stance that has begun its step towards `foothold`.
[[nodiscard]] Foot begun_step(const Foot& stance, const Foothold& foothold,
                              const PatchList& patches) noexcept;

/// What a foot in its step learns from its module.
struct FootReading {
  double grip_force_N = 0;  ///< measured vacuum times area
  PerJoint<double> q_rad{};
  Vector3d p_WW = Vector3d::Zero();      ///< [m] wrist point by odometry
  Matrix3d R_WF = Matrix3d::Identity();  ///< and the cup's orientation
  double roll_rad = 0;                   ///< of the wrist's last joint
  double height_m = kNoDistance_m;       ///< of the lip plane over the surface: mean of its sensors
};

/// A held foot whose vacuum is gone carries nothing and is no anchor any more; its wrist is powered
/// where it is and its cup goes on gripping. With the vacuum back the foot counts again, from where
/// it then is.
void watch_grip(const Cup& cup, const ControllerConfig& config, const FootReading& reading,
                Foot& foot) noexcept;

/// Moves a foot on through its phases. @return kSealFailed when its cup does not seal any more,
/// kReleaseStuck while its vacuum does not go
Reason advance_foot(const Cup& cup, const ControllerConfig& config, const FootReading& reading,
                    Foot& foot) noexcept;

}  // namespace ventosa::controller
