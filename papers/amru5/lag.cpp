#include "papers/amru5/experiments.h"
#include "papers/amru5/names.h"

namespace ventosa::papers::amru5 {
namespace {

/// A walk with one kind of loop, feet and drives.
struct Walk {
  const char* key;
  const char* scenario;
  const char* what;
};

constexpr Walk kWalks[] = {
    {"pi", "amru5_fig5", "PI, friction, feet creep"},
    {"pi_stick", "amru5_stick", "PI, friction, feet stick"},
    {"pi_smooth", "amru5_no_friction", "PI, no friction, feet creep"},
    {"pi_smooth_stick", "amru5_stick_no_friction", "PI, no friction, feet stick"},
    {"p", "amru5_p_only", "P alone, friction, feet creep"},
    {"p_stick", "amru5_p_stick", "P alone, friction, feet stick"},
    {"p_smooth", "amru5_p_no_friction", "P alone, no friction, feet creep"},
    {"p_smooth_stick", "amru5_p_stick_no_friction", "P alone, no friction, feet stick"}};

/// Excess of a walk's growth over that of another.
struct Difference {
  const char* run;
  const char* without;
  const char* what;
};

constexpr Difference kDifferences[] = {
    {"p", "pi", "no integral part adds"},
    {"p_smooth", "pi_smooth", "no integral part adds, no friction"},
    {"pi", "pi_smooth", "friction adds, PI"},
    {"p", "p_smooth", "friction adds, P alone"},
    {"pi", "pi_stick", "creeping feet add, PI"},
    {"p", "p_stick", "creeping feet add, P alone"},
    {"p_smooth", "p_smooth_stick", "creeping feet add, P alone, no friction"}};

Line difference(const Difference& of) {
  Line line = growth(of.run, {.section = "5", .what = std::string("growth: ") + of.what});
  line.minus = change(of.without, kLag);
  return line;
}

/// On level ground the forces along it are those of the feet against each other.
Line strain(const Walk& walk) {
  return {.section = "5",
          .what = std::string("force of a foot along the ground, rms: ") + walk.what,
          .unit = "N",
          .ours = in_cycles(walk.key, Statistic::kRms, {"truth.leg*.foot", Form::kFriction})};
}

Line p_over_pi() {
  return {
      .section = "5",
      .what = "growth, P alone over PI",
      .claim = "a lag to lighten, its cause left open",
      .ours = change("p", kLag),
      .over = change("pi", kLag),
      .better = Threshold{Bound::kMin, 4},
      .cause =
          "nothing measures the body, and nothing moves a foot back to its place against the "
          "ground, so what a step loses stays lost: the lag grows with the way. When the "
          "tripods change every foot turns round; a drive that was behind its reference is then "
          "behind the other way, and makes that up while its foot stands, which keeps the body "
          "back. P alone is always behind, by speed over 15/s and by friction; PI only until its "
          "integral part has taken that away, before the tripods change again."};
}

std::vector<Line> lag_lines() {
  std::vector<Line> lines{p_over_pi()};
  for (const Walk& walk : kWalks)
    lines.push_back(
        growth(walk.key, {.section = "5", .what = std::string("growth of the lag: ") + walk.what}));
  for (const Difference& each : kDifferences) lines.push_back(difference(each));
  for (const Walk& walk : kWalks) lines.push_back(strain(walk));
  return lines;
}

std::vector<RunSpec> lag_runs() {
  std::vector<RunSpec> runs;
  for (const Walk& walk : kWalks) runs.push_back({walk.key, walk.scenario});
  return runs;
}

FigureSpec lag_figure(const char* run, const char* name, const char* title) {
  return {.name = name,
          .title = title,
          .run = run,
          .panels = {{{"lag", "mm"}, {{"X_ref − X", kLag}}, kMilli},
                     {{"turn of leg 0", "mrad"},
                      {{"reference minus angle",
                        {"command.leg0.joint0.q", Form::kDifference, "truth.leg0.joint0.q"}}},
                      kMilli}}};
}

}  // namespace

Experiment lag() {
  return {.name = "amru5-lag",
          .sections = "5",
          .title = "Where the lag of Fig. 5 comes from: drives, friction, feet",
          .runs = lag_runs(),
          .lines = lag_lines(),
          .figures = {lag_figure("pi", "lag_pi", "Lag of the walk of Fig. 5, PI"),
                      lag_figure("p", "lag_p", "Lag of the walk of Fig. 5, P alone")},
          .notes = {"Friction: LuGre's (5) in the drives. Creeping feet obey (4); sticking ones "
                    "are held by springs of 2e5 N/m until friction breaks them away."}};
}

}  // namespace ventosa::papers::amru5
