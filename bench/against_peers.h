#pragma once

#include "bench/samples.h"
#include "bench/sway.h"

/// Comparison of our hot paths with common libraries in one run: they alternate, so that machine
/// load affects all alike. Only the solution is timed; each peer's preparations (matrices in its
/// own form, memory, contact force in its own frame) are made before.
namespace ventosa::bench {

/// "load_sharing/N_legs/STRAIN": share_load() without a warm start, on the feasible or on the
/// infeasible problems of a swaying body; peers solve the feasible ones in dense form, cold. The
/// time of a problem is the median of five solutions; p99 is over problems.
Benchmark measure_sharing(const controller::RobotModel& robot, const Strain& strain);

/// "gravity/6_joints": static torque of an attached leg, g(q) - J'F, including kinematics.
Benchmark measure_gravity(const controller::Leg& leg);

}  // namespace ventosa::bench
