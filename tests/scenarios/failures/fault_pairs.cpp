#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "scenarios/session/load.h"
#include "tests/scenarios/failures/broken_walk.h"
#include "tests/scenarios/failures/campaign.h"
#include "tests/scenarios/failures/difference.h"

/// fault_pairs [--cases N] [--from SEED] [--text]: walks on walls and ceilings on which two things
/// break, drawn from seeds. A fault that changes a reading of its part or the body's motion beyond
/// their noise, against the same walk without it, must be named (its leg, or the robot as a whole
/// for one of the body) before the first foot is lost by it, or within 0.3 s of that if the fault
/// itself takes the hold at once; nothing healthy may be named; no robot that fell may pass. What
/// a fault changes later than 1 s after it has passed is not counted: the next step comes at
/// another time. A line a walk to stderr; to stdout the table, and those faults that were not
/// noticeable with their numbers. --text prints the scenario of the first walk instead. Exit code 1
/// if violated.
namespace {

using namespace ventosa;
using scenarios::Breakage;
using scenarios::BrokenWalk;
using scenarios::Difference;
using scenarios::kNever_s;
using scenarios::WatchedRun;

enum class Told { kUnnoticeable, kInTime, kWithTheLoss, kLate, kNever };
constexpr std::array<const char*, 5> kTold{"not noticeable", "named in time",
                                           "named as the foot is lost", "named too late",
                                           "never named"};

struct Fate {
  double at_s = 0;
  double named_s = kNever_s;
  double lost_s = kNever_s;  ///< the first foot, by this fault
  Difference difference;

  Told told() const {
    constexpr double kAtOnce_s = 0.6, kReading_s = 0.3;
    if (!difference.is_noticeable()) return Told::kUnnoticeable;
    if (named_s == kNever_s) return Told::kNever;
    if (lost_s == kNever_s || named_s <= lost_s) return Told::kInTime;
    const bool at_once = lost_s < at_s + kAtOnce_s;
    return at_once && named_s < lost_s + kReading_s ? Told::kWithTheLoss : Told::kLate;
  }
  bool is_violation() const { return told() == Told::kLate || told() == Told::kNever; }
};

struct Outcome {
  std::vector<Fate> fate;  ///< one for each fault
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
    for (std::size_t k = 0; k < walk.faults.size(); ++k) out_.fate[k].at_s = walk.faults[k].at_s;
  }

  Outcome follow() {
    while (all_.run->advance())
      for (std::size_t k = 0; k < without_.size(); ++k) compare(k);
    for (std::size_t k = 0; k < without_.size(); ++k) find_loss(k);
    const int wrongly = all_.run->wrongly_named();
    if (wrongly >= 0)
      out_.wrongly = all_.scenario.robot.nominal.leg[static_cast<std::size_t>(wrongly)].name;
    out_.fell = all_.run->has_fallen();
    out_.passed = all_.run->run().verdict(1).outcome == scenarios::Outcome::kPass;
    return out_;
  }

 private:
  /// Both runs are the same up to the fault.
  void compare(std::size_t k) {
    constexpr double kAfterwards_s = 1;
    Fate& fate = out_.fate[k];
    const Breakage& fault = walk_.faults[k];
    const double time_s = all_.run->time_s();
    if (!without_[k]->run->advance() || time_s < fault.at_s) return;
    if (is_named(fault.fault) && fate.named_s == kNever_s) fate.named_s = time_s;
    if (time_s > fault.at_s + fault.duration_s + kAfterwards_s) return;
    fate.difference.add(*all_.run, *without_[k]->run, fault.fault.leg);
  }

  /// The first foot that is lost with the fault and not without it.
  void find_loss(std::size_t k) {
    WatchedRun& without = *without_[k]->run;
    while (without.advance()) {
    }
    double& first_s = out_.fate[k].lost_s;
    for (int i = 0; i < without.n_legs(); ++i) {
      const double lost_s = all_.run->lost_s(i);
      if (lost_s == kNever_s || without.lost_s(i) != kNever_s) continue;
      first_s = first_s == kNever_s ? lost_s : std::min(first_s, lost_s);
    }
  }

  bool is_named(const sim::Fault& fault) const {
    return fault.leg < 0 ? all_.run->names_body() : all_.run->names_leg(fault.leg);
  }

  const BrokenWalk& walk_;
  Loaded all_;
  std::vector<std::unique_ptr<Loaded>> without_;
  Outcome out_;
};

std::string text_of(const Fate& fate) {
  std::string text = kTold[static_cast<std::size_t>(fate.told())];
  char time[48];
  const auto add = [&](const char* what, double at_s) {
    if (at_s == kNever_s) return;
    std::snprintf(time, sizeof time, ", %s after %.2f s", what, at_s - fate.at_s);
    text += time;
  };
  add("named", fate.named_s);
  add("foot lost", fate.lost_s);
  return text;
}

/// "drive_dead front_left joint 1 at 8.20 s: named in time, named after 0.02 s"
std::string text_of(const Fate& fate, const Breakage& fault, const controller::RobotModel& robot) {
  char at[32];
  std::snprintf(at, sizeof at, " at %.2f s: ", fault.at_s);
  return scenarios::to_text(fault.fault, robot) + at + text_of(fate);
}

