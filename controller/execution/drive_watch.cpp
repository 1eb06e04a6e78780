#include "controller/execution/drive_watch.h"

#include <algorithm>

namespace ventosa::controller {
namespace {

/// Torque that has been on and is off, long after the command.
bool has_lost_torque(const JointReading& joint, double asked_s, bool& had_torque) {
  had_torque = asked_s > 0 && (had_torque || joint.torque == Switch::kOn);
  return had_torque && joint.torque == Switch::kOff && asked_s > kTorqueReported_s;
}

}  // namespace

int faulty_joint(const Leg& leg, const LegReading& reading, bool attached, double period_s,
                 DriveWatch& watch) noexcept {
  int faulty = -1;
  for (int j = leg.n_joints - 1; j >= 0; --j) {
    const auto k = static_cast<std::size_t>(j);
    const bool asked = j < leg.n_arm || !attached;
    watch.asked_s[k] = asked ? std::min(watch.asked_s[k] + period_s, 2 * kTorqueReported_s) : 0;
    const bool lost = has_lost_torque(reading.joint[k], watch.asked_s[k], watch.had_torque[k]);
    if (lost || reading.joint[k].errors.value_or(0) != 0) faulty = j;
  }
  return faulty;
}

}  // namespace ventosa::controller
