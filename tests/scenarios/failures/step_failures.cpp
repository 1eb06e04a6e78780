#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "scenarios/session/load.h"
#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/failures/campaign.h"
#include "tests/scenarios/failures/fallen.h"
#include "tests/scenarios/failures/faulty_walk.h"
#include "tests/scenarios/failures/true_statics.h"

/// step_failures [--cases N] [--from SEED] [--text]: walks on which a step goes wrong, drawn from
/// seeds. Prints one line per walk to stderr, and to stdout a Markdown table of the outcomes of
/// each fault. --text prints the scenario of the first walk instead. Exit code 1 if a robot fell
/// although statics show that its remaining cups, releasing and sealing ones included, could hold
/// it.
namespace {

using namespace ventosa;
using scenarios::FaultyWalk;

enum class Fate { kArrived, kWaits, kRestless, kFell, kFellInStep, kFellUnavoidably };
constexpr std::array<const char*, 6> kFates{"arrived", "waits, attached", "still tries",
                                            "fell",    "fell in a step",  "fell unavoidably"};

struct Outcome {
  Fate fate = Fate::kFell;
  double travel_m = 0;
  double off_m = 0;    ///< distance of the body from its reference at the end
  int n_attached = 0;  ///< cups at the end
  double margin = 1;   ///< margin of the statics when the first cup was lost or began to leak
  double margin_attached = 1;  ///< without cups that were releasing or sealing
  double lost_s = -1;
  controller::Reason reason = controller::Reason::kNone;  ///< at the end
};

/// One walk, followed from tick to tick.
class Follower {
 public:
  Follower(const FaultyWalk& walk, const scenarios::Scenario& scenario)
      : walk_(walk), scenario_(scenario), run_(scenario, walk.seed) {}

  Outcome follow() {
    start_W_ = truth().X_WB.translation();
    while (!is_over() && run_.advance()) look();
    return finish();
  }

 private:
  const sim::Truth& truth() const { return run_.twin().truth(); }
  const controller::Diagnostics& plan() const { return run_.session().controller().diagnostics(); }
  int n_legs() const { return scenario_.robot.nominal.n_legs(); }
  double time_s() const { return run_.twin().time_s(); }

  bool leaks() const {
    return walk_.fault == scenarios::Fault::kLeak || walk_.fault == scenarios::Fault::kLeaksOn;
  }
  double margin(controller::LegSet without) const {
    const scenarios::TwinSetup& setup = run_.setup();
    return scenarios::true_statics(setup.robot.nominal, setup.config, truth(), without).margin;
  }
  controller::LegSet changing() const {
    controller::LegSet legs;
    for (std::size_t i = 0; i < static_cast<std::size_t>(n_legs()); ++i)
      legs[i] = truth().leg[i].cup.phase != sim::CupPhase::kAttached;
    return legs;
  }
  void record_margins(controller::LegSet lost) {
    out_.margin = margin(lost);
    out_.margin_attached = margin(lost | changing());
  }

  void look() {
    if (leaks() && !leak_seen_ && time_s() >= walk_.at_s) {
      leak_seen_ = true;
      record_margins(1ULL << walk_.leg);
    }
    for (int i = 0; i < n_legs() && out_.lost_s < 0; ++i)
      if (has_lost(i)) {
        out_.lost_s = time_s();
        if (!leaks()) record_margins({});
      }
    if (speed() > 1) moved_s_ = time_s();
  }

  /// Has not moved for longer than a cup takes to seal.
  bool is_still() const { return time_s() - moved_s_ > 20; }
  bool is_over() const { return time_s() > scenarios::kLeast_s && is_still(); }

  bool has_lost(int leg) const {
    const auto i = static_cast<std::size_t>(leg);
    const sim::CupTruth& cup = truth().leg[i].cup;
    return controller::is_contact_phase(plan().phase[i]) &&
           (cup.let_go || cup.phase == sim::CupPhase::kFree);
  }

  /// Largest speed of body and joints, over the limit below which the robot counts as still.
  double speed() const {
    double fastest = truth().v_WB.norm() / 0.002;
    for (int i = 0; i < n_legs(); ++i)
      for (const double dq_rad_s : truth().leg[static_cast<std::size_t>(i)].dq_rad_s)
        fastest = std::max(fastest, std::abs(dq_rad_s) / 0.05);
    return fastest;
  }

