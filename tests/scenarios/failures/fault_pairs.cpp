#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "app/workers.h"
#include "scenarios/session/load.h"
#include "tests/scenarios/failures/broken_walk.h"
#include "tests/scenarios/failures/difference.h"

/// fault_pairs [--cases N] [--from SEED] [--text]: walks on walls and ceilings on which two things
/// break, drawn from seeds. A fault that changes a reading or a motion beyond its noise, against
/// the same walk without it, must be named (its leg, or the robot as a whole for one of the body)
/// before the first foot is lost by it; nothing healthy may be named; no robot that fell may pass.
/// A line a walk to stderr; to stdout the table, and those faults that were not noticeable with
/// their numbers. --text prints the scenario of the first walk instead. Exit code 1 if violated.
namespace {

using namespace ventosa;
using scenarios::Breakage;
using scenarios::BrokenWalk;
using scenarios::Difference;
using scenarios::kNever_s;
using scenarios::WatchedRun;

struct Fate {
  bool noticeable = false;
  double named_s = kNever_s;
  double lost_s = kNever_s;  ///< the first foot, by this fault
  Difference difference;

  bool is_told_in_time() const {
    return named_s != kNever_s && (lost_s == kNever_s || named_s <= lost_s);
  }
  bool is_violation() const { return noticeable && !is_told_in_time(); }
};

struct Outcome {
  std::vector<Fate> fate;  ///< of each fault
  std::string wrongly;     ///< leg
  bool fell = false, passed = false;

  bool is_violation() const {
    return !wrongly.empty() || (fell && passed) ||
           std::any_of(fate.begin(), fate.end(), [](const Fate& f) { return f.is_violation(); });
  }
};

struct Loaded {
  scenarios::Scenario scenario;
  std::unique_ptr<WatchedRun> run;

  explicit Loaded(const BrokenWalk& walk)
      : scenario(
            scenarios::parse(scenario_text(walk), "walk.yaml", VENTOSA_SOURCE_DIR "/models/data")),
        run(std::make_unique<WatchedRun>(scenario, walk.seed)) {}
};

/// The walk with all its faults, beside those that have all but one.
class Comparison {
 public:
  explicit Comparison(const BrokenWalk& walk) : walk_(walk), all_(walk) {
    for (std::size_t k = 0; k < walk.faults.size(); ++k) {
      BrokenWalk rest = walk;
      rest.faults.erase(rest.faults.begin() + static_cast<std::ptrdiff_t>(k));
      without_.push_back(std::make_unique<Loaded>(rest));
    }
    out_.fate.resize(walk.faults.size());
  }

  Outcome follow() {
    while (all_.run->advance())
      for (std::size_t k = 0; k < without_.size(); ++k) compare(k);
    const int wrongly = all_.run->wrongly_named();
    if (wrongly >= 0)
      out_.wrongly = all_.scenario.robot.nominal.leg[static_cast<std::size_t>(wrongly)].name;
    out_.fell = all_.run->has_fallen();
    out_.passed = all_.run->run().verdict(1).outcome == scenarios::Outcome::kPass;
    return out_;
  }

 private:
  /// Both runs are the same up to the fault, and after it has told all that is asked of it.
  void compare(std::size_t k) {
    Fate& fate = out_.fate[k];
    const Breakage& fault = walk_.faults[k];
    WatchedRun& without = *without_[k]->run;
    if (!without.advance() || all_.run->time_s() < fault.at_s) return;
    if (is_named(fault.fault) && fate.named_s == kNever_s) fate.named_s = all_.run->time_s();
    const bool lost_by_it =
        all_.run->first_lost_s() != kNever_s && without.first_lost_s() == kNever_s;
    if (lost_by_it && fate.lost_s == kNever_s) fate.lost_s = all_.run->first_lost_s();
    fate.difference.add(*all_.run, without);
    fate.noticeable = fate.difference.is_noticeable();
  }

  bool is_named(const sim::Fault& fault) const {
    return fault.leg < 0 ? all_.run->names_body() : all_.run->names_leg(fault.leg);
  }

