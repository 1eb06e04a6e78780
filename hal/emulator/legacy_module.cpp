#include "hal/emulator/legacy_module.h"

#include "hal/legacy/table.h"

namespace ventosa::hal {

using namespace legacy;
using controller::JointMode;
using controller::LegReading;
using controller::PerJoint;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kLoop_ns = 22 * kMs, kLoopWithDead_ns = 61 * kMs;
constexpr std::int64_t kTell_ns = 50 * kMs;
constexpr std::int64_t kMasterless_ns = 5000 * kMs;
constexpr std::int64_t kDeaf_ns = 4000 * kMs;
constexpr std::int64_t kMoved_ns = 1800 * kMs;
constexpr int kPortBits = 16;  // low bits of a Source: the port

PerJoint<double> motor_angles_deg(const LegMotors& motors, const PerJoint<double>& q_rad) {
  PerJoint<double> angle = motors.map.motor_angles(q_rad);
  for (double& each : angle) each *= kDegPerRad;
  return angle;
}

/// Name of a message for its echo; the firmware's own wording is unknown.
std::string_view name_of(const Message& message) {
  return std::visit([]<class T>(const T&) { return kRow<T>.name; }, message);
}

}  // namespace

LegacyModule::LegacyModule(const LegacyModuleSetup& setup, const LegReading& reading)
    : setup_(setup), queue_(setup.quirks), read_(reading), shown_(reading.joint) {
  loops_ns_.fill(kLoop_ns);
  const auto angle_deg = motor_angles_deg(setup_.motors, controller::measured_q(reading));
  for (std::size_t m = 0; m < static_cast<std::size_t>(setup_.motors.n); ++m) {
    const MotorData& motor = setup_.motors.motor[m];
    const auto mode = motor.senses_current() ? ServoMode::kCurrentPosition : ServoMode::kPosition;
    servo_[m] = {.torque = true,
                 .mode = mode,
                 .reported_mode = mode,
                 .goal_deg = angle_deg[m],
                 .reference_deg = angle_deg[m],
                 .limit_mA = motor.cap_mA};
  }
  const bool holds = reading.cup.vacuum_Pa > 0;
  turbine_percent_ = wish_percent_ = holds ? 100 : 0;
  for (int k = 0; k < 10; ++k) gauge_.step(reading.cup.vacuum_Pa, turbine_percent_, false, 0.16);
}

void LegacyModule::boot(std::int64_t now_ns) noexcept {
  master_.reset();
  queue_.clear();
  hears_from_ns_ = now_ns + kDeaf_ns;
  const auto angle_deg = motor_angles_deg(setup_.motors, controller::measured_q(read_));
  for (std::size_t m = 0; m < servo_.size(); ++m)
    servo_[m] = {.dead = servo_[m].dead,
                 .mode = servo_[m].mode,
                 .reported_mode = servo_[m].mode,
                 .goal_deg = angle_deg[m],
                 .reference_deg = angle_deg[m]};
  turbine_percent_ = wish_percent_ = 0;
  turbine_commanded_ = true;
  compact_ = false;
  gauge_.boot(setup_.quirks.false_zero, read_.cup.vacuum_Pa);
}

bool LegacyModule::is_master(Source source) const noexcept {
  if (!master_) return false;
  const Source one = *master_ >> kPortBits, other = source >> kPortBits;
  return setup_.quirks.last_octet ? (one & 0xff) == (other & 0xff) : one == other;
}

/// Claims the module: the first master wins, and a ping from anybody keeps the claim alive. The
/// master is an address; it may continue from another port after two missed pings of the old one.
void LegacyModule::claim(Source source, std::int64_t now_ns) noexcept {
  claimed_ns_ = now_ns;
  const bool is_its_own = master_ && *master_ >> kPortBits == source >> kPortBits;
  const bool has_moved = is_its_own && now_ns - pinged_ns_ > kMoved_ns;
  if (!master_ || has_moved) master_ = source;
  if (master_ == source) pinged_ns_ = now_ns;
}

void LegacyModule::hear(const Frame& frame, Source source, std::int64_t now_ns) noexcept {
  if (is_deaf(now_ns)) return;
  const bool for_all = std::holds_alternative<SetMasterIp>(frame.message);
  if (frame.virtual_id != setup_.virtual_id && !(for_all && !frame.virtual_id)) return;
  queue_.put({frame.message, source});
}

std::int64_t LegacyModule::loop_ns() const noexcept {
  return any_dead() ? kLoopWithDead_ns : kLoop_ns;
}

void LegacyModule::serve(const LegReading& reading, ServerPort& port,
                         std::int64_t now_ns) noexcept {
  if (next_pass_ns_ == 0) next_pass_ns_ = now_ns;
  while (next_pass_ns_ <= now_ns) {
    pass(reading, port, next_pass_ns_);
    loops_ns_[n_loops_++ % loops_ns_.size()] = loop_ns();
    next_pass_ns_ += loop_ns();
  }
}

void LegacyModule::pass(const LegReading& reading, ServerPort& port, std::int64_t now_ns) noexcept {
  read_ = reading;
  for (const LegacyQueue::Waiting& each : queue_.waiting()) {
    if (std::holds_alternative<SetMasterIp>(each.message)) claim(each.source, now_ns);
    obey(each.message, each.source, port);
  }
  queue_.clear();
  if (master_ && now_ns - claimed_ns_ > kMasterless_ns) master_.reset();
  move(reading, 1e-9 * static_cast<double>(loop_ns()));
  if (now_ns - reported_ns_ < kTell_ns || is_deaf(now_ns)) return;
  reported_ns_ = now_ns;
  report(port);
}

