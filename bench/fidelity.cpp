#include "bench/fidelity.h"

#include "bench/bare_step.h"
#include "scenarios/session/load.h"
#include "scenarios/session/scenario_run.h"
#include "sim/config/effects.h"

namespace ventosa::bench {

using scenarios::Scenario;
using scenarios::ScenarioRun;

namespace {

constexpr int kPeriodsAtOnce = 50;  // periods between two alternations

/// A run in which each period is timed.
class TimedRun {
 public:
  explicit TimedRun(const Scenario& scenario)
      : run_(scenario, scenario.seeds.front()),
        samples_(static_cast<std::size_t>(run_.n_ticks())) {}

  /// @return false when the run is over
  bool advance(int n_periods) {
    for (int i = 0; more_ && i < n_periods; ++i) {
      samples_.measure([&] { more_ = run_.advance(); });
      more_ = more_ && run_.tick() < run_.n_ticks();
    }
    return more_;
  }

  const Samples& samples() const { return samples_; }
  double realtime_factor() const {
    return run_.time_s() / (1e-9 * static_cast<double>(samples_.sum_ns()));
  }

 private:
  ScenarioRun run_;
  Samples samples_;
  bool more_ = true;
};

/// Advances both runs by turns until one is over.
void alternate(TimedRun& run, TimedRun& peer) {
  for (bool more = true; more;) {
    more = run.advance(kPeriodsAtOnce);
    more = peer.advance(kPeriodsAtOnce) && more;
  }
}

Benchmark against(const char* peer_name, const TimedRun& peer, const std::string& name,
                  const TimedRun& run) {
  Benchmark result = run.samples().summary(name);
  result.peers = {peer.samples().peer(peer_name)};
  result.share = static_cast<double>(run.samples().median_excess_ns(peer.samples())) /
                 static_cast<double>(result.peers.front().p50_ns);
  result.realtime_factor = run.realtime_factor();
  return result;
}

Benchmark against_ideal(const std::string& name, const TimedRun& run, const TimedRun& ideal) {
  return against("ideal twin", ideal, "fidelity/" + name, run);
}

}  // namespace

Scenario with_full_fidelity(const Scenario& ideal) {
  return scenarios::parse(ideal.source.text + "\nfidelity: full\n", ideal.source.scenario,
                          ideal.source.robot.parent_path());
}

Benchmark measure_effect(const Scenario& ideal, models::Effect effect) {
  Scenario with_effect = ideal;
  switch_on(effect, with_full_fidelity(ideal).twin, with_effect.twin);
  TimedRun run(with_effect), peer(ideal);
  alternate(run, peer);
  return against_ideal(std::string(controller::name(effect)), run, peer);
}

Benchmark measure_linkage(const Scenario& closed) {
  Scenario serial = closed;
  serial.twin.linkage = sim::LinkageModel::kSerial;
  TimedRun run(closed), peer(serial);
  alternate(run, peer);
  return against("serial twin", peer, "linkage/" + closed.name, run);
}

Benchmark measure_bristles(const Scenario& lugre) {
  Scenario stiff = lugre;
  stiff.twin.drive.friction = sim::FrictionModel::kLoad;
  TimedRun run(lugre), peer(stiff);
  alternate(run, peer);
  return against("friction without bristles", peer, "bristles/" + lugre.name, run);
}

Benchmark measure_full_fidelity(const Scenario& ideal) {
  const Scenario full = with_full_fidelity(ideal);
  TimedRun run(full), peer(ideal);
  BareStep bare(ideal.robot, ideal.twin);
  Samples steps(static_cast<std::size_t>(ideal.duration_s / ideal.twin.control_period_s));
  while (run.advance(kPeriodsAtOnce) && peer.advance(kPeriodsAtOnce))
    for (int i = 0; i < kPeriodsAtOnce; ++i) steps.measure([&] { bare.advance(); });
  Benchmark result = against_ideal("full", run, peer);
  result.add(steps.peer("bare mj_step"));
  return result;
}

}  // namespace ventosa::bench
