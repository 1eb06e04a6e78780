#include "papers/asif2012/experiments.h"
#include "papers/asif2012/figures.h"
#include "papers/asif2012/names.h"

namespace ventosa::papers::asif2012 {
namespace {

/// A measure on rough ground, as a ratio of one run over another.
struct Ratio {
  const char* run;
  const char* over;
};
Line ratio(const Ratio& runs, Line line, const Measure& measure) {
  Measure above = measure, below = measure;
  above.run = runs.run;
  below.run = runs.over;
  line.ours = above;
  line.over = below;
  return line;
}

const Ratio kFastOverSlow{"fast", "slow"};
const Measure kSlip{.statistic = Statistic::kEnd, .signal = {"slip.total"}};
const Measure kPlannedRms{
    .statistic = Statistic::kRms, .signal = kPlannedError, .from_s = kSettled_s};
const Measure kOverFriction{
    .statistic = Statistic::kShareAbove, .signal = kWorldRatio, .above = kFriction};

/// Comparisons that the paper does not make: at one step time, and at one speed.
std::vector<Line> rows_beside() {
  struct Beside {
    Ratio runs;
    const char* what;
  };
  std::vector<Line> lines;
  for (const auto& [runs, what] :
       {Beside{{"same_step", "slow"}, "steps of 0.25 s, ripple over wave"},
        Beside{{"same_speed", "slow"}, "at 12.5 mm/s, ripple over wave"},
        Beside{{"tripod", "same_step"}, "at 22.2 mm/s, tripod over ripple"}}) {
    const std::string where = std::string(": ") + what;
    lines.push_back(
        ratio(runs, {.section = "4.3.2", .what = "way that the feet slip" + where}, kSlip));
    lines.push_back(ratio(
        runs, {.section = "4.3.2", .what = "planned torque against sensed" + where}, kPlannedRms));
  }
  return lines;
}

std::vector<Line> rough_lines() {
  const auto tilt = [](const char* what, const char* angle, Statistic statistic, double limit) {
    return Line{
        .section = "4.3.2",
        .what = what,
        .claim = "minimal",
        .unit = "deg",
        .factor = kDegrees,
        .ours =
            Measure{.run = "slow", .statistic = statistic, .signal = {angle}, .from_s = kSettled_s},
        .reproduced = Threshold{Bound::kMax, limit}};
  };
  return {
      ratio(kFastOverSlow,
            {.section = "4.3.2",
             .what = "way that the feet slip, fast over slow",
             .claim = "the fast gait slips, the slow one does not",
             .reproduced = Threshold{Bound::kMin, 4}},
            kSlip),
      ratio(kFastOverSlow,
            {.section = "4.3.2",
             .what = "planned torque against sensed, fast over slow",
             .claim = "fails in the fast gait, close in the slow one",
             .reproduced = Threshold{Bound::kMin, 2}},
            kPlannedRms),
      ratio(kFastOverSlow,
            {.section = "4.3.2",
             .what = "horizontal over vertical force: share above the coefficient of friction, "
                     "fast over slow",
             .claim = "above 1 at places in the fast gait, never in the slow one",
             .reproduced = Threshold{Bound::kMin, 5}},
            kOverFriction),
      {.section = "4.3.2",
       .what = "friction over normal force, ground's axes, fast, largest",
       .claim = "above 1 at places",
       .ours = Measure{.run = "fast", .signal = kFrictionRatio},
       .reproduced = Threshold{Bound::kMin, 1},
       .cause = "friction on the twin's ground is Coulomb's with a coefficient of 0.7: along the "
                "ground it never exceeds 0.7 of the normal force."},
      {.section = "4.3.2",
       .what = "horizontal over vertical force, fast: share above the coefficient of friction",
       .claim = "above 1 at places",
       .unit = "%",
       .factor = kPercent,
       .ours = Measure{.run = "fast",
                       .statistic = Statistic::kShareAbove,
                       .signal = kWorldRatio,
                       .above = kFriction},
       .reproduced = Threshold{Bound::kMin, 0.5},
       .cause = "in the axes of the world the ratio reaches tan(slope + atan μ): what the paper "
                "plots is above the normal force only in such axes."},
      {.section = "4.3.2",
       .what = "horizontal over vertical force, slow, largest",
       .claim = "never above 1",
       .ours = Measure{.run = "slow", .signal = kWorldRatio},
       .reproduced = Threshold{Bound::kMax, 1}},
      {.section = "4.3.2",
       .what = "model torque by measured forces against sensed, fast, rms over stall torque",
       .claim = "the model fails while feet slip",
       .unit = "%",
       .factor = kPercent / kStall_Nm,
       .ours = Measure{.run = "fast",
                       .statistic = Statistic::kRms,
                       .signal = kModelError,
                       .from_s = kSettled_s},
       .better = Threshold{Bound::kMax, 5},
       .cause = "with measured forces and the pivots of (52)-(60) corrected the model is right "
                "whether feet slip or not; with planned forces it cannot be."},
      tilt("roll, slow, largest", "motion.roll", Statistic::kPeak, 1.5),
      tilt("roll, slow, rms", "motion.roll", Statistic::kRms, 0.3),
      tilt("pitch, slow, largest", "motion.pitch", Statistic::kPeak, 1.5),
      tilt("pitch, slow, rms", "motion.pitch", Statistic::kRms, 0.3),
      {.section = "4.3.2",
       .what = "largest speed of the body, fast",
       .unit = "mm/s",
       .factor = kMilli,
       .ours = Measure{.run = "fast", .signal = {"plan.speed_reached"}}},
      {.section = "4.3.2",
       .what = "largest speed of the body, slow",
       .unit = "mm/s",
       .factor = kMilli,
       .ours = Measure{.run = "slow", .signal = {"plan.speed_reached"}}},
      {.section = "4.3.2",
       .what = "way that the feet slip in 1 m, all together, slow",
       .unit = "mm",
       .factor = kMilli,
       .ours = Measure{.run = "slow", .statistic = Statistic::kEnd, .signal = {"slip.total"}}}};
}

std::vector<Line> all_lines() {
  std::vector<Line> lines = rough_lines();
  for (Line& line : rows_beside()) lines.push_back(std::move(line));
  return lines;
}

std::vector<FigureSpec> rough_figures() {
  const auto slow = [](FigureSpec figure) {
    figure.run = "slow";
    if (figure.from_s == 0) figure.from_s = kSettled_s;
    return figure;
  };
  return {
      planned_torque_figure(
          {"fig12A", "Fig. 12 A: joint torques, fast gait on rough ground", "fast"}),
      force_figure({"fig12B", "Fig. 12 B: forces at the feet, fast gait on rough ground", "fast"}),
      slow({.name = "fig15A",
            .title = "Fig. 15 A: path of the centre of mass, slow gait on rough ground",
            .caption = "Not to scale: the way to the side and the height are magnified.",
            .panels = {{{"y", "mm"},
                        {{"", {"motion.centre_of_mass.y"}, Signal{"motion.centre_of_mass.x"}}},
                        kMilli},
                       {{"z", "mm"},
                        {{"", {"motion.centre_of_mass.z"}, Signal{"motion.centre_of_mass.x"}}},
                        kMilli}},
            .x = {"x", "m"}}),
      slow({.name = "fig15B",
            .title = "Fig. 15 B: velocity of the centre of mass, slow gait on rough ground",
            .panels = {{{"velocity", "mm/s"},
                        {{"x", {"motion.centre_velocity.x"}},
                         {"y", {"motion.centre_velocity.y"}},
                         {"z", {"motion.centre_velocity.z"}}},
                        kMilli}}}),
      planned_torque_figure(
          {"fig16A", "Fig. 16 A: joint torques, slow gait on rough ground", "slow"}),
      force_figure({"fig16B", "Fig. 16 B: forces at the feet, slow gait on rough ground", "slow"}),
      slow({.name = "fig16C",
            .title = "Fig. 16 C: attitude of the body, slow gait on rough ground",
            .panels = {attitude_panel({"angle", "deg"}, "")}}),
      slow({.name = "fig16D",
            .title = "Fig. 16 D: angular rates of the body, slow gait on rough ground",
            .panels = {attitude_panel({"rate", "deg/s"}, "_rate")}})};
}

}  // namespace

Experiment test3() {
  return {.name = "hexapod-test3",
          .sections = "4.3, Figs 12, 13, 15 and 16",
          .title = "Fast and slow gait on the same rough ground",
          .runs = {{"slow", kRoughSlow},
                   {"fast", kRoughFast},
                   {"same_step", kRoughSameStep},
                   {"same_speed", kRoughSameSpeed},
                   {"tripod", kRoughTripod}},
          .lines = all_lines(),
          .figures = rough_figures(),
          .pictures = {{"fig13", "Fig. 13: on rough ground, fast gait", "fast", 10}},
          .notes = {"Not printed: shape and height of the ground, friction, speeds, sizes of the "
                    "robot. Ours: a random relief of ±30 mm with a correlation length of 0.2 m, "
                    "one for each seed, the same for all gaits.",
                    "A foot counts as loaded from a normal force of 1 N on."}};
}

}  // namespace ventosa::papers::asif2012
