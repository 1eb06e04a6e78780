#include "bench/recording.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "record/run_log.h"
#include "record/signal_log.h"
#include "scenarios/session/scenario_run.h"

namespace ventosa::bench {
namespace {

using scenarios::Scenario;

constexpr std::int64_t kPeriod_ns = 10'000'000;
constexpr std::size_t kRowsInTurn = 20;  // rows between two alternations

record::RunLog rows_of(const Scenario& scenario) {
  record::RunLog rows(recorded_columns(scenario));
  scenarios::ScenarioRun run(scenario, scenario.seeds.front(), {&rows});
  while (run.advance()) {
  }
  return rows;
}

/// A log file that is deleted with this object.
class TemporaryLog {
 public:
  explicit TemporaryLog(const Scenario& scenario)
      : file_(std::filesystem::temp_directory_path() /
              ("ventosa-bench-" + std::to_string(::getpid()) + ".mcap")),
        writer_(file_, recorded_schema(scenario), kPeriod_ns, {}) {}
  ~TemporaryLog() {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
  }
  TemporaryLog(const TemporaryLog&) = delete;
  TemporaryLog& operator=(const TemporaryLog&) = delete;

  record::SignalLogWriter& writer() { return writer_; }
  const std::filesystem::path& file() const { return file_; }

 private:
  const std::filesystem::path file_;
  record::SignalLogWriter writer_;
};

/// Writes the rows `first` to `first` + kRowsInTurn to a sink.
void take(const record::RunLog& rows, std::size_t first, record::RowSink& sink, Samples& samples) {
  for (std::size_t i = first; i < std::min(first + kRowsInTurn, rows.n_rows()); ++i) {
    // A copy, as if newly computed.
    const std::vector<double> row(rows.row(i).begin(), rows.row(i).end());
    bool kept = false;
    samples.measure([&] { kept = sink.take(static_cast<std::int64_t>(i), row); });
    if (!kept) samples.count_failure();
  }
}

}  // namespace

Benchmark measure_recording(const Scenario& scenario) {
  const record::RunLog rows = rows_of(scenario);
  TemporaryLog log(scenario);
  record::RunLog memory(rows.columns());
  memory.reserve(rows.n_rows());
  Samples ours(rows.n_rows()), peer(rows.n_rows());
  for (std::size_t i = 0; i < rows.n_rows(); i += kRowsInTurn) {
    take(rows, i, log.writer(), ours);
    take(rows, i, memory, peer);
  }
  log.writer().close();
  Benchmark result = ours.summary("record/" + scenario.name);
  result.peers = {peer.peer("rows in memory")};
  return result;
}

Benchmark measure_reading(const Scenario& scenario) {
  const record::RunLog rows = rows_of(scenario);
  TemporaryLog log(scenario);
  for (std::size_t i = 0; i < rows.n_rows(); ++i)
    if (!log.writer().take(static_cast<std::int64_t>(i), rows.row(i))) break;
  log.writer().close();
  constexpr std::size_t kTimes = 3;
  Samples samples(kTimes);
  for (std::size_t i = 0; i < kTimes; ++i)
    samples.measure([&] { static_cast<void>(record::read_signal_log(log.file())); });
  Benchmark result = samples.summary("read_log/" + scenario.name);
  const double seconds =
      1e-9 * static_cast<double>(kPeriod_ns) * static_cast<double>(rows.n_rows());
  result.realtime_factor = seconds * 1e9 / static_cast<double>(result.p50_ns);
  return result;
}

}  // namespace ventosa::bench
