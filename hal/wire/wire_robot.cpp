#include "hal/wire/wire_robot.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "controller/estimation/imu_watch.h"

namespace ventosa::hal {

using controller::Command;
using controller::LegReading;
using controller::Observation;

namespace {

LegReading never_received() {
  LegReading reading;
  reading.sampled_ns = reading.cup.sampled_ns = controller::kNeverReceived;
  return reading;
}

bool is_reported(const LegReading& reading) {
  return reading.sampled_ns != controller::kNeverReceived;
}

}  // namespace

WireRobot::WireRobot(controller::RobotModel model, controller::Start start, std::int64_t period_ns)
    : model_(std::move(model)),
      period_ns_(period_ns),
      start_(std::move(start)),
      n_boots_(n_legs()),
      gentle_(n_legs(), GentleStart(1e-9 * static_cast<double>(period_ns))),
      now_(n_legs(), never_received()),
      before_(now_) {
  for (const controller::Leg& leg : model_.leg) foot_.push_back(wired(leg.foot));
  can_.needs_arming = true;
  can_.control_period_ns = period_ns;
}

// ---- start-up

bool WireRobot::settle(std::int64_t until_ns) {
  Observation seen;
  look(seen);
  while (waits() && ticks_.now_ns() < until_ns && !gives_up()) idle(seen);
  return refusals().empty();
}

std::vector<std::string> WireRobot::set_up() {
  constexpr std::int64_t kSettlesWithin_ns = 15'000'000'000;
  settle(ticks_.now_ns() + kSettlesWithin_ns);
  return refusals(false);
}

/// True if a check waits for a condition that may come true by itself.
bool WireRobot::waits() const noexcept {
  if (is_imu_silent()) return true;
  for (std::size_t i = 0; i < n_legs(); ++i) {
    const ModuleSituation module = situation(i);
    bool any = false;
    for_each_check(module, [&](StartCheck check) {
      any = any || verdict_of(check, module) == Verdict::kWaiting;
    });
    if (any) return true;
  }
  return false;
}

ModuleSituation WireRobot::situation(std::size_t leg) const noexcept {
  const controller::Leg& its = model_.leg[leg];
  const LegReading& reading = now_[leg];
  ModuleSituation module{
      .power = reading.module.power, .n_joints = its.n_joints, .first_joint = its.joint_number(0)};
  for (std::size_t j = 0; j < static_cast<std::size_t>(its.n_joints); ++j) {
    const controller::JointReading& joint = reading.joint[j];
    module.joint[j] = {.q_rad = joint.q_rad,
                       .q_min_rad = its.joint[j].q_min_rad,
                       .q_max_rad = its.joint[j].q_max_rad,
                       .moved_rad = moved_rad(leg, j),
                       .errors = joint.errors,
                       .torque = joint.torque};
  }
  module.foot =
      std::visit([&](const auto& foot) -> FootStart { return foot.start(reading, cup_zero(leg)); },
                 foot_[leg]);
  complete(leg, module);
  return module;
}

/// Joint motion between the last two readings; of a single reading, its rate times the period.
double WireRobot::moved_rad(std::size_t leg, std::size_t joint) const noexcept {
  const controller::JointReading& now = now_[leg].joint[joint];
  if (is_reported(before_[leg])) return std::abs(now.q_rad - before_[leg].joint[joint].q_rad);
  const double period_s = 1e-9 * static_cast<double>(period_ns_);
  return can_.telemetry.joint_velocity ? std::abs(now.dq_rad_s) * period_s : controller::kUnknown;
}

std::vector<ModuleCheck> WireRobot::checks() const {
  std::vector<ModuleCheck> all;
  for (std::size_t i = 0; i < n_legs(); ++i) {
    const ModuleSituation module = situation(i);
    const std::vector<Difference> different = differences(i);
    for_each_check(module, [&](StartCheck check) {
      all.push_back(explain(check, module, different));
      all.back().leg = i;
      all.back().module = model_.leg[i].name;
    });
  }
  return all;
}

std::vector<std::string> WireRobot::refusals() const { return refusals(true); }

/// @param with_questions  include checks that an operator must answer
std::vector<std::string> WireRobot::refusals(bool with_questions) const {
  std::vector<std::string> lines = mismatches();
  if (!lines.empty()) return lines;
  for (const ModuleCheck& each : checks())
    if (forbids_torque(each.verdict) && (with_questions || each.verdict != Verdict::kAsked))
      lines.push_back(text_of(each));
  for (std::size_t i = 0; i < n_legs(); ++i)
    if (holds_otherwise(i))
      lines.push_back(model_.leg[i].name +
                      ": cup: expected free as in the scenario, found attached: start a "
                      "scenario with the robot's present stance");
  if (is_imu_silent())
    lines.emplace_back("robot: IMU: expected a reading of the last 0.3 s, found none");
  if (stands_otherwise())
    lines.push_back("robot: gravity: expected within 20 deg of the scenario's, found " +
                    std::to_string(std::lround(lean_rad() / kRad_deg)) +
                    " deg: the robot's attitude differs from the scenario's");
  return lines;
}

bool WireRobot::is_imu_silent() const noexcept {
  const auto age_s = 1e-9 * static_cast<double>(ticks_.now_ns() - body_.sampled_ns);
  return relies_on_imu_ && (!body_.is_known() || age_s > controller::kImuStale_s);
}

/// Angle between gravity as measured by the IMU and as expected for the start pose. Unknown without
/// an IMU, or while it measures other accelerations.
double WireRobot::lean_rad() const noexcept {
  constexpr double kShare = 0.3;
  const controller::Vector3d reported_B = body_.specific_force_B;
  const controller::Vector3d due_B = -(start_.X_WB.linear().transpose() * start_.gravity_W);
  const bool is_gravity = std::abs(reported_B.norm() - due_B.norm()) < kShare * due_B.norm();
  if (!body_.is_known() || !is_gravity) return controller::kUnknown;
  return std::atan2(reported_B.cross(due_B).norm(), reported_B.dot(due_B));
}

bool WireRobot::stands_otherwise() const noexcept {
  constexpr double kMost_rad = 20 * kRad_deg;
  return lean_rad() > kMost_rad;
}

/// True if a cup is attached that is free at the start of the scenario: the controller would
/// release it at once.
bool WireRobot::holds_otherwise(std::size_t leg) const noexcept {
  return !was_armed_ && !start_.attached[leg] && knows_cup(leg) == CupKnowledge::kAttached;
}

// ---- running

void WireRobot::enter(GuardMode mode) noexcept {
  const bool begins = obeys_controller(mode) && !obeys_controller(mode_);
  if (begins)
    for (GentleStart& leg : gentle_) leg.begin();
  const bool was_armed = is_armed();
  mode_ = mode;
  if (is_armed() && !was_armed)
    for (WiredFoot& each : foot_) std::visit([](auto& foot) { foot.arm(); }, each);
  was_armed_ = was_armed_ || is_armed();
}

bool WireRobot::is_starting() const noexcept {
  return obeys_controller(mode_) &&
         std::any_of(gentle_.begin(), gentle_.end(),
                     [](const GentleStart& leg) { return leg.is_leading(); });
}

Status WireRobot::start(controller::Start& start) noexcept {
  start = start_;
  look(start.seen);
  if (released_) return Status::kEnded;
  if (!health_.session) return Status::kLost;
  return started_ ? Status::kStale : Status::kOk;
}

Status WireRobot::exchange(const Command& command, Observation& seen) noexcept {
  if (released_) return Status::kEnded;
  if (!started_) begin_ticks();
  started_ = true;
  breach_ = first_breach(model_, last_command_, command, 1e-9 * static_cast<double>(period_ns_));
  last_command_ = command;
  pass(breach_ ? Command{} : command, seen);
  return status();
}

Status WireRobot::listen(Observation& seen) noexcept {
  if (released_) return Status::kEnded;
  keep_alive();
  pass_period({});
  look(seen);
  return status();
}

void WireRobot::release() noexcept {
  if (!released_) give_back();
  released_ = true;
}

void WireRobot::leave() noexcept {
  constexpr int kRepetitions = 10;  // repetitions, against loss
  enter(GuardMode::kReady);
  Observation seen;
  for (int k = 0; k < kRepetitions && health_.session && !released_; ++k) idle(seen);
  release();
}

void WireRobot::pass(const Command& command, Observation& seen) noexcept {
  Command commanded = command;
  for (std::size_t i = 0; i < n_legs(); ++i) {
    commanded.leg[i] =
        std::visit([&](auto& foot) { return foot.tell(mode_, command.leg[i]); }, foot_[i]);
    if (obeys_controller(mode_))
      commanded.leg[i] = gentle_[i].lead(commanded.leg[i], now_[i], held_rad(i), !has_torque());
  }
  tell(commanded);
  pass_period(commanded);
  look(seen);
}

void WireRobot::look(Observation& seen) noexcept {
  observe(seen);
  health_ = judge();
  note(seen);
  for (std::size_t i = 0; i < n_legs(); ++i) {
    if (!is_armed()) health_.leg[i] = health_.leg[i] | objections(situation(i));
    if (holds_otherwise(i)) health_.leg[i].insert(Trigger::kLimit);
    const bool may_hold = is_armed() && knows_cup(i) == CupKnowledge::kUnknown;
    if (may_hold || (is_armed() && has_come_off(i))) health_.leg[i].insert(Trigger::kUnsafeCup);
  }
  if (is_imu_silent()) health_.robot.insert(Trigger::kImuSilent);
  if (!is_armed() && stands_otherwise()) health_.robot.insert(Trigger::kLimit);
  if (ticks_.has_overrun()) health_.robot.insert(Trigger::kOverrun);
  if (breach_) health_.robot.insert(Trigger::kLimit);
}

void WireRobot::note(Observation& seen) noexcept {
  body_ = seen.body;
  for (std::size_t i = 0; i < n_legs(); ++i) {
    if (seen.leg[i].sampled_ns != now_[i].sampled_ns) before_[i] = now_[i];
    now_[i] = seen.leg[i];
    seen.led[i] = obeys_controller(mode_) && gentle_[i].is_leading();
    note_foot(i, seen);
  }
}

void WireRobot::note_foot(std::size_t leg, Observation& seen) noexcept {
  const bool has_booted = n_boots_[leg] != n_boots(leg);
  n_boots_[leg] = n_boots(leg);
  const auto note = [&](auto& foot) {
    if (has_booted) foot.forget();
    foot.note(seen.leg[leg], cup_zero(leg), ticks_.now_ns());
    seen.holding[leg] = foot.holding();
  };
  std::visit(note, foot_[leg]);
}

// ---- statements of an operator about cups

double WireRobot::cup_distance_m(std::size_t leg) const noexcept {
  return mean_distance_m(now_[leg].cup);
}

bool WireRobot::is_any_cup_unknown_but(std::size_t leg) const noexcept {
  for (std::size_t i = 0; i < n_legs(); ++i)
    if (i != leg && knows_cup(i) == CupKnowledge::kUnknown) return true;
  return false;
}

CupReply WireRobot::take(const CupAnswer& answer) noexcept {
  if (obeys_controller(mode_)) return CupReply::kActive;
  const bool others = is_any_cup_unknown_but(answer.leg);
  const auto take = [&](auto& foot) { return foot.take(answer, now_[answer.leg].cup, others); };
  return std::visit(take, foot_[answer.leg]);
}

bool WireRobot::is_armed() const noexcept {
  return mode_ != GuardMode::kOffline && mode_ != GuardMode::kReady;
}

Status WireRobot::status() const noexcept {
  if (!health_.session) return Status::kLost;
  const auto is_stale = [](Triggers leg) { return leg.contains(Trigger::kStale); };
  if (std::any_of(health_.leg.begin(), health_.leg.end(), is_stale)) return Status::kStale;
  return ticks_.is_late() ? Status::kLate : Status::kOk;
}

}  // namespace ventosa::hal