void LegacyModule::move(const LegReading& reading, double dt_s) noexcept {
  const auto angle_deg = motor_angles_deg(setup_.motors, controller::measured_q(reading));
  for (std::size_t m = 0; m < servo_.size(); ++m) {
    if (!servo_[m].dead) servo_[m].step(angle_deg[m], dt_s);
    if (reading.joint[m].errors.value_or(0) != 0) servo_[m].torque = false;
  }
  const bool frozen = setup_.quirks.freezes && any_dead();
  for (std::size_t m = 0; m < servo_.size(); ++m)
    if (!frozen && !servo_[m].dead) shown_[m] = reading.joint[m];
  turbine_percent_ += std::clamp(wish_percent_ - turbine_percent_, -1.0, 1.0);
  gauge_.step(reading.cup.vacuum_Pa, turbine_percent_, setup_.quirks.false_zero, dt_s);
}

namespace {

/// Applies a command to its servo.
struct ServoCommand {
  const LegMotors& motors;
  std::array<LegacyServo, kMotors>& servo;

  LegacyServo& of(const auto& message) const { return servo[message.motor]; }
  const MotorData& data(const auto& message) const { return motors.motor[message.motor]; }

  void operator()(const TorqueOn& on) const { of(on).torque = !of(on).dead; }
  void operator()(const TorqueOff& off) const { of(off).torque = false; }
  void operator()(const GoalAngle& goal) const { of(goal).ask_goal(data(goal), goal.angle_deg); }
  void operator()(const VelocityProfile& profile) const {
    of(profile).profile_deg_s = profile_velocity_deg_s(profile.velocity_deg_s).value_or(0);
  }
  void operator()(const GoalCurrent& goal) const {
    if (data(goal).senses_current()) of(goal).limit_mA = std::abs(goal.current_mA);
  }
  void operator()(const ControlMode& control) const { of(control).ask_mode(control.mode); }
  void operator()(const RebootMotor& reboot) const {
    of(reboot).torque = false;
    of(reboot).profile_deg_s = 0;
  }
  void operator()(const SetMotorZero& zero) const { of(zero).torque = false; }
  void operator()(const auto&) const {}
};

}  // namespace

/// Executes a command and echoes it. Commands to a dead servo are lost.
void LegacyModule::obey(const Message& message, Source source, ServerPort& port) noexcept {
  std::visit(
      [&]<class T>(const T& each) {
        if constexpr (OfMotor<T>)
          if (servo_[each.motor].dead) return;
        ServoCommand{setup_.motors, servo_}(each);
      },
      message);
  if (const auto* const cup = std::get_if<SuctionCup>(&message)) {
    wish_percent_ = cup->turbine_percent;
    turbine_commanded_ = true;
  }
  if (std::holds_alternative<CompactModeOn>(message)) compact_ = true;
  if (std::holds_alternative<CompactModeOff>(message)) compact_ = false;
  if (!answer(message, source, port) && !std::holds_alternative<SetMasterIp>(message))
    tell(Text{name_of(message)}, port);
}

/// Set-point of a joint whose motors all have torque: it follows their profiles, by the drive's own
/// position loop or, if the robot has none, with the stiffness and back-EMF of that loop.
controller::JointSetpoint LegacyModule::setpoint(int j,
                                                 const PerJoint<double>& q_rad) const noexcept {
  const auto k = static_cast<std::size_t>(j);
  bool torque = true, limited = true;
  double limit_A = 0;
  for (int m = 0; m < setup_.motors.n; ++m) {
    if (!setup_.motors.moves(m, j)) continue;
    torque = torque && servo(m).torque;
    limited = limited && servo(m).mode == ServoMode::kCurrentPosition;
    limit_A += servo(m).limit_mA / 1000;
  }
  if (!torque) return {.mode = JointMode::kPassive};
  const Modes<JointMode>& modes = setup_.joint_modes[k];
  if (limited && modes.contains(JointMode::kCurrentPosition))
    return {.mode = JointMode::kCurrentPosition, .q_rad = q_rad[k], .current_A = limit_A};
  if (modes.contains(JointMode::kPosition))
    return {.mode = JointMode::kPosition, .q_rad = q_rad[k]};
  return {.mode = JointMode::kImpedance,
          .q_rad = q_rad[k],
          .kp_Nm_rad = setup_.motors.stiffness_Nm_rad[k],
          .kd_Nms_rad = setup_.motors.damping_Nms_rad[k]};
}

controller::LegCommand LegacyModule::command() const noexcept {
  PerJoint<double> reference_rad = setup_.motors.map.motor_angles(controller::measured_q(read_));
  for (std::size_t m = 0; m < static_cast<std::size_t>(setup_.motors.n); ++m)
    reference_rad[m] = servo_[m].reference_deg / kDegPerRad;
  const PerJoint<double> q_rad = setup_.motors.map.joint_angles(reference_rad);
  controller::LegCommand command;
  for (int j = 0; j < setup_.motors.n; ++j)
    command.joint[static_cast<std::size_t>(j)] = setpoint(j, q_rad);
  if (!turbine_commanded_) return command;
  const bool off = turbine_percent_ == 0 && wish_percent_ == 0;
  command.cup = {.mode = off ? controller::CupMode::kRelease : controller::CupMode::kGrip,
                 .turbine = turbine_percent_ / 100};
  return command;
}

}  // namespace ventosa::hal
