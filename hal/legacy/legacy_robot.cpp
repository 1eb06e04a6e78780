#include "hal/legacy/legacy_robot.h"

#include "hal/legacy/decode.h"

namespace ventosa::hal {

using controller::Command;
using controller::Observation;
using legacy::LegacyLine;

namespace {

constexpr Telemetry kTells{.joint_velocity = true,
                           .joint_torque = true,
                           .joint_current = true,
                           .joint_voltage = true,
                           .joint_temperature = true,
                           .pack = true,
                           .cup_distance = true,
                           .drive_status = true,
                           .module_power = true,
                           .loop_time = true};

std::vector<LegacyAddress> addresses_of(const LegacyConfig& config) {
  if (!config.module.empty()) return config.module;
  std::vector<LegacyAddress> each;
  for (std::size_t i = 0; i < config.robot.nominal.leg.size(); ++i) each.push_back({i});
  return each;
}

LegacyConfig with_addresses(LegacyConfig config) {
  config.module = addresses_of(config);
  return config;
}

LegacyLine::Setup setup_of(const LegacyConfig& config, std::size_t leg) {
  const controller::Cup& cup = *config.robot.nominal.cup();
  return {.name = config.robot.nominal.leg[leg].name,
          .motors = legacy::leg_motors(config.robot, leg),
          .cup = {.area_m2 = cup.area_m2, .attached_N = cup.attached_ratio * cup.goal_force_N},
          .virtual_id = config.module.at(leg).virtual_id};
}

}  // namespace

std::vector<LegacyAddress> shared_address(std::size_t n_legs) {
  std::vector<LegacyAddress> all;
  for (std::size_t i = 0; i < n_legs; ++i) all.push_back({0, static_cast<std::uint8_t>(i + 1)});
  return all;
}

LegacyRobot::LegacyRobot(const LegacyConfig& config, Network& network)
    : WireRobot(config.robot.nominal, config.start, config.period_ns),
      config_(with_addresses(config)),
      network_(network) {
  can_ = {.cup_modes = {controller::CupMode::kHold, controller::CupMode::kGrip,
                        controller::CupMode::kRelease, controller::CupMode::kAttach},
          .impedance = Impedance::kEquilibrium,
          .control_period_ns = period_ns_,
          .telemetry = kTells,
          .needs_arming = true,
          .keeps_time = true};
  for (std::size_t i = 0; i < model_.leg.size(); ++i) {
    const LegacyLine::Setup setup = setup_of(config_, i);
    line_.emplace_back(setup);
    watch_.emplace_back(kLegacyFreshness, setup.motors.n, model_.leg[i].foot);
    for (int j = 0; j < setup.motors.n; ++j)
      can_.joint_modes[i][static_cast<std::size_t>(j)] = legacy::joint_modes(setup.motors, j);
    n_ports_ = std::max(n_ports_, config_.module[i].port + 1);
  }
  rejected_.resize(n_ports_);
}

/// Waits, before the start, for at most a period.
void LegacyRobot::wait(std::int64_t until_ns) noexcept {
  network_.wait_until(std::min(until_ns, ticks_.now_ns() + period_ns_));
  ticks_.begin(network_.now_ns());
  hear(ticks_.now_ns());
}

bool LegacyRobot::claim(std::int64_t until_ns) {
  const auto is_ours = [&](const LegacyLine& line) {
    return line.is_claimed(ticks_.now_ns()) && line.is_identified();
  };
  ticks_.begin(network_.now_ns());
  while (ticks_.now_ns() < until_ns && !gives_up() &&
         !std::all_of(line_.begin(), line_.end(), is_ours)) {
    ask();
    wait(until_ns);
  }
  return std::all_of(line_.begin(), line_.end(), is_ours);
}

std::vector<std::string> LegacyRobot::take_over(const Say&) {
  // Two claim attempts with a pause between.
  constexpr std::int64_t kOursWithin_ns = 12'000'000'000;
  claim(network_.now_ns() + kOursWithin_ns);
  return mismatches();
}

std::vector<std::string> LegacyRobot::mismatches() const {
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i < n_legs(); ++i) {
    const LegacyLine& line = line_[i];
    if (!line.is_claimed(network_.now_ns()))
      wrong.push_back(
          line.name() +
          ": telemetry: expected, found none: it is off, unreachable, or has another master");
    else if (!line.is_identified())
      wrong.push_back(line.name() + ": name and limits: expected, found none");
    for (const Difference& each : differences(i))
      wrong.push_back(line.name() + ": " + text_of(each));
  }
  return wrong;
}

std::vector<Difference> LegacyRobot::differences(std::size_t leg) const {
  const LegacyLine& line = line_[leg];
  std::vector<Difference> all;
  legacy::compare(line.name(), line.motors(), line.telemetry().identity(),
                  [&](const Difference& each) { all.push_back(each); });
  return all;
}

void LegacyRobot::complete(std::size_t leg, ModuleSituation& module) const noexcept {
  const LegacyLine& line = line_[leg];
  const std::int64_t now_ns = network_.now_ns();
  const legacy::ModuleTelemetry& reported = line.telemetry();
  module.is_ours = line.is_claimed(now_ns) && line.is_identified();
  module.readings = freshness(age_of(reported.reading().sampled_ns, now_ns), reported.period_ns(),
                              kLegacyFreshness);
  legacy::compare(line.name(), line.motors(), reported.identity(),
                  [&](const Difference& each) { note_difference(each, module); });
  module.settings_made = line.is_set_up(now_ns);
  for (int j = 0; j < module.n_joints; ++j)
    module.joint[static_cast<std::size_t>(j)].can_have_mode = line.can_have_mode(j, now_ns);
}

