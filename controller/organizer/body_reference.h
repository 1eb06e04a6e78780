#pragma once

#include "controller/model/config.h"
#include "controller/model/goal.h"
#include "controller/trajectory/pose_follower.h"

/// Where the body should be: the reference follows the goal within its limits; the trim integrates
/// the body error, so that legs are sent a little further than the reference until the body is
/// there.
namespace ventosa::controller {

struct BodyReference {
  Isometry3d X_WB = Isometry3d::Identity();
  Vector3d trim_p_W = Vector3d::Zero();  ///< [m] integral of the body error
  Vector3d trim_r_W = Vector3d::Zero();  ///< [rad]
  PoseFollower follower;                 ///< moves the reference to goal poses
  double budget_m = 0;                   ///< advance still allowed before the next step
  double speed_m_s = 0;                  ///< along its path
  double lag_m = 0;                      ///< of a walk behind what the goal asks for
};

/// The limits of the configuration, for the follower and for paths made in advance.
FollowLimits follow_limits(const BodyConfig& config) noexcept;

/// All feet on the ground: moves the reference towards the goal pose (kPose), to the goal's
/// velocity (kMove), or brakes it (any other activity, or PD that shall go off).
void follow_goal(const ControllerConfig& config, const Goal& goal,
                 BodyReference& reference) noexcept;

/// Where the reference would come to rest if it were to brake now.
Isometry3d rest_pose(const ControllerConfig& config, const BodyReference& reference) noexcept;

bool is_stationary(const BodyReference& reference) noexcept;

/// Whether nothing is left of its budget but the way on which it would brake.
bool has_arrived(const ControllerConfig& config, const BodyReference& reference) noexcept;

/// Walking: what the goal asks for from here, and faster while the body makes up for a pause; zero
/// once arrived or with no walking goal.
/// @param fastest_m_s  that the gait can do
Twist wanted_twist(const ControllerConfig& config, const Goal& goal, double fastest_m_s,
                   const BodyReference& reference) noexcept;

/// During a step: counts how far the body is behind the goal's speed, four seconds at most.
void count_lag(const ControllerConfig& config, const Goal& goal, BodyReference& reference) noexcept;

/// Path speed of a twist [m/s]: the faster of its translation and its rotation at the feet.
double path_speed(const Twist& twist) noexcept;

/// Walking: moves the reference along `twist` while the budget lasts and `paused` is false, within
/// the acceleration limit.
void advance_reference(const ControllerConfig& config, const Twist& twist, bool paused,
                       BodyReference& reference) noexcept;

/// Feedback by odometry, K_B x~ of Prados 2023, eq. 32, with x~ = log(R_d R') for the rotation.
/// @param X_WB  the estimate
/// @return the trim's rate
Twist trim(const ControllerConfig& config, const Isometry3d& X_WB,
           BodyReference& reference) noexcept;

/// Starts the trim at the present error, so that no torque jumps when PD returns.
void restart_trim(const ControllerConfig& config, const Isometry3d& X_WB,
                  BodyReference& reference) noexcept;

/// Of a body that has been moved while nothing led it, further than the trim may take: reference
/// and trim start again from where it is.
/// @param X_WB  the estimate
void follow_moved_body(const ControllerConfig& config, const Isometry3d& X_WB,
                       BodyReference& reference) noexcept;

/// After a tick in which a leg did not reach its place: the reference comes back to where the body
/// is, which is within reach, and the trim fades; else the same would be asked for again for ever.
/// @param X_WB  the estimate
void give_way(const ControllerConfig& config, const Isometry3d& X_WB,
              BodyReference& reference) noexcept;

/// Reference and trim: the pose that the legs are sent to.
Isometry3d commanded_body(const BodyReference& reference) noexcept;

}  // namespace ventosa::controller
