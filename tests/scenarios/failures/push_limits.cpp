#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "scenarios/session/load.h"
#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/failures/campaign.h"

/// push_limits: prints the table of docs/walking.md on pushes: the largest that the walking hexapod
/// withstands, of 0.2 s, on its body, from all sides, at moments spread over a cycle of the gait:
/// before it is moved by more than 50 mm from its reference, and before it falls, that is tilts by
/// more than 30 degrees or has a part but its feet on the ground.
namespace {

using namespace ventosa;

struct Gait {
  const char* name;
  double speed_m_s, cycle_s;
};
constexpr Gait kGaits[] = {{"wave", 0.0125, 4.75}, {"ripple", 0.022, 3.0}, {"tripod", 0.047, 2.1}};

/// Harm that a push may do, and the incidents (scenarios/assertions/incident_kinds.h) that show it.
struct Harm {
  const char* name;
  std::vector<std::string> incidents;
};
const Harm kHarms[] = {{"is moved", {"body near its reference"}},
                       {"falls", {"body does not fall", "body and links touch nothing"}}};

constexpr std::size_t kMoments = 4, kDirections = 8;
constexpr const char* kColumns[kDirections] = {"forward",   "forward left", "left",
                                               "back left", "backward",     "back right",
                                               "right",     "forward right"};
constexpr double kLeast_N = 5, kMost_N = 205, kStep_N = 1;

struct Push {
  const Harm* harm = nullptr;
  Gait gait;
  double angle_rad = 0, at_s = 0;
};

std::string text_of(const Push& push, double force_N) {
  char events[300];
  std::snprintf(events, sizeof events,
                "duration_s: %.3f\nscript:\n"
                "  - {at_s: 1, walk: {velocity_m_s: [%g, 0, 0], gait: %s}}\n"
                "  - {at_s: %.3f, push: {force_N: [%.4f, %.4f, 0], duration_s: 0.2}}\n",
                push.at_s + 3, push.gait.speed_m_s, push.gait.name, push.at_s,
                force_N * std::cos(push.angle_rad), force_N * std::sin(push.angle_rad));
  return std::string(
             "schema: 1\nrobot: hexapod3\nsurfaces:\n  - {name: ground, position_m: [0, 0, 0], "
             "normal: [0, 0, 1], size_m: [60, 60], friction: 0.7}\n"
             "placement: {surface: ground}\ncontrol_period_s: 0.002\n") +
         events + "asserts:\n  - {name: any, signal: count.loaded, min: 0}\n";
}

bool withstands(const Push& push, double force_N) {
  const scenarios::Scenario scenario =
      scenarios::parse(text_of(push, force_N), "push.yaml", VENTOSA_SOURCE_DIR "/models/data");
  scenarios::JudgedRun run(scenario, 1);
  while (run.advance()) {
  }
  const scenarios::Verdict verdict = run.verdict(1);
  return std::ranges::all_of(verdict.asserts, [&](const scenarios::AssertResult& result) {
    return result.pass || std::ranges::count(push.harm->incidents, result.name) == 0;
  });
}

/// Bisection, down to kStep_N.
double largest_N(const Push& push) {
  double holds_N = kLeast_N, harms_N = kMost_N;
  while (harms_N - holds_N > kStep_N) {
    const double force_N = (holds_N + harms_N) / 2;
    (withstands(push, force_N) ? holds_N : harms_N) = force_N;
  }
  return holds_N;
}

/// Pushes of a row of the table, direction by direction.
std::vector<Push> pushes_of(const Harm& harm, const Gait& gait) {
  std::vector<Push> pushes;
  for (std::size_t k = 0; k < kDirections * kMoments; ++k) {
    const auto direction = static_cast<double>(k / kMoments);
    const auto moment = static_cast<double>(k % kMoments);
    pushes.push_back({&harm, gait, 2 * std::numbers::pi * direction / kDirections,
                      6 + gait.cycle_s * moment / kMoments});
  }
  return pushes;
}

/// Least and largest of the moments, for each direction.
void print_row(const Harm& harm, const Gait& gait) {
  const std::vector<double> force_N =
      scenarios::outcomes_of<Push, double>(pushes_of(harm, gait), largest_N);
  std::printf("| %s, %s |", harm.name, gait.name);
  for (std::size_t direction = 0; direction < kDirections; ++direction) {
    const auto moments = std::span(force_N).subspan(direction * kMoments, kMoments);
    const auto [least, most] = std::ranges::minmax_element(moments);
    std::printf(" %.0f to %.0f |", std::floor(*least), std::floor(*most));
  }
  std::printf("\n");
}

}  // namespace

int main() {
  return scenarios::exit_code_of("push_limits", [] {
    std::printf("| largest push [N] before it |");
    for (const char* column : kColumns) std::printf(" %s |", column);
    std::printf("\n|---|---|---|---|---|---|---|---|---|\n");
    for (const Harm& harm : kHarms)
      for (const Gait& gait : kGaits) print_row(harm, gait);
    return true;
  });
}
