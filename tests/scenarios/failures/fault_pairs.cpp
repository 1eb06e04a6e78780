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

/// fault_pairs [--cases N] [--from SEED] [--text]: walks on walls and ceilings with two faults
/// each, drawn from seeds. Each is compared with the same walk without the fault. A fault is
/// noticeable if, until 1 s after its end, it changes a reading of its part or the motion of the
/// body by more than their noise (later differences come from another timing of the steps). Rules:
/// a noticeable fault is detected (a reason, an alarm or a trigger names its leg; the robot as a
/// whole for a fault of the body) before it makes a foot lose contact, or within 0.3 s of that if
/// the foot is lost at once; no healthy leg is blamed; no robot that fell passes. Prints one line
/// per walk to stderr, and to stdout the table and all faults that were not noticeable, with their
/// numbers.
/// --text prints the scenario of the first walk instead. Exit code 1 if a rule is violated.
namespace {

using namespace ventosa;
using scenarios::Breakage;
using scenarios::BrokenWalk;
using scenarios::Difference;
using scenarios::kNever_s;
using scenarios::WatchedRun;

enum class Detection { kUnnoticeable, kInTime, kWithLoss, kLate, kNever };
constexpr std::array<const char*, 5> kDetections{"not noticeable", "detected in time",
                                                 "detected when the foot was lost",
                                                 "detected too late", "never detected"};

struct Fate {
  double at_s = 0;
  double detected_s = kNever_s;
  double lost_s = kNever_s;  ///< when the first foot was lost by this fault
  Difference difference;

  Detection detection() const {
    constexpr double kAtOnce_s = 0.6, kReading_s = 0.3;
    if (!difference.is_noticeable()) return Detection::kUnnoticeable;
    if (detected_s == kNever_s) return Detection::kNever;
    if (lost_s == kNever_s || detected_s <= lost_s) return Detection::kInTime;
    const bool at_once = lost_s < at_s + kAtOnce_s;
    return at_once && detected_s < lost_s + kReading_s ? Detection::kWithLoss : Detection::kLate;
  }
  bool is_violation() const {
    return detection() == Detection::kLate || detection() == Detection::kNever;
  }
};

struct Outcome {
  std::vector<Fate> fate;  ///< one for each fault
  std::string blamed;      ///< healthy leg
  bool fell = false, passed = false;

