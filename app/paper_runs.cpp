#include "app/paper_runs.h"

#include <algorithm>
#include <iostream>
#include <thread>

#include "app/execution.h"
#include "app/inputs.h"
#include "app/interrupt.h"
#include "app/terminal.h"
#include "app/workers.h"
#include "sim/render/picture.h"

namespace ventosa::app {
namespace {

using papers::Watch;

/// Why nothing can be drawn; empty if it can.
std::string obstacle_to_drawing(const scenarios::Scenario& scenario, std::uint64_t seed) {
  const scenarios::ScenarioTwin twin(scenario, seed);
  try {
    const sim::Picture picture(twin.twin());
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

void carry_out(PaperRun& paper_run) {
  std::vector<record::RowSink*> sinks;
  for (const PaperWatch& each : paper_run.watches) sinks.push_back(each.watch.get());
  scenarios::JudgedRun run(*paper_run.scenario, paper_run.seed, sinks);
  paper_run.verdict = execute(run, [&] {
    for (const auto& pictures : paper_run.pictures) pictures->look(run);
  });
  if (!paper_run.verdict) return;
  for (const auto& pictures : paper_run.pictures) pictures->commit();
}

}  // namespace

PaperRuns::PaperRuns(const std::vector<papers::Chosen>& chosen) {
  for (const papers::Chosen& part : chosen)
    for (const papers::Experiment* experiment : part.experiments)
      for (const papers::RunSpec& run : experiment->runs) add(*experiment, run);
}

void PaperRuns::add(const papers::Experiment& experiment, const papers::RunSpec& run) {
  auto found = scenarios_.find(run.scenario);
  if (found == scenarios_.end())
    found = scenarios_.emplace(run.scenario, load_scenario(run.scenario)).first;
  const scenarios::Scenario& scenario = found->second;
  const Watch::Timing timing{scenarios::period_ns_of(scenario), scenarios::n_ticks_of(scenario)};
  const std::vector<record::Column> columns = scenarios::recorded_columns(scenario);
  const papers::RowSource source{columns, scenario.robot};
  for (const std::uint64_t seed : scenario.seeds) {
    const bool is_first = seed == scenario.seeds.front();
    run_with(scenario, seed)
        .watches.push_back(
            {&experiment, run.key,
             std::make_unique<Watch>(experiment, run.key, source, timing,
                                     is_first ? Watch::Draws::kFigures : Watch::Draws::kNothing)});
  }
}

PaperRun& PaperRuns::run_with(const scenarios::Scenario& scenario, std::uint64_t seed) {
  for (PaperRun& run : runs_)
    if (run.scenario == &scenario && run.seed == seed) return run;
  return runs_.emplace_back(PaperRun{&scenario, seed});
}

void PaperRuns::open_pictures(const std::vector<papers::Chosen>& chosen,
                              const record::OutputFolder& folder) {
  for (const papers::Chosen& part : chosen)
    for (const papers::Experiment* experiment : part.experiments)
      for (const papers::PictureSeries& series : experiment->pictures) {
        const scenarios::Scenario& scenario =
            scenarios_.at(papers::run_of(*experiment, series.run).scenario);
        const std::uint64_t seed = scenario.seeds.front();
        const std::string obstacle = obstacle_to_drawing(scenario, seed);
        if (!obstacle.empty()) {
          std::cerr << "no pictures of " << series.name << ": " << obstacle << '\n';
          continue;
        }
        run_with(scenario, seed)
            .pictures.push_back(std::make_unique<Frames>(
                folder.file(part.paper->name) / series.name, series.period_s));
      }
}

void PaperRuns::carry_out() {
  RunProgress progress(runs_.size());
  const auto work = [&](PaperRun& run) {
    if (interrupted()) return;
    app::carry_out(run);
    if (run.verdict) progress.add(*run.verdict);
  };
  const auto plain = std::stable_partition(
      runs_.begin(), runs_.end(), [](const PaperRun& run) { return !run.pictures.empty(); });
  std::for_each(runs_.begin(), plain, work);  // drawing uses the OpenGL context of one thread
  const int n_threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  share_out(static_cast<std::size_t>(runs_.end() - plain), n_threads,
            [&](std::size_t k) { work(plain[static_cast<std::ptrdiff_t>(k)]); });
}

papers::Outcome PaperRuns::outcome(const papers::Experiment& experiment) const {
  papers::Outcome outcome{&experiment};
  outcome.tallies.resize(papers::measures_of(experiment).size());
  for (const PaperRun& run : runs_)
    for (const PaperWatch& each : run.watches) {
      if (each.experiment != &experiment) continue;
      outcome.verdicts[each.key].push_back(*run.verdict);
      const std::vector<papers::Tally> tallies = each.watch->tallies();
      for (std::size_t k = 0; k < tallies.size(); ++k) outcome.tallies[k].add(tallies[k]);
    }
  return outcome;
}

}  // namespace ventosa::app
