#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/session/load.h"
#include "tests/scenarios/failures/broken_walk.h"
#include "tests/scenarios/failures/campaign.h"
#include "tests/scenarios/failures/watched_run.h"

/// fault_table [KIND ...]: prints docs/faults.md, or only its sections on these kinds: what the
/// robot reports and does after each kind of fault, on ground, wall and ceiling, at full fidelity.
namespace {

using namespace ventosa;
using scenarios::BrokenWalk;
using scenarios::Ground;
using scenarios::kNever_s;
using scenarios::Walker;
using sim::FaultKind;
using sim::FaultPlace;

constexpr double kAt_s = 6;

/// A walk, and what its row is called.
struct Case {
  std::string name;
  BrokenWalk walk;
  double at_s() const { return walk.faults.front().at_s; }
};
constexpr int kLeg = 0, kJoint = 1;

struct Row {
  std::string reported, triggers, outcome;
  double detected_s = kNever_s;
  std::string blamed;  ///< healthy leg
};

sim::Fault usual_fault(FaultKind kind) {
  const sim::FaultTraits& traits = sim::traits(kind);
  sim::Fault fault{.kind = kind, .amount = traits.amount.usual.value_or(0)};
  if (kind == FaultKind::kLeak) fault.amount = 0.002;
  if (kind == FaultKind::kRelayStuck)
    fault.amount = static_cast<double>(controller::Relay::kBusOnly);
  if (traits.place != FaultPlace::kBody) fault.leg = kLeg;
  if (traits.place == FaultPlace::kJoint) fault.joint = kJoint;
  return fault;
}

scenarios::Scenario scenario_of(const BrokenWalk& walk) {
  return scenarios::parse(scenario_text(walk), "walk.yaml", VENTOSA_SOURCE_DIR "/models/data");
}

BrokenWalk walk_of(FaultKind kind, Ground ground) {
  return {.ground = ground,
          .faults = {{kAt_s, std::numeric_limits<double>::infinity(), usual_fault(kind)}}};
}

/// A walk on the ground of a robot that has the part.
Case case_of(FaultKind kind, const Walker& walker, const std::string& name, double at_s = kAt_s) {
  BrokenWalk walk = walk_of(kind, Ground::kGround);
  walk.walker = walker;
  walk.faults.front().at_s = at_s;
  return {name, walk};
}

/// A walker on point feet, and when its front left foot stands and swings.
struct PointFeet {
  const char* name;
  Walker walker;
  double stands_s, swings_s;
};
const std::vector<PointFeet> kPointFeet{
    {"point feet", {"hexapod3", "wave", 0.0125, "control_period_s: 0.002\n"}, kAt_s, 7.6},
    {"slaves",
     {"amru5", "tripod", 0.0125, "step_s: 0.001\ndrive: {model: electric, friction: lugre}\n"},
     7.6,
     kAt_s}};

/// Walks on point feet; none if the walker cannot have such a fault.
std::vector<Case> on(const PointFeet& feet, FaultKind kind) {
  const auto scenario =
      scenario_of({.ground = Ground::kGround, .walker = feet.walker, .faults = {}});
  if (sim::refusal_of(usual_fault(kind), scenario.robot, scenario.twin)) return {};
  const Case stands = case_of(kind, feet.walker, feet.name, feet.stands_s);
  if (sim::traits(kind).place == FaultPlace::kBody) return {stands};
  return {stands,
          case_of(kind, feet.walker, feet.name + std::string(", in the air"), feet.swings_s)};
}

/// Walks on cups; GPS and compass fail in the quadruped that has them.
std::vector<Case> on_cups(FaultKind kind) {
  if (kind == FaultKind::kFootSensorStuck) return {};
  if (static_cast<int>(kind) >= scenarios::kKindsOfRomerin)
    return {case_of(kind, {.robot = "romerin4_gps"}, "romerin4_gps"),
            case_of(kind, {"hexapod3_gps", "wave", 0.0125, "control_period_s: 0.002\n"},
                    "hexapod3_gps")};
  std::vector<Case> cases;
  for (const Ground ground : {Ground::kGround, Ground::kWall, Ground::kCeiling})
    cases.push_back(
        {scenarios::kGroundNames[static_cast<std::size_t>(ground)], walk_of(kind, ground)});
  return cases;
}

std::vector<Case> cases_of(FaultKind kind) {
  std::vector<Case> cases = on_cups(kind);
  for (const PointFeet& feet : kPointFeet)
    for (const Case& each : on(feet, kind)) cases.push_back(each);
  return cases;
}

std::string seconds(double time_s) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f s", time_s);
  return text;
}

