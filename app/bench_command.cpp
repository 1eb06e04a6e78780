#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/data_folder.h"
#include "app/interrupt.h"
#include "app/terminal.h"
#include "app/text_table.h"
#include "bench/hot_paths.h"

/// `ventosa bench`: speed of the hot paths, and of their peers in the same run.
namespace ventosa::app {

using bench::Benchmark;
using scenarios::Scenario;

namespace {

constexpr int kSchema = 1;

struct Entry {
  const char* path;
  std::function<Benchmark(const Scenario&)> measure;
  const char* scenario;

  std::string name() const { return std::string(path) + "/" + scenario; }
};

std::vector<Entry> all_entries() {
  return {{"twin", bench::measure_twin, "crawl_up_wall"},
          {"tick", bench::measure_tick, "crawl_up_wall"},
          {"tick", bench::measure_tick, "refuse_lift_wall_60N"},
          {"tick", bench::measure_tick, "crawl_up_wall_hexapod"},
          {"load_sharing", bench::measure_load_sharing, "crawl_up_wall"},
          {"load_sharing", bench::measure_load_sharing, "crawl_up_wall_hexapod"},
          {"reactions", bench::measure_reactions, "crawl_up_wall"},
          {"reactions", bench::measure_reactions, "crawl_up_wall_hexapod"}};
}

Scenario load_shipped(const char* name) {
  const DataFolder data = data_folder();
  return scenarios::load(find_input(name, {data.scenarios}), data.robots);
}

/// What was measured, up to an interrupt.
std::vector<Benchmark> measure(const std::string& filter) {
  std::vector<Benchmark> results;
  Progress progress;
  for (const Entry& entry : all_entries()) {
    if (interrupted() || entry.name().find(filter) == std::string::npos) continue;
    progress.show(entry.name());
    results.push_back(entry.measure(load_shipped(entry.scenario)));
  }
  return results;
}

nlohmann::ordered_json to_json(const Benchmark& result) {
  nlohmann::ordered_json json{{"name", result.name},
                              {"p50_ns", result.p50_ns},
                              {"p99_ns", result.p99_ns},
                              {"n", result.n},
                              {"allocs", result.allocs}};
  if (!result.peer.empty()) {
    json["peer"] = result.peer;
    json["peer_p50_ns"] = result.peer_p50_ns;
    json["ratio"] = result.ratio;
  }
  if (result.realtime_factor > 0) json["realtime_factor"] = result.realtime_factor;
  return json;
}

std::string microseconds(std::int64_t ns) { return digits(1e-3 * static_cast<double>(ns), 4); }

void print(const std::vector<Benchmark>& results) {
  TextTable table({{"benchmark"},
                   {"p50 [us]", true},
                   {"p99 [us]", true},
                   {"calls", true},
                   {"allocations", true},
                   {"peer"},
                   {"peer p50 [us]", true},
                   {"speed over peer", true},
                   {"x real time", true}});
  for (const Benchmark& result : results) {
    const bool alone = result.peer.empty();
    table.add({result.name, microseconds(result.p50_ns), microseconds(result.p99_ns),
               std::to_string(result.n), result.allocs < 0 ? "?" : std::to_string(result.allocs),
               result.peer, alone ? "" : microseconds(result.peer_p50_ns),
               alone ? "" : digits(result.ratio),
               result.realtime_factor > 0 ? digits(result.realtime_factor) : ""});
  }
  table.print(std::cout);
}

}  // namespace

ExitCode bench(const BenchOptions& options) {
  const std::vector<Benchmark> results = measure(options.filter);
  if (options.json) {
    auto list = nlohmann::ordered_json::array();
    for (const Benchmark& result : results) list.push_back(to_json(result));
    std::cout << nlohmann::ordered_json{{"schema", kSchema}, {"benchmarks", list}}.dump(2) << '\n';
  } else {
    print(results);
  }
  return interrupted() ? ExitCode::kInterrupted : ExitCode::kPass;
}

}  // namespace ventosa::app
