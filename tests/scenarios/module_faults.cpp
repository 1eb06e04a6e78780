#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "app/workers.h"
#include "scenarios/session/load.h"
#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/one_surface.h"

/// module_faults [--jobs N]: a module of each leg fails on a wall and under a ceiling, of a robot
/// that stands, and in two moments of a walk. Prints a Markdown table of the runs in which every
/// other foot holds on and the body stays within 30 mm, and a line for each other run to stderr.
/// Exit code 1 if a robot that stood did not hold.
namespace {

using namespace ventosa;
using scenarios::Ground, scenarios::kCeiling, scenarios::kWall;

constexpr const char* kKinds[] = {"module_dead", "deaf", "mute"};
constexpr double kStanding_s[] = {3};
constexpr double kWalking_s[] = {6.3, 9.1};  // of a walk that begins at 1 s

/// One run.
struct Trial {
  std::string robot, fidelity;
  Ground ground;
  std::string kind, leg;
  double at_s = 0;

  bool walks() const { return at_s >= kWalking_s[0]; }
};

std::string name_of(const Trial& t) {
  return t.robot + ", " + t.fidelity + ", " + t.ground.name + ", " + t.kind + " " + t.leg +
         (t.walks() ? ", walking, " : ", standing, ") + std::to_string(t.at_s) + " s";
}

std::string text_of(const Trial& t, std::size_t n_legs) {
  const std::string walk = "  - {at_s: 1, walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.2}}\n";
  const std::string at_s = std::to_string(t.at_s);
  return scenarios::text_on(t.ground, t.robot, t.fidelity) + "duration_s: 20\nscript:\n" +
         (t.walks() ? walk : "") + "  - {at_s: " + at_s + ", fault: {kind: " + t.kind +
         ", leg: " + t.leg + "}}\n" + "expect: {detach: [" + t.leg + "]}\n" +
         "asserts:\n  - {name: others, signal: count.attached, at: end, min: " +
         std::to_string(n_legs - 1) + "}\n  - {name: body, drift: truth.body, since_s: " + at_s +
         ", from_s: " + at_s + ", max: 0.03, unit: m}\n";
}

bool holds(const Trial& trial, std::size_t n_legs) {
  const auto scenario =
      scenarios::parse(text_of(trial, n_legs), "fault.yaml", VENTOSA_SOURCE_DIR "/models/data");
  scenarios::JudgedRun run(scenario, 1);
  while (run.advance()) {
  }
  bool holds = !run.unstable();
  for (const scenarios::AssertResult& each : run.verdict(1).asserts)
    if (each.name == "others" || each.name == "body") holds = holds && each.pass;
  if (!holds) std::fprintf(stderr, "falls: %s\n", name_of(trial).c_str());
  return holds;
}

std::vector<std::string> legs_of(const std::string& robot) {
  std::vector<std::string> names;
  const auto file = VENTOSA_SOURCE_DIR "/models/data/" + robot + ".yaml";
  for (const controller::Leg& leg : models::load(file).nominal.leg) names.push_back(leg.name);
  return names;
}

struct Row {
  std::string robot, fidelity, kind;
};

/// Runs of one row in which the fault comes at these times.
std::vector<Trial> trials_of(const Row& row, std::span<const double> times_s) {
  std::vector<Trial> trials;
  for (const Ground& ground : {kWall, kCeiling})
    for (const std::string& leg : legs_of(row.robot))
      for (const double at_s : times_s)
        trials.push_back({row.robot, row.fidelity, ground, row.kind, leg, at_s});
  return trials;
}

/// Prints "HELD of ALL".  @return true if all hold
bool print_count(const std::vector<Trial>& trials, std::size_t n_legs, int n_jobs) {
  std::vector<char> held(trials.size());
  app::share_out(trials.size(), n_jobs,
                 [&](std::size_t i) { held[i] = holds(trials[i], n_legs) ? 1 : 0; });
  const auto n = static_cast<std::size_t>(std::count(held.begin(), held.end(), 1));
  std::printf(" %zu of %zu |", n, trials.size());
  return n == trials.size();
}

bool print_row(const Row& row, int n_jobs) {
  const std::size_t n_legs = legs_of(row.robot).size();
  std::printf("| %s | %s | %s |", row.kind.c_str(), row.robot.c_str(), row.fidelity.c_str());
  const bool stood = print_count(trials_of(row, kStanding_s), n_legs, n_jobs);
  print_count(trials_of(row, kWalking_s), n_legs, n_jobs);
  std::puts("");
  std::fflush(stdout);
  return stood;
}

bool print_all(int n_jobs) {
  std::puts("| fault | robot | fidelity | holds on, standing | walking |\n|---|---|---|---|---|");
  bool good = true;
  for (const char* kind : kKinds)
    for (const char* robot : {"romerin4", "romerin6"})
      for (const char* fidelity : {"ideal", "full"})
        good = print_row({robot, fidelity, kind}, n_jobs) && good;
  return good;
}

int jobs_of(int argc, char** argv) {
  const bool given = argc == 3 && std::string(argv[1]) == "--jobs";
  return given ? std::max(1, std::atoi(argv[2]))
               : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return print_all(jobs_of(argc, argv)) ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "module_faults: %s\n", error.what());
    return 2;
  }
}
