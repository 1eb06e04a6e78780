#include "bench/step_parts.h"

#include <algorithm>
#include <stdexcept>

#include "bench/bare_step.h"
#include "record/signal_log.h"
#include "scenarios/session/scenario_run.h"
#include "sim/mujoco/snapshot.h"
#include "sim/mujoco/world.h"

namespace ventosa::bench {

using scenarios::Scenario;
using scenarios::ScenarioRun;

namespace {

constexpr int kPeriodsOfBlock = 50;  // run, parts and bare steps alternate after each block

/// Inputs of a control period, and of the controller's tick after it.
struct Period {
  controller::Command command;
  sim::Stimulus stimulus;
  controller::Observation seen;
  controller::Goal goal;
};

/// Periods of a run in a row.
struct Block {
  scenarios::RunSnapshot start;
  std::vector<Period> periods;
};

struct PartSamples {
  std::string name;
  Samples samples;
};

/// Repeats the periods of a run, part by part.
class Parts {
 public:
  explicit Parts(const ScenarioRun& run)
      : world_(run.setup().robot, run.setup().config), controller_(run.session().controller()) {
    const auto n = static_cast<std::size_t>(run.n_ticks());
    const auto n_steps = n * static_cast<std::size_t>(world_.steps_per_period);
    for (const sim::StepPart& part : sim::step_parts())
      part_.push_back({part.name, Samples(n_steps)});
    for (const char* name : {"truth", "observation", "tick"}) part_.push_back({name, Samples(n)});
  }

  void repeat(const Block& block) {
    sim::read_snapshot(block.start.plant.bytes, world_);
    controller_.restore(block.start.controller);
    for (const Period& period : block.periods) repeat(period);
  }

  bool is_at(const sim::Twin& twin) const {
    const auto n = static_cast<std::ptrdiff_t>(world_.model->nq);
    return std::equal(world_.data->qpos, world_.data->qpos + n, twin.world().data->qpos);
  }

  const std::vector<PartSamples>& samples() const { return part_; }

 private:
  void repeat(const Period& period) {
    world_.state.stimulus = period.stimulus;
    send_command(period.command, world_);
    start_period(world_);
    for (std::int64_t k = 0; k < world_.steps_per_period; ++k) step();
    end_stimulus(world_);
    auto part = part_.begin() + static_cast<std::ptrdiff_t>(sim::step_parts().size());
    part++->samples.measure([&] { update_truth(world_); });
    part++->samples.measure([&] { observe(world_, seen_); });
    part->samples.measure([&] { static_cast<void>(controller_.tick(period.seen, period.goal)); });
  }

  void step() {
    auto part = part_.begin();
    for (const sim::StepPart& each : sim::step_parts())
      part++->samples.measure([&] { each.run(world_); });
  }

  sim::World world_;
  controller::Controller controller_;
  controller::Observation seen_;
  std::vector<PartSamples> part_;
};

/// Advances the run by a block, and times its periods.
Block advance(ScenarioRun& run, Samples& periods) {
  Block block;
  run.save(block.start);
  bool more = true;
  for (int i = 0; more && i < kPeriodsOfBlock; ++i) {
    const controller::Command command = run.session().command();
    const sim::Stimulus stimulus = run.session().input().stimulus;
    periods.measure([&] { more = run.advance(); });
    block.periods.push_back({command, stimulus, run.session().seen(), run.session().input().goal});
  }
  return block;
}

Benchmark summary(const std::string& run, const PartSamples& part, const Samples& periods) {
  Benchmark result = part.samples.summary(run + "/" + part.name);
  result.share = static_cast<double>(part.samples.sum_ns()) / static_cast<double>(periods.sum_ns());
  return result;
}

}  // namespace

std::vector<Benchmark> measure_step(const Scenario& scenario) {
  record::SignalLogWriter log("/dev/null", recorded_schema(scenario), 1, {});
  ScenarioRun run(scenario, scenario.seeds.front(), {&log});
  BareStep bare(scenario.robot, scenario.twin);
  Parts parts(run);
  const auto n = static_cast<std::size_t>(run.n_ticks());
  Samples periods(n), peer(n);
  while (!run.is_over()) {
    parts.repeat(advance(run, periods));
    if (!parts.is_at(run.twin())) throw std::logic_error("the parts are not those of the run");
    for (int i = 0; i < kPeriodsOfBlock; ++i) peer.measure([&] { bare.advance(); });
  }
  const std::string name = "step/" + scenario.name;
  std::vector<Benchmark> results{periods.summary(name)};
  results.front().peers = {peer.peer("bare mj_step")};
  double rest = 1;
  for (const PartSamples& part : parts.samples()) {
    results.push_back(summary(name, part, periods));
    rest -= *results.back().share;
  }
  Benchmark& last = results.emplace_back();
  last.name = name + "/record and session";
  last.share = rest;
  return results;
}

}  // namespace ventosa::bench
