#pragma once

#include "controller/model/config.h"
#include "controller/model/goal.h"
#include "controller/trajectory/pose_follower.h"

/// Planned pose of the body. The reference follows the goal within its limits. The trim integrates
/// the body error and is added to the reference, so that the body reaches it.
namespace ventosa::controller {

struct BodyReference {
  Isometry3d X_WB = Isometry3d::Identity();
  Vector3d trim_p_W = Vector3d::Zero();  ///< [m] integral of the body error
  Vector3d trim_r_W = Vector3d::Zero();  ///< [rad] integral of the rotation error
  PoseFollower follower;                 ///< moves the reference towards goal poses
  double budget_m = 0;                   ///< advance still allowed before the next step
  double speed_m_s = 0;                  ///< present speed of the reference along its path
  double lag_m = 0;                      ///< distance by which a walk is behind its goal
  /// [m] displacement from the nominal height over the surface, to that over uneven ground
  Vector3d rise_W = Vector3d::Zero();
};

/// Limits of the body's motion, for the follower and for planned paths.
FollowLimits follow_limits(const BodyConfig& config) noexcept;

/// With all feet attached: moves the reference towards the goal pose (kPose), at the goal's
/// velocity (kMove), or brakes it (any other activity, or when PD is to be switched off).
void follow_goal(const ControllerConfig& config, const Goal& goal,
                 BodyReference& reference) noexcept;

/// Pose at which the reference would stop if it braked now.
Isometry3d rest_pose(const ControllerConfig& config, const BodyReference& reference) noexcept;

bool is_stationary(const BodyReference& reference) noexcept;

/// Way before the end of its budget at which a body of that path speed begins to brake.  [m]
double braking_m(const ControllerConfig& config, double speed_m_s) noexcept;

/// True if the remaining budget is at most the braking distance.
bool has_arrived(const ControllerConfig& config, const BodyReference& reference) noexcept;

/// Mean path speed that the goal requests of a walk; 0: no walk.
double requested_speed(const Goal& goal) noexcept;

/// Way of the body that is left of a walk to a pose; infinite without an end  [m]
double way_left_m(const Goal& goal, const Isometry3d& X_WB) noexcept;

/// Twist of a walk from here: the goal's, faster while the body catches up after a pause; zero on
/// arrival or without a walking goal.
/// @param fastest_m_s  limit of the gait
Twist wanted_twist(const ControllerConfig& config, const Goal& goal, double fastest_m_s,
                   const BodyReference& reference) noexcept;

/// Twist towards a pose, straight and at most at that path speed, braking before it; zero there.
Twist twist_towards(const ControllerConfig& config, const Isometry3d& X_WB, double speed_m_s,
                    const BodyReference& reference) noexcept;

/// During a step: accumulates the body's lag behind the goal's speed, up to four seconds of it.
void count_lag(const ControllerConfig& config, const Goal& goal, BodyReference& reference) noexcept;

/// Path speed of a twist [m/s]: the larger of translation and rotation times kFootReach_m.
double path_speed(const Twist& twist) noexcept;

/// The body when it has gone on by way_m along a twist; a zero twist leaves it where it is.
Isometry3d gone_on(const Isometry3d& X_WB, const Twist& twist, double way_m) noexcept;

/// Walking: pose of the reference when it has used up its budget.
Isometry3d end_of_row(const BodyReference& reference, const Twist& twist) noexcept;

/// Walking: moves the reference along `twist` within the budget and the acceleration limit; brakes
/// it while `paused`.
void advance_reference(const ControllerConfig& config, const Twist& twist, bool paused,
                       BodyReference& reference) noexcept;

/// Walking: keeps the body at its height over uneven ground.
/// @param ground_W  [m] mean displacement of the feet from their even surfaces
void follow_ground(const ControllerConfig& config, const Vector3d& ground_W,
                   BodyReference& reference) noexcept;

/// Integral feedback of the odometry error, K_B x~ of Prados 2023, eq. 32, with x~ = log(R_d R^T)
/// for the rotation.
/// @param X_WB  estimated pose of the body
/// @return rate of the trim
Twist trim(const ControllerConfig& config, const Isometry3d& X_WB,
           BodyReference& reference) noexcept;

/// Sets the trim to the present error, so that no torque jumps when PD is switched on again.
void restart_trim(const ControllerConfig& config, const Isometry3d& X_WB,
                  BodyReference& reference) noexcept;

/// After the body was moved from outside, beyond the trim's limit: reference and trim restart from
/// its present pose.
/// @param X_WB  the estimate
void follow_moved_body(const ControllerConfig& config, const Isometry3d& X_WB,
                       BodyReference& reference) noexcept;

/// After a tick with an unreachable foothold: moves the reference to the body's present pose, which
/// is reachable, and reduces the trim. Otherwise the same pose would be commanded again in every
/// tick.
/// @param X_WB  the estimate
void give_way(const ControllerConfig& config, const Isometry3d& X_WB,
              BodyReference& reference) noexcept;

/// Reference plus trim: the body pose for which the legs are commanded.
Isometry3d commanded_body(const BodyReference& reference) noexcept;

}  // namespace ventosa::controller
