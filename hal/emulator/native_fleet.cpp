#include "hal/emulator/native_fleet.h"

#include <stdexcept>
#include <utility>

namespace ventosa::hal {
namespace {

native::JointIdentity identity_of(const controller::Joint& joint,
                                  const Modes<controller::JointMode>& modes) {
  return {.q_min_rad = joint.q_min_rad,
          .q_max_rad = joint.q_max_rad,
          .torque_limit_Nm = joint.torque_limit_Nm,
          .p_PJ_m = joint.p_PJ,
          .modes = modes.bits()};
}

void drain(ServerPort& port) {
  std::array<std::byte, kDatagramRoom> buffer;
  while (!port.receive(buffer).datagram.empty()) {
  }
}

/// Time for which the modules have been running when the fleet starts.
constexpr std::int64_t kInOperation_ns = 3'600'000'000'000;

native::Identity in_time(native::Identity identity, const FleetConfig& config,
                         const controller::Observation& seen, std::size_t leg, std::int64_t up_ns) {
  identity.lock_step = config.pace == Pace::kLockStep;
  identity.now_ns = seen.now_ns;
  identity.booted_ns = seen.now_ns - up_ns;
  if (leg < config.model.leg.size()) identity.boots = seen.leg[leg].module.boots.value_or(0);
  return identity;
}

}  // namespace

native::Identity identity_of(const controller::RobotModel& model, const Capabilities& robot,
                             std::size_t leg) {
  native::Identity identity;
  identity.robot = native::Label(model.name);
  identity.period_ns = robot.control_period_ns;
  identity.impedance = robot.impedance;
  identity.tells = robot.telemetry;
  identity.module = native::Label(leg < model.leg.size() ? model.leg[leg].name : "body");
  if (leg >= model.leg.size()) return identity;
  const controller::Leg& mine = model.leg[leg];
  identity.n_joints = mine.n_joints;
  identity.foot = native::identity_of(mine.foot);
  if (auto* const cup = std::get_if<native::CupIdentity>(&identity.foot))
    cup->modes = robot.cup_modes.bits();
  identity.pack = model.has_packs;
  for (std::size_t j = 0; j < static_cast<std::size_t>(mine.n_joints); ++j)
    identity.joint[j] = identity_of(mine.joint[j], robot.joint_modes[leg][j]);
  return identity;
}

NativeFleet::NativeFleet(const FleetConfig& config, Robot& robot, std::vector<ServerPort*> ports)
    : config_(config),
      robot_(robot),
      ports_(std::move(ports)),
      body_(body_setup(), {}),
      master_(config.model.leg.size() + 1) {
  controller::Start start;
  if (robot_.start(start) != Status::kOk) throw std::runtime_error("the robot does not start");
  seen_ = start.seen;
  const auto identity = [&](std::size_t leg) {
    return in_time(identity_of(config_.model, robot_.capabilities(), leg), config_, seen_, leg,
                   kInOperation_ns);
  };
  const std::size_t n = config_.model.leg.size();
  for (std::size_t i = 0; i < n; ++i) module_.emplace_back(setup_of(i), identity(i));
  body_ = NativeBody(body_setup(), identity(n));
}

native::ModuleSession::Setup NativeFleet::setup_of(std::size_t leg) const {
  return {.module = static_cast<std::uint8_t>(leg),
          .key = config_.module_key.at(leg),
          .secret = config_.secret,
          .first_sequence = config_.first_sequence};
}
native::ModuleSession::Setup NativeFleet::body_setup() const noexcept {
  return {.module = native::kBodyDevice,
          .key = config_.body_key,
          .secret = config_.secret,
          .first_sequence = config_.first_sequence};
}

/// True if a module's computer is running; otherwise it neither receives nor sends.
bool NativeFleet::is_up(std::size_t leg) const noexcept {
  constexpr std::int64_t kDown_ns = 500'000'000;
  return config_.pace == Pace::kLockStep || seen_.now_ns - seen_.leg[leg].sampled_ns < kDown_ns;
}

/// Reboots a module: its session is lost.
void NativeFleet::reboot(std::size_t leg) noexcept {
  config_.secret = native::next_nonce(config_.module_key[leg], config_.secret);
  module_[leg] = NativeModule(
      setup_of(leg),
      in_time(identity_of(config_.model, robot_.capabilities(), leg), config_, seen_, leg, 0));
}

void NativeFleet::serve(std::int64_t now_ns) noexcept {
  for (std::size_t i = 0; i < module_.size(); ++i) {
    if (!is_up(i)) {
      drain(*ports_[i]);
      continue;
    }
    const bool commanded = module_[i].hear(*ports_[i], now_ns);
    if (lacks_report(i, module_[i], commanded)) report_leg(i);
  }
  const bool commanded = body_.hear(*ports_.back(), now_ns);
  if (lacks_report(module_.size(), body_, commanded)) body_.report(seen_, *ports_.back());
}

/// True if a device needs a report at once: its master is new or, in lock step, has sent a command
/// for a past period, because the report of that was lost.
bool NativeFleet::lacks_report(std::size_t device, const NativeDevice& its,
                               bool commanded) noexcept {
  const bool is_new = its.session().master() != master_[device];
  master_[device] = its.session().master();
  const bool lost = config_.pace == Pace::kLockStep && commanded && its.command_ns() < seen_.now_ns;
  return is_new || lost;
}

/// Sends a leg's report. In real time its `heard_ns` is the send time of the module's last message;
/// in lock step it is the robot's own, as without UDP.
void NativeFleet::report_leg(std::size_t leg) noexcept {
  controller::LegReading reading = seen_.leg[leg];
  if (config_.pace == Pace::kRealTime) reading.heard_ns = module_[leg].command_ns();
  module_[leg].report(reading, seen_.now_ns, *ports_[leg]);
}

bool NativeFleet::is_commanded() const noexcept {
  for (const NativeModule& module : module_)
    if (!module.session().master() || module.command_ns() != seen_.now_ns) return false;
  return body_.session().master() && body_.command_ns() == seen_.now_ns;
}

Status NativeFleet::advance(std::int64_t now_ns) noexcept {
  const std::int64_t guarded_ns = config_.pace == Pace::kLockStep ? seen_.now_ns : now_ns;
  for (std::size_t i = 0; i < module_.size(); ++i) command_.leg[i] = module_[i].obeyed(guarded_ns);
  command_.gaze = body_.gaze();
  controller::PerLeg<std::optional<std::int32_t>> boots{};
  for (std::size_t i = 0; i < module_.size(); ++i) boots[i] = seen_.leg[i].module.boots;
  const Status status = robot_.exchange(command_, seen_);
  for (std::size_t i = 0; i < module_.size(); ++i) {
    if (seen_.leg[i].module.boots != boots[i]) reboot(i);
    if (is_up(i)) report_leg(i);
  }
  body_.report(seen_, *ports_.back());
  return status;
}

}  // namespace ventosa::hal
