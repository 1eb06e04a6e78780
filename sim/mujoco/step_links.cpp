#include <cmath>

#include "hal/noise.h"
#include "sim/mujoco/world.h"

/// Commands to the modules and telemetry from them, through links that delay, lose and damage.
namespace ventosa::sim {
namespace {

// random channels of a module: its two links, the phase of its loop and of its telemetry
constexpr std::uint64_t kFirstChannel = 4000;
constexpr std::uint64_t kChannelsPerModule = 2 * hal::kChannelsPerLink + 2;

std::uint64_t first_channel(int leg) {
  return kFirstChannel + kChannelsPerModule * static_cast<std::uint64_t>(leg);
}
std::uint64_t command_channel(int leg) { return first_channel(leg); }
std::uint64_t telemetry_channel(int leg) { return first_channel(leg) + hal::kChannelsPerLink; }
std::uint64_t phase_channel(int leg) { return first_channel(leg) + 2 * hal::kChannelsPerLink; }

/// Modules are not synchronised: each clock has a random phase.
SampleClock clock_with_random_phase(double period_s, std::uint64_t seed, std::uint64_t channel) {
  SampleClock clock = SampleClock::with_period(period_s);
  const double phase = 1 - hal::uniform(seed, channel, 0);  // in [0, 1)
  clock.phase_ns = static_cast<std::int64_t>(phase * static_cast<double>(clock.period_ns));
  return clock;
}

void apply_command(World& world, int leg, const controller::LegCommand& command) {
  for (int j = 0; j < world.leg(leg).n_joints; ++j)
    accept(world.drive[leg][j], command.joint[j], read_encoder(world, leg, j),
           world.state.drive[leg][j]);
  accept(world.cup, command.cup, world.state.cup[leg]);
}

void take_command(World& world, int leg) {
  hal::ModuleLink& link = world.state.link[leg];
  apply_command(world, leg, link.waiting.command);
  link.heard_ns = link.waiting.sent_ns;
}

/// Switches a module's relay. Relays are latching, and their circuit is supplied by bus or pack,
/// whichever has voltage; otherwise a module whose computer is down could not be recovered.
void switch_relay(World& world, int leg, const controller::LegCommand& command) {
  if (world.state.fault.has(FaultKind::kRelayStuck, leg)) return;
  if (command.relay) world.state.power.module[leg].relay = *command.relay;
}

/// a module without power neither receives nor sends
bool is_on(const World& world, int leg) {
  return world.state.power.module[leg].supply == Supply::kOn;
}

void sample_module(World& world, int leg) {
  controller::LegReading& sampled = world.state.link[leg].sampled;
  sampled.heard_ns = world.state.link[leg].heard_ns;
  read_module(world, leg, sampled);
}

void send_telemetry(World& world, int leg) {
  const TwinConfig& config = world.config;
  auto& flight = world.flight[leg].telemetry;
  const hal::Passage passage = hal::passage(
      {config.link_of(leg).telemetry, config.telemetry_gaps, config.seed, telemetry_channel(leg)},
      flight.count.sent, world.now_ns());
  send(world.state.link[leg].sampled, passage, world.now_ns(), flight);
}

}  // namespace

ModuleClock module_clock(const TwinConfig& config, int leg) {
  const LinkOptions& link = config.link_of(leg);
  ModuleClock clock;
  clock.loop = clock_with_random_phase(link.module_loop_s, config.seed, phase_channel(leg));
  // by default at every control tick
  clock.telemetry = SampleClock::with_period(config.control_period_s);
  if (link.telemetry_rate_Hz > 0)
    clock.telemetry =
        clock_with_random_phase(1 / link.telemetry_rate_Hz, config.seed, phase_channel(leg) + 1);
  return clock;
}

void start_links(World& world) {
  for (int i = 0; i < world.n_legs(); ++i) {
    sample_module(world, i);
    world.state.link[i].seen = world.state.link[i].sampled;
  }
}

void send_command(const controller::Command& command, World& world) noexcept {
  const TwinConfig& config = world.config;
  for (int i = 0; i < world.n_legs(); ++i) {
    auto& flight = world.flight[i].command;
    const hal::Passage passage = hal::passage(
        {config.link_of(i).command, config.command_gaps, config.seed, command_channel(i)},
        flight.count.sent, world.now_ns());
    send({command.leg[i], world.now_ns()}, passage, world.now_ns(), flight);
  }
  // the pan-tilt hangs on the body's own computer: no link
  if (command.gaze && world.robot.sensors)
    set_gaze_goal(world.robot.sensors->mount, *command.gaze, world.state.pan_tilt);
}

void deliver_commands(World& world) {
  for (int i = 0; i < world.n_legs(); ++i) {
    hal::ModuleLink& link = world.state.link[i];
    if (receive(world.now_ns(), world.flight[i].command, link.waiting)) link.waits = true;
    if (world.state.fault.has(FaultKind::kDeaf, i)) link.waits = false;
    if (!link.waits || !world.due(world.clock[i].loop)) continue;
    switch_relay(world, i, link.waiting.command);
    if (is_on(world, i)) take_command(world, i);
    link.waits = false;
  }
}

void report_telemetry(World& world) {
  for (int i = 0; i < world.n_legs(); ++i) {
    const bool samples_on_demand = world.config.link_of(i).module_loop_s == 0;
    const bool reports = world.due(world.clock[i].telemetry);
    if (samples_on_demand ? reports : world.due(world.clock[i].loop)) sample_module(world, i);
    const bool mute = world.state.fault.has(FaultKind::kMute, i);
    if (reports && is_on(world, i) && !mute) send_telemetry(world, i);
    receive(world.now_ns(), world.flight[i].telemetry, world.state.link[i].seen);
  }
}

}  // namespace ventosa::sim
