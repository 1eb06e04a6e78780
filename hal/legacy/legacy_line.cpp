#include "hal/legacy/legacy_line.h"

#include <algorithm>

namespace ventosa::hal::legacy {

using controller::kNeverReceived;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kRefreshGoal_ns = 500 * kMs, kRefreshSetting_ns = 2000 * kMs;
constexpr std::int64_t kAskAgain_ns = 400 * kMs;
constexpr std::int64_t kFresh_ns = 1000 * kMs, kSeen_ns = 500 * kMs;
constexpr std::int64_t kClaimed_ns = 5000 * kMs;
constexpr int kOften = 3;               // repetitions of messages that are not confirmed
constexpr std::uint64_t kReadings = 2;  // a whole period lies between
constexpr std::uint64_t kPatience = 6;  // number of readings until torque must show
constexpr double kStartSpeed_deg_s = 6.9;
constexpr double kStartLimit = 0.5;  // share of the cap
constexpr double kStill_deg = 1;

/// Speed in the middle of a profile step, safe against truncation.
float requested_profile_deg_s(int steps) {
  return static_cast<float>(steps > 0 ? kProfileStep_deg_s * (steps + 0.5) : 0);
}

}  // namespace

LegacyLine::LegacyLine(const Setup& setup)
    : setup_(setup), telemetry_(setup.motors), goals_(setup.motors), cup_(setup.cup) {}

// ---- hearing

bool LegacyLine::hear(const Frame& frame, std::int64_t now_ns) {
  if (frame.virtual_id != setup_.virtual_id) return false;
  const Heard<SuctionCupInfo> cup = telemetry_.cup();
  telemetry_.hear(frame.message, now_ns);
  if (!rest_.has_begun()) rest_.begin(now_ns);
  if (const auto* const motor = std::get_if<MotorInfo>(&frame.message)) {
    note_torque(*motor, now_ns);
    note_reboot(now_ns);
  }
  if (const auto* const text = std::get_if<Text>(&frame.message))
    echoes_.note_text(text->text, now_ns);
  if (const auto* const info = std::get_if<SuctionCupInfo>(&frame.message)) {
    const double dt_s = cup.is_reported() ? 1e-9 * static_cast<double>(now_ns - cup.time_ns) : 0;
    cup_.regulate(static_cast<double>(info->vacuum_Pa), dt_s);
    rest_.note(telemetry_.reading().cup, cup_.percent().value_or(0), now_ns);
  }
  return true;
}

bool LegacyLine::torque_on(int m) const noexcept {
  return (telemetry_.motor(m).message.status & MotorStatus::kTorqueOn) != 0;
}

void LegacyLine::note_torque(const MotorInfo& info, std::int64_t now_ns) noexcept {
  MotorMemory& memory = memory_[info.motor];
  if (torque_on(info.motor)) {
    memory.had_torque = !goals_.motor(info.motor).passive;
    memory.torque_requested = memory.lost_torque = false;
  } else if (memory.had_torque) {
    memory.had_torque = false;
    memory.lost_torque = true;
    lost_torque_ns_ = now_ns;
  }
}

bool LegacyLine::has_lost_torque(std::int64_t now_ns) const noexcept {
  return lost_torque_ns_ && now_ns - *lost_torque_ns_ < kSeen_ns;
}

void LegacyLine::note_reboot(std::int64_t now_ns) noexcept {
  bool lost_one = false;
  for (int m = 0; m < setup_.motors.n; ++m) {
    if (torque_on(m)) return;
    lost_one = lost_one || memory_[static_cast<std::size_t>(m)].lost_torque;
  }
  const std::int64_t silence_ns = telemetry_.silence_ended_ns();
  const bool was_silent = silence_ns != kNeverReceived && now_ns - silence_ns < kFresh_ns;
  // a module that had no torque may have booted as well, so its cup's state is unknown
  if (was_silent && silence_ns != void_from_ns_) rest_.begin(void_from_ns_ = silence_ns);
  if (!lost_one) return;
  const auto vacuum_Pa = static_cast<double>(telemetry_.cup().message.vacuum_Pa);
  const bool is_plausible = vacuum_Pa >= kLeastVacuum_Pa && vacuum_Pa <= kMostVacuum_Pa;
  if (!was_silent && is_plausible) return;
  memory_ = {};
  goals_.forget();
  rest_.begin(now_ns);
  rebooted_ns_ = now_ns;
}

