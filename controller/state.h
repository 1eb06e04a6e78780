#pragma once

#include <cstdint>

#include "controller/diagnostics.h"
#include "controller/estimation/invariant_filter.h"
#include "controller/estimation/payload.h"
#include "controller/load_sharing/load_sharing.h"
#include "controller/load_sharing/peak_torque.h"
#include "controller/perception/surface_map.h"
#include "controller/trajectory/pose_follower.h"

/// The controller's whole memory: plain bytes, copied into snapshots.
namespace ventosa::controller {

/// One foot's place in its step.
struct Foot {
  FootPhase phase = FootPhase::kStance;
  bool anchored = false;        ///< counts for odometry and load sharing
  std::int32_t ticks = 0;       ///< since the phase began
  std::int32_t patch = 0;       ///< it holds on to, or held on to last
  std::int32_t patch_goal = 0;  ///< it steps to
  std::int32_t retries = 0;
  Vector3d p_WW = Vector3d::Zero();       ///< [m] wrist point: anchor, or where the swing began
  Matrix3d R_WF = Matrix3d::Identity();   ///< of the cup when it anchored
  Vector3d p_WW_goal = Vector3d::Zero();  ///< [m] where the swing ends
  Vector3d z_WF = Vector3d::Zero();       ///< cup direction when the swing began
  Vector3d z_WF_goal = Vector3d::Zero();  ///< and when it ends
  PerJoint<double> q_from{};              ///< [rad] when the wrist was powered
  double roll_from_rad = 0;               ///< of its last joint then
  PerJoint<double> q_set{};               ///< [rad] last set-points
  Vector3d give_W = Vector3d::Zero();     ///< [m] what its lip gives under load: beside the anchor
  double feel_m = 0;                      ///< how much deeper than planned its surface was felt
  double rise_m = 0;  ///< of a foot in its step: its lip stands up, the vacuum going
  bool fresh = true;  ///< no last set-point to take a velocity from
};

/// What a tick decides on: goes back to where it was when the tick's command is not sent.
struct Plan {
  bool started = false;
  bool clamped = false;                      ///< the body is fixed to a bench
  Isometry3d X_WB = Isometry3d::Identity();  ///< estimate
  Isometry3d X_WB_reference = Isometry3d::Identity();
  Vector3d trim_p_W = Vector3d::Zero();  ///< [m] integral of the body error
  Vector3d trim_r_W = Vector3d::Zero();  ///< [rad]
  PoseFollower follower;                 ///< moves the reference to goal poses
  bool pd = true;
  std::int32_t ticks_standing = 1'000'000;  ///< of the reference: it stood long before the start
  double pd_share = 1;                      ///< of the gains of held legs: fades with pd
  std::int32_t ticks_at_rest = 0;           ///< all feet standing, PD on, reference still
  PerLeg<Foot> foot{};
  std::int32_t stepping = -1;         ///< leg off its stance, or -1
  std::int32_t turn = 0;              ///< place in the gait order
  Reason refusal = Reason::kNone;     ///< of the next lift
  std::int32_t refusal_ticks = 0;     ///< until it is tried again
  std::int32_t steps_of_walk = 0;     ///< begun since the goal last asked to walk
  double budget_m = 0;                ///< body advance still allowed before the next step
  double speed_m_s = 0;               ///< of the reference along its path
  PerLeg<Vector3d> F_B = no_force();  ///< [N] last sharing
  SharingWarmStart warm;
  SharingWarmStart warm_lift;                  ///< of the check whether a foot may lift
  PeakTorqueStart peak;                        ///< with Objective::kPeakTorque
  Vector3d elastic_turn_B = Vector3d::Zero();  ///< [rad] where the elastic estimate ended
  PayloadBelief payload;                       ///< what the feet have weighed
  MassMoment carried;                          ///< the payload that load sharing counts on
  Diagnostics diagnostics;
};

struct State : Plan {
  InvariantFilter filter;  ///< with the estimator of that name
  SurfaceMap map;          ///< with SurfaceSource::kSeen
};

}  // namespace ventosa::controller
