#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/commands.h"
#include "app/data_folder.h"
#include "app/interrupt.h"
#include "app/text_table.h"
#include "app/wire.h"
#include "hal/clock.h"
#include "hal/udp/impaired_route.h"
#include "models/input_error.h"
#include "scenarios/format/gap_trace_file.h"
#include "scenarios/format/json_fields.h"

/// `ventosa link`: the twin's link model applied to real datagrams.
namespace ventosa::app {
namespace {

using hal::ImpairedRoute;
using hal::RouteConfig;
using hal::RouteCounters;

hal::Address read_destination(const std::string& text) {
  const hal::Address to = read_address("--to", text);
  if (to.port == 0) throw models::InputError("--to", text, "must have a port above 0", "");
  return to;
}

hal::RouteImpairment read_direction(const std::string& prefix, const LinkDirection& way) {
  hal::RouteImpairment impairment{.numbers = way.numbers};
  impairment.numbers.latency_s = 1e-3 * way.latency_ms;
  impairment.numbers.jitter_s = 1e-3 * way.jitter_ms;
  impairment.numbers.reorder_s = 1e-3 * way.reorder_ms;
  if (way.numbers.burst_share > 0 && way.numbers.burst_length * (1 - way.numbers.burst_share) < 1)
    throw models::InputError(prefix + "burst-length", digits(way.numbers.burst_length),
                             "must be at least 1 / (1 - burst-share)", "");
  if (!way.trace.empty()) impairment.gaps = scenarios::read_gap_trace(find_trace(way.trace));
  return impairment;
}

void check_counts(const LinkOptions& options) {
  const auto refuse_other_than_listen = [&](const char* option, std::size_t n) {
    if (n != options.listen.size())
      throw models::InputError(option, std::to_string(n) + " given",
                               "must be given as often as --listen", "");
  };
  refuse_other_than_listen("--to", options.to.size());
  if (!options.from.empty()) refuse_other_than_listen("--from", options.from.size());
  if (2 * options.listen.size() > hal::kMostSockets)
    throw models::InputError("--listen", std::to_string(options.listen.size()) + " given",
                             "must be at most " + std::to_string(hal::kMostSockets / 2), "");
}

std::vector<RouteConfig> read_routes(const LinkOptions& options) {
  check_counts(options);
  const hal::RouteImpairment forward = read_direction("--", options.forward);
  const hal::RouteImpairment back = read_direction("--back-", options.back);
  std::vector<RouteConfig> routes;
  for (std::size_t k = 0; k < options.listen.size(); ++k)
    routes.push_back(
        {.listen = read_address("--listen", options.listen[k]),
         .to = read_destination(options.to[k]),
         .from = options.from.empty() ? hal::Address{} : read_address("--from", options.from[k]),
         .forward = forward,
         .back = back,
         .seed = options.seed,
         .channel = k * hal::kChannelsPerRoute});
  return routes;
}

/// Sockets of all routes.
std::vector<const hal::UdpSocket*> sockets_of(const std::vector<ImpairedRoute>& routes) {
  std::vector<const hal::UdpSocket*> sockets;
  for (const ImpairedRoute& route : routes) {
    sockets.push_back(&route.front());
    sockets.push_back(&route.back());
  }
  return sockets;
}

void run_until_interrupted(std::vector<ImpairedRoute>& routes) {
  constexpr std::int64_t kLongestWait_ns = 100'000'000;  // limits the delay of an interrupt
  const std::vector<const hal::UdpSocket*> sockets = sockets_of(routes);
  const hal::SteadyClock clock;
  const std::int64_t start_ns = clock.now_ns();
  while (!interrupted()) {
    const std::int64_t now_ns = clock.now_ns() - start_ns;
    std::int64_t next_ns = now_ns + kLongestWait_ns;
    for (ImpairedRoute& route : routes) {
      route.step(now_ns);
      next_ns = std::min(next_ns, route.next_ns());
    }
    hal::wait_until(start_ns + next_ns, sockets);
  }
}

/// The `field` of a description that collects names and values of counters.
struct CounterTexts {
  std::vector<std::string> names, values;

  void operator()(const char* name, std::uint64_t value) {
    names.emplace_back(name);
    values.push_back(std::to_string(value));
  }
};

CounterTexts texts_of(const RouteCounters& counters) {
  CounterTexts texts;
  describe(texts, counters);
  return texts;
}

void print_table(const ImpairedRoute& route, const RouteConfig& config) {
  std::cout << to_text(route.front().local()) << " to " << to_text(config.to) << '\n';
  const CounterTexts forward = texts_of(route.forward_count()), back = texts_of(route.back_count());
  TextTable table({{"datagrams"}, {"there", true}, {"back", true}});
  for (std::size_t k = 0; k < forward.names.size(); ++k)
    table.add({forward.names[k], forward.values[k], back.values[k]});
  table.print(std::cout);
}

nlohmann::ordered_json to_json(const ImpairedRoute& route, const RouteConfig& config) {
  nlohmann::ordered_json json{{"listen", to_text(route.front().local())},
                              {"to", to_text(config.to)}};
  const scenarios::JsonFields field(json, 0);
  field("there", route.forward_count());
  field("back", route.back_count());
  return json;
}

void print(const std::vector<ImpairedRoute>& routes, const std::vector<RouteConfig>& configs,
           bool as_json) {
  auto list = nlohmann::ordered_json::array();
  for (std::size_t k = 0; k < routes.size(); ++k)
    if (as_json)
      list.push_back(to_json(routes[k], configs[k]));
    else
      print_table(routes[k], configs[k]);
  if (as_json)
    std::cout << nlohmann::ordered_json{{"schema", 1}, {"links", std::move(list)}}.dump(2) << '\n';
}

}  // namespace

ExitCode link(const LinkOptions& options) {
  const std::vector<RouteConfig> configs = read_routes(options);
  std::vector<ImpairedRoute> routes;
  for (const RouteConfig& config : configs) routes.emplace_back(config);
  for (std::size_t k = 0; k < routes.size(); ++k)
    std::cerr << "listening on " << to_text(routes[k].front().local()) << ", sending to "
              << to_text(configs[k].to) << " from " << to_text(routes[k].back().local())
              << std::endl;
  run_until_interrupted(routes);
  print(routes, configs, options.json);
  return ExitCode::kPass;
}

}  // namespace ventosa::app