void LegacyRobot::ask() noexcept {
  for (std::size_t i = 0; i < n_legs(); ++i)
    line_[i].ask(network_.port(config_.module[i].port), ticks_.now_ns());
}

/// Restores the modules' original profile speeds.
void LegacyRobot::give_back() noexcept {
  constexpr int kRepetitions = 3;  // repetitions, against loss
  const auto is_other = [](const LegacyLine& line) { return line.has_other_profiles(); };
  if (std::none_of(line_.begin(), line_.end(), is_other)) return;
  for (int k = 0; k < kRepetitions; ++k) {
    for (std::size_t i = 0; i < n_legs(); ++i)
      line_[i].restore_profiles(network_.port(config_.module[i].port), network_.now_ns());
    ticks_.begin(network_.now_ns());
    pass_period({});
  }
}

std::vector<std::string> LegacyRobot::not_restored() const {
  std::vector<std::string> lines;
  for (const LegacyLine& line : line_)
    if (line.has_other_profiles() && !line.tells_profiles())
      lines.push_back(line.name() +
                      ": previous profile speeds: unknown (it sends no CONFIG_V2): the present "
                      "ones stay when it is released");
  return lines;
}

void LegacyRobot::begin_ticks() noexcept { ticks_.begin(network_.now_ns()); }

void LegacyRobot::tell(const Command& command) noexcept {
  const bool may_have_torque = obeys_controller(mode());
  for (std::size_t i = 0; i < n_legs(); ++i) {
    line_[i].take(command.leg[i], may_have_torque);
    line_[i].tell(network_.port(config_.module[i].port), ticks_.now_ns());
  }
}

void LegacyRobot::pass_period(const Command&) noexcept {
  ticks_.wait_for_next(network_, period_ns_, [&](std::int64_t time_ns) { hear(time_ns); });
}

void LegacyRobot::hear(std::int64_t now_ns) noexcept {
  std::array<std::byte, kDatagramRoom> buffer;
  for (std::size_t p = 0; p < n_ports_; ++p)
    for (auto datagram = network_.port(p).receive(buffer); !datagram.empty();
         datagram = network_.port(p).receive(buffer))
      hear(p, datagram, now_ns);
}

/// Processes a datagram; invalid frames and frames of other modules only count as rejected.
void LegacyRobot::hear(std::size_t port, std::span<const std::byte> datagram,
                       std::int64_t now_ns) noexcept {
  const auto hear_frame = [&](const legacy::Frame& frame) {
    bool ours = false;
    for (std::size_t i = 0; i < n_legs(); ++i)
      ours = ours || (config_.module[i].port == port && line_[i].hear(frame, now_ns));
    rejected_[port] += !ours;
  };
  const auto refuse = [&](const legacy::Refusal&) { ++rejected_[port]; };
  struct Sink {
    const decltype(hear_frame)& hear;
    const decltype(refuse)& reject;
    void operator()(const legacy::Frame& frame) const { hear(frame); }
    void operator()(const legacy::Refusal& refusal) const { reject(refusal); }
  };
  legacy::decode(datagram, Sink{hear_frame, refuse});
}

void LegacyRobot::observe(Observation& seen) noexcept {
  seen.now_ns = ticks_.now_ns();
  for (std::size_t i = 0; i < n_legs(); ++i) seen.leg[i] = line_[i].telemetry().reading();
  seen.body = controller::no_imu();
  seen.detections = {};
}

bool LegacyRobot::all_claimed() const noexcept {
  const std::int64_t now_ns = network_.now_ns();
  return std::all_of(line_.begin(), line_.end(),
                     [&](const LegacyLine& line) { return line.is_claimed(now_ns); });
}

Health LegacyRobot::judge() noexcept {
  Health health{.session = all_claimed(), .lease = true};
  for (std::size_t i = 0; i < n_legs(); ++i) health.leg[i] = judge(i);
  return health;
}

Triggers LegacyRobot::judge(std::size_t leg) noexcept {
  const LegacyLine& line = line_[leg];
  const std::int64_t now_ns = network_.now_ns();
  Triggers triggers =
      watch_[leg].judge(line.telemetry().reading(), line.telemetry().period_ns(), ticks_.now_ns());
  if (!line.is_claimed(now_ns)) triggers.insert(Trigger::kLost);
  if (line.has_lost_torque(now_ns)) triggers.insert(Trigger::kJointFault);
  if (line.has_rebooted(now_ns)) triggers.insert(Trigger::kRebooted);
  return triggers;
}

LinkStatistics LegacyRobot::link(std::size_t leg) const noexcept {
  const legacy::ModuleTelemetry& reported = line_[leg].telemetry();
  const legacy::EchoWatch& echoes = line_[leg].echoes();
  LinkStatistics link{.sent = line_[leg].n_sent(),
                      .heard = reported.n_heard(),
                      .rejected = rejected_[config_.module[leg].port],
                      .foreign = echoes.n_foreign(),
                      .last_foreign = echoes.last_foreign()};
  if (reported.n_heard() > 0) {
    link.age_ns = network_.now_ns() - reported.last_ns();
    link.longest_gap_ns = std::max(reported.longest_gap_ns(), *link.age_ns);
  }
  return link;
}

bool LegacyRobot::has_torque() const noexcept {
  return std::all_of(line_.begin(), line_.end(),
                     [&](const LegacyLine& line) { return line.all_started(ticks_.now_ns()); });
}

}  // namespace ventosa::hal
