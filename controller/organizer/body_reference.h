#pragma once

#include "controller/config.h"
#include "controller/model/goal.h"
#include "controller/state.h"

/// Where the body should be: the reference follows the goal within its limits; the trim integrates
/// the body error, so that legs are sent a little further than the reference until the body is
/// there.
namespace ventosa::controller {

/// The limits of the configuration, for the follower and for paths made in advance.
FollowLimits follow_limits(const BodyConfig& config) noexcept;

/// All feet on the ground: moves the reference towards the goal pose (kPose), to the goal's
/// velocity (kMove), or brakes it (any other activity, or PD that shall go off).
void lead(const ControllerConfig& config, const Goal& goal, State& state) noexcept;

/// Whether the reference stands still.
bool stands(const State& state) noexcept;

/// Walking: what the goal asks for from here; zero once arrived or with no walking goal.
Twist wanted_twist(const ControllerConfig& config, const Goal& goal,
                   const Isometry3d& X_WB_reference) noexcept;

/// Path speed of a twist [m/s]: the faster of its translation and its rotation at the feet.
double path_speed(const Twist& twist) noexcept;

/// Walking: moves the reference along `twist` while the budget lasts and `paused` is false, within
/// the acceleration limit.
void advance(const ControllerConfig& config, const Twist& twist, bool paused,
             State& state) noexcept;

/// Feedback by odometry, K_B x~ of Prados 2023, eq. 32, with x~ = log(R_d R') for the rotation.
/// Frozen while PD is off; when PD returns the trim starts at the present error, so that no torque
/// jumps.
void trim(const ControllerConfig& config, bool pd, State& state) noexcept;

/// Reference and trim: the pose that the legs are sent to.
Isometry3d commanded_body(const State& state) noexcept;

}  // namespace ventosa::controller
