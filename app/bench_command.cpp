#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/data_folder.h"
#include "app/interrupt.h"
#include "app/terminal.h"
#include "app/text_table.h"
#include "bench/against_peers.h"
#include "bench/broadcast_wire.h"
#include "bench/fidelity.h"
#include "bench/hot_paths.h"
#include "bench/native_wire.h"
#include "bench/planning.h"
#include "bench/recording.h"
#include "bench/regular_robot.h"
#include "bench/step_parts.h"
#include "bench/wire.h"
#include "scenarios/session/load.h"
#include "view/desktop.h"
#include "view/window/window.h"

/// `ventosa bench`: speed of the hot paths, and of other libraries on the same tasks.
namespace ventosa::app {

using bench::Benchmark;
using bench::Peer;
using scenarios::Scenario;

namespace {

constexpr int kBenchSchema = 1;
constexpr const char* kViewName = "view";

/// A benchmark with a name such as "tick/crawl_up_wall".
struct Entry {
  std::string name;
  std::function<std::vector<Benchmark>()> measure;

  Entry(std::string its_name, std::function<Benchmark()> measure_one)
      : name(std::move(its_name)), measure([=] { return std::vector{measure_one()}; }) {}
  Entry(std::string its_name, std::function<std::vector<Benchmark>()> measure_all)
      : name(std::move(its_name)), measure(std::move(measure_all)) {}
};

models::Robot regular_robot(int n_legs) {
  return bench::regular_robot(load_scenario("crawl_up_wall_hexapod").robot, n_legs);
}

std::vector<Entry> scenario_entries() {
  const auto entry = [](const char* path, Benchmark (*measure)(const Scenario&), const char* name) {
    return Entry{std::string(path) + "/" + name, [=] { return measure(load_scenario(name)); }};
  };
  return {entry("twin", bench::measure_twin, "crawl_up_wall"),
          entry("twin", bench::measure_twin, "hexapod3_wave_flat"),
          entry("twin", bench::measure_twin, "hexapod3_tripod_flat"),
          entry("twin", bench::measure_twin, "hexapod3_rough_ripple"),
          entry("twin", bench::measure_twin, "amru5_fig5"),
          entry("twin", bench::measure_twin, "amru5_serial"),
          entry("self_distance", bench::measure_self_distance, "crawl_up_wall"),
          entry("self_distance", bench::measure_self_distance, "crawl_up_wall_hexapod"),
          entry("relief", bench::measure_relief, "tripod_ground"),
          entry("relief", bench::measure_relief, "hexapod3_rough_ripple"),
          entry("foot_law", bench::measure_foot_law, "hexapod3_tripod_flat"),
          entry("foot_law", bench::measure_foot_law, "amru5_fig5"),
          entry("record", bench::measure_recording, "crawl_up_wall"),
          entry("read_log", bench::measure_reading, "crawl_up_wall"),
          entry("tick", bench::measure_tick, "crawl_up_wall"),
          entry("tick", bench::measure_tick, "refuse_lift_wall_60N"),
          entry("tick", bench::measure_tick, "crawl_up_wall_hexapod"),
          entry("tick", bench::measure_tick, "fast_up_wall"),
          entry("tick", bench::measure_tick, "free_up_wall"),
          entry("tick", bench::measure_tick, "climb_to_wall"),
          entry("tick", bench::measure_tick, "tripod_ground"),
          entry("tick", bench::measure_tick, "gap_ground"),
          entry("tick", bench::measure_tick, "hexapod3_wave_flat"),
          entry("tick", bench::measure_tick, "hexapod3_tripod_flat"),
          entry("tick", bench::measure_tick, "hexapod3_rough_ripple"),
          entry("tick", bench::measure_tick, "amru5_fig5"),
          entry("linkage", bench::measure_linkage, "amru5_fig5"),
          entry("bristles", bench::measure_bristles, "amru5_fig5"),
          entry("load_sharing", bench::measure_load_sharing, "crawl_up_wall"),
          entry("load_sharing", bench::measure_load_sharing, "crawl_up_wall_hexapod"),
          entry("reactions", bench::measure_reactions, "crawl_up_wall"),
          entry("reactions", bench::measure_reactions, "crawl_up_wall_hexapod")};
}

std::vector<Entry> plan_entries() {
  std::vector<Entry> entries;
  for (const char* name : {"climb_to_wall", "climb_to_wall_hexapod"})
    entries.emplace_back("plan/" + std::string(name),
                         [=] { return bench::measure_planning(load_scenario(name)); });
  return entries;
}

/// Cost of the twin's effects for the quadruped that climbs a wall.
std::vector<Entry> fidelity_entries() {
  constexpr const char* kScenario = "crawl_up_wall";
  std::vector<Entry> entries{
      {"fidelity/full", [] { return bench::measure_full_fidelity(load_scenario(kScenario)); }}};
  for (const models::Effect effect : models::each_effect())
    entries.push_back({"fidelity/" + std::string(controller::name(effect)),
                       [=] { return bench::measure_effect(load_scenario(kScenario), effect); }});
  return entries;
}

Entry tick_entry(int n_legs) {
  return {"tick/" + std::to_string(n_legs) + "_legs", [=] {
            return bench::measure_tick(
                bench::with_legs(load_scenario("crawl_up_wall_hexapod"), n_legs));
          }};
}

Entry sharing_entry(int n_legs, const bench::Strain& strain) {
  return {"load_sharing/" + std::to_string(n_legs) + "_legs/" + strain.name,
          [=] { return bench::measure_sharing(regular_robot(n_legs).nominal, strain); }};
}

Entry gravity_entry() {
  return {"gravity/6_joints",
          [] { return bench::measure_gravity(regular_robot(6).nominal.leg.front()); }};
}

std::vector<Entry> wire_entries() {
  std::vector<Entry> entries;
  for (const bench::TickDatagram& tick : bench::tick_datagrams()) {
    entries.push_back({std::string("encode/") + tick.name, [=] { return measure_encode(tick); }});
    entries.push_back({std::string("decode/") + tick.name, [=] { return measure_decode(tick); }});
  }
  for (const bench::NativeWireEntry& entry : bench::native_wire_entries())
    entries.push_back({entry.name, entry.measure});
  for (const bench::BroadcastWireEntry& entry : bench::broadcast_wire_entries())
    entries.push_back({entry.name, entry.measure});
  return entries;
}

std::vector<Entry> all_entries() {
  std::vector<Entry> entries = scenario_entries();
  for (const char* name : {"crawl_up_wall", "crawl_up_wall_hexapod"})
    entries.emplace_back("step/" + std::string(name),
                         [=] { return bench::measure_step(load_scenario(name)); });
  for (const Entry& entry : plan_entries()) entries.push_back(entry);
  for (const Entry& entry : wire_entries()) entries.push_back(entry);
  for (const Entry& entry : fidelity_entries()) entries.push_back(entry);
  for (const int n_legs : {4, 6, 8, 10, 12}) entries.push_back(tick_entry(n_legs));
  entries.push_back(gravity_entry());
  for (const int n_legs : {4, 6, 10})
    for (const bench::Strain& strain :
         {bench::kLoose, bench::kTight, bench::kVeryTight, bench::kOverloaded})
      entries.push_back(sharing_entry(n_legs, strain));
  return entries;
}

bool is_any(const std::string& filter) {
  const std::vector<Entry> entries = all_entries();
  if (std::string(kViewName).find(filter) != std::string::npos) return true;
  return std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) {
    return entry.name.find(filter) != std::string::npos;
  });
}

