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

/// fault_table: prints docs/faults.md: of each kind of fault what the robot says and does, on
/// ground, wall and ceiling, in a walk that is real in everything.
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
  std::string says, triggers, does;
  double named_s = kNever_s;
  std::string wrongly;
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

/// The reasons that came after the fault, each once, with their time from it on.
std::string words(const scenarios::Verdict& verdict) {
  constexpr std::size_t kMost = 4;
  std::vector<std::string> told;
  std::string text;
  for (const scenarios::Hindrance& each : verdict.hindrances) {
    if (each.from_s < kAt_s || told.size() == kMost) continue;
    std::string word(controller::name(each.reason));
    if (!each.leg.empty()) word += " " + each.leg;
    if (std::find(told.begin(), told.end(), word) != told.end()) continue;
    told.push_back(word);
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

std::string deed_of(const scenarios::WatchedRun& run) {
  const int n = run.n_lost();
  const std::string cups =
      n == 0 ? "" : ", loses " + std::to_string(n) + (n == 1 ? " cup" : " cups");
  if (run.has_fallen()) return "**falls**" + cups;
  if (run.travel_m() > 0.95 * scenarios::kBrokenWalk_m) return "arrives" + cups;
  return (run.is_still() ? "stands" : "goes on") + cups;
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
    if (named && run.time_s() >= kAt_s && row.named_s == kNever_s) row.named_s = run.time_s();
  }
  row.says = words(run.run().verdict(1));
  row.triggers = triggers_of(run);
  row.does = deed_of(run);
  if (run.wrongly_named() >= 0)
    row.wrongly = scenario.robot.nominal.leg[static_cast<std::size_t>(run.wrongly_named())].name;
  return row;
}

constexpr const char* kHead = R"(# What the robot says and does when something breaks

Made by `build/release/tests/scenarios/fault_table > docs/faults.md`. A quadruped (`romerin4`, `fidelity: full`, seed 1) walks
0.12 m with a free gait on the ground, up a wall and under a ceiling, for 45 s. At 6 s something breaks for good: of a leg's the
front left one, of a joint's its joint 2; a leak is 2 mm wide, a relay sticks in `bus_only`.

`says` is `plan.reason` with its leg, or what fails meanwhile in a leg, the IMU or the camera, `triggers` is `session.triggers` of the robot and its legs, each with the time since the
fault. `named` is when that leg, or of the body's faults the robot as a whole, was first named: by either, or by an alarm of its
foot. A healthy leg that was named stands in bold. How to write a fault into a scenario:
[scenario files](scenario-files.md#faults).
)";

void print(FaultKind kind, const std::vector<Row>& rows) {
  std::string does = sim::traits(kind).does;
  does.front() = static_cast<char>(std::toupper(does.front()));
  std::printf("## %s\n\n%s.\n\n| | says | triggers | named | does |\n|---|---|---|---|---|\n",
              std::string(controller::name(kind)).c_str(), does.c_str());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row& row = rows[k];
    std::string named = row.named_s == kNever_s ? "no" : seconds(row.named_s - kAt_s);
    if (!row.wrongly.empty()) named += ", **" + row.wrongly + "**";
    std::printf("| %s | %s | %s | %s | %s |\n", scenarios::kGroundNames[k], row.says.c_str(),
                row.triggers.c_str(), named.c_str(), row.does.c_str());
  }
  std::puts("");
}

void print_all() {
  const std::size_t n_kinds = controller::kEnumerators<FaultKind>.size(), n_grounds = 3;
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
