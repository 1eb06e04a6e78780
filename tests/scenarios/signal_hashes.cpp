#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "record/state_hash.h"
#include "scenarios/session/load.h"
#include "scenarios/session/scenario_run.h"

/// signal_hashes SCENARIO.yaml...: prints a line `SCENARIO-SEED SIGNAL HASH` for every signal of
/// every run. tests/compare_signals.py lists those that differ between two builds.
namespace {

using namespace ventosa;

/// One hash chain per signal.
class SignalHashes final : public record::RowSink {
 public:
  explicit SignalHashes(std::size_t n) : hash_(n, record::kEmptyHash) {}
  bool take(std::int64_t, std::span<const double> row) noexcept override {
    for (std::size_t k = 0; k < hash_.size(); ++k)
      hash_[k] = record::chain(hash_[k], row.subspan(k, 1));
    return true;
  }
  const std::vector<std::uint64_t>& values() const { return hash_; }

 private:
  std::vector<std::uint64_t> hash_;
};

void run_file(const char* file) {
  const scenarios::Scenario scenario = scenarios::load(file, VENTOSA_SOURCE_DIR "/models/data");
  const std::vector<record::Column> columns = recorded_columns(scenario);
  for (const std::uint64_t seed : scenario.seeds) {
    SignalHashes hashes(columns.size());
    scenarios::ScenarioRun run(scenario, seed, {&hashes});
    while (run.advance()) {
    }
    for (std::size_t k = 0; k < columns.size(); ++k)
      std::printf("%s-%llu %s %016llx\n", scenario.name.c_str(),
                  static_cast<unsigned long long>(seed), columns[k].name.c_str(),
                  static_cast<unsigned long long>(hashes.values()[k]));
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
