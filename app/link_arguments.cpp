#include <CLI/CLI.hpp>

#include "app/arguments.h"

/// The arguments of `ventosa link`.
namespace ventosa::app {
namespace {

constexpr const char* kExample =
    "Example: of the datagrams to port 12000 one in ten is lost, the others reach port 13000\n"
    "after 5 ms or more; replies have the gaps of a busy wireless network:\n"
    "  ventosa link --listen 127.0.0.1:12000 --to 127.0.0.1:13000 --loss 0.1 --latency-ms 5 \\\n"
    "    --jitter-ms 3 --back-trace wifi\n"
    "Ctrl-C ends it, and the counters are printed.\n"
    "Exit codes: 0 ended by Ctrl-C, 2 bad input, 4 output problem, 5 an address cannot be used.";

constexpr double kLongest_ms = 60'000;

/// Adds the options of one direction; their names begin with `prefix`.
void add_direction(CLI::App& link, const std::string& prefix, LinkDirection& way) {
  const auto number = [&](const char* name, double& value, double most, const char* about) {
    link.add_option(prefix + name, value, about)
        ->check(refuse_but_numbers(0, most, ""), "")
        ->type_name("NUMBER");
  };
  number("latency-ms", way.latency_ms, kLongest_ms, "minimum delay [0]");
  number("jitter-ms", way.jitter_ms, kLongest_ms, "mean of an additional exponential delay [0]");
  number("loss", way.numbers.loss, 1, "probability that a datagram is lost [0]");
  number("burst-share", way.numbers.burst_share, 0.9,
         "share of datagrams that is lost in bursts [0]");
  number("burst-length", way.numbers.burst_length, 1000,
         "mean length of a burst, in datagrams [5]");
  number("duplicate", way.numbers.duplicate, 1, "probability that a datagram arrives twice [0]");
  number("reorder", way.numbers.reorder, 1, "probability that a datagram is reordered [0]");
  number("reorder-ms", way.reorder_ms, kLongest_ms, "delay of a reordered datagram [20]");
  number("truncate", way.numbers.truncate, 1, "probability that a datagram is cut short [0]");
  number("corrupt", way.numbers.corrupt, 1, "probability that a byte of a datagram is changed [0]");
  link.add_option(prefix + "trace", way.trace,
                  "gaps between arrivals: file, or name of a shipped one")
      ->type_name("FILE");
}

}  // namespace

void add_link(CLI::App& program, LinkOptions& options, Command& chosen) {
  CLI::App* const link =
      add_command(program, "link", "Forward UDP datagrams with delay, damage and loss");
  const auto address = [&](const char* name, std::vector<std::string>& all, const char* about) {
    return link->add_option(name, all, about)->type_name("ADDRESS");
  };
  address("--listen", options.listen, "address that one side sends to; may be given again")
      ->required();
  address("--to", options.to, "address of the other side; one for each --listen")->required();
  address("--from", options.from,
          "source address that the other side sees, if it answers to a fixed port");
  link->add_option("--seed", options.seed, "seed of losses and delays [1]")
      ->check(refuse_but_digits, "")
      ->type_name("N");
  add_direction(*link, "--", options.forward);
  add_direction(*link, "--back-", options.back);
  link->add_flag("--json", options.json, "print one JSON object instead of a table");
  link->footer(kExample);
  link->callback([&] { chosen = [&] { return app::link(options); }; });
}

}  // namespace ventosa::app
