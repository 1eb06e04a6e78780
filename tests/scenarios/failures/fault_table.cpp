#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "scenarios/session/load.h"
#include "tests/scenarios/failures/broken_walk.h"
#include "tests/scenarios/failures/campaign.h"
#include "tests/scenarios/failures/watched_run.h"

/// fault_table: prints docs/faults.md: what the robot reports and does after each kind of fault, on
/// ground, wall and ceiling, at full fidelity.
namespace {

using namespace ventosa;
using scenarios::BrokenWalk;
using scenarios::Ground;
using scenarios::kNever_s;
using sim::FaultKind;
using sim::FaultPlace;

constexpr double kAt_s = 6;
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

BrokenWalk walk_of(FaultKind kind, Ground ground) {
  return {.ground = ground,
          .faults = {{kAt_s, std::numeric_limits<double>::infinity(), usual_fault(kind)}}};
}

std::string seconds(double time_s) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f s", time_s);
  return text;
}

/// The reasons reported after the fault, each once, with the time since the fault.
std::string reasons_of(const scenarios::Verdict& verdict) {
  constexpr std::size_t kMost = 4;
  std::vector<std::string> reported;
  std::string text;
  for (const scenarios::Hindrance& each : verdict.hindrances) {
    if (each.from_s < kAt_s || reported.size() == kMost) continue;
    std::string word(controller::name(each.reason));
    if (!each.leg.empty()) word += " " + each.leg;
    if (std::find(reported.begin(), reported.end(), word) != reported.end()) continue;
    reported.push_back(word);
    text += (text.empty() ? "" : ", ") + word + " (" + seconds(each.from_s - kAt_s) + ")";
  }
  return text.empty() ? "nothing" : text;
}

std::string triggers_of(const scenarios::WatchedRun& run) {
  std::string text;
  for (const hal::Trigger each : run.triggers())
    text += (text.empty() ? "" : ", ") + std::string(controller::name(each));
  return text.empty() ? "none" : text + " (" + seconds(run.first_trigger_s() - kAt_s) + ")";
}

std::string outcome_of(const scenarios::WatchedRun& run) {
  const int n = run.n_lost();
  const std::string cups =
      n == 0 ? "" : ", loses " + std::to_string(n) + (n == 1 ? " cup" : " cups");
  if (run.has_fallen()) return "**falls**" + cups;
  if (run.travel_m() > 0.95 * scenarios::kBrokenWalk_m) return "arrives" + cups;
  return (run.is_still() ? "stands" : "continues") + cups;
}

Row row_of(FaultKind kind, Ground ground) {
  const BrokenWalk walk = walk_of(kind, ground);
  const auto scenario =
      scenarios::parse(scenario_text(walk), "walk.yaml", VENTOSA_SOURCE_DIR "/models/data");
  scenarios::WatchedRun run(scenario, walk.seed);
  Row row;
  const int leg = walk.faults.front().fault.leg;
  while (run.advance()) {
    const bool named = leg < 0 ? run.names_body() : run.names_leg(leg);
    if (named && run.time_s() >= kAt_s && row.detected_s == kNever_s) row.detected_s = run.time_s();
  }
  row.reported = reasons_of(run.run().verdict(1));
  row.triggers = triggers_of(run);
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

`fix_wild` and `heading_stuck` need GPS and compass, which this robot lacks: see the scenario `gps_wild_ground`.
Faults in a scenario: [scenario files](scenario-files.md#faults). Two faults in one walk: [fault pairs](fault-pairs.md).

Detected late or never: a frozen encoder while the set-point is constant (in a passive wrist until the foot is lifted,
which then comes down askew); a stuck pressure sensor until its cup should release; a turbine that fails while its foot
is in the air (12 s); a gyroscope with an error below the play of the gears.
)";

void print(FaultKind kind, const std::vector<Row>& rows) {
  std::string does = sim::traits(kind).does;
  does.front() = static_cast<char>(std::toupper(does.front()));
  std::printf(
      "## %s\n\n%s.\n\n| | reported | triggers | detected | outcome |\n|---|---|---|---|---|\n",
      std::string(controller::name(kind)).c_str(), does.c_str());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row& row = rows[k];
    std::string detected = row.detected_s == kNever_s ? "no" : seconds(row.detected_s - kAt_s);
    if (!row.blamed.empty()) detected += ", **" + row.blamed + "**";
    std::printf("| %s | %s | %s | %s | %s |\n", scenarios::kGroundNames[k], row.reported.c_str(),
                row.triggers.c_str(), detected.c_str(), row.outcome.c_str());
  }
  std::puts("");
}

void print_all() {
  const std::size_t n_kinds = scenarios::kKindsOfRomerin, n_grounds = 3;
  std::vector<std::vector<Row>> rows(n_kinds, std::vector<Row>(n_grounds));
  scenarios::on_all_cores(n_kinds * n_grounds, [&](std::size_t k) {
    const std::size_t kind = k / n_grounds, ground = k % n_grounds;
    rows[kind][ground] = row_of(static_cast<FaultKind>(kind), static_cast<Ground>(ground));
  });
  std::puts(kHead);
  for (std::size_t kind = 0; kind < n_kinds; ++kind)
    print(static_cast<FaultKind>(kind), rows[kind]);
}

}  // namespace

int main() {
  return scenarios::exit_code_of("fault_table", [] {
    print_all();
    return true;
  });
}