/// The reasons reported after the fault, each once, with the time since the fault.
std::string reasons_of(const scenarios::Verdict& verdict, double at_s) {
  constexpr std::size_t kMost = 4;
  std::vector<std::string> reported;
  std::string text;
  for (const scenarios::Hindrance& each : verdict.hindrances) {
    if (each.from_s < at_s || reported.size() == kMost) continue;
    std::string word(controller::name(each.reason));
    if (!each.leg.empty()) word += " " + each.leg;
    if (std::find(reported.begin(), reported.end(), word) != reported.end()) continue;
    reported.push_back(word);
    text += (text.empty() ? "" : ", ") + word + " (" + seconds(each.from_s - at_s) + ")";
  }
  return text.empty() ? "nothing" : text;
}

std::string triggers_of(const scenarios::WatchedRun& run, double at_s) {
  std::string text;
  for (const hal::Trigger each : run.triggers())
    text += (text.empty() ? "" : ", ") + std::string(controller::name(each));
  return text.empty() ? "none" : text + " (" + seconds(run.first_trigger_s() - at_s) + ")";
}

std::string outcome_of(const scenarios::WatchedRun& run) {
  const int n = run.n_lost();
  const std::string cups =
      n == 0 ? "" : ", loses " + std::to_string(n) + (n == 1 ? " cup" : " cups");
  if (run.has_fallen()) return "**falls**" + cups;
  if (run.travel_m() > 0.95 * scenarios::kBrokenWalk_m) return "arrives" + cups;
  return (run.is_still() ? "stands" : "continues") + cups;
}

Row row_of(const Case& each) {
  const BrokenWalk& walk = each.walk;
  const scenarios::Scenario scenario = scenario_of(walk);
  scenarios::WatchedRun run(scenario, walk.seed);
  Row row;
  const int leg = walk.faults.front().fault.leg;
  while (run.advance()) {
    const bool named = leg < 0 ? run.names_body() : run.names_leg(leg);
    if (named && run.time_s() >= each.at_s() && row.detected_s == kNever_s)
      row.detected_s = run.time_s() - each.at_s();
  }
  row.reported = reasons_of(run.run().verdict(1), each.at_s());
  row.triggers = triggers_of(run, each.at_s());
  row.outcome = outcome_of(run);
  if (run.blamed_leg() >= 0)
    row.blamed = scenario.robot.nominal.leg[static_cast<std::size_t>(run.blamed_leg())].name;
  return row;
}

constexpr const char* kHead = R"(# How the robot reports faults and reacts to them

Made by `build/release/tests/scenarios/fault_table > docs/faults.md`. A quadruped (`romerin4`, `fidelity: full`, seed 1)
walks 0.12 m with a free gait on the ground, up a wall and under a ceiling, for 45 s. At 6 s a part fails until the end
of the run: of the front left leg, of its joint 2, or of the body. A leak is 2 mm wide; a relay is stuck in `bus_only`.

All times are counted from the fault. Columns:

