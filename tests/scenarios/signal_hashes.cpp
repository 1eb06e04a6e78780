#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "record/state_hash.h"
#include "scenarios/session/load.h"
#include "scenarios/session/scenario_run.h"

/// signal_hashes SCENARIO.yaml...: a line `SCENARIO-SEED SIGNAL HASH` for every signal of every
/// run. tests/compare_signals.py tells which of them differ between two builds.
namespace {

using namespace ventosa;

void print_hashes(const scenarios::ScenarioRun& run) {
  const record::RunLog& log = run.log();
  std::vector<std::uint64_t> hash(log.columns().size(), record::kEmptyHash);
  for (std::size_t i = 0; i < log.n_rows(); ++i)
    for (std::size_t k = 0; k < hash.size(); ++k)
      hash[k] = record::chain(hash[k], log.row(i).subspan(k, 1));
  for (std::size_t k = 0; k < hash.size(); ++k)
    std::printf("%s-%llu %s %016llx\n", run.scenario().name.c_str(),
                static_cast<unsigned long long>(run.seed()), log.columns()[k].name.c_str(),
                static_cast<unsigned long long>(hash[k]));
}

void run_file(const char* file) {
  const scenarios::Scenario scenario = scenarios::load(file, VENTOSA_SOURCE_DIR "/models/data");
  for (const std::uint64_t seed : scenario.seeds) {
    scenarios::ScenarioRun run(scenario, seed);
    while (run.advance()) {
    }
    print_hashes(run);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    for (int i = 1; i < argc; ++i) run_file(argv[i]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "signal_hashes: %s\n", error.what());
    return 2;
  }
}
