#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <thread>
#include <vector>

#include "app/workers.h"
#include "scenarios/session/load.h"
#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/calibration.h"

/// creep_table [--seeds N] [--friction SCALE] [--miscalibrated] SCENARIO.yaml...: when the
/// controller names feet that creep. Prints a row of a Markdown table for every scenario, over
/// seeds 1 to N (20), with the friction of all surfaces scaled in the twin only, or with the errors
/// of calibration of docs/fidelity.md. A run ends when fewer than three feet are attached. Prints a
/// line for each foot that passes 2 mm, and for each that is named although it stands, to stderr.
/// Exit code 1 if one was not named within 0.5 s, or a standing one was named.
namespace {

using namespace ventosa;
using controller::FootAlarm;
using scenarios::kCalibrated;

constexpr double kCrept_m = 0.002;    // true slip after which a foot is to be named
constexpr double kStands_m = 0.0005;  // true slip up to which it is not to be named
constexpr double kSoon_s = 0.5;

/// Counts over the runs of one scenario.
struct Tally {
  int passed = 0;    ///< feet that have slid by 2 mm, once an alarm
  int soon = 0;      ///< those named before or within 0.5 s
  int together = 0;  ///< those named later or never, while fewer than two other feet stood
  int wrong = 0;     ///< feet that were named while they stood
  std::vector<double> after_s{};  ///< from passing 2 mm to being named; 0: before
  double shape_m = 0;  ///< largest change of shape that standing feet seemed to have made
  double moved_m = 0;  ///< largest motion of a standing foot of which enough was seen to name it

  void add(const Tally& other) {
    passed += other.passed;
    soon += other.soon;
    together += other.together;
    wrong += other.wrong;
    after_s.insert(after_s.end(), other.after_s.begin(), other.after_s.end());
    moved_m = std::max(moved_m, other.moved_m);
    shape_m = std::max(shape_m, other.shape_m);
  }
};

/// One foot since it was set down or its last alarm ended.
struct Foot {
  bool attached = false;
  double from_s = 0;          ///< then
  double named_s = -1;        ///< when it was named last; -1: never
  double from_m = 0;          ///< true slip then
  double placed_m = 0;        ///< true slip when it was set down or named last
  double slid_m = 0;          ///< true slip since
  double passed_s = -1;       ///< when it passed 2 mm; -1: not yet
  bool others_stood = false;  ///< at least two others, then
  bool counted = false;       ///< its present alarm
  FootAlarm alarm = FootAlarm::kNone;
};

class CreepJudge {
 public:
  CreepJudge(const scenarios::ScenarioRun& run, const char* name) : run_(run), name_(name) {}

  void take() {
    const auto n = run_.controller().robot().leg.size();
    for (std::size_t i = 0; i < n; ++i) follow(i);
    for (std::size_t i = 0; i < n; ++i) watch(i);
    for (std::size_t i = 0; i < n; ++i) judge(i);
  }
  Tally finish() {
    for (std::size_t i = 0; i < foot_.size(); ++i) end(i, false);
    return tally_;
  }

 private:
  double now_s() const { return run_.time_s(); }
  const controller::Diagnostics& plan() const { return run_.controller().diagnostics(); }

  void follow(std::size_t i) {
    Foot& foot = foot_[i];
    const double slip_m = run_.twin().truth().leg[i].cup.slip_m;
    const bool attached = plan().report[i].attached && run_.controller().robot().leg[i].cup();
    if (attached && (!foot.attached || slip_m < foot.from_m))
      foot = {.from_s = now_s(), .from_m = slip_m, .placed_m = slip_m, .alarm = foot.alarm};
    if (!attached) end(i, false);
    foot.attached = attached;
    foot.slid_m = attached ? slip_m - foot.from_m : 0;
  }

  void watch(std::size_t i) {
    Foot& foot = foot_[i];
    if (foot.counted || !foot.attached || foot.passed_s >= 0 || foot.slid_m <= kCrept_m) return;
    foot.passed_s = now_s();
    foot.others_stood = standing_others(i) >= 2;
    if (foot.alarm != FootAlarm::kNone) end(i, true);
  }

  void judge(std::size_t i) {
    Foot& foot = foot_[i];
    const FootAlarm before = foot.alarm;
    foot.alarm = plan().alarm[i];
    if (!foot.attached) return;
    const controller::CreepFoot& creep = seen(i);
    if (all_stand()) {
      tally_.shape_m = std::max(tally_.shape_m, creep.shape_m);
      if (creep.shape_m > controller::kCreptShape_m)
        tally_.moved_m = std::max(tally_.moved_m, creep.moved_A.norm());
    }
    if ((foot.alarm == FootAlarm::kNone) == (before == FootAlarm::kNone)) return;
    if (foot.alarm == FootAlarm::kNone) return forgive(i);
    foot.named_s = now_s();
    const double slip_m = foot.from_m + foot.slid_m;
    const bool stands = slip_m - foot.placed_m < kStands_m && holds(i);
    if (stands && foot.alarm == FootAlarm::kCreep) {
      ++tally_.wrong;
      tell(i, "named while it stood");
    }
    foot.placed_m = slip_m;
    if (foot.passed_s >= 0) end(i, true);
  }

  /// Within its cup's limits; beyond them it peels off, which is no slip.
  bool holds(std::size_t i) const { return run_.twin().truth().leg[i].cup.safety_factor > 1; }

  /// The foot was named, or left without.
  void end(std::size_t i, bool named) {
    if (foot_[i].passed_s >= 0) count(i, named);
    foot_[i].counted = named;
    begin_anew(i);
  }

  void forgive(std::size_t i) {
    foot_[i].counted = false;
    begin_anew(i);
  }