std::int64_t ns(double s) { return std::llround(1e9 * s); }

template <class T>
T quantile(std::vector<T> values, double share) {
  if (values.empty()) return T{};
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// The window with all panels and the quadruped in real time.
std::vector<Benchmark> measure_view() {
  constexpr double kLasting_s = 15;
  const DataFolder data = data_folder();
  const auto load = [&](const std::filesystem::path& file) {
    return view::Load{std::make_shared<const Scenario>(scenarios::load(file, data.robots)), 1};
  };
  const view::ViewSpeed speed = view::measure_desktop({.scenario = find_scenario("crawl_up_wall"),
                                                       .panels = view::panel_names(),
                                                       .remembers = false},
                                                      load, kLasting_s);
  const auto n = static_cast<std::int64_t>(speed.picture_s.size());
  Benchmark picture{.name = "view/picture, by " + speed.renderer,
                    .p50_ns = ns(quantile(speed.picture_s, 0.5)),
                    .p99_ns = ns(quantile(speed.picture_s, 0.99)),
                    .n = n,
                    .allocs = -1,
                    .realtime_factor = speed.realtime_factor};
  picture.iterations =
      bench::Iterations{quantile(speed.input_pictures, 0.5), quantile(speed.input_pictures, 0.99),
                        quantile(speed.input_pictures, 1)};
  Benchmark tick{.name = "view/tick",
                 .p50_ns = ns(speed.tick_p50_s),
                 .p99_ns = ns(speed.tick_p99_s),
                 .n = n,
                 .allocs = -1};
  tick.add({.name = "without a window",
            .p50_ns = ns(speed.alone_p50_s),
            .p99_ns = ns(speed.alone_p99_s),
            .allocs = -1});
  return {picture, tick};
}

/// Without a display the benchmark is skipped.
void add_view(std::vector<Benchmark>& results) {
  try {
    for (const Benchmark& result : measure_view()) results.push_back(result);
  } catch (const view::WindowError& error) {
    std::cerr << kViewName << " skipped: " << error.what() << '\n';
  }
}

/// Results up to an interrupt.
std::vector<Benchmark> measure(const std::string& filter) {
  std::vector<Benchmark> results;
  Progress progress;
  for (const Entry& entry : all_entries()) {
    if (interrupted() || entry.name.find(filter) == std::string::npos) continue;
    progress.show(entry.name);
    for (const Benchmark& result : entry.measure()) results.push_back(result);
  }
  if (interrupted() || std::string(kViewName).find(filter) == std::string::npos) return results;
  progress.show(kViewName);
  add_view(results);
  return results;
}

nlohmann::ordered_json to_json(const bench::Iterations& iterations) {
  return {{"p50", iterations.p50}, {"p99", iterations.p99}, {"max", iterations.max}};
}

nlohmann::ordered_json to_json(const Benchmark& result, const Peer& peer) {
  nlohmann::ordered_json json{{"peer", peer.name},         {"p50_ns", peer.p50_ns},
                              {"p99_ns", peer.p99_ns},     {"allocs", peer.allocs},
                              {"failures", peer.failures}, {"ratio", result.ratio(peer)}};
  if (peer.iterations) json["iterations"] = to_json(*peer.iterations);
  return json;
}

nlohmann::ordered_json to_json(const Benchmark& result) {
  nlohmann::ordered_json json{{"name", result.name},
                              {"p50_ns", result.p50_ns},
                              {"p99_ns", result.p99_ns},
                              {"n", result.n},
                              {"allocs", result.allocs}};
  if (result.worst_ns > 0) json["worst_ns"] = result.worst_ns;
  if (result.iterations) json["iterations"] = to_json(*result.iterations);
  if (!result.peers.empty()) {
    json["peer"] = result.peers.front().name;
    json["peer_p50_ns"] = result.peers.front().p50_ns;
    json["ratio"] = result.ratio(result.peers.front());
  }
  for (const Peer& peer : result.peers) json["peers"].push_back(to_json(result, peer));
  if (!result.skipped_peers.empty()) json["skipped_peers"] = result.skipped_peers;
  if (result.realtime_factor > 0) json["realtime_factor"] = result.realtime_factor;
  if (result.share) json["share"] = *result.share;
  return json;
}

std::string microseconds(std::int64_t ns) { return digits(1e-3 * static_cast<double>(ns), 4); }

std::string count(std::int64_t allocations) {
  return allocations < 0 ? "?" : std::to_string(allocations);
}

/// Median and 99th percentile as text, for example "2/11".
std::string text(const std::optional<bench::Iterations>& iterations) {
  if (!iterations) return "";
  return std::to_string(iterations->p50) + "/" + std::to_string(iterations->p99);
}

void add_own_row(const Benchmark& result, TextTable& table) {
  table.add({result.name, microseconds(result.p50_ns), microseconds(result.p99_ns),
             result.worst_ns > 0 ? microseconds(result.worst_ns) : "", text(result.iterations),
             std::to_string(result.n), count(result.allocs), "",
             result.realtime_factor > 0 ? digits(result.realtime_factor) : "",
             result.share ? digits(100 * *result.share) : ""});
}

void add_peer_row(const Benchmark& result, const Peer& peer, TextTable& table) {
  const std::string failed =
      peer.failures == 0 ? "" : ", failed " + std::to_string(peer.failures) + " times";
  table.add({"  " + peer.name + failed, microseconds(peer.p50_ns), microseconds(peer.p99_ns), "",
             text(peer.iterations), std::to_string(result.n), count(peer.allocs),
             digits(result.ratio(peer)), "", ""});
}

void print(const std::vector<Benchmark>& results) {
  TextTable table({{"benchmark, peers below it"},
                   {"p50 [us]", true},
                   {"p99 [us]", true},
                   {"worst [us]", true},
                   {"iterations p50/p99", true},
                   {"calls", true},
                   {"allocations", true},
                   {"our speed over it", true},
                   {"x real time", true},
                   {"adds [%]", true}});
  for (const Benchmark& result : results) {
    add_own_row(result, table);
    for (const Peer& peer : result.peers) add_peer_row(result, peer, table);
    for (const std::string& peer : result.skipped_peers)
      table.add({"  " + peer + ": skipped, not in this build", "", "", "", "", "", "", "", "", ""});
  }
  table.print(std::cout);
}

}  // namespace

ExitCode bench(const BenchOptions& options) {
  if (!is_any(options.filter)) {
    report_error("--filter " + options.filter + ": no benchmark has this in its name");
    return ExitCode::kBadInput;
  }
  const std::vector<Benchmark> results = measure(options.filter);
  if (options.json) {
    auto list = nlohmann::ordered_json::array();
    for (const Benchmark& result : results) list.push_back(to_json(result));
    std::cout << nlohmann::ordered_json{{"schema", kBenchSchema}, {"benchmarks", list}}.dump(2)
              << '\n';
  } else {
    print(results);
  }
  return interrupted() ? ExitCode::kInterrupted : ExitCode::kPass;
}

}  // namespace ventosa::app
