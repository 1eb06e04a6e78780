#include "hal/broadcast/slave.h"

#include <algorithm>
#include <cmath>

namespace ventosa::hal::broadcast {

using controller::JointMode;
using controller::PerJoint;

Slave::Heard Slave::hear(const Call& call, std::int64_t now_ns,
                         const PerJoint<double>& q_rad) noexcept {
  References references;
  const Reject reject = judge(call, now_ns, references);
  if (reject != Reject::kNone) {
    ++rejects_[static_cast<std::size_t>(reject)];
    return Heard::kIgnored;
  }
  const bool is_repeated = master_ == call.source && references.number == number_;
  master_ = call.source;
  heard_ns_ = now_ns;
  if (is_repeated) return Heard::kRepeated;
  number_ = references.number;
  const auto first = references.leg.begin();
  engages_ = std::any_of(first, first + references.n_legs,
                         [](const LegReferences& leg) { return leg.order == Order::kEngage; });
  obey(references.leg[static_cast<std::size_t>(setup_.leg)], q_rad);
  return Heard::kTaken;
}

Reject Slave::judge(const Call& call, std::int64_t now_ns, References& references) const noexcept {
  const Reject reject = decode(call.datagram, references);
  if (reject != Reject::kNone) return reject;
  if (setup_.leg >= references.n_legs) return Reject::kLeg;
  if (references.leg[static_cast<std::size_t>(setup_.leg)].n_joints != setup_.n_joints)
    return Reject::kSize;
  if (!master_ || is_left_alone(now_ns)) return Reject::kNone;
  if (call.source != *master_) return Reject::kStranger;
  return steps(references.number, number_) < 0 ? Reject::kNumber : Reject::kNone;
}

bool Slave::is_left_alone(std::int64_t now_ns) const noexcept {
  return now_ns - heard_ns_ >= kLeftAlone_ns;
}

void Slave::obey(const LegReferences& references, const PerJoint<double>& q_rad) noexcept {
  switch (references.order) {
    case Order::kStay:
      return;
    case Order::kEngage:
      if (has_torque_ || !is_equal(references, q_rad)) return;
      has_torque_ = true;
      q_rad_ = references.q_rad;
      return;
    case Order::kFollow:
      if (has_torque_) q_rad_ = references.q_rad;
      return;
    case Order::kOff:
      has_torque_ = false;
      return;
  }
}

bool Slave::is_equal(const LegReferences& references,
                     const PerJoint<double>& q_rad) const noexcept {
  for (std::size_t j = 0; j < static_cast<std::size_t>(setup_.n_joints); ++j)
    if (!(std::abs(references.q_rad[j] - q_rad[j]) <= kEqual_rad)) return false;
  return true;
}

controller::LegCommand Slave::command() const noexcept {
  controller::LegCommand leg;
  for (std::size_t j = 0; j < static_cast<std::size_t>(setup_.n_joints); ++j)
    if (has_torque_)
      leg.joint[j] = {.mode = JointMode::kPosition, .q_rad = q_rad_[j]};
    else
      leg.joint[j] = {.mode = JointMode::kPassive};
  return leg;
}

std::span<const std::byte> Slave::reply(const controller::LegReading& reading, std::int64_t read_ns,
                                        std::span<std::byte, kMaxReply> buffer) const noexcept {
  Reply reply{.leg = setup_.leg,
              .has_torque = has_torque_,
              .lock_step = setup_.lock_step,
              .number = number_,
              .read_ns = read_ns,
              .n_joints = setup_.n_joints};
  for (std::size_t j = 0; j < static_cast<std::size_t>(setup_.n_joints); ++j) {
    const controller::JointReading& joint = reading.joint[j];
    reply.motor[j] = {joint.q_rad, joint.current_A, joint.voltage_V};
  }
  return encode(reply, buffer);
}

void Slave::boot() noexcept {
  has_torque_ = engages_ = false;
  master_.reset();
}

}  // namespace ventosa::hal::broadcast
