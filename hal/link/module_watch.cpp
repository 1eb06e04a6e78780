#include "hal/link/module_watch.h"

#include <algorithm>
#include <cmath>

namespace ventosa::hal {
namespace {

using controller::LegReading;

/// Thresholds of frozen joints: one dead servo stops the readings of all six, and its time-outs
/// extend the module's loop from 22 ms to 61 ms.
constexpr int kFrozenReadings = 2;
constexpr double kSlowLoop = 1.8;

/// Time for a foot to settle after a boot of its module; until then its readings are not used. @{
std::int64_t settling_ns(const controller::Cup&) { return kCupSettles_ns; }
std::int64_t settling_ns(const controller::PointFoot&) { return 0; }
/// @}

/// True if the readings of a foot without which the controller cannot go on are numbers. @{
bool is_number(const controller::Cup&, const LegReading& reading) {
  return std::isfinite(reading.cup.vacuum_Pa);
}
bool is_number(const controller::PointFoot&, const LegReading&) { return true; }
/// @}

bool is_alike(const LegReading& a, const LegReading& b, int n_joints) {
  for (std::size_t j = 0; j < static_cast<std::size_t>(n_joints); ++j)
    if (a.joint[j].q_rad != b.joint[j].q_rad || a.joint[j].dq_rad_s != b.joint[j].dq_rad_s)
      return false;
  return true;
}

}  // namespace

Triggers ModuleWatch::judge(const LegReading& reading, std::int64_t period_ns,
                            std::int64_t now_ns) noexcept {
  Triggers triggers;
  if (is_stale(reading, period_ns, now_ns)) triggers.insert(Trigger::kStale);
  if (has_rebooted(reading.module, now_ns)) triggers.insert(Trigger::kRebooted);
  if (are_frozen(reading)) triggers.insert(Trigger::kJointsFrozen);
  if (has_fault(reading)) triggers.insert(Trigger::kJointFault);
  if (!is_number(reading)) triggers.insert(Trigger::kLimit);
  if (reading.module.power == controller::Switch::kOff) triggers.insert(Trigger::kNoPower);
  return triggers;
}

/// True if a module's readings, or the last message it reports to have received, are stale.
bool ModuleWatch::is_stale(const LegReading& reading, std::int64_t period_ns,
                           std::int64_t now_ns) const noexcept {
  const auto stale = [&](std::int64_t reported_ns) {
    return freshness(age_of(reported_ns, now_ns), period_ns, policy_) == Freshness::kStale;
  };
  return stale(controller::needed_ns(foot_, reading)) ||
         (reading.heard_ns != controller::kNeverReceived && stale(reading.heard_ns));
}

bool ModuleWatch::has_rebooted(const controller::ModuleReading& module,
                               std::int64_t now_ns) noexcept {
  if (boots_ && module.boots != boots_) rebooted_ns_ = now_ns;
  boots_ = module.boots;
  const auto settles_ns =
      std::visit([](const auto& kind) { return settling_ns(kind); }, foot_.hold);
  return rebooted_ns_ && now_ns - *rebooted_ns_ <= settles_ns;
}

/// True if equal readings coincide with a slow loop, repeatedly: at rest readings are equal too,
/// and a single loop may be slow.
bool ModuleWatch::are_frozen(const LegReading& reading) noexcept {
  if (reading.sampled_ns == last_.sampled_ns) return n_frozen_ >= kFrozenReadings;
  const double loop_s = reading.module.loop_s;
  const bool moves = !is_alike(reading, last_, n_joints_);
  if (moves || !controller::is_known(usual_loop_s_)) usual_loop_s_ = loop_s;
  const bool slow = loop_s > kSlowLoop * usual_loop_s_;  // compared to when the joints last moved
  n_frozen_ = slow ? std::min(n_frozen_ + 1, kFrozenReadings) : 0;
  last_ = reading;
  return n_frozen_ >= kFrozenReadings;
}

/// True if joint angles and vacuum are finite; the controller rejects others.
bool ModuleWatch::is_number(const LegReading& reading) const noexcept {
  return std::visit([&](const auto& kind) { return hal::is_number(kind, reading); }, foot_.hold) &&
         std::all_of(
             reading.joint.begin(), reading.joint.begin() + n_joints_,
             [](const controller::JointReading& joint) { return std::isfinite(joint.q_rad); });
}

bool ModuleWatch::has_fault(const LegReading& reading) const noexcept {
  return std::any_of(
      reading.joint.begin(), reading.joint.begin() + n_joints_,
      [](const controller::JointReading& joint) { return joint.errors.value_or(0) != 0; });
}

}  // namespace ventosa::hal