bool LegacyLine::has_rebooted(std::int64_t now_ns) const noexcept {
  return rebooted_ns_ && (now_ns - *rebooted_ns_ < kCupSettles_ns || !is_set_up(now_ns));
}

// ---- start-up

bool LegacyLine::is_claimed(std::int64_t now_ns) const noexcept {
  return telemetry_.is_complete() && now_ns - telemetry_.last_ns() < kClaimed_ns;
}

bool LegacyLine::is_identified() const noexcept {
  return telemetry_.identity().complete(setup_.motors.n);
}

CupZero LegacyLine::cup_zero(std::int64_t now_ns) const noexcept {
  if (!telemetry_.cup().is_reported()) return CupZero::kSettling;
  return rest_.zero(telemetry_.reading().cup, now_ns);
}

MotorSituation LegacyLine::situation(int m, std::int64_t now_ns) const noexcept {
  const auto i = static_cast<std::size_t>(m);
  const Heard<MotorInfo>& reported = telemetry_.motor(m);
  const MotorData& data = setup_.motors.motor[i];
  const MotorMemory& memory = memory_[i];
  const double angle_deg = heard_angle_deg(static_cast<double>(reported.message.angle_deg));
  const double from_goal_deg = angle_deg - kTrueTick_deg * memory.goal.value;
  return {.is_reported = reported.is_reported() && now_ns - reported.time_ns < kFresh_ns,
          .has_error = (reported.message.status & ~MotorStatus::kTorqueOn) != 0,
          .torque_on = torque_on(m),
          .mode_is_right = reported.message.mode == static_cast<std::uint8_t>(expected_mode(data)),
          .profile_set = memory.profile.n >= kOften,
          .limit_set = !data.senses_current() || memory.limit.n >= kOften,
          .may_have_torque = may_have_torque_ && wants_torque(m),
          .goal_is_there = memory.goal_at > 0 && reported.n >= memory.goal_at + kReadings &&
                           std::abs(from_goal_deg) < kStill_deg,
          .torque_requested = memory.torque_requested && reported.n < memory.torque_at + kPatience};
}

bool LegacyLine::is_set_up(std::int64_t now_ns) const noexcept {
  for (int m = 0; m < setup_.motors.n; ++m)
    if (!legacy::is_set_up(situation(m, now_ns))) return false;
  return is_claimed(now_ns) && is_identified();
}

bool LegacyLine::can_have_mode(int joint, std::int64_t now_ns) const noexcept {
  for (int m = 0; m < setup_.motors.n; ++m)
    if (setup_.motors.moves(m, joint) && !legacy::can_have_mode(situation(m, now_ns))) return false;
  return true;
}

bool LegacyLine::wants_torque(int m) const noexcept {
  const MotorGoal goal = goals_.motor(m);
  return !goal.passive && goal.angle_deg.has_value();
}

bool LegacyLine::all_started(std::int64_t now_ns) const noexcept {
  for (int m = 0; m < setup_.motors.n; ++m)
    if (wants_torque(m) && next_step(situation(m, now_ns)) != StartStep::kDone) return false;
  return true;
}

// ---- sending

void LegacyLine::take(const controller::LegCommand& command, bool may_have_torque) noexcept {
  may_have_torque_ = may_have_torque;
  goals_.take(command, telemetry_.reading());
  cup_.take(command.cup, static_cast<double>(telemetry_.cup().message.vacuum_Pa));
}

void LegacyLine::append(const Message& message, Datagram& datagram, std::int64_t now_ns) noexcept {
  // a datagram has room for everything of one tick: see the test
  static_cast<void>(datagram.append({message, setup_.virtual_id}));
  echoes_.note_sent(message, now_ns);
}

void LegacyLine::ask(Port& port, std::int64_t now_ns) noexcept {
  std::array<std::byte, kDatagramRoom> buffer;
  Datagram datagram(buffer);
  claim(datagram, now_ns);
  send(datagram, port);
}