  void begin_anew(std::size_t i) {
    const Foot& foot = foot_[i];
    foot_[i] = {.attached = foot.attached,
                .from_s = now_s(),
                .named_s = foot.named_s,
                .from_m = foot.from_m + foot.slid_m,
                .placed_m = foot.placed_m,
                .counted = foot.counted,
                .alarm = foot.alarm};
  }

  void count(std::size_t i, bool named) {
    const Foot& foot = foot_[i];
    const double after_s = now_s() - foot.passed_s;
    if (!named && after_s < kSoon_s) return;  // it left
    ++tally_.passed;
    if (named) tally_.after_s.push_back(after_s);
    if (named && after_s <= kSoon_s) {
      ++tally_.soon;
    } else if (!foot.others_stood) {
      ++tally_.together;
    }
    tell(i, named ? "named" : "not named");
  }

  const controller::CreepFoot& seen(std::size_t i) const {
    return run_.controller().state().estimation.creep.foot[i];
  }

  void tell(std::size_t i, const char* what) const {
    std::fprintf(stderr, "%s-%d %.2f s: %s %s, slid %.1f mm, seen %.1f mm, 2 mm at %.2f s%s\n",
                 name_, static_cast<int>(run_.seed()), now_s(),
                 run_.controller().robot().leg[i].name.c_str(), what, 1e3 * foot_[i].slid_m,
                 1e3 * seen(i).moved_A.norm(), foot_[i].passed_s,
                 foot_[i].others_stood ? "" : ", others slid");
  }

  /// Other feet that have stood for as long as this one slid.
  int standing_others(std::size_t i) const {
    int n = 0;
    for (std::size_t j = 0; j < foot_.size(); ++j) {
      const bool slid = foot_[j].slid_m >= kStands_m || foot_[j].named_s > foot_[i].from_s;
      n += j != i && foot_[j].attached && !slid;
    }
    return n;
  }
  bool all_stand() const {
    return std::all_of(foot_.begin(), foot_.end(), [](const Foot& foot) {
      const bool quiet = foot.alarm == FootAlarm::kNone;
      return !foot.attached || (quiet && foot.slid_m < kStands_m);
    });
  }

  const scenarios::ScenarioRun& run_;
  const char* const name_;
  controller::PerLeg<Foot> foot_{};
  Tally tally_;
};

Tally run(const scenarios::Scenario& scenario, std::uint64_t seed) {
  scenarios::ScenarioRun run(scenario, seed);
  CreepJudge judge(run, scenario.name.c_str());
  const auto n = run.controller().robot().leg.size();
  const auto fell = [&] {  // a robot with fewer than three feet on the surface
    std::size_t held = 0;
    for (std::size_t i = 0; i < n; ++i) held += run.controller().diagnostics().report[i].attached;
    return held < 3;
  };
  while (run.advance() && !fell()) judge.take();
  return judge.finish();
}

struct Options {
  int n_seeds = 20;
  double friction = 1;
  bool miscalibrated = false;
  std::vector<const char*> files;
};

void change(const Options& options, scenarios::Scenario& scenario) {
  if (options.miscalibrated) scenario.plant.spread = kCalibrated;
  if (options.friction == 1) return;
  for (sim::SurfaceErrors& surface : scenario.plant.given.surface)
    surface.friction_scale *= options.friction;
}

Tally run_all(const scenarios::Scenario& scenario, int n_seeds) {
  std::vector<Tally> all(static_cast<std::size_t>(n_seeds));
  const auto n_threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  app::share_out(all.size(), n_threads, [&](std::size_t i) { all[i] = run(scenario, i + 1); });
  Tally sum;
  for (const Tally& each : all) sum.add(each);
  return sum;
}

/// Median and largest of the times; empty if there are none.
std::string times_text(std::vector<double> times_s) {
  if (times_s.empty()) return "";
  std::sort(times_s.begin(), times_s.end());
  char text[32];
  std::snprintf(text, sizeof text, "%.2f / %.2f", times_s[(times_s.size() - 1) / 2],
                times_s.back());
  return text;
}

void print_row(const Options& options, const std::string& name, const Tally& t) {
  std::printf("| %s | %.2f | %d | %d | %d | %d | %s | %d | %.2f | %.2f |\n", name.c_str(),
              options.friction, options.n_seeds, t.passed, t.soon, t.together,
              times_text(t.after_s).c_str(), t.wrong, 1e3 * t.shape_m, 1e3 * t.moved_m);
  std::fflush(stdout);
}

Options read(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--seeds" && i + 1 < argc)
      options.n_seeds = std::max(1, std::atoi(argv[++i]));
    else if (word == "--friction" && i + 1 < argc)
      options.friction = std::atof(argv[++i]);
    else if (word == "--miscalibrated")
      options.miscalibrated = true;
    else
      options.files.push_back(argv[i]);
  }
  return options;
}

bool try_all(const Options& options) {
  bool good = true;
  std::puts(
      "| scenario | friction | seeds | slid 2 mm | named in 0.5 s | not, others slid | named after "
      "[s], median / worst | named standing | standing: shape [mm] | motion [mm] |");
  std::puts("|---|---|---|---|---|---|---|---|---|---|");
  for (const char* file : options.files) {
    auto scenario = scenarios::load(file, VENTOSA_SOURCE_DIR "/models/data");
    change(options, scenario);
    const Tally tally = run_all(scenario, options.n_seeds);
    good = good && tally.wrong == 0 && tally.passed == tally.soon + tally.together;
    print_row(options, scenario.name, tally);
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return try_all(read(argc, argv)) ? 0 : 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
}
