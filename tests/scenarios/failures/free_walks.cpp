#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "controller/model/description.h"
#include "scenarios/session/load.h"
#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/failures/campaign.h"
#include "tests/scenarios/failures/fallen.h"
#include "tests/scenarios/failures/free_walk.h"

/// free_walks [--cases N] [--from SEED] [--text]: walks of 0.5 m by the free gait, drawn from
/// seeds: every robot, on ground, wall and ceiling, in three ways. Prints one line per walk to
/// stderr, and to stdout a Markdown table of each robot's outcomes. --text prints the scenario of
/// the first walk instead. Exit code 1 if a robot got stuck or fell.
namespace {

using namespace ventosa;
using controller::Vector3d;
using scenarios::FreeWalk;

enum class Fate { kArrived, kGoesOn, kStuck, kFell };
constexpr std::array<const char*, 4> kFates{"arrived", "goes on", "stuck", "fell"};

struct Outcome {
  Fate fate = Fate::kFell;
  double way_m = 0;    ///< along the velocity that was asked for
  double time_s = 0;   ///< since the walk began
  double pause_s = 0;  ///< longest time without progress
  std::string reason;  ///< at the end, with the refused leg
};

/// One walk, followed from tick to tick.
class Follower {
 public:
  Follower(const FreeWalk& walk, const scenarios::Scenario& scenario)
      : scenario_(scenario),
        run_(scenario, walk.seed),
        ahead_B_(
            Eigen::AngleAxisd(walk.heading_deg * controller::kRadPerDegree, Vector3d::UnitZ()) *
            Vector3d::UnitX()) {}

  Outcome follow() {
    last_W_ = truth().X_WB.translation();
    while (!has_arrived() && !scenarios::has_fallen(run_) && run_.advance()) look();
    out_.fate = fate();
    out_.reason = reason();
    return out_;
  }

 private:
  const sim::Truth& truth() const { return run_.twin().truth(); }
  const controller::Diagnostics& plan() const { return run_.controller().diagnostics(); }

  void look() {
    const Vector3d p_W = truth().X_WB.translation();
    out_.way_m += (p_W - last_W_).dot(truth().X_WB.linear() * ahead_B_);
    last_W_ = p_W;
    out_.time_s = run_.time_s() - scenarios::kFreeWalkStart_s;
    note_pause();
    if (!plan().stands || plan().reason == controller::Reason::kNone) free_s_ = out_.time_s;
  }

  void note_pause() {
    constexpr double kProgress_m = 0.002;
    if (out_.way_m > progress_m_ + kProgress_m) {
      progress_m_ = out_.way_m;
      progress_s_ = out_.time_s;
    }
    out_.pause_s = std::max(out_.pause_s, out_.time_s - progress_s_);
  }

  bool has_arrived() const { return out_.way_m > scenarios::kFreeWalk_m - 0.005; }
  /// Has stood for a second on a refusal.
  bool is_refused() const { return out_.time_s - free_s_ > 1; }

  Fate fate() const {
    if (scenarios::has_fallen(run_)) return Fate::kFell;
    if (has_arrived()) return Fate::kArrived;
    return is_refused() ? Fate::kStuck : Fate::kGoesOn;
  }

  std::string reason() const {
    std::string text(controller::name(plan().reason));
    const auto leg = static_cast<std::size_t>(plan().refused_leg);
    if (plan().refused_leg >= 0) text += " " + scenario_.robot.nominal.leg[leg].name;
    return text;
  }

