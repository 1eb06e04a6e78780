#include "hal/broadcast/slave_line.h"

#include <algorithm>
#include <numeric>

namespace ventosa::hal::broadcast {

void SlaveLine::hear(const Reply& reply, Source source, const SentTimes& sent,
                     std::int64_t now_ns) noexcept {
  const Reject reject = judge(reply, source, sent, now_ns);
  if (reject == Reject::kStranger) rival_ = source;
  if (reject != Reject::kNone) return count(reject);
  const std::int64_t sent_ns = *sent.of(reply.number);
  if (last_.has_torque && !reply.has_torque) {
    rebooted_ns_ = now_ns;
    ++n_boots_;
  }
  note_link(reply, sent_ns, now_ns);
  read(reply, reply.lock_step ? reply.read_ns : sent_ns);
  slave_ = source;
  heard_ns_ = now_ns;
  last_ = reply;
}

/// A slave that has been silent may come back from another address, or with its clock restarted.
Reject SlaveLine::judge(const Reply& reply, Source source, const SentTimes& sent,
                        std::int64_t now_ns) const noexcept {
  if (reply.n_joints != n_joints_) return Reject::kSize;
  const bool is_known = slave_ && now_ns - heard_ns_ < kBroadcastFreshness.stale_min_ns;
  if (is_known && source != *slave_) return Reject::kStranger;
  const bool is_newer = !slave_ || steps(reply.number, last_.number) > 0;
  if (!is_newer || !sent.of(reply.number)) return Reject::kNumber;
  return is_known && reply.read_ns < last_.read_ns ? Reject::kTime : Reject::kNone;
}

void SlaveLine::note_link(const Reply& reply, std::int64_t sent_ns, std::int64_t now_ns) noexcept {
  round_trip_.add(now_ns - sent_ns);
  if (n_heard_++ == 0) return;
  n_missing_ += static_cast<std::uint64_t>(steps(reply.number, last_.number) - 1);
  longest_gap_ns_ = std::max(longest_gap_ns_, now_ns - heard_ns_);
}

void SlaveLine::read(const Reply& reply, std::int64_t sampled_ns) noexcept {
  const double passed_s = 1e-9 * static_cast<double>(sampled_ns - reading_.sampled_ns);
  const bool has_rate = slave_ && passed_s > 0;
  for (std::size_t j = 0; j < static_cast<std::size_t>(n_joints_); ++j) {
    const MotorReading& motor = reply.motor[j];
    controller::JointReading& joint = reading_.joint[j];
    if (has_rate) joint.dq_rad_s = (motor.q_rad - joint.q_rad) / passed_s;
    joint.q_rad = motor.q_rad;
    joint.current_A = motor.current_A;
    joint.voltage_V = motor.voltage_V;
    joint.torque = reply.has_torque ? controller::Switch::kOn : controller::Switch::kOff;
  }
  reading_.sampled_ns = reading_.cup.sampled_ns = sampled_ns;
}

LinkStatistics SlaveLine::statistics(std::int64_t now_ns) const noexcept {
  LinkStatistics link{.sent = n_sent_, .heard = n_heard_, .missing = n_missing_};
  link.rejected = std::accumulate(rejects_.begin(), rejects_.end(), std::uint64_t{0});
  for (std::size_t k = 0; k < kRejects; ++k)
    if (!may_be_late(static_cast<Reject>(k))) link.bad += rejects_[k];
  if (n_heard_ == 0) return link;
  link.age_ns = now_ns - heard_ns_;
  link.longest_gap_ns = std::max(longest_gap_ns_, *link.age_ns);
  link.round_trip_p50_ns = round_trip_.quantile_ns(0.5);
  link.round_trip_p99_ns = round_trip_.quantile_ns(0.99);
  return link;
}

}  // namespace ventosa::hal::broadcast
