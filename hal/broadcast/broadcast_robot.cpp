#include "hal/broadcast/broadcast_robot.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "hal/broadcast/codec.h"

namespace ventosa::hal {

using broadcast::LegReferences;
using broadcast::Order;
using broadcast::Reject;
using broadcast::Reply;
using broadcast::SlaveLine;
using controller::Command;
using controller::JointMode;
using controller::LegCommand;
using controller::Observation;

namespace {

/// Pause before a silent slave in lock step is sent the same references again.
constexpr std::int64_t kTellAgain_ns = 100'000'000;
/// Time without a reply after which a slave in lock step is lost.
constexpr std::int64_t kStepLost_ns = 10'000'000'000;
/// Time without a reply after which a slave is lost, and not only silent.
constexpr std::int64_t kLost_ns = 1'000'000'000;

std::vector<RejectCount> named(const broadcast::RejectCounts& counts) {
  std::vector<RejectCount> all;
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (counts[k] > 0) all.push_back({controller::name(static_cast<Reject>(k)), counts[k]});
  return all;
}

}  // namespace

BroadcastRobot::BroadcastRobot(const BroadcastConfig& config, BroadcastNetwork& network)
    : WireRobot(config.model, config.start, config.period_ns), network_(network) {
  if (model_.cup() != nullptr)
    throw std::invalid_argument(model_.name + ": feet: the broadcast wire carries no cup");
  can_ = {.cup_modes = {},
          .impedance = Impedance::kNone,
          .control_period_ns = period_ns_,
          .telemetry = {.joint_current = true, .joint_voltage = true},
          .needs_arming = true,
          .keeps_time = true};
  sent_.n_legs = model_.n_legs();
  for (std::size_t i = 0; i < n_legs(); ++i) {
    const int n_joints = model_.leg[i].n_joints;
    line_.emplace_back(n_joints);
    sent_.leg[i].n_joints = n_joints;
    for (std::size_t j = 0; j < static_cast<std::size_t>(n_joints); ++j)
      can_.joint_modes[i][j] = {JointMode::kHold, JointMode::kPosition};
  }
}

// ---- sending

/// A leg without torque is engaged only while the controller is active, and not as long as its loss
/// of torque is a trigger: torque that was lost returns at an operator's command.
Order BroadcastRobot::order_of(std::size_t leg) const noexcept {
  if (mode() == GuardMode::kCut) return Order::kOff;
  const bool has_rebooted = line_[leg].has_rebooted(network_.now_ns());
  if (!obeys_controller(mode()) || has_rebooted) return Order::kStay;
  return line_[leg].last().has_torque ? Order::kFollow : Order::kEngage;
}

/// Writes a leg's references. Joints without a position command keep their last one.
void BroadcastRobot::refer(const LegCommand& command, std::size_t leg) noexcept {
  LegReferences& references = sent_.leg[leg];
  references.order = order_of(leg);
  for (std::size_t j = 0; j < static_cast<std::size_t>(references.n_joints); ++j)
    if (references.order == Order::kEngage)
      references.q_rad[j] = line_[leg].reading().joint[j].q_rad;
    else if (references.order == Order::kFollow && command.joint[j].mode == JointMode::kPosition)
      references.q_rad[j] = command.joint[j].q_rad;
}

void BroadcastRobot::tell(const Command& command) noexcept {
  for (std::size_t i = 0; i < n_legs(); ++i) {
    refer(command.leg[i], i);
    if (sent_.leg[i].order == Order::kOff) line_[i].note_off();
  }
  ++sent_.number;
  datagram_ = encode(sent_, buffer_);
  sent_times_.note(sent_.number, network_.now_ns());
  send();
}

void BroadcastRobot::send() noexcept {
  network_.send(datagram_);
  for (SlaveLine& line : line_) line.note_sent();
}

void BroadcastRobot::begin_ticks() noexcept {
  if (!are_in_lock_step()) ticks_.begin(network_.now_ns());
}

// ---- periods

void BroadcastRobot::pass_period(const Command& command) noexcept {
  if (are_in_lock_step()) return keep_step(command);
  ticks_.wait_for_next(network_, period_ns_, [&](std::int64_t) { hear(); });
}

bool BroadcastRobot::are_in_lock_step() const noexcept {
  return is_true_of_all([](const SlaveLine& line) { return line.last().lock_step; });
}

bool BroadcastRobot::has_torque() const noexcept {
  return is_true_of_all([](const SlaveLine& line) { return line.last().has_torque; });
}

/// Time of the newest readings on the slaves' clocks, for slaves in lock step.
std::int64_t BroadcastRobot::read_ns() const noexcept {
  std::int64_t newest_ns = 0;
  for (const SlaveLine& line : line_) newest_ns = std::max(newest_ns, line.last().read_ns);
  return newest_ns;
}

bool BroadcastRobot::engages() const noexcept {
  return std::any_of(sent_.leg.begin(), sent_.leg.end(),
                     [](const LegReferences& leg) { return leg.order == Order::kEngage; });
}

/// In lock step engaging takes no time, so the command follows in the same period.
void BroadcastRobot::keep_step(const Command& command) noexcept {
  constexpr int kTries = 3;
  const std::int64_t before_ns = read_ns();
  await_replies();
  for (int k = 0; k < kTries && engages(); ++k) {
    tell(command);
    await_replies();
  }
  ticks_.begin(ticks_.now_ns() + period_ns_);
  if (read_ns() == before_ns) ahead_ns_ += period_ns_;
}

/// Waits until all slaves have replied to the last references; repeats these.
void BroadcastRobot::await_replies() noexcept {
  const auto all_replied = [&] {
    return is_true_of_all(
        [&](const SlaveLine& line) { return line.last().number == sent_.number; });
  };
  const std::int64_t lost_ns = network_.now_ns() + kStepLost_ns;
  while (!all_replied() && network_.now_ns() < lost_ns && !gives_up()) {
    const std::int64_t again_ns = network_.now_ns() + kTellAgain_ns;
    while (!all_replied() && network_.now_ns() < again_ns) {
      network_.wait_until(again_ns);
      hear();
    }
    if (!all_replied()) send();
  }
}

void BroadcastRobot::hear() noexcept {
  std::array<std::byte, kDatagramRoom> buffer;
  for (Call call = network_.receive(buffer); !call.datagram.empty();
       call = network_.receive(buffer))
    hear(call);
}

void BroadcastRobot::hear(const Call& call) noexcept {
  Reply reply;
  Reject reject = decode(call.datagram, reply);
  const auto leg = static_cast<std::size_t>(reply.leg);
  const bool has_leg = reject != Reject::kForeign && leg < n_legs();
  if (reject == Reject::kNone && !has_leg) {
    reject = Reject::kLeg;
    unknown_ = {reply.leg, call.source};
  }
  if (reject == Reject::kNone)
    line_[leg].hear(reply, call.source, sent_times_, network_.now_ns());
  else if (has_leg)
    line_[leg].count(reject);
  else
    ++of_nobody_[static_cast<std::size_t>(reject)];
}

// ---- what it sees

/// Time of a leg's readings on the master's clock.
std::int64_t BroadcastRobot::sampled_ns(std::size_t leg) const noexcept {
  if (!line_[leg].has_replied()) return controller::kNeverReceived;
  return std::min(line_[leg].reading().sampled_ns + ahead_ns_, ticks_.now_ns());
}

void BroadcastRobot::observe(Observation& seen) noexcept {
  seen.now_ns = ticks_.now_ns();
  for (std::size_t i = 0; i < n_legs(); ++i) {
    seen.leg[i] = line_[i].reading();
    seen.leg[i].sampled_ns = seen.leg[i].cup.sampled_ns = sampled_ns(i);
  }
  seen.body = controller::no_imu();
  seen.detections = {};
}

controller::PerJoint<double> BroadcastRobot::held_rad(std::size_t leg) const noexcept {
  const bool follows = sent_.leg[leg].order == Order::kFollow;
  return follows ? sent_.leg[leg].q_rad : controller::measured_q(line_[leg].reading());
}

Health BroadcastRobot::judge() noexcept {
  Health health{.lease = true, .until_it_stands{Trigger::kStale, Trigger::kLost}};
  health.session = is_true_of_all([](const SlaveLine& line) { return line.has_replied(); });
  for (std::size_t i = 0; i < n_legs(); ++i) health.leg[i] = judge(i);
  return health;
}

Triggers BroadcastRobot::judge(std::size_t leg) const noexcept {
  const std::int64_t age_ns = age_of(sampled_ns(leg), ticks_.now_ns());
  Triggers triggers;
  if (freshness(age_ns, period_ns_, kBroadcastFreshness) == Freshness::kStale)
    triggers.insert(Trigger::kStale);
  if (age_ns < 0 || age_ns >= kLost_ns) triggers.insert(Trigger::kLost);
  if (line_[leg].has_rebooted(network_.now_ns())) triggers.insert(Trigger::kRebooted);
  return triggers;
}

// ---- the links

bool BroadcastRobot::is_ours(std::size_t device) const noexcept {
  return device == n_legs() || line_[device].has_replied();
}

std::string BroadcastRobot::device_name(std::size_t device) const {
  return device == n_legs() ? "no slave" : WireRobot::device_name(device);
}

LinkStatistics BroadcastRobot::link(std::size_t device) const noexcept {
  if (device < n_legs()) return line_[device].statistics(network_.now_ns());
  LinkStatistics link;
  link.rejected = link.bad =
      std::accumulate(of_nobody_.begin(), of_nobody_.end(), std::uint64_t{0});
  return link;
}

std::vector<RejectCount> BroadcastRobot::rejects(std::size_t device) const {
  return named(device < n_legs() ? line_[device].rejects() : of_nobody_);
}

}  // namespace ventosa::hal
