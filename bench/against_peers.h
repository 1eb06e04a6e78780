#pragma once

#include "bench/samples.h"
#include "bench/sway.h"

/// Our hot paths beside the libraries an engineer would otherwise use, all in one run: they take
/// turns, so that all see the same machine. Timed is the answer alone; what a peer needs made ready
/// (matrices in its own form, its memory, a contact force in its own frame) is made ready before.
namespace ventosa::bench {

/// "load_sharing/N_legs/STRAIN": share_load() without a warm start, on the problems of a swaying
/// body that can be solved, or on those that cannot; peers solve the former in dense form, cold.
/// Each problem is solved five times and counts with its median: p99 is over problems.
Benchmark measure_sharing(const controller::RobotModel& robot, const Strain& strain);

/// "gravity/6_joints": the static torque of a held leg, g(q) - J'F, kinematics included.
Benchmark measure_gravity(const controller::Leg& leg);

}  // namespace ventosa::bench