  bool is_violation() const {
    return !blamed.empty() || (fell && passed) ||
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

/// The walk with all faults, and the same walk with each fault left out in turn.
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
    const int blamed = all_.run->blamed_leg();
    if (blamed >= 0)
      out_.blamed = all_.scenario.robot.nominal.leg[static_cast<std::size_t>(blamed)].name;
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
    if (is_named(fault.fault) && fate.detected_s == kNever_s) fate.detected_s = time_s;
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
  std::string text = kDetections[static_cast<std::size_t>(fate.detection())];
  char time[48];
  const auto add = [&](const char* what, double at_s) {
    if (at_s == kNever_s) return;
    std::snprintf(time, sizeof time, ", %safter %.2f s", what, at_s - fate.at_s);
    text += time;
  };
  add("", fate.detected_s);
  add("foot lost ", fate.lost_s);
  return text;
}

/// "drive_dead front_left joint 1 at 8.20 s: detected in time, after 0.02 s"
std::string text_of(const Fate& fate, const Breakage& fault, const controller::RobotModel& robot) {
  char at[32];
  std::snprintf(at, sizeof at, " at %.2f s: ", fault.at_s);
  return scenarios::to_text(fault.fault, robot) + at + text_of(fate);
}

void print_line(const BrokenWalk& walk, const Outcome& out, std::FILE* to) {
  const auto robot =
      models::load(VENTOSA_SOURCE_DIR "/models/data/" + walk.walker.robot + ".yaml").nominal;
  std::string text;
  for (std::size_t k = 0; k < walk.faults.size(); ++k)
    text += text_of(out.fate[k], walk.faults[k], robot) + "; ";
  if (!out.blamed.empty()) text += "blamed: healthy " + out.blamed + "; ";
  if (out.fell) text += out.passed ? "fell AND PASSED; " : "fell; ";
  std::fprintf(to, "- seed %lu, %s, %s: %s\n", static_cast<unsigned long>(walk.seed),
               scenarios::kGroundNames[static_cast<std::size_t>(walk.ground)],
               walk.walker.robot.c_str(), text.c_str());
}

using Count = std::array<int, kDetections.size()>;

void print_table(const std::vector<BrokenWalk>& walks, const std::vector<Outcome>& outcomes) {
  std::vector<Count> count(controller::kEnumerators<sim::FaultKind>.size());
  int n_blamed = 0, n_fell = 0, n_passed = 0;
  for (std::size_t k = 0; k < walks.size(); ++k) {
    for (std::size_t f = 0; f < walks[k].faults.size(); ++f)
      ++count[static_cast<std::size_t>(walks[k].faults[f].fault.kind)]
             [static_cast<std::size_t>(outcomes[k].fate[f].detection())];
    n_blamed += !outcomes[k].blamed.empty();
    n_fell += outcomes[k].fell;
    n_passed += outcomes[k].fell && outcomes[k].passed;
  }
  std::printf("| fault |");
  for (const char* detection : kDetections) std::printf(" %s |", detection);
  std::puts("\n|---|---|---|---|---|---|");
  for (std::size_t kind = 0; kind < count.size(); ++kind) {
    std::printf("| %s |", std::string(controller::kEnumerators<sim::FaultKind>[kind]).c_str());
    for (const int n : count[kind]) std::printf(" %d |", n);
    std::puts("");
  }
  std::printf(
      "\n%zu walks, %d in which a healthy leg was blamed, %d falls, %d of them with a passed "
      "verdict.\n",
      walks.size(), n_blamed, n_fell, n_passed);
}

void print_violations(const std::vector<BrokenWalk>& walks, const std::vector<Outcome>& outcomes) {
  std::puts("\n## Detected too late or never, and healthy legs blamed\n");
  for (std::size_t k = 0; k < walks.size(); ++k)
    if (outcomes[k].is_violation()) print_line(walks[k], outcomes[k], stdout);
}

void print_unnoticeable(const std::vector<BrokenWalk>& walks,
                        const std::vector<Outcome>& outcomes) {
  std::puts("\n## Not noticeable\n\nWith the largest differences to the walk without the fault:\n");
  for (std::size_t k = 0; k < walks.size(); ++k)
    for (std::size_t f = 0; f < walks[k].faults.size(); ++f)
      if (outcomes[k].fate[f].detection() == Detection::kUnnoticeable)
        std::printf("- seed %lu, %s: %s\n", static_cast<unsigned long>(walks[k].seed),
                    std::string(controller::name(walks[k].faults[f].fault.kind)).c_str(),
                    to_text(outcomes[k].fate[f].difference).c_str());
}

constexpr const char* kHead = R"(# Two faults in one walk

Made by `build/release/tests/scenarios/fault_pairs --cases 100 > docs/fault-pairs.md`. Walks up walls and under ceilings
(`romerin4`, `romerin6`, by table or free gait, `fidelity: full`) with two faults each. Kind, part, time, duration and
size of the faults are drawn from the seed.

- *Not noticeable*: until 1 s after its end the fault changes no reading of its part and no motion of the body by more
  than their noise, compared with the same walk without it.
- *Detected*: `plan.reason`, `report.leg*.reason` or `failure`, `plan.imu`, `plan.camera`, an alarm or a trigger names
  the leg; for a fault of the body, the robot as a whole.
- *In time*: detected before the foot was lost, or the foot was not lost. *When the foot was lost*: the cup was lost within 0.6 s of
  the fault, and the fault was detected within 0.3 s of that. *Too late*: later.
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