void LegacyLine::tell(Port& port, std::int64_t now_ns) noexcept {
  std::array<std::byte, kDatagramRoom> buffer;
  Datagram datagram(buffer);
  claim(datagram, now_ns);
  if (is_claimed(now_ns)) {
    start_motors(datagram, now_ns);
    if (all_started(now_ns)) move_motors(datagram, now_ns);
    send_cup(datagram, now_ns);
  }
  send(datagram, port);
}

bool LegacyLine::has_other_profiles() const noexcept {
  return std::any_of(memory_.begin(), memory_.end(),
                     [](const MotorMemory& motor) { return motor.profile.n > 0; });
}

void LegacyLine::restore_profiles(Port& port, std::int64_t now_ns) noexcept {
  if (!tells_profiles()) return;
  std::array<std::byte, kDatagramRoom> buffer;
  Datagram datagram(buffer);
  for (std::size_t m = 0; m < memory_.size(); ++m) {
    if (memory_[m].profile.n == 0) continue;
    const int steps = telemetry_.identity().config->motor[m].profile_speed;
    append(VelocityProfile{static_cast<std::uint8_t>(m), requested_profile_deg_s(steps)}, datagram,
           now_ns);
  }
  send(datagram, port);
}

void LegacyLine::claim(Datagram& datagram, std::int64_t now_ns) noexcept {
  if (heartbeat_.is_due(telemetry_.last_ns(), now_ns)) append(SetMasterIp{}, datagram, now_ns);
  if (is_claimed(now_ns)) ask_identity(datagram, now_ns);
}

void LegacyLine::send(const Datagram& datagram, Port& port) noexcept {
  if (datagram.bytes().empty()) return;
  port.send(datagram.bytes());
  ++n_sent_;
}

void LegacyLine::ask_identity(Datagram& datagram, std::int64_t now_ns) noexcept {
  if (asked_identity_ns_ != kNeverReceived && now_ns - asked_identity_ns_ < kAskAgain_ns) return;
  asked_identity_ns_ = now_ns;
  if ((telemetry_.state().message.flags & State::kCompact) != 0)
    append(CompactModeOff{}, datagram, now_ns);
  if (is_identified()) return;
  append(GetName{}, datagram, now_ns);
  append(GetConfigV2{}, datagram, now_ns);
  for (std::uint8_t m = 0; m < setup_.motors.n; ++m) append(GetFixedMotorInfo{m}, datagram, now_ns);
}

/// Makes one setup step for each motor whose settings are incomplete, as readings arrive. Torque is
/// switched on for one motor after another.
void LegacyLine::start_motors(Datagram& datagram, std::int64_t now_ns) noexcept {
  bool others_done = true;
  for (int m = 0; m < setup_.motors.n; ++m) {
    MotorMemory& memory = memory_[static_cast<std::size_t>(m)];
    MotorSituation now = situation(m, now_ns);
    now.may_have_torque = now.may_have_torque && others_done;
    const StartStep step = next_step(now);
    if (wants_torque(m) && step != StartStep::kDone) others_done = false;
    if (telemetry_.motor(m).n == memory.asked_at) continue;
    memory.asked_at = telemetry_.motor(m).n;
    start(m, step, datagram, now_ns);
    if (goals_.motor(m).passive && now.torque_on)
      append(TorqueOff{static_cast<std::uint8_t>(m)}, datagram, now_ns);
    if (goals_.motor(m).passive)
      memory.had_torque = memory.torque_requested = false, memory.goal_at = 0;
  }
}

void LegacyLine::start(int m, StartStep step, Datagram& datagram, std::int64_t now_ns) noexcept {
  const auto i = static_cast<std::size_t>(m);
  const MotorData& data = setup_.motors.motor[i];
  const Heard<MotorInfo>& reported = telemetry_.motor(m);
  switch (step) {
    case StartStep::kSetMode:
      return append(ControlMode{reported.message.motor, expected_mode(data)}, datagram, now_ns);
    case StartStep::kSetProfile:
      return send_profile(m, kStartSpeed_deg_s, datagram, now_ns);
    case StartStep::kSetLimit:
      return send_limit(m, torque_on(m) ? data.cap_mA : kStartLimit * data.cap_mA, datagram,
                        now_ns);
    case StartStep::kSetGoal:
      if (memory_[i].goal_at > 0 && reported.n < memory_[i].goal_at + kReadings) return;
      memory_[i].goal_at = reported.n;
      memory_[i].torque_requested = false;
      return send_goal(m, heard_angle_deg(static_cast<double>(reported.message.angle_deg)),
                       datagram, now_ns);
    case StartStep::kTorqueOn:
      memory_[i].torque_requested = true;
      memory_[i].torque_at = reported.n;
      return append(TorqueOn{reported.message.motor}, datagram, now_ns);
    case StartStep::kWait:
    case StartStep::kRefuse:
    case StartStep::kDone:
      return;
  }
}