  const BrokenWalk& walk_;
  Loaded all_;
  std::vector<std::unique_ptr<Loaded>> without_;
  Outcome out_;
};

std::string text_of(const Fate& fate, const Breakage& fault) {
  if (!fate.noticeable) return "not noticeable";
  std::string text = fate.named_s == kNever_s
                         ? "NOT NAMED"
                         : "named after " + std::to_string(fate.named_s - fault.at_s) + " s";
  if (fate.lost_s != kNever_s)
    text += ", foot lost after " + std::to_string(fate.lost_s - fault.at_s) + " s";
  return text;
}

void print_line(const BrokenWalk& walk, const Outcome& out) {
  const auto robot =
      models::load(VENTOSA_SOURCE_DIR "/models/data/" + walk.robot + ".yaml").nominal;
  std::string text;
  for (std::size_t k = 0; k < walk.faults.size(); ++k)
    text += scenarios::to_text(walk.faults[k].fault, robot) + " at " +
            std::to_string(walk.faults[k].at_s) + " s: " + text_of(out.fate[k], walk.faults[k]) +
            "; ";
  std::fprintf(stderr, "%3lu %s %-7s %-8s %s%s%s%s\n", static_cast<unsigned long>(walk.seed),
               out.is_violation() ? "VIOLATED" : "ok      ",
               scenarios::kGroundNames[static_cast<std::size_t>(walk.ground)], walk.robot.c_str(),
               text.c_str(), out.wrongly.empty() ? "" : ("WRONGLY NAMED " + out.wrongly).c_str(),
               out.fell ? " fell" : "", out.fell && out.passed ? " AND PASSED" : "");
}

struct Count {
  int n = 0, unnoticeable = 0, in_time = 0, late = 0, unnamed = 0;
};

void add(const Fate& fate, Count& count) {
  ++count.n;
  if (!fate.noticeable)
    ++count.unnoticeable;
  else if (fate.is_told_in_time())
    ++count.in_time;
  else
    ++(fate.named_s == kNever_s ? count.unnamed : count.late);
}

void print_table(const std::vector<BrokenWalk>& walks, const std::vector<Outcome>& outcomes) {
  std::vector<Count> count(controller::kEnumerators<sim::FaultKind>.size());
  int n_wrongly = 0, n_fell = 0, n_passed = 0;
  for (std::size_t k = 0; k < walks.size(); ++k) {
    for (std::size_t f = 0; f < walks[k].faults.size(); ++f)
      add(outcomes[k].fate[f], count[static_cast<std::size_t>(walks[k].faults[f].fault.kind)]);
    n_wrongly += !outcomes[k].wrongly.empty();
    n_fell += outcomes[k].fell;
    n_passed += outcomes[k].fell && outcomes[k].passed;
  }
  std::puts(
      "| fault | drawn | not noticeable | named in time | named too late | never named |\n"
      "|---|---|---|---|---|---|");
  for (std::size_t kind = 0; kind < count.size(); ++kind)
    std::printf("| %s | %d | %d | %d | %d | %d |\n",
                std::string(controller::kEnumerators<sim::FaultKind>[kind]).c_str(), count[kind].n,
                count[kind].unnoticeable, count[kind].in_time, count[kind].late,
                count[kind].unnamed);
  std::printf("\n%zu walks, %d in which a healthy leg was named, %d falls, %d of them passed.\n",
              walks.size(), n_wrongly, n_fell, n_passed);
}

void print_unnoticeable(const std::vector<BrokenWalk>& walks,
                        const std::vector<Outcome>& outcomes) {
  std::puts("\nNot noticeable, with the largest differences to the walk without the fault:\n");
  for (std::size_t k = 0; k < walks.size(); ++k)
    for (std::size_t f = 0; f < walks[k].faults.size(); ++f)
      if (!outcomes[k].fate[f].noticeable)
        std::printf("- seed %lu, %s: %s\n", static_cast<unsigned long>(walks[k].seed),
                    std::string(controller::name(walks[k].faults[f].fault.kind)).c_str(),
                    to_text(outcomes[k].fate[f].difference).c_str());
}

struct Options {
  std::size_t n_cases = 200;
  std::uint64_t from = 1;
  bool text = false;
};

Options read(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--text")
      options.text = true;
    else if (word == "--cases" && i + 1 < argc)
      options.n_cases = std::strtoull(argv[++i], nullptr, 10);
    else if (word == "--from" && i + 1 < argc)
      options.from = std::strtoull(argv[++i], nullptr, 10);
    else
      throw std::invalid_argument("knows no " + word);
  }
  return options;
}

bool try_all(const Options& options) {
  std::vector<BrokenWalk> walks;
  for (std::size_t k = 0; k < options.n_cases; ++k)
    walks.push_back(scenarios::draw_pair(options.from + k));
  if (options.text) {
    std::puts(scenario_text(walks.at(0)).c_str());
    return true;
  }
  std::vector<Outcome> outcomes(walks.size());
  const auto n_threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  app::share_out(walks.size(), n_threads, [&](std::size_t k) {
    outcomes[k] = Comparison(walks[k]).follow();
    print_line(walks[k], outcomes[k]);
  });
  print_table(walks, outcomes);
  print_unnoticeable(walks, outcomes);
  return std::none_of(outcomes.begin(), outcomes.end(),
                      [](const Outcome& out) { return out.is_violation(); });
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return try_all(read(argc, argv)) ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fault_pairs: %s\n", error.what());
    return 2;
  }
}