void print_line(const BrokenWalk& walk, const Outcome& out, std::FILE* to) {
  const auto robot =
      models::load(VENTOSA_SOURCE_DIR "/models/data/" + walk.robot + ".yaml").nominal;
  std::string text;
  for (std::size_t k = 0; k < walk.faults.size(); ++k)
    text += text_of(out.fate[k], walk.faults[k], robot) + "; ";
  if (!out.wrongly.empty()) text += "wrongly named: " + out.wrongly + "; ";
  if (out.fell) text += out.passed ? "fell AND PASSED; " : "fell; ";
  std::fprintf(to, "- seed %lu, %s, %s: %s\n", static_cast<unsigned long>(walk.seed),
               scenarios::kGroundNames[static_cast<std::size_t>(walk.ground)], walk.robot.c_str(),
               text.c_str());
}

using Count = std::array<int, kTold.size()>;

void print_table(const std::vector<BrokenWalk>& walks, const std::vector<Outcome>& outcomes) {
  std::vector<Count> count(controller::kEnumerators<sim::FaultKind>.size());
  int n_wrongly = 0, n_fell = 0, n_passed = 0;
  for (std::size_t k = 0; k < walks.size(); ++k) {
    for (std::size_t f = 0; f < walks[k].faults.size(); ++f)
      ++count[static_cast<std::size_t>(walks[k].faults[f].fault.kind)]
             [static_cast<std::size_t>(outcomes[k].fate[f].told())];
    n_wrongly += !outcomes[k].wrongly.empty();
    n_fell += outcomes[k].fell;
    n_passed += outcomes[k].fell && outcomes[k].passed;
  }
  std::printf("| fault |");
  for (const char* told : kTold) std::printf(" %s |", told);
  std::puts("\n|---|---|---|---|---|---|");
  for (std::size_t kind = 0; kind < count.size(); ++kind) {
    std::printf("| %s |", std::string(controller::kEnumerators<sim::FaultKind>[kind]).c_str());
    for (const int n : count[kind]) std::printf(" %d |", n);
    std::puts("");
  }
  std::printf("\n%zu walks, %d in which a healthy leg was named, %d falls, %d of them passed.\n",
              walks.size(), n_wrongly, n_fell, n_passed);
}

void print_violations(const std::vector<BrokenWalk>& walks, const std::vector<Outcome>& outcomes) {
  std::puts("\n## Named too late, never, or wrongly\n");
  for (std::size_t k = 0; k < walks.size(); ++k)
    if (outcomes[k].is_violation()) print_line(walks[k], outcomes[k], stdout);
}

void print_unnoticeable(const std::vector<BrokenWalk>& walks,
                        const std::vector<Outcome>& outcomes) {
  std::puts("\n## Not noticeable\n\nWith the largest differences to the walk without the fault:\n");
  for (std::size_t k = 0; k < walks.size(); ++k)
    for (std::size_t f = 0; f < walks[k].faults.size(); ++f)
      if (outcomes[k].fate[f].told() == Told::kUnnoticeable)
        std::printf("- seed %lu, %s: %s\n", static_cast<unsigned long>(walks[k].seed),
                    std::string(controller::name(walks[k].faults[f].fault.kind)).c_str(),
                    to_text(outcomes[k].fate[f].difference).c_str());
}

constexpr const char* kHead = R"(# Two things break on a walk

Made by `build/release/tests/scenarios/fault_pairs --cases 100 > docs/fault-pairs.md`. Walks up walls and under ceilings (`romerin4`,
`romerin6`, a table or a free gait, `fidelity: full`) on which two faults come, drawn from seeds: kind, part, time, how long, how
much. A fault is noticeable if it changes a reading of its part, or the motion of the body, beyond their noise, against the same
walk without it and not later than 1 s after it has passed. *Named*: its leg, or for one of the body the robot as a whole, by
`plan.reason`, `report.leg*.reason` or `failure`, `plan.imu`, `plan.camera`, an alarm or a trigger. *As the foot is lost*: the fault
took the hold within 0.6 s, and was named within 0.3 s of that.
)";

bool try_all(const scenarios::Campaign& campaign) {
  const auto walks = scenarios::drawn(campaign, scenarios::draw_pair);
  if (campaign.text) {
    std::puts(scenario_text(walks.at(0)).c_str());
    return true;
  }
  const auto outcomes =
      scenarios::outcomes_of<BrokenWalk, Outcome>(walks, [](const BrokenWalk& walk) {
        const Outcome outcome = Comparison(walk).follow();
        print_line(walk, outcome, stderr);
        return outcome;
      });
  std::puts(kHead);
  print_table(walks, outcomes);
  print_violations(walks, outcomes);
  print_unnoticeable(walks, outcomes);
  return std::none_of(outcomes.begin(), outcomes.end(),
                      [](const Outcome& out) { return out.is_violation(); });
}

}  // namespace

int main(int argc, char** argv) {
  return scenarios::exit_code_of("fault_pairs",
                                 [&] { return try_all(scenarios::read_campaign(argc, argv)); });
}
