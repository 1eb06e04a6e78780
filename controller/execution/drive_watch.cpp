#include "controller/execution/drive_watch.h"

#include <algorithm>
#include <cmath>

namespace ventosa::controller {
namespace {

/// True if the torque was reported on and is now off, although commanded for long.
bool has_lost_torque(const JointReading& joint, double period_s, bool requested,
                     JointWatch& watch) {
  watch.requested_s = requested ? std::min(watch.requested_s + period_s, 2 * kTorqueReported_s) : 0;
  watch.had_torque = requested && (watch.had_torque || joint.torque == Switch::kOn);
  return watch.had_torque && joint.torque == Switch::kOff && watch.requested_s > kTorqueReported_s;
}

/// Counts new readings that are unchanged while the set-point moves away.
void watch_motion(double q_rad, double q_set_rad, bool follows, JointWatch& watch) {
  const double lag_rad = std::abs(q_set_rad - q_rad);
  if (q_rad == watch.q_rad && follows) {
    const bool gone = lag_rad > watch.lag_rad + kStuck_rad;
    watch.stuck = gone ? std::min(watch.stuck + 1, kStuckReadings) : 0;
    return;
  }
  watch.q_rad = q_rad;
  watch.lag_rad = lag_rad;
  watch.stuck = 0;
}

}  // namespace

int faulty_joint(const Leg& leg, const LegReading& reading, const DriveCommand& command,
                 double period_s, DriveWatch& watch) noexcept {
  const bool is_new = reading.sampled_ns != watch.sampled_ns;
  watch.sampled_ns = reading.sampled_ns;
  int faulty = -1;
  for (int j = leg.n_joints - 1; j >= 0; --j) {
    const auto k = static_cast<std::size_t>(j);
    const JointReading& joint = reading.joint[k];
    JointWatch& own = watch.joint[k];
    const bool requested = j < leg.n_arm || !command.attached;
    const bool lost = has_lost_torque(joint, period_s, requested, own);
    const bool follows = requested && command.follows;
    if (is_new) watch_motion(joint.q_rad, command.q_set_rad[k], follows, own);
    if (lost || own.stuck == kStuckReadings || joint.errors.value_or(0) != 0) faulty = j;
  }
  return faulty;
}

}  // namespace ventosa::controller