  Outcome finish() {
    out_.travel_m = (truth().X_WB.translation() - start_W_).norm();
    out_.off_m = scenarios::error_m(run_);
    out_.n_attached = scenarios::n_attached(run_);
    out_.reason = plan().reason;
    out_.fate = fate();
    return out_;
  }

  Fate fate() const {
    if (scenarios::has_fallen(run_)) return fate_of_the_fallen();
    if (out_.travel_m > 0.95 * scenarios::kWalk_m) return Fate::kArrived;
    return is_still() ? Fate::kWaits : Fate::kRestless;
  }

  Fate fate_of_the_fallen() const {
    if (out_.margin < 0) return Fate::kFellUnavoidably;
    return out_.margin_attached < 0 ? Fate::kFellInStep : Fate::kFell;
  }

  const FaultyWalk& walk_;
  const scenarios::Scenario& scenario_;
  scenarios::JudgedRun run_;
  controller::Vector3d start_W_;
  bool leak_seen_ = false;
  double moved_s_ = 0;
  Outcome out_;
};

Outcome run(const FaultyWalk& walk) {
  const auto scenario =
      scenarios::parse(scenario_text(walk), "walk.yaml", VENTOSA_SOURCE_DIR "/models/data");
  return Follower(walk, scenario).follow();
}

void print_line(const FaultyWalk& walk, const Outcome& o) {
  static const char* const kDirections[] = {"forwards", "left", "backwards", "right"};
  std::fprintf(stderr,
               "%3lu %-16s %-7s %-14s %-11s %-9s leg %d at %4.1f s: %s, walked %.3f m, error %.1f "
               "mm, %d attached, "
               "lost %.2f s, margin %.3f, %.3f without changing cups, %s\n",
               static_cast<unsigned long>(walk.seed), name(walk.fault),
               walk.ceiling ? "ceiling" : "wall", walk.robot.c_str(), walk.gait.c_str(),
               kDirections[walk.direction], walk.leg + 1, walk.at_s,
               kFates[static_cast<std::size_t>(o.fate)], o.travel_m, 1e3 * o.off_m, o.n_attached,
               o.lost_s, o.margin, o.margin_attached,
               std::string(enumerators(o.reason)[static_cast<std::size_t>(o.reason)]).c_str());
}

void print_table(const std::vector<FaultyWalk>& walks, const std::vector<Outcome>& outcomes) {
  std::printf("| fault | walks |");
  for (const char* fate : kFates) std::printf(" %s |", fate);
  std::puts("\n|---|---|---|---|---|---|---|---|");
  for (int f = 0; f < scenarios::kFaults; ++f) {
    std::array<int, kFates.size()> count{};
    for (std::size_t k = 0; k < walks.size(); ++k)
      if (walks[k].fault == static_cast<scenarios::Fault>(f))
        ++count[static_cast<std::size_t>(outcomes[k].fate)];
    int sum = 0;
    for (const int n : count) sum += n;
    std::printf("| %s | %d |", name(static_cast<scenarios::Fault>(f)), sum);
    for (const int n : count) std::printf(" %d |", n);
    std::puts("");
  }
}

bool try_all(const scenarios::Campaign& campaign) {
  const auto walks = scenarios::drawn(campaign, scenarios::draw_walk);
  if (campaign.text) {
    std::puts(scenario_text(walks.at(0)).c_str());
    return true;
  }
  const auto outcomes =
      scenarios::outcomes_of<FaultyWalk, Outcome>(walks, [](const FaultyWalk& walk) {
        const Outcome outcome = run(walk);
        print_line(walk, outcome);
        return outcome;
      });
  print_table(walks, outcomes);
  return std::none_of(outcomes.begin(), outcomes.end(), [](const Outcome& o) {
    return o.fate == Fate::kFell || o.fate == Fate::kFellInStep;
  });
}

}  // namespace

int main(int argc, char** argv) {
  return scenarios::exit_code_of("step_failures",
                                 [&] { return try_all(scenarios::read_campaign(argc, argv)); });
}
