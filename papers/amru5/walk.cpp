#include "papers/amru5/experiments.h"
#include "papers/amru5/names.h"

namespace ventosa::papers::amru5 {
namespace {

constexpr const char* kFlat = "amru5_fig5";

/// Smallest reserve of a range of all legs, 100 % in its middle.
Line reserve(const char* what, const char* pattern) {
  return {.section = "5",
          .what = std::string("smallest reserve of the range: ") + what,
          .claim = "inside their working space",
          .unit = "%",
          .factor = kPercent,
          .ours = Measure{.run = "walk", .statistic = Statistic::kLeast, .signal = {pattern}},
          .reproduced = Threshold{Bound::kMin, 0}};
}

std::vector<Line> reserves() {
  return {reserve("turns", "reserve.leg*.joint0"), reserve("radial sliders", "reserve.leg*.joint1"),
          reserve("vertical sliders", "reserve.leg*.joint2"),
          reserve("knees, which couple the sliders", "reserve.leg*.knee")};
}

std::vector<Line> motion_lines() {
  return {speed("walk", {.section = "5",
                         .what = "mean speed of the body",
                         .claim = "that of X_ref",
                         .printed = kMilli * kSpeed_m_s,
                         .reproduced = Threshold{Bound::kEquals, 30, 0.45},
                         .cause = "it walks slower than its reference by what the lag grows."}),
          {.section = "3",
           .what = "speed of the fictive body over that of the reference, in a swing",
           .claim = "the inverse motion",
           .printed = -1,
           .ours = Measure{.run = "walk",
                           .statistic = Statistic::kChange,
                           .signal = {"plan.reverse.x"},
                           .from_s = 3.1,
                           .to_s = 4.9},
           .over = Measure{.run = "walk",
                           .statistic = Statistic::kChange,
                           .signal = kReference,
                           .from_s = 3.1,
                           .to_s = 4.9},
           .reproduced = Threshold{Bound::kEquals, -1, 0.01}},
          {.section = "5",
           .what = "lag behind the reference after four cycles",
           .claim = "a lag",
           .unit = "mm",
           .factor = kMilli,
           .ours = in_cycles("walk", Statistic::kEnd, kLag),
           .reproduced = Threshold{Bound::kMin, 0}},
          {.section = "5",
           .what = "the same as time",
           .unit = "s",
           .factor = 1 / kSpeed_m_s,
           .ours = in_cycles("walk", Statistic::kEnd, kLag)},
          growth("walk", {.section = "5", .what = "growth of the lag"}),
          {.section = "5",
           .what = "largest lag, as feet take their load",
           .unit = "mm",
           .factor = kMilli,
           .ours = Measure{.run = "walk", .signal = kLag}},
          {.section = "5",
           .what = "largest reference of leg 0's turn, θ_0",
           .unit = "rad",
           .ours = Measure{.run = "walk", .signal = {"command.leg0.joint0.q"}}}};
}

std::vector<Line> load_lines() {
  return {{.section = "2",
           .what = "mass that the feet bear, mean",
           .claim = "approximate",
           .printed = 30,
           .unit = "kg",
           .factor = kLegs / kGravity_m_s2,
           .ours = in_cycles("walk", Statistic::kMean, kLoad),
           .reproduced = Threshold{Bound::kEquals, 30, 0.3}},
          {.section = "2",
           .what = "diameter over the feet, standing",
           .claim = "approximate",
           .printed = 1.2,
           .unit = "m",
           .factor = 2,
           .ours = Measure{.run = "walk", .signal = {"motion.leg2.foot_position.y"}, .to_s = 1},
           .reproduced = Threshold{Bound::kEquals, 1.2, 0.06}},
          {.section = "2",
           .what = "largest force on a foot",
           .unit = "N",
           .ours = Measure{.run = "walk", .signal = kLoad}},
          {.section = "3",
           .what = "largest slide of a foot in a step",
           .claim = "no sliding",
           .printed = 0,
           .unit = "mm",
           .factor = kMilli,
           .ours = Measure{.run = "walk", .signal = kSlide},
           .reproduced = Threshold{Bound::kEquals, 0, 0.5},
           .cause = "gait generation assumes none, but by the paper's own (4) a foot creeps under "
                    "any force along the ground, at v_lim F_t / (f F_n)."},
          {.section = "2",
           .what = "largest tilt of the body",
           .unit = "deg",
           .factor = kDegrees,
           .ours = Measure{.run = "walk", .signal = {"error.body.angle"}}},
          {.section = "4",
           .what = "largest voltage of a motor, of 24 V",
           .unit = "V",
           .ours = Measure{.run = "walk", .signal = {"truth.leg*.joint*.motor_voltage"}}},
          {.section = "4",
           .what = "largest current of a motor, of 4 A",
           .unit = "A",
           .ours = Measure{.run = "walk", .signal = {"truth.leg*.joint*.current"}}}};
}

std::vector<Line> walk_lines() {
  std::vector<Line> lines = motion_lines();
  for (const auto& more : {reserves(), load_lines()})
    lines.insert(lines.end(), more.begin(), more.end());
  return lines;
}

/// Reserves of a leg's ranges, by the paper's number of the leg.
PanelSpec reserve_panel(int leg) {
  const std::string topic = "reserve.leg" + std::to_string(leg);
  return {{"leg " + std::to_string(kFirstLeg + leg), "%"},
          {{"turn", {topic + ".joint0"}},
           {"radial slider", {topic + ".joint1"}},
           {"vertical slider", {topic + ".joint2"}},
           {"knee", {topic + ".knee"}}},
          kPercent};
}

FigureSpec reserve_figure() {
  FigureSpec figure{
      .name = "reserves",
      .title = "Reserve of the 18 ranges and 6 knees in the walk of Fig. 5",
      .caption = "100 % in the middle of a range, 0 at its end. Legs by the paper's numbers.",
      .run = "walk"};
  for (int leg = 0; leg < kLegs; ++leg) figure.panels.push_back(reserve_panel(leg));
  return figure;
}

FigureSpec motion_figure() {
  return {
      .name = "fig5",
      .title = "Fig. 5: motion along x",
      .caption =
          "X and X_ref differ by the lag. X_ref,reverse begins where the body is when "
          "a tripod lifts. θ_0: reference of the turn of the paper's leg 0.",
      .run = "walk",
      .panels = {
          {{"x", "m"},
           {{"X_ref", kReference}, {"X_ref,reverse", {"plan.reverse.x"}}, {"X", {"truth.body.x"}}}},
          {{"lag", "mm"}, {{"X_ref − X", kLag}}, kMilli},
          {{"θ_0", "rad"}, {{"", {"command.leg0.joint0.q"}}}}}};
}

}  // namespace

Experiment gait() {
  return {.name = "amru5-gait",
          .sections = "3, Fig. 3",
          .title = "The fixed tripod",
          .runs = {{"walk", kFlat}},
          .lines = {{.section = "3",
                     .what = "rows in a cycle",
                     .claim = "two triplets",
                     .printed = 2,
                     .ours = GaitNumber{kRobot, kTripod},
                     .reproduced = Threshold{Bound::kEquals, 2}},
                    {.section = "3",
                     .what = "legs in the air at a time",
                     .claim = "a triplet",
                     .printed = 3,
                     .ours = GaitNumber{kRobot, kTripod, GaitNumber::Kind::kMostInAir},
                     .reproduced = Threshold{Bound::kEquals, 3}},
                    {.section = "3",
                     .what = "feet on the ground at least",
                     .claim = "a triplet",
                     .printed = 3,
                     .ours = Measure{.run = "walk",
                                     .statistic = Statistic::kLeast,
                                     .signal = kFeet,
                                     .from_s = kStands_s},
                     .reproduced = Threshold{Bound::kEquals, 3}}},
          .charts = {{"fig3", "Fig. 3: the fixed tripod, legs in the air",
                      "One cycle; a step is a row of the gait's table. Legs by the paper's number "
                      "and the robot's name.",
                      kRobot, kTripod, kFirstLeg}},
          .notes = {"Not printed: stride, height and time of a step, how a walk begins and ends. "
                    "Ours: 60 mm, 50 mm, 2 s, half a stride at both ends."}};
}

Experiment fig5() {
  return {.name = "amru5-fig5",
          .sections = "5, Fig. 5",
          .title = "Straight walk by its own algorithm, nothing fed back",
          .runs = {{"walk", kFlat}},
          .lines = walk_lines(),
          .figures = {motion_figure(), reserve_figure()},
          .notes = {"The paper says that a lag is left and not why: amru5-lag."}};
}

}  // namespace ventosa::papers::amru5
