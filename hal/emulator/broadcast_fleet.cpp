#include "hal/emulator/broadcast_fleet.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ventosa::hal {

using broadcast::Slave;

BroadcastFleet::BroadcastFleet(const controller::RobotModel& model, Pace pace, Robot& robot,
                               std::vector<ServerPort*> ports)
    : pace_(pace), robot_(robot), ports_(std::move(ports)), is_due_(model.leg.size()) {
  controller::Start start;
  if (robot_.start(start) != Status::kOk) throw std::runtime_error("the robot does not start");
  seen_ = start.seen;
  for (std::size_t i = 0; i < model.leg.size(); ++i)
    slave_.emplace_back(Slave::Setup{.leg = static_cast<int>(i),
                                     .n_joints = model.leg[i].n_joints,
                                     .lock_step = pace == Pace::kLockStep});
}

void BroadcastFleet::serve(std::int64_t now_ns) noexcept {
  for (std::size_t i = 0; i < slave_.size(); ++i) hear(i, now_ns);
  const auto has_torque = [](const Slave& slave) { return slave.has_torque(); };
  stands_ = stands_ || std::all_of(slave_.begin(), slave_.end(), has_torque);
}

void BroadcastFleet::hear(std::size_t leg, std::int64_t now_ns) noexcept {
  std::array<std::byte, kDatagramRoom> buffer;
  const controller::PerJoint<double> q_rad = controller::measured_q(seen_.leg[leg]);
  for (Call call = ports_[leg]->receive(buffer); !call.datagram.empty();
       call = ports_[leg]->receive(buffer)) {
    const Slave::Heard heard = slave_[leg].hear(call, now_ns, q_rad);
    if (heard == Slave::Heard::kTaken) is_due_[leg] = takes_time(slave_[leg]);
    if (heard != Slave::Heard::kIgnored && !is_due_[leg] && !is_mute(leg)) reply(leg);
  }
}

/// True if a slave replies only when a period has passed.
bool BroadcastFleet::takes_time(const Slave& slave) const noexcept {
  return pace_ == Pace::kLockStep && stands_ && !slave.engages();
}

/// True if a slave sends nothing: its computer is off, or its readings do not reach it. In lock
/// step it replies with its last readings, because time waits for it.
bool BroadcastFleet::is_mute(std::size_t leg) const noexcept {
  constexpr std::int64_t kMute_ns = 50'000'000;
  return pace_ == Pace::kRealTime && seen_.now_ns - seen_.leg[leg].sampled_ns >= kMute_ns;
}

void BroadcastFleet::reply(std::size_t leg) noexcept {
  std::array<std::byte, broadcast::kMaxReply> buffer;
  const controller::LegReading& reading = seen_.leg[leg];
  ports_[leg]->send(*slave_[leg].master(),
                    slave_[leg].reply(reading, reading.sampled_ns + held_ns_, buffer));
}

bool BroadcastFleet::is_commanded() const noexcept {
  return std::all_of(is_due_.begin(), is_due_.end(), [](bool is_due) { return is_due; });
}

Status BroadcastFleet::advance(std::int64_t) noexcept {
  if (!stands_) {
    held_ns_ += robot_.capabilities().control_period_ns;
    return Status::kOk;
  }
  controller::PerLeg<std::optional<std::int32_t>> boots{};
  for (std::size_t i = 0; i < slave_.size(); ++i) {
    command_.leg[i] = slave_[i].command();
    boots[i] = seen_.leg[i].module.boots;
  }
  const Status status = robot_.exchange(command_, seen_);
  for (std::size_t i = 0; i < slave_.size(); ++i) {
    if (seen_.leg[i].module.boots != boots[i]) slave_[i].boot();
    if (is_due_[i] && slave_[i].master()) reply(i);
    is_due_[i] = false;
  }
  return status;
}

}  // namespace ventosa::hal
