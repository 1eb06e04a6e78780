#include "papers/amru5/experiments.h"
#include "papers/amru5/names.h"

namespace ventosa::papers::amru5 {
namespace {

constexpr double kUp = 1, kDown = -1;  // sign of the way along the ground's x

/// Mean speed along a slope.
Line slope_speed(const char* run, double sign, const char* what) {
  Line line = speed(run, {.section = "3", .what = std::string("mean speed, ") + what});
  line.factor *= sign;
  return line;
}

/// By how much creeping feet make a walk slower or faster than sticking ones.
Line creep(const Measure& creeping, const Measure& sticking, const char* what) {
  constexpr double kLaw_mm_s = 30 * 0.08748866352592401 / 0.6;  // v_lim tan(5 deg) / f
  return {.section = "2",
          .what = what,
          .claim = "by (4) v_lim tan(slope) / f",
          .unit = "mm/s",
          .factor = -kMilli / kWhole_s,  // downhill is -x
          .ours = creeping,
          .minus = sticking,
          .reproduced = Threshold{Bound::kEquals, kLaw_mm_s, 0.15 * kLaw_mm_s}};
}

Line slide(const char* run, const std::string& what) {
  return {.section = "3",
          .what = "largest slide of a foot in a step, " + what,
          .claim = "no sliding",
          .printed = 0,
          .unit = "mm",
          .factor = kMilli,
          .ours = Measure{.run = run, .signal = kSlide},
          .reproduced = Threshold{Bound::kEquals, 0, 0.5}};
}

std::vector<Line> slope_lines() {
  const Signal along{"error.travel.x"};
  Line creeping_slide = slide("up", "up, feet creep");
  creeping_slide.cause =
      "the assumption does not hold by the paper's own law of contact: by (4) no foot stands on a "
      "slope.";
  Line sticking_speed = slope_speed("stick_up", kUp, "up, feet stick");
  sticking_speed.claim = "as on flat ground";
  sticking_speed.reproduced = Threshold{Bound::kEquals, 29.6, 0.45};
  Line sticking_down = slope_speed("stick_down", kDown, "down, feet stick");
  sticking_down.claim = sticking_speed.claim;
  sticking_down.reproduced = sticking_speed.reproduced;
  return {slope_speed("up", kUp, "up, feet creep"),
          slope_speed("down", kDown, "down, feet creep"),
          sticking_speed,
          sticking_down,
          creep(change("up", along), change("stick_up", along), "slower up by creeping feet"),
          creep(change("down", along), change("stick_down", along), "faster down by creeping feet"),
          creeping_slide,
          slide("stick_up", "up, feet stick"),
          growth("up", {.section = "3", .what = "growth of the lag, up, feet creep"}),
          growth("stick_up", {.section = "3", .what = "growth of the lag, up, feet stick"})};
}

/// A number of the walk on uneven ground, of which the paper says nothing.
Line uneven_line(const char* what, const Measure& ours) {
  return {.section = "3", .what = what, .claim = "flat ground assumed", .ours = ours};
}

Line uneven_speed() {
  Line line = speed("uneven", uneven_line("mean speed", {}));
  line.better = Threshold{Bound::kMin, 26};
  return line;
}

Line uneven_tilt() {
  Line line = uneven_line("largest tilt", {.run = "uneven", .signal = {"error.body.angle"}});
  line.unit = "deg";
  line.factor = kDegrees;
  line.better = Threshold{Bound::kMax, 2};
  return line;
}

Line share_on_three() {
  Line line =
      uneven_line("share of the walk on three feet or more", {.run = "uneven",
                                                              .statistic = Statistic::kShareAbove,
                                                              .signal = kFeet,
                                                              .above = 2.5,
                                                              .from_s = kFrom_s,
                                                              .to_s = kTo_s});
  line.unit = "%";
  line.factor = kPercent;
  return line;
}

Line uneven_force() {
  Line line = uneven_line("largest force on a foot", {.run = "uneven", .signal = kLoad});
  line.unit = "N";
  return line;
}

Line uneven_slide() {
  Line line = uneven_line("largest slide of a foot in a step", {.run = "uneven", .signal = kSlide});
  line.unit = "mm";
  line.factor = kMilli;
  line.cause =
      "feet are set down by position, so one of a tripod meets a bump early and pushes the body "
      "aside, another a hollow late.";
  return line;
}

}  // namespace

Experiment slope() {
  return {.name = "amru5-slope",
          .sections = "3, first assumption",
          .title = "A slope of 5 degrees against 'no sliding'",
          .runs = {{"up", "amru5_slope_up"},
                   {"down", "amru5_slope_down"},
                   {"stick_up", "amru5_slope_stick_up"},
                   {"stick_down", "amru5_slope_stick_down"}},
          .lines = slope_lines(),
          .notes = {"Not printed: v_lim and f. Ours: 30 mm/s and 0.6."}};
}

Experiment uneven() {
  return {.name = "amru5-uneven",
          .sections = "3, second and third assumption",
          .title = "Ground of ±10 mm against 'flat ground' and 'no obstacles'",
          .runs = {{"uneven", "amru5_uneven"}},
          .lines = {uneven_speed(), uneven_tilt(),
                    uneven_line("feet on the ground at least", {.run = "uneven",
                                                                .statistic = Statistic::kLeast,
                                                                .signal = kFeet,
                                                                .from_s = kStands_s}),
                    share_on_three(), uneven_force(), uneven_slide(),
                    growth("uneven", uneven_line("growth of the lag", {}))},
          .notes = {"A random relief with a correlation length of 0.2 m, one for each of five "
                    "seeds. No foot feels the ground: the algorithm is that of flat ground."}};
}

}  // namespace ventosa::papers::amru5