void LegacyLine::move_motors(Datagram& datagram, std::int64_t now_ns) noexcept {
  for (int m = 0; m < setup_.motors.n; ++m) {
    const auto i = static_cast<std::size_t>(m);
    const MotorGoal goal = goals_.motor(m);
    if (!torque_on(m) || goal.passive || !goal.angle_deg) continue;
    const MotorMemory& memory = memory_[i];
    const int ticks = static_cast<int>(std::lround(*goal.angle_deg / kTrueTick_deg));
    const int steps = profile_steps(goal.speed_deg_s);
    const int limit = static_cast<int>(std::lround(goal.limit_mA));
    if (memory.profile.is_due(steps, kRefreshSetting_ns, now_ns))
      send_profile(m, goal.speed_deg_s, datagram, now_ns);
    if (setup_.motors.motor[i].senses_current() &&
        memory.limit.is_due(limit, kRefreshSetting_ns, now_ns))
      send_limit(m, goal.limit_mA, datagram, now_ns);
    if (memory.goal.is_due(ticks, kRefreshGoal_ns, now_ns))
      send_goal(m, *goal.angle_deg, datagram, now_ns);
  }
}

/// Sends a goal, clamped to the nominal and reported limits: the module drops goals beyond them
/// silently.
void LegacyLine::send_goal(int m, double angle_deg, Datagram& datagram,
                           std::int64_t now_ns) noexcept {
  const MotorData& data = setup_.motors.motor[static_cast<std::size_t>(m)];
  Sent& sent = memory_[static_cast<std::size_t>(m)].goal;
  sent = {now_ns, static_cast<int>(std::lround(angle_deg / kTrueTick_deg)), sent.n + 1};
  const auto& reported = telemetry_.identity().limits[static_cast<std::size_t>(m)];
  const double min_deg =
      reported ? std::max<double>(data.min_deg, reported->min_deg) : data.min_deg;
  const double max_deg =
      reported ? std::min<double>(data.max_deg, reported->max_deg) : data.max_deg;
  const double requested_deg = std::min(std::max(requested_angle_deg(angle_deg), min_deg),
                                        max_deg);  // also if the limits cross
  append(GoalAngle{static_cast<std::uint8_t>(m), static_cast<float>(requested_deg)}, datagram,
         now_ns);
}

/// Sends a profile speed of at least one step, because zero is unlimited.
void LegacyLine::send_profile(int m, double speed_deg_s, Datagram& datagram,
                              std::int64_t now_ns) noexcept {
  Sent& sent = memory_[static_cast<std::size_t>(m)].profile;
  const int steps = std::max(1, profile_steps(speed_deg_s));
  sent = {now_ns, steps, sent.n + 1};
  append(VelocityProfile{static_cast<std::uint8_t>(m), requested_profile_deg_s(steps)}, datagram,
         now_ns);
}

void LegacyLine::send_limit(int m, double limit_mA, Datagram& datagram,
                            std::int64_t now_ns) noexcept {
  Sent& sent = memory_[static_cast<std::size_t>(m)].limit;
  sent = {now_ns, static_cast<int>(std::lround(limit_mA)), sent.n + 1};
  append(GoalCurrent{static_cast<std::uint8_t>(m), static_cast<float>(limit_mA)}, datagram, now_ns);
}

void LegacyLine::send_cup(Datagram& datagram, std::int64_t now_ns) noexcept {
  const auto percent = cup_.percent();
  if (!percent || !cup_sent_.is_due(*percent, kRefreshGoal_ns, now_ns)) return;
  cup_sent_ = {now_ns, *percent, cup_sent_.n + 1};
  append(SuctionCup{*percent}, datagram, now_ns);
}

}  // namespace ventosa::hal::legacy