  const scenarios::Scenario& scenario_;
  scenarios::ScenarioRun run_;
  const Vector3d ahead_B_;
  Vector3d last_W_ = Vector3d::Zero();
  double progress_m_ = 0, progress_s_ = 0;
  double free_s_ = 0;  ///< time when it last walked, or nothing was refused
  Outcome out_;
};

Outcome run(const FreeWalk& walk) {
  const auto scenario =
      scenarios::parse(scenario_text(walk), "walk.yaml", VENTOSA_SOURCE_DIR "/models/data");
  return Follower(walk, scenario).follow();
}

void print_line(const FreeWalk& walk, const Outcome& o) {
  std::fprintf(stderr,
               "%3lu %-14s %-7s %-5s %-8s %4.0f deg, radius %4.1f m: %s, walked %.3f m in %.0f s "
               "(%.1f mm/s), longest pause %.0f s, %s\n",
               static_cast<unsigned long>(walk.seed), walk.robot.c_str(), walk.ground.name,
               walk.fidelity.c_str(), walk.way, walk.heading_deg, walk.radius_m,
               kFates[static_cast<std::size_t>(o.fate)], o.way_m, o.time_s,
               1e3 * o.way_m / o.time_s, o.pause_s, o.reason.c_str());
}

/// Outcomes of one robot, or of all.
struct Row {
  std::array<int, kFates.size()> count{};
  int walks = 0;
  double way_m = 0, longest_pause_s = 0;
  /// Sums over the walks that arrived, for each fidelity.
  struct Speed {
    double way_m = 0, time_s = 0;
    std::string mm_s() const {
      char text[20] = "-";
      if (time_s > 0) std::snprintf(text, sizeof text, "%.1f", 1e3 * way_m / time_s);
      return text;
    }
  } ideal, full;

  void add(const FreeWalk& walk, const Outcome& o) {
    ++walks;
    ++count[static_cast<std::size_t>(o.fate)];
    way_m += o.way_m;
    longest_pause_s = std::max(longest_pause_s, o.pause_s);
    if (o.fate != Fate::kArrived) return;
    Speed& speed = walk.fidelity == "full" ? full : ideal;
    speed.way_m += o.way_m;
    speed.time_s += o.time_s;
  }
};

void print_row(const char* name, const Row& row) {
  if (row.walks == 0) return;
  std::printf("| %s | %d |", name, row.walks);
  for (const int n : row.count) std::printf(" %d |", n);
  std::printf(" %.2f | %s, %s | %.0f |\n", row.way_m / row.walks, row.ideal.mm_s().c_str(),
              row.full.mm_s().c_str(), row.longest_pause_s);
}

void print_table(const std::vector<FreeWalk>& walks, const std::vector<Outcome>& outcomes) {
  std::printf("| robot | walks |");
  for (const char* fate : kFates) std::printf(" %s |", fate);
  std::puts(
      " mean distance [m] | mean speed of the arrived, ideal and full [mm/s] | longest time "
      "without progress [s] "
      "|\n|---|---|---|---|---|---|---|---|---|");
  for (const char* robot : scenarios::kFreeWalkers) {
    Row row;
    for (std::size_t k = 0; k < walks.size(); ++k)
      if (walks[k].robot == robot) row.add(walks[k], outcomes[k]);
    print_row(robot, row);
  }
  Row all;
  for (std::size_t k = 0; k < walks.size(); ++k) all.add(walks[k], outcomes[k]);
  print_row("all", all);
}

bool try_all(const scenarios::Campaign& campaign) {
  const auto walks = scenarios::drawn(campaign, scenarios::draw_free_walk);
  if (campaign.text) {
    std::puts(scenario_text(walks.at(0)).c_str());
    return true;
  }
  const auto outcomes = scenarios::outcomes_of<FreeWalk, Outcome>(walks, [](const FreeWalk& walk) {
    const Outcome outcome = run(walk);
    print_line(walk, outcome);
    return outcome;
  });
  print_table(walks, outcomes);
  return std::none_of(outcomes.begin(), outcomes.end(), [](const Outcome& o) {
    return o.fate == Fate::kStuck || o.fate == Fate::kFell;
  });
}

}  // namespace

int main(int argc, char** argv) {
  return scenarios::exit_code_of("free_walks", [&] {
    return try_all(scenarios::read_campaign(argc, argv, {.n_cases = scenarios::kFreeWalks}));
  });
}