- **reported**: `plan.reason` with its leg, and simultaneous failures of a leg, the IMU or the camera;
- **triggers**: conditions that stop the robot ([the list](hardware.md#the-modes)), `session.triggers` of robot and legs;
- **detected**: when a reason, a trigger or an alarm of the foot (`plan.leg*.alarm`) first named the faulty leg; for a
  fault of the body, when the robot first reported one. A healthy leg that was blamed is printed in bold;
- **outcome**: *continues* is still walking at the end, *stands* has stopped with its feet attached.

Parts that this robot lacks fail on the ground in `romerin4_gps` and `hexapod3_gps`: GPS and compass (their answer is to leave
readings out, counted in `plan.fix` and `plan.heading`: that counts as detected).

**Point feet**: the faults that `hexapod3` can have, while it walks 0.12 m on the ground with its gait `wave` (`fidelity: ideal`),
at 6 s while its front left foot stands, and at 7.6 s while that foot is in the air. **Slaves**: the same for `amru5`, whose slaves
close their own loops, with its gait `tripod`: its front left foot is in the air at 6 s and stands at 7.6 s. How such a robot reacts over
a wire: [broadcast protocol](wire-broadcast.md#start-silence-end).

Faults in a scenario: [scenario files](scenario-files.md#faults). Two faults in one walk: [fault pairs](fault-pairs.md).

Detected late or never: a frozen encoder while the set-point is constant (in a passive wrist until the foot is lifted,
which then comes down askew); a stuck pressure sensor until its cup should release; a turbine that fails while its foot
is in the air (12 s); a gyroscope with an error below the play of the gears; a stuck compass while
the robot walks straight on.
)";

void print(FaultKind kind, const std::vector<Case>& cases, const std::vector<Row>& rows) {
  std::string does = sim::traits(kind).does;
  does.front() = static_cast<char>(std::toupper(does.front()));
  std::printf(
      "## %s\n\n%s.\n\n| | reported | triggers | detected | outcome |\n|---|---|---|---|---|\n",
      std::string(controller::name(kind)).c_str(), does.c_str());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row& row = rows[k];
    std::string detected = row.detected_s == kNever_s ? "no" : seconds(row.detected_s);
    if (!row.blamed.empty()) detected += ", **" + row.blamed + "**";
    std::printf("| %s | %s | %s | %s | %s |\n", cases[k].name.c_str(), row.reported.c_str(),
                row.triggers.c_str(), detected.c_str(), row.outcome.c_str());
  }
  std::puts("");
}

/// Runs all walks of the kinds, then prints their sections.
void print_sections(const std::vector<FaultKind>& kinds) {
  std::vector<std::vector<Case>> cases;
  std::vector<std::vector<Row>> rows;
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (const FaultKind kind : kinds) {
    cases.push_back(cases_of(kind));
    rows.emplace_back(cases.back().size());
    for (std::size_t k = 0; k < cases.back().size(); ++k) all.emplace_back(cases.size() - 1, k);
  }
  scenarios::on_all_cores(all.size(), [&](std::size_t k) {
    const auto [kind, row] = all[k];
    rows[kind][row] = row_of(cases[kind][row]);
  });
  for (std::size_t k = 0; k < kinds.size(); ++k) print(kinds[k], cases[k], rows[k]);
}

std::vector<FaultKind> named_kinds(int argc, char** argv) {
  const auto& names = controller::kEnumerators<FaultKind>;
  std::vector<FaultKind> kinds;
  for (int k = 1; k < argc; ++k) {
    const auto name = std::find(names.begin(), names.end(), argv[k]);
    if (name == names.end()) throw std::invalid_argument("no such kind: " + std::string(argv[k]));
    kinds.push_back(static_cast<FaultKind>(name - names.begin()));
  }
  return kinds;
}

void print_all() {
  std::vector<FaultKind> kinds;
  for (std::size_t k = 0; k < controller::kEnumerators<FaultKind>.size(); ++k)
    kinds.push_back(static_cast<FaultKind>(k));
  std::puts(kHead);
  print_sections(kinds);
}

}  // namespace

int main(int argc, char** argv) {
  return scenarios::exit_code_of("fault_table", [&] {
    if (argc > 1)
      print_sections(named_kinds(argc, argv));
    else
      print_all();
    return true;
  });
}
